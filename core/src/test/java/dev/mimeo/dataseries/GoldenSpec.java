package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.internal.text.CNumberParser;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The description of a golden file's rows: tab-separated lines {@code compress LEVEL ALGORITHM...}, {@code type LENGTH}
 * followed by the XML, {@code extent TYPE}, {@code row VALUE...}.
 */
final class GoldenSpec {

    private final Map<String, ExtentType> types = new LinkedHashMap<>();
    private final List<Extent> extents = new ArrayList<>();
    private List<String> algorithms = List.of();

    GoldenSpec(byte[] spec) throws IOException {
        ExtentBuilder builder = null;
        for (int at = 0; at < spec.length; ) {
            int end = at;
            while (spec[end] != '\n') {
                end++;
            }
            String[] words = new String(spec, at, end - at, UTF_8).split("\t", -1);
            at = end + 1;
            switch (words[0]) {
                case "compress" -> algorithms = List.of(words).subList(2, words.length);
                case "type" -> {
                    int length = Integer.parseInt(words[1]);
                    ExtentType type = ExtentType.parse(new String(spec, at, length, UTF_8));
                    types.put(type.name(), type);
                    at += length + 1;
                }
                case "extent" -> {
                    finish(builder);
                    builder = new ExtentBuilder(Objects.requireNonNull(types.get(words[1])));
                }
                case "row" -> addRow(Objects.requireNonNull(builder), words);
                default -> throw new IOException("unknown line " + Arrays.toString(words));
            }
        }
        finish(builder);
    }

    private void finish(@Nullable ExtentBuilder builder) {
        if (builder != null) {
            extents.add(builder.build());
        }
    }

    private static void addRow(ExtentBuilder builder, String[] words) {
        builder.addRow();
        for (Field field : builder.type().fields()) {
            String value = words[field.index() + 1];
            if (value.equals("\\N")) {
                builder.setNull(field.index());
            } else {
                set(builder, field, value);
            }
        }
    }

    private static void set(ExtentBuilder builder, Field field, String value) {
        int index = field.index();
        switch (field.type()) {
            case BOOL -> builder.setBoolean(index, value.equals("T"));
            case BYTE -> builder.setByte(index, Integer.parseInt(value));
            case INT32 -> builder.setInt(index, Integer.parseInt(value));
            case INT64 -> builder.setLong(index, Long.parseLong(value));
            case DOUBLE -> builder.setDouble(index, CNumberParser.parseDouble(value));
            case VARIABLE32, FIXEDWIDTH ->
                builder.setBytes(index, HexFormat.of().parseHex(value.equals("-") ? "" : value));
        }
    }

    /** Names of the compression algorithms that the golden file was written with. */
    List<String> algorithms() {
        return algorithms;
    }

    byte[] write(ByteOrder order, int threads, String... codecs) throws IOException {
        return TraceFixture.of(List.copyOf(types.values()))
                .with(new WriterOptions(List.of(codecs), order, threads))
                .extents(extents)
                .bytes();
    }
}
