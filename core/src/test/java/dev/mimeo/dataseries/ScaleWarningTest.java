package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Reports the loss of {@code pack_scale}, and nothing else. */
final class ScaleWarningTest {

    private static ExtentType type(String attributes) throws IOException {
        return ExtentType.parse(
                "<ExtentType name=\"T\"><field type=\"double\" name=\"x\" " + attributes + " /></ExtentType>");
    }

    private record Written(List<String> warnings, List<Double> read) {}

    private static Written write(ExtentType type, double... values) throws IOException {
        List<String> warnings = new ArrayList<>();
        TraceFixture file = TraceFixture.of(type)
                .with(WriterOptions.DEFAULT.withWarnings(warnings::add))
                .extent();
        for (double value : values) {
            file.row(value);
        }
        try (DataSeriesReader reader = DataSeriesReader.read(file.bytes(), "file");
                ExtentSource source = reader.extents("T", 1)) {
            Extent extent = source.next();
            return new Written(
                    warnings,
                    extent == null
                            ? List.of()
                            : Arrays.stream(extent.doubles(0)).boxed().toList());
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        pack_scale="1"                            | 1 2 3 -4               | 0
        pack_scale="0.001"                        | 0.001 12.345 1e6       | 0
        pack_scale="1"                            | 1.05 2.5 3             | 1
        pack_scale="1"                            | 1.11 2.5 3.89          | 3
        pack_scale="1" pack_scale_warn="no"       | 1.5 nan                | 0
        pack_scale="1"                            | nan 1e300 inf 1        | 0
        pack_scale="1" pack_relative="x"          | 1 5 9 -3               | 0
        pack_scale="1" pack_relative="x"          | 0.4 0.8 1.2            | 3
        pack_scale="1" pack_relative="x"          | 1 1e300 7 8            | 2
        pack_scale="1" pack_relative="x"          | 1 nan 7 8              | 2
        pack_scale="0.000001" pack_relative="x"   | 1 1.5 1e9 1000000001   | 0
        """)
    void valuesThatDoNotComeBackAreCounted(String attributes, String values, int lost) throws IOException {
        double[] given = Arrays.stream(values.split(" "))
                .mapToDouble(text -> text.equals("nan")
                        ? Double.NaN
                        : text.equals("inf") ? Double.POSITIVE_INFINITY : Double.parseDouble(text))
                .toArray();
        List<String> warnings = write(type(attributes), given).warnings();
        assertThat(warnings).hasSize(lost > 0 ? 1 : 0);
        if (lost > 0) {
            assertThat(warnings.get(0))
                    .startsWith("type 'T', field 'x': " + lost + " of " + given.length + " values come back as others")
                    .contains("pack_scale=\"");
        }
    }

    /** The truth is what a reader gets. */
    @Test
    void theCountIsThatOfTheReader() throws IOException {
        long seed = 7;
        Random random = new Random(seed);
        for (int run = 0; run < 300; run++) {
            double scale = random.nextBoolean() ? 0.25 : 3;
            boolean relative = random.nextBoolean();
            double[] values = new double[1 + random.nextInt(30)];
            for (int i = 0; i < values.length; i++) {
                values[i] = scale * random.nextInt(1000) + (random.nextInt(4) == 0 ? scale * random.nextDouble() : 0);
                if (random.nextInt(60) == 0) {
                    values[i] = 1e300;
                }
            }
            Written written =
                    write(type("pack_scale=\"" + scale + "\"" + (relative ? " pack_relative=\"x\"" : "")), values);
            long lost = 0;
            for (int i = 0; i < values.length; i++) {
                lost += Math.abs(values[i] - written.read.get(i)) > Math.max(0.1 * scale, 2 * Math.ulp(values[i]))
                        ? 1
                        : 0;
            }
            String message = "seed " + seed + ", run " + run + ": " + Arrays.toString(values);
            if (lost == 0) {
                assertThat(written.warnings).as(message).isEmpty();
            } else {
                assertThat(written.warnings).as(message).hasSize(1);
                assertThat(written.warnings.get(0)).as(message).contains("'x': " + lost + " of ");
            }
        }
    }

    /** Extents that are taken as they are lose nothing again. */
    @Test
    void whatWasRoundedBeforeIsNot() throws IOException {
        ExtentType type = type("pack_scale=\"1\" pack_relative=\"x\"");
        Written once = write(type, 0.4, 0.8, 1.2);
        assertThat(write(
                                type,
                                once.read.stream()
                                        .mapToDouble(Double::doubleValue)
                                        .toArray())
                        .warnings())
                .isEmpty();
    }
}
