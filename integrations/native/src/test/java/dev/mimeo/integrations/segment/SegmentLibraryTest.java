package dev.mimeo.integrations.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.generate.segment.SegmentWriter;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The C library, compiled with the sanitizers; skipped where there is no C compiler that has them. */
@Tag("thorough")
final class SegmentLibraryTest {

    @TempDir
    static Path folder;

    private static Path program;

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        program = folder.resolve("test");
        Commands.Result result = Commands.run(
                "",
                "cc",
                "-std=c11",
                "-O1",
                "-fsanitize=address,undefined",
                "-fno-sanitize-recover=all",
                "-pthread",
                "-o",
                program.toString(),
                Path.of("test/test.c").toAbsolutePath().toString());
        assumeTrue(result.code() == 0, "the C library is not tested: " + result.text());
    }

    @Test
    void itsOwnTestsPass() throws IOException, InterruptedException {
        Commands.Result result = Commands.run("", program.toString(), "1");

        assertThat(result.code()).describedAs(result.text()).isZero();
        assertThat(result.text()).contains("damaged files");
    }

    @ParameterizedTest
    @ValueSource(strings = {"tables", "vm-image", "logs"})
    void rangesHaveTheBytesOfTheFormat(String name) throws IOException, InterruptedException {
        Path file = folder.resolve(name);
        SegmentWriter.Summary summary = Segments.write(file, name, (1 << 20) + 1, 2);
        SegmentModel model = SegmentModel.read(file);
        Random random = new Random(11);
        StringBuilder ranges = new StringBuilder();
        byte[] expected = new byte[0];
        for (int i = 0; i < 40; i++) {
            long seed = random.nextLong();
            long offset = i == 0 ? summary.bytes() * 0xffffffL - 9999 : random.nextLong(1L << 40);
            int length = i == 0 ? 9999 : random.nextInt(20_000);
            ranges.append(offset)
                    .append(' ')
                    .append(length)
                    .append(' ')
                    .append(Long.toUnsignedString(seed))
                    .append('\n');
            byte[] part = model.bytes(offset, length, seed);
            expected = Arrays.copyOf(expected, expected.length + length);
            System.arraycopy(part, 0, expected, expected.length - length, length);
        }

        Commands.Result result = Commands.run(ranges.toString(), program.toString(), "ranges", file.toString());

        assertThat(result.output()).isEqualTo(expected);
        assertThat(result.code()).isZero();
    }

    @Test
    void damagedDataIsFound() throws IOException, InterruptedException {
        Path file = folder.resolve("damaged");
        Segments.write(file, "prose", 1 << 20, 1);
        assertThat(open(file)).isEqualTo("prose, no error\n");
        byte[] content = Files.readAllBytes(file);

        content[content.length - 1] ^= 1;
        Files.write(file, content);
        assertThat(open(file)).isEqualTo("prose, the segment file is damaged\n");

        content[300] ^= 1;
        Files.write(file, content);
        assertThat(open(file)).isEqualTo("the segment file is damaged\n");

        Files.write(file, Arrays.copyOf(content, content.length - 1));
        assertThat(open(file)).contains("size");
    }

    private static String open(Path file) throws IOException, InterruptedException {
        return Commands.run("", program.toString(), "open", file.toString()).text();
    }
}
