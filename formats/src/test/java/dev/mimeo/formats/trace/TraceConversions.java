package dev.mimeo.formats.trace;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/** TraceConversions of traces in memory, for tests. */
public final class TraceConversions {

    private TraceConversions() {}

    /**
     * The result of a conversion.
     *
     * @param file a DataSeries file
     */
    @SuppressWarnings("ArrayRecordComponent")
    public record Converted(byte[] file, TraceConverter.Summary summary) {}

    /** Converts a trace to a DataSeries file. */
    public static Converted convert(TraceConverter converter, byte[] trace, TraceConverter.Options options)
            throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        TraceConverter.Summary summary;
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                        Channels.newChannel(file), List.of(converter.type()), WriterOptions.DEFAULT.withCodecs("lz4"));
                ExtentOutput output = new ExtentOutput(writer, converter.type(), 4096)) {
            summary = converter.convert(new ByteArrayInputStream(trace), output::copy, options);
        }
        return new Converted(file.toByteArray(), summary);
    }

    /** Converts a DataSeries file to a trace. */
    public static byte[] print(TraceConverter converter, byte[] file, TraceConverter.Options options)
            throws IOException {
        ByteArrayOutputStream trace = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "converted");
                ExtentSource rows = reader.extents(converter.type().name(), 1)) {
            converter.print(rows, trace, options);
        }
        return trace.toByteArray();
    }

    /** Converts a trace to extents and back, without a file. */
    public static byte[] roundTrip(TraceConverter converter, byte[] trace, TraceConverter.Options options)
            throws IOException {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        converter.print(extents(converter, trace, options), printed, options);
        return printed.toByteArray();
    }

    /** Converts a trace to extents. */
    public static ExtentSource extents(TraceConverter converter, byte[] trace, TraceConverter.Options options)
            throws IOException {
        List<Extent> extents = new ArrayList<>();
        converter.convert(new ByteArrayInputStream(trace), extents::add, options);
        Iterator<Extent> iterator = extents.iterator();
        return new ExtentSource() {
            @Override
            public @Nullable Extent next() {
                return iterator.hasNext() ? iterator.next() : null;
            }

            @Override
            public void close() {}
        };
    }

    /** Returns the rows of a DataSeries file as ds2txt prints them, each a line. */
    public static String rows(byte[] file) throws IOException {
        TextOptions options = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames()
                .withType("*");
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "converted")) {
            new ExtentText(out, options).print(reader);
        }
        return out.toString(java.nio.charset.StandardCharsets.ISO_8859_1);
    }

    /** Damages text: bytes and lines changed, dropped, doubled, swapped and inserted. */
    public static byte[] damage(byte[] text, Random random) {
        byte[] damaged = text.clone();
        int faults = 1 + random.nextInt(30);
        for (int i = 0; i < faults && damaged.length > 0; i++) {
            int at = random.nextInt(damaged.length);
            int length = Math.min(damaged.length - at, 1 + random.nextInt(8));
            damaged = switch (random.nextInt(5)) {
                case 0 -> spliced(damaged, at, at + 1, (byte) random.nextInt(256));
                case 1 -> spliced(damaged, at, at + length);
                case 2 -> spliced(damaged, at, at, Arrays.copyOfRange(damaged, at, at + length));
                case 3 -> spliced(damaged, at, at, (byte) " \n\r\0\"0.-#=,".charAt(random.nextInt(11)));
                default -> spliced(damaged, at, at + 1, (byte) "0123456789abcdef".charAt(random.nextInt(16)));
            };
        }
        return damaged;
    }

    private static byte[] spliced(byte[] text, int start, int end, byte... replacement) {
        byte[] result = Arrays.copyOf(text, text.length - (end - start) + replacement.length);
        System.arraycopy(replacement, 0, result, start, replacement.length);
        System.arraycopy(text, end, result, start + replacement.length, text.length - end);
        return result;
    }
}
