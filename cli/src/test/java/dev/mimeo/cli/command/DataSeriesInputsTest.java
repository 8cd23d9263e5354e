package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** DataSeries files from standard input and pipes. */
final class DataSeriesInputsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init")
    private Path file;

    @BeforeEach
    void writeFile() throws IOException {
        TraceFixture rows = TraceFixture.of("""
                <ExtentType name="Test::Rows" namespace="mimeo.dev" version="1.0">
                  <field type="int64" name="id" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """);
        for (int extent = 0; extent < 3; extent++) {
            rows.extent();
            for (int row = 0; row < 500; row++) {
                rows.row(extent * 500 + row, "w" + row % 11);
            }
        }
        file = rows.write(folder.resolve("rows.ds"));
    }

    /** Counts temporary copies of pipes of this test, whose names have that of its folder in them. */
    private long leftOver() throws IOException {
        String mark = folder.getFileName() + "-pipe-ds-";
        try (Stream<Path> files = Files.list(Path.of(System.getProperty("java.io.tmpdir")))) {
            return files.filter(path -> path.getFileName().toString().contains(mark))
                    .count();
        }
    }

    private String[] words(String line, String input) {
        return Arrays.stream(line.split(" "))
                .map(word -> word.equals("IN")
                        ? input
                        : word.equals("OUT") ? folder.resolve("out.ds").toString() : word)
                .toArray(String[]::new);
    }

    private TestRun ofFile(String line) {
        TestRun run = TestRun.of(words(line, file.toString()));
        assertThat(run.code()).as(run.err()).isZero();
        return run;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds2txt IN",
                "ds2txt --json IN",
                "dsinfo IN",
                "dsverify IN",
                "dsstatgroupby Rows quantile id group by word from IN",
                "dscat IN OUT --force --json",
                "dsrepack IN OUT --force --compress lz4 --json",
                "dsselect Rows id IN OUT --where id>700 --force --json",
                "dssort --by word,id IN OUT --force --json",
                "dsmerge --by id IN OUT --force --json",
                "dsrecover IN OUT --force",
                "dsexport IN -o - --format csv"
            })
    void streamsGiveWhatFilesDo(String line) throws Exception {
        TestRun expected = ofFile(line);
        Path out = folder.resolve("out.ds");
        byte[] written = Files.exists(out) ? Files.readAllBytes(out) : new byte[0];
        TestRun piped = TestRun.withInput(Files.readAllBytes(file), words(line, "-"));
        assertThat(piped.code()).as(piped.err()).isZero();
        assertThat(piped.out()).isEqualTo(expected.out().replace(file.toString(), "-"));
        assertThat(Files.exists(out) ? Files.readAllBytes(out) : new byte[0]).isEqualTo(written);
        Path pipe = folder.resolve("pipe.ds");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("mkfifo works")
                .isZero();
        CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> {
            try {
                Files.write(pipe, Files.readAllBytes(file), StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        TestRun named = TestRun.of(words(line, pipe.toString()));
        feeding.join();
        assertThat(named.code()).as(named.err()).isZero();
        assertThat(named.out()).isEqualTo(expected.out().replace(file.toString(), pipe.toString()));
        assertThat(leftOver()).isZero();
    }

    @Test
    void truncatedStreamsAreErrors() throws IOException {
        byte[] whole = Files.readAllBytes(file);
        for (int length : new int[] {0, 1, 4, 39, 40, 100, whole.length / 2, whole.length - 28, whole.length - 1}) {
            byte[] part = Arrays.copyOf(whole, length);
            for (String line : List.of("ds2txt -", "dsverify -", "dsinfo -", "dsstatgroupby Rows basic id from -")) {
                TestRun run = TestRun.withInput(part, line.split(" "));
                assertThat(run.code()).as("%s of %d bytes", line, length).isEqualTo(1);
                assertThat(run.out() + run.err())
                        .contains("standard input: ")
                        .doesNotContain(System.getProperty("java.io.tmpdir"))
                        .doesNotContain("Exception");
            }
        }
    }

    /** Their copies are gone when somebody reads the message. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "ds2txt IN",
                "dsinfo IN",
                "dsverify IN",
                "dsverify IN --json",
                "dsstatgroupby Rows basic id from IN",
                "dsrepack IN OUT",
                "dscat IN OUT",
                "dsselect Rows id IN OUT",
                "dsmerge --by word IN OUT",
                "dsexport IN -o OUT --format csv",
                "dsexport IN -o - --format csv --debug"
            })
    void errorsNameStreamsAndNotTheirCopies(String line) throws Exception {
        byte[] damaged = Files.readAllBytes(file);
        long offset;
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            offset = reader.index().get(2).offset();
        }
        damaged[(int) offset + 60] ^= 1;
        TestRun piped = TestRun.withInput(damaged, words(line, "-"));
        assertThat(piped.code()).as(piped.out() + piped.err()).isEqualTo(1);
        assertThat(piped.out() + piped.err()).contains("standard input: ");
        Path pipe = folder.resolve("pipe.ds");
        assumeThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .as("mkfifo works")
                .isZero();
        CompletableFuture<Void> feeding = CompletableFuture.runAsync(() -> {
            try {
                Files.write(pipe, damaged, StandardOpenOption.WRITE);
            } catch (IOException e) {
                throw new IllegalStateException(e);
            }
        });
        TestRun named = TestRun.of(words(line, pipe.toString()));
        feeding.join();
        assertThat(named.code()).as(named.out() + named.err()).isEqualTo(1);
        assertThat(named.out() + named.err()).contains(pipe + ": ");
        if (!line.contains("--debug")) {
            assertThat(piped.out() + piped.err()).doesNotContain("standard-input-");
            assertThat(named.out() + named.err()).doesNotContain("-pipe-ds-");
        }
    }

    @Test
    void whatIsNoTraceIsNotKept() throws IOException {
        TestRun run = TestRun.withInput(new byte[1000], "ds2txt", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "mimeo: standard input: not a DataSeries file: does not start with DSv1: make one with mimeo csv2ds, txt2ds"
                                + " or dsimport\n");
        run = TestRun.withInput(Files.readAllBytes(file), "dsinfo", "-", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("standard input: can be read once only");
    }
}
