package dev.mimeo.cli.feed;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Pools and patterns, what other programs take. */
final class ProgramsTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void aPoolLargerThanTheScanIsTheStream() throws IOException {
        assertThat(run("pool", "logs", "--size", "2MiB", "-o", at("pool")).code())
                .isZero();
        assertThat(run("generate", "logs", "--size", "2MiB", "-o", at("stream")).code())
                .isZero();
        assertThat(folder.resolve("pool")).hasSameBinaryContentAs(folder.resolve("stream"));
    }

    @Test
    void aSmallerPoolIsFromAllOverTheScan() throws IOException {
        assertThat(run("pool", "vm-image", "--size", "1MiB", "-o", at("pool")).code())
                .isZero();
        TestRun random = run("generate", "vm-image", "--size", "1MiB", "--order", "random", "-o", "-");
        assertThat(folder.resolve("pool")).hasBinaryContent(random.bytes().toByteArray());
    }

    @Test
    void aPrintablePoolIsPrintable() {
        for (String name : List.of("prose", "images")) {
            TestRun pool = run("pool", name, "--size", "100000", "--printable", "-o", "-");
            assertThat(pool.bytes().toByteArray()).hasSize(100_000);
            assertThat(pool.out()).matches("[ -~]*");
        }
    }

    @Test
    void aSegmentHasWholeBlocks() throws IOException {
        TestRun run = run("segment", "vm-image", "--size", "300000", "--seed", "7", "-o", at("s.seg"), "--json");

        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("bytes").asLong()).isEqualTo(74 * 4096);
        assertThat(document.get("seed").asString()).isEqualTo("7");
        assertThat(Files.size(folder.resolve("s.seg"))).isGreaterThan(74 * 4096).isLessThan(76 * 4096 + 74 * 52);
        assertThat(run("segment", "vm-image", "-o", "-").err()).contains("regular file");
        assertThat(run("segment", "vm-image", "-o", at("s.seg")).code()).isEqualTo(1);
    }

    @Test
    void thePatternsForFioAreAFolder() throws IOException {
        TestRun run = run("pattern", "fio", "logs", "--blocks", "5", "--size", "1MiB", "-o", at("p"), "--json");
        assertThat(run.code()).as(run.err()).isZero();
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("job").asString()).isEqualTo(at("p/job.fio"));
        assertThat(document.get("blocks").asInt()).isEqualTo(5);
        assertThat(document.get("ratio").asDouble()
                        / document.get("candidateRatio").asDouble())
                .isBetween(0.9, 1.1);
        assertThat(files("p"))
                .containsExactly(
                        "block-0000.bin",
                        "block-0001.bin",
                        "block-0002.bin",
                        "block-0003.bin",
                        "block-0004.bin",
                        "job.fio");
        assertThat(files("")).as("nothing beside it").containsExactly("p");
        assertThat(folder.resolve("p/job.fio"))
                .content()
                .contains("buffer_pattern='" + at("p/block-0004.bin") + "'", "filename=mimeo.dat\n");
    }

    @Test
    void theEndOfATargetThatIsNoBlockIsCounted() throws IOException {
        TestRun run =
                run("pattern", "fio", "logs", "--blocks", "1", "--size", "12289", "--block-size", "512", "-o", at("p"));
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .endsWith("warning: the job leaves out the end of the target: 1 byte, less than a block of 512 B\n");
        assertThat(folder.resolve("p/job.fio")).content().contains("io_size=12288\n");

        TestRun whole =
                run("pattern", "fio", "logs", "--blocks", "1", "--size", "12288", "--block-size", "512", "-o", at("q"));
        assertThat(whole.err()).doesNotContain("warning");
    }

    /** It is named as it was given, and not as the largest number that the library takes. */
    @Test
    void aBlockThatIsTooLargeIsNamed() throws IOException {
        for (String program : new String[] {"fio", "vdbench"}) {
            TestRun run = run("pattern", program, "logs", "--block-size", "10GiB", "--size", "1TiB", "-o", at("p"));
            assertThat(run.code()).isEqualTo(2);
            assertThat(run.err())
                    .contains("the block size must be a multiple of 512 bytes, at most 128.0 MiB, got ")
                    .containsAnyOf("10GiB", "10,737,418,240 bytes");
        }
        assertThat(files("")).isEmpty();
    }

    @Test
    void aFolderIsReplacedOnlyIfItIsOfAnEarlierRun() throws IOException {
        String[] line = {"pattern", "vdbench", "logs", "--blocks", "2", "-o", at("p")};
        assertThat(run(line).code()).isZero();
        assertThat(files("p")).containsExactly("parameters.txt", "pattern.bin");
        TestRun again = run(line);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err())
                .isEqualTo(
                        "mimeo: " + at("p") + ": exists already: choose another name, or overwrite it with --force\n");

        String[] forced = {"pattern", "vdbench", "logs", "--blocks", "3", "-o", at("p"), "--force"};
        assertThat(run(forced).code()).isZero();
        assertThat(folder.resolve("p/pattern.bin")).hasSize(3 * 4096);

        Files.writeString(folder.resolve("p/thesis.txt"), "precious");
        TestRun refused = run(forced);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("thesis.txt, which is not replaced");
        assertThat(files("p")).contains("thesis.txt", "pattern.bin");

        Files.writeString(folder.resolve("file"), "precious");
        assertThat(run("pattern", "fio", "logs", "-o", at("file"), "--force").err())
                .contains("is not a folder");
        assertThat(files("")).containsExactly("file", "p");
    }

    @Test
    void whatFailsLeavesNoFolder() throws IOException {
        assertThat(run("pattern", "fio", at("nosuch"), "-o", at("p")).code()).isEqualTo(1);
        assertThat(run("pattern", "fio", "logs", "-o", at("no/p")).err()).contains("no such directory");
        assertThat(run("pattern", "fio", "logs", "-o", "-").err()).contains("standard output: cannot take a folder");
        TestRun odd = run("pattern", "fio", "logs", "--block-size", "1000", "-o", at("p"));
        assertThat(odd.code()).isEqualTo(2);
        assertThat(odd.err()).contains("multiple of 512");
        assertThat(files("")).isEmpty();
    }

    private static TestRun run(String... args) {
        return TestRun.of(args);
    }

    private String at(String name) {
        return folder.resolve(name).toString();
    }

    private List<String> files(String name) throws IOException {
        try (Stream<Path> list = Files.list(folder.resolve(name))) {
            return list.map(file -> String.valueOf(file.getFileName())).sorted().toList();
        }
    }
}
