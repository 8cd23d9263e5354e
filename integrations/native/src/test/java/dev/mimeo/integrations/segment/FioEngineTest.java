package dev.mimeo.integrations.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The I/O engine of fio; skipped where there is no fio, or where {@code MIMEO_FIO_SOURCE} does not name the folder of its sources, after
 * their {@code ./configure}.
 */
@Tag("thorough")
final class FioEngineTest {

    private static final int SIZE = 1 << 20;

    @TempDir
    static Path folder;

    private static Path segment;
    private static Path engine;

    @BeforeAll
    static void compile() throws IOException, InterruptedException {
        String sources = System.getenv("MIMEO_FIO_SOURCE");
        assumeTrue(sources != null && Commands.isPresent("fio"), "needs fio, and its sources in MIMEO_FIO_SOURCE");
        engine = folder.resolve("mimeo-fio.so");
        segment = folder.resolve("prose.seg");
        Segments.write(segment, "prose", SIZE, 2);
        Commands.Result result = Commands.run(
                "",
                "cc",
                "-std=gnu11",
                "-O2",
                "-D_GNU_SOURCE",
                "-isystem",
                sources,
                "-shared",
                "-fPIC",
                "-o",
                engine.toString(),
                Path.of("fio/mimeo-fio.c").toAbsolutePath().toString());
        assertThat(result.code()).describedAs(result.text()).isZero();
    }

    /** Runs a job of a file, with another engine for the I/O. */
    private static Commands.Result fio(String inner, Path file, String... options)
            throws IOException, InterruptedException {
        List<String> words = new ArrayList<>(List.of(
                "env",
                "MIMEO_ENGINE=" + inner,
                "fio",
                "--name=job",
                "--ioengine=external:" + engine,
                "--filename=" + file,
                "--size=" + SIZE,
                "--bs=4k",
                "--iodepth=8"));
        words.addAll(List.of(options));
        return Commands.run("", words.toArray(String[]::new));
    }

    private static byte[] expected(Path file, long seed) throws IOException {
        byte[] name = file.toString().getBytes(StandardCharsets.UTF_8);
        return SegmentModel.read(segment).bytes(0, SIZE, SegmentModel.namedSeed(seed, name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"psync", "libaio", "io_uring"})
    void everyEngineWritesTheStreamOfTheFile(String inner) throws IOException, InterruptedException {
        Path file = folder.resolve(inner);

        Commands.Result written =
                fio(inner, file, "--mimeo_segment=" + segment, "--mimeo_seed=7", "--rw=randwrite", "--end_fsync=1");
        assumeTrue(!written.text().contains("not permitted"), "the system does not allow " + inner);
        assertThat(written.code()).describedAs(written.text()).isZero();
        assertThat(Files.readAllBytes(file)).isEqualTo(expected(file, 7));

        Commands.Result read =
                fio(inner, file, "--mimeo_segment=" + segment, "--mimeo_seed=7", "--rw=randread", "--mimeo_verify=1");
        assertThat(read.code()).describedAs(read.text()).isZero();
    }

    @Test
    void aChangedByteIsReported() throws IOException, InterruptedException {
        Path file = folder.resolve("changed");
        byte[] content = expected(file, 0);
        content[12_345] ^= 1;
        Files.write(file, content);

        Commands.Result read = fio("psync", file, "--mimeo_segment=" + segment, "--rw=read", "--mimeo_verify=1");

        assertThat(read.code()).isNotZero();
        assertThat(read.text()).contains("mimeo: " + file + ", byte 12345: the data differs from what was generated");
    }

    @Test
    void jobsThatCannotWorkSayWhy() throws IOException, InterruptedException {
        Path file = folder.resolve("none");

        assertThat(fio("psync", file, "--rw=write").text())
                .contains("mimeo: no segment: add mimeo_segment=FILE, which mimeo segment makes");
        assertThat(fio("psync", file, "--rw=write", "--mimeo_segment=" + engine).text())
                .contains("mimeo: " + engine + ": not a segment file");
        assertThat(fio("psync", file, "--rw=write", "--mimeo_segment=" + segment, "--verify=crc32c")
                        .text())
                .contains("mimeo: verify= expects data of fio: leave it out, and use mimeo_verify=1");
    }
}
