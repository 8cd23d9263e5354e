package dev.mimeo.formats.trace;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.formats.trace.Conversions.Converted;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Every format of lines gives back every text byte for byte, and understands a sample of its own. */
@Tag("thorough")
final class LosslessLinesTest {

    static Stream<String> formats() {
        return TraceConverters.all().stream()
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
            assertComesBack(format, Conversions.damage(text, new Random(seed)), "seed " + seed);
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

    private static Converted assertComesBack(String format, byte[] text, String what) throws IOException {
        TraceConverter converter = TraceConverters.named(format);
        Converted converted = Conversions.convert(converter, text, ConversionOptions.DEFAULT);
        assertThat(Conversions.print(converter, converted.file(), ConversionOptions.DEFAULT))
                .as(what)
                .isEqualTo(text);
        return converted;
    }
}
