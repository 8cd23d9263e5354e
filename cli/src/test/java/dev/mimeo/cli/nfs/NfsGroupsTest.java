package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs info} and {@code mimeo nfs convert --manifest}, against the conversion in one piece. */
final class NfsGroupsTest {

    private static final List<String> TABLES = List.of(
            "Trace::NFS::common",
            "Trace::NFS::attr-ops",
            "Trace::NFS::read-write",
            "Trace::NFS::mount",
            "Trace::Network::IP");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static List<String> captures() {
        Path captures = SharedData.path("nfs/captures");
        return Stream.of("zeek-mount-unmount.pcap", "wswiki-nfsv2.pcap", "wswiki-nfsv3.pcap", "zeek-nfs_base.pcap")
                .map(name -> captures.resolve(name).toString())
                .toList();
    }

    private static TestRun run(List<String> captures, String... arguments) {
        List<String> all = new ArrayList<>(Arrays.asList(arguments));
        all.addAll(captures);
        return TestRun.of(all.toArray(String[]::new));
    }

    private String manifest(int groupSize) {
        String manifest = folder.resolve("manifest" + groupSize + ".json").toString();
        TestRun run = run(captures(), "nfs", "info", "--group-size", String.valueOf(groupSize), "-o", manifest);
        assertThat(run.code()).as(run.err()).isZero();
        return manifest;
    }

    private TestRun convert(String manifest, Path output, String... more) {
        List<String> arguments = new ArrayList<>(
                List.of("nfs", "convert", "--manifest", manifest, "--out", output.toString(), "--reproducible"));
        arguments.addAll(Arrays.asList(more));
        return run(captures(), arguments.toArray(String[]::new));
    }

    private static List<String> rows(List<Path> files, String table) {
        List<String> rows = new ArrayList<>();
        for (Path file : files) {
            TestRun run = TestRun.of("ds2txt", file.toString(), "--csv", "--skip-all", "--select", table, "*");
            assertThat(run.code()).as(run.err()).isZero();
            rows.addAll(run.out().lines().toList());
        }
        return rows;
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.sorted().toList();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 4})
    void groupsHaveTheRowsOfTheWhole(int groupSize) throws IOException {
        Path whole = folder.resolve("whole.ds");
        assertThat(run(captures(), "nfs", "convert", "--anonymize", "none", "-o", whole.toString())
                        .code())
                .isZero();
        Path tables = folder.resolve("tables");
        TestRun run = convert(manifest(groupSize), tables, "--anonymize", "none");
        assertThat(run.code()).as(run.err()).isZero();
        List<Path> files = files(tables);
        assertThat(files).hasSize(captures().size() / groupSize);
        for (String table : TABLES) {
            List<String> expected = rows(List.of(whole), table);
            assertThat(expected).isNotEmpty();
            assertThat(rows(files, table)).as(table).isEqualTo(expected);
        }
        List<String> stamp = rows(files.subList(0, 1), "Summary::NFS::converter");
        assertThat(stamp).contains("group,1 of " + files.size(), "anonymisation,none");
        assertThat(stamp.stream().filter(line -> line.startsWith("commit,"))).hasSize(1);
        assertThat(stamp).isNotEmpty().noneMatch(line -> line.startsWith("host,") || line.startsWith("converted_at,"));
        TestRun analyze =
                TestRun.of("nfs", "analyze", "-a", "hostinfo:60", files.get(0).toString());
        assertThat(analyze.err()).doesNotContain("different builds");
    }

    @Test
    void anyNumberOfThreadsWritesTheSameBytes() throws IOException {
        String manifest = manifest(1);
        Path one = folder.resolve("one");
        Path three = folder.resolve("three");
        assertThat(convert(manifest, one, "--anonymize", "none", "--threads", "1")
                        .code())
                .isZero();
        assertThat(convert(manifest, three, "--anonymize", "none", "--threads", "3")
                        .code())
                .isZero();
        for (Path file : files(one)) {
            assertThat(three.resolve(file.getFileName())).hasSameBinaryContentAs(file);
        }
    }

    @Test
    void theManifestSaysWhatIsInTheCaptures() throws IOException {
        JsonNode manifest = new ObjectMapper().readTree(Files.readAllBytes(Path.of(manifest(2))));
        assertThat(manifest.get("inputs")).hasSize(4);
        assertThat(manifest.get("groups")).hasSize(2);
        JsonNode last = manifest.get("groups").get(1);
        assertThat(last.get("firstRecord").asLong())
                .isEqualTo(manifest.get("groups").get(0).get("records").asLong());
        assertThat(last.get("counters").get("nfs_request").asLong()).isPositive();
        assertThat(manifest.get("inputs").get(1).get("hash").asString()).matches("xxh64:[0-9a-f]{16}");
    }

    @Test
    void whatCannotBeIsRefused() throws IOException {
        String manifest = manifest(2);
        Path tables = folder.resolve("tables");
        TestRun numbers = convert(manifest, tables, "--anonymize", "ints");
        assertThat(numbers.code()).isEqualTo(2);
        assertThat(numbers.err()).contains("one group");
        TestRun fewer = run(
                captures().subList(0, 3),
                "nfs",
                "convert",
                "--manifest",
                manifest,
                "-o",
                tables.toString(),
                "--random-key");
        assertThat(fewer.code()).isEqualTo(2);
        assertThat(fewer.err()).contains("4 captures, got 3");
        Path text = Files.writeString(folder.resolve("text.json"), "{\"version\":7}");
        TestRun other = convert(text.toString(), tables, "--anonymize", "none");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("text.json", "not a manifest").doesNotContain("\tat ");
        List<String> swapped = new ArrayList<>(captures());
        swapped.add(swapped.remove(0));
        TestRun order =
                run(swapped, "nfs", "convert", "--manifest", manifest, "-o", tables.toString(), "--anonymize", "none");
        assertThat(order.code()).isEqualTo(1);
        assertThat(order.err()).contains("group ", "not the file of the manifest");
        assertThat(tables).doesNotExist();
        TestRun input = TestRun.of("nfs", "info", "-", "-o", manifest);
        assertThat(input.code()).isEqualTo(2);
        TestRun size = run(captures(), "nfs", "info", "--group-size", "0", "-o", manifest);
        assertThat(size.code()).isEqualTo(2);
    }
}
