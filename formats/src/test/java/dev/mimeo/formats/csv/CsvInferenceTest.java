package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Types that are found lose nothing. */
@Tag("thorough")
final class CsvInferenceTest {

    private static ExtentType infer(List<String> values) throws IOException {
        byte[] text = String.join("\n", values).concat("\n").getBytes(UTF_8);
        return new CsvInference(CsvOptions.DEFAULT).infer(new ByteArrayInputStream(text), "t.csv", "t", bytes -> {});
    }

    /** Returns what the file has for a column of values, numbers as the shortest decimals that are read as the same. */
    private static List<String> stored(List<String> values, ExtentType type) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        byte[] text = String.join("\n", values).concat("\n").getBytes(UTF_8);
        try (DataSeriesWriter writer =
                        DataSeriesWriter.create(Channels.newChannel(file), List.of(type), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, 1024)) {
            new CsvImport(type, CsvOptions.DEFAULT).read(new ByteArrayInputStream(text), "t.csv", output, bytes -> {});
        }
        List<String> stored = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file.toByteArray(), "t.ds");
                ExtentSource source = reader.extents("t", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    stored.add(
                            switch (type.fields().get(0).type()) {
                                case INT32 -> Integer.toString(extent.ints(0)[row]);
                                case INT64 -> Long.toString(extent.longs(0)[row]);
                                case DOUBLE -> shortest(extent.doubles(0)[row]);
                                default -> new String(extent.variables(0).copy(row), UTF_8);
                            });
                }
            }
        }
        return stored;
    }

    private static String shortest(double value) {
        for (int digits = 1; digits < 17; digits++) {
            String text = String.format(java.util.Locale.ROOT, "%." + (digits - 1) + "e", new BigDecimal(value));
            if (Double.parseDouble(text) == value) {
                return text;
            }
        }
        return String.format(java.util.Locale.ROOT, "%.16e", new BigDecimal(value));
    }

    @ParameterizedTest
    @CsvSource({
        "12345678901234567890, VARIABLE32",
        "1e400, VARIABLE32",
        "1e99999999999, VARIABLE32",
        "0.12345678901234567890123, VARIABLE32",
        "-9223372036854775809, VARIABLE32",
        "-9223372036854775808, INT64",
        "9007199254740993, INT64",
        "0.1, DOUBLE",
        "nan, DOUBLE",
        "-inf, DOUBLE",
        "1e22, DOUBLE"
    })
    void typesHoldTheirNumbers(String number, FieldType type) throws IOException {
        assertThat(infer(List.of(number)).fields().get(0).type()).isEqualTo(type);
    }

    /** An integer that fits into 64 bits, beside a fraction: no type holds both, as doubles round the one. */
    @Test
    void aMixedColumnHoldsItsIntegers() throws IOException {
        assertThat(infer(List.of("9007199254740993", "0.5")).fields().get(0).type())
                .isEqualTo(FieldType.VARIABLE32);
        assertThat(infer(List.of("9007199254740992", "0.5")).fields().get(0).type())
                .isEqualTo(FieldType.DOUBLE);
    }

    @Test
    void numbersComeBackAsTheyWereOrAsText() throws IOException {
        long seed = 42;
        Random random = new Random(seed);
        Set<FieldType> types = EnumSet.noneOf(FieldType.class);
        for (int column = 0; column < 600; column++) {
            List<String> values = new ArrayList<>();
            int digits = 1 + random.nextInt(22);
            int kind = random.nextInt(4);
            for (int i = 0; i < 1 + random.nextInt(5); i++) {
                values.add(number(random, digits, kind));
            }
            ExtentType type = infer(values);
            FieldType found = type.fields().get(0).type();
            types.add(found);
            List<String> stored = stored(values, type);
            assertThat(stored).hasSameSizeAs(values);
            for (int i = 0; i < values.size(); i++) {
                String message = "seed " + seed + ", column " + column + " of " + values;
                if (found == FieldType.VARIABLE32) {
                    assertThat(stored.get(i)).as(message).isEqualTo(values.get(i));
                } else {
                    assertThat(new BigDecimal(Objects.requireNonNull(stored.get(i))))
                            .as(message)
                            .isEqualByComparingTo(values.get(i));
                }
            }
        }
        assertThat(types)
                .containsExactlyInAnyOrder(FieldType.INT32, FieldType.INT64, FieldType.DOUBLE, FieldType.VARIABLE32);
    }

    private static String number(Random random, int digits, int kind) {
        StringBuilder text = new StringBuilder(random.nextInt(3) == 0 ? "-" : "").append(1 + random.nextInt(9));
        for (int i = 1; i < digits; i++) {
            text.append(random.nextInt(10));
        }
        if (kind == 1 || kind == 3) {
            text.append('.').append(random.nextInt(1000));
        }
        if (kind >= 2) {
            text.append('e').append(random.nextInt(random.nextBoolean() ? 30 : 800) - 20);
        }
        return text.toString();
    }
}
