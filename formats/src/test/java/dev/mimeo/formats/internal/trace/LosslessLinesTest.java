package dev.mimeo.formats.internal.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.formats.trace.TraceConversions;
import dev.mimeo.formats.trace.TraceConversions.Converted;
import dev.mimeo.formats.trace.TraceConverter;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every format of lines gives back every text byte for byte, and understands a sample of its own. */
@Tag("slow")
final class LosslessLinesTest {

    private static final String ELLARD =
            "1006231501.394289 31.03f7 30.0801 T C3 b653f2e4 3 lookup fh cfbc65 name \"a\" con = XXX"
                    + " len = XXX\n1006231501.397551 30.0801 31.03f7 T R3 c353f2e4 3 lookup OK fh cfbc65 con = XXX len = XXX\n";

    static Stream<String> formats() {
        return TraceConverter.all().stream()
                .filter(LineConverter.class::isInstance)
                .map(TraceConverter::name)
                .filter(name -> !name.equals("ellard"));
    }

    private static byte[] sample(String format) throws IOException {
        try (InputStream in = LosslessLinesTest.class.getResourceAsStream(format + ".txt")) {
            return Objects.requireNonNull(in, format).readAllBytes();
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void sampleIsUnderstoodAndComesBack(String format) throws IOException {
        byte[] text = sample(format);
        assertThat(text).isNotEmpty();
        Converted converted = assertComesBack(format, text, "sample");
        assertThat(converted.summary().garbageRows())
                .as("line " + converted.summary().firstGarbageLine())
                .isZero();
    }

    @ParameterizedTest
    @MethodSource("formats")
    void damagedSamplesComeBackAsTheyAre(String format) throws IOException {
        byte[] text = sample(format);
        for (int seed = 0; seed < 150; seed++) {
            assertComesBack(format, TraceConversions.damage(text, new Random(seed)), "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void everyCutOfASampleComesBackAsItIs(String format) throws IOException {
        String text = new String(sample(format), ISO_8859_1);
        String head = text.substring(0, Math.min(text.length(), 300));
        for (int length = 0; length < head.length(); length++) {
            assertComesBack(format, head.substring(0, length).getBytes(ISO_8859_1), "length " + length);
            assertComesBack(format, (head.substring(length) + "\r\n").getBytes(ISO_8859_1), "from " + length);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void randomBytesComeBackAsTheyAre(String format) throws IOException {
        for (int seed = 0; seed < 50; seed++) {
            Random random = new Random(seed);
            byte[] bytes = new byte[random.nextInt(3000)];
            random.nextBytes(bytes);
            assertComesBack(format, bytes, "seed " + seed);
        }
    }

    @ParameterizedTest
    @MethodSource("formats")
    void carriageReturnsComeBack(String format) throws IOException {
        String text = new String(sample(format), ISO_8859_1).replace("\n", "\r\n");
        assertComesBack(format, text.getBytes(ISO_8859_1), "carriage returns");
    }

    /** Numbers that an int64 or a double does not hold, or that are written in another way than most. */
    static Stream<Arguments> hardNumbers() {
        List<String> numbers = List.of(
                "9223372036854775807",
                "9223372036854775808",
                "-9223372036854775809",
                "18446744073709551616",
                "12345678901234567890",
                "1e400",
                "1e-400",
                "0.12345678901234567890123",
                "9007199254740993.5",
                "00000000000000000000007",
                "-0");
        return TraceConverter.all().stream()
                .filter(LineConverter.class::isInstance)
                .map(TraceConverter::name)
                .flatMap(format -> numbers.stream().map(number -> Arguments.of(format, number)));
    }

    /** A number is in its field without loss, or the line stays whole and is counted. */
    @ParameterizedTest
    @MethodSource("hardNumbers")
    void hardNumbersInAnyFieldAreKept(String format, String number) throws IOException {
        String text = format.equals("ellard") ? ELLARD : new String(sample(format), ISO_8859_1);
        List<String> lines = text.lines().distinct().limit(5).toList();
        StringBuilder hard = new StringBuilder();
        for (String line : lines) {
            Matcher digits = Pattern.compile("[0-9]+(\\.[0-9]+)?").matcher(line);
            while (digits.find()) {
                hard.append(line, 0, digits.start())
                        .append(number)
                        .append(line.substring(digits.end()))
                        .append('\n');
            }
        }
        assertThat(hard).isNotEmpty();
        assertComesBack(format, hard.toString().getBytes(ISO_8859_1), number);
    }

    private static Converted assertComesBack(String format, byte[] text, String what) throws IOException {
        TraceConverter converter = TraceConverter.named(format);
        Converted converted = TraceConversions.convert(converter, text, TraceConverter.Options.DEFAULT);
        assertThat(TraceConversions.print(converter, converted.file(), TraceConverter.Options.DEFAULT))
                .as(what)
                .isEqualTo(text);
        return converted;
    }
}
