package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Values without quotes, which are read by a way of their own, against the same values in quotes. */
@Tag("thorough")
final class PlainValuesTest {

    private static final List<String> BOOLS = List.of("true", "false", "on", "no");
    private static final List<String> WRONG =
            List.of("", "truest", "-", "1.5.2", "12a", "0x", "+-1", "nul", "9".repeat(30));
    private static final long SEED = 3;

    private static ExtentType type() throws DataSeriesException {
        StringBuilder fields = new StringBuilder();
        for (String type : List.of("bool", "byte", "int32", "int64", "double", "variable32")) {
            for (String nullable : List.of("no", "yes")) {
                fields.append("<field name=\"")
                        .append(type)
                        .append(nullable)
                        .append("\" type=\"")
                        .append(type);
                fields.append("\" opt_nullable=\"").append(nullable).append('"');
                fields.append(type.equals("double") ? " print_format=\"%.17g\" />" : " />");
            }
        }
        return ExtentType.parse("<ExtentType name=\"Plain\">" + fields + "</ExtentType>");
    }

    private static String value(Random random, int column, String nullText) {
        if (column % 2 == 1 && random.nextInt(3) == 0) {
            return nullText;
        }
        int digits = 1 + random.nextInt(19);
        return switch (column / 2) {
            case 0 -> BOOLS.get(random.nextInt(BOOLS.size()));
            case 1 -> Integer.toString(random.nextInt(256));
            case 2 -> Integer.toString(random.nextInt() >> random.nextInt(32));
            case 3 -> Long.toString(random.nextLong() >> random.nextInt(64));
            case 4 ->
                random.nextInt(4) == 0
                        ? Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(40) - 20))
                        : random.nextLong() / 1_000 + "." + "0".repeat(random.nextInt(3)) + random.nextInt(10 * digits);
            default -> "text".repeat(random.nextInt(5)) + nullText + random.nextInt(3);
        };
    }

    private static String read(ExtentType type, CsvOptions options, String text) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer =
                        DataSeriesWriter.create(Channels.newChannel(out), List.of(type), WriterOptions.DEFAULT);
                ExtentOutput output = new ExtentOutput(writer, type, 1024)) {
            byte[] bytes = text.getBytes(ISO_8859_1);
            new CsvImport(type, options, 512).read(new ByteArrayInputStream(bytes), "in.csv", output, done -> {});
        } catch (DataSeriesException e) {
            return String.valueOf(e.getMessage());
        }
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        TextOptions rows = TextOptions.CSV.withoutFieldNames();
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "file")) {
            new ExtentText(printed, rows).print(reader);
        }
        return printed.toString(UTF_8);
    }

    @ParameterizedTest
    @CsvSource({"',', null", "';', ''", "'|', 0", "'\t', -1", "' ', a;long,null", "'ab', null", "5, null"})
    void meanTheSameWithQuotesAndWithout(String separator, String nullText) throws IOException {
        ExtentType type = type();
        CsvOptions options = new CsvOptions(separator, "#", nullText, false, false, 1 << 16, 2);
        Random random = new Random(SEED);
        int failures = 0;
        for (int run = 0; run < 60; run++) {
            StringBuilder plain = new StringBuilder();
            StringBuilder quoted = new StringBuilder();
            for (int row = 0; row < 40; row++) {
                for (int column = 0; column < type.fields().size(); column++) {
                    boolean wrong = run % 2 == 1 && random.nextInt(400) == 0;
                    String value = wrong ? WRONG.get(random.nextInt(WRONG.size())) : value(random, column, nullText);
                    String between = column == 0 ? "" : separator;
                    // A value that has the separator needs quotes.
                    plain.append(between).append(value.contains(separator) ? '"' + value + '"' : value);
                    quoted.append(between).append('"').append(value).append('"');
                }
                String end = random.nextInt(4) == 0 ? "\r\n" : random.nextInt(9) == 0 ? "\n\n#x\n" : "\n";
                plain.append(end);
                quoted.append(end);
            }
            String expected = read(type, options, quoted.toString());
            failures += expected.startsWith("in.csv") ? 1 : 0;
            assertThat(read(type, options, plain.toString()))
                    .as("seed %d, run %d", SEED, run)
                    .isEqualTo(expected);
        }
        assertThat(failures).isBetween(1, 30);
    }
}
