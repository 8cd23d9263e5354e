package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.nfs.analyze.IndexedTraces;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An index in the place of the traces that it names. */
final class NfsIndexTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String earlier = "";
    private String later = "";

    /** The names say another order than the records. */
    @BeforeEach
    void convert() {
        earlier = converted("b.ds", 0);
        later = converted("a.ds", 1000);
    }

    private String converted(String name, int firstRecord) {
        String file = folder.resolve(name).toString();
        TestRun run = TestRun.of(
                "nfs",
                "convert",
                "../examples/nfs/office.pcap",
                "-o",
                file,
                "--anonymize",
                "none",
                "--first-record",
                String.valueOf(firstRecord));
        assertThat(run.code()).as(run.err()).isZero();
        return file;
    }

    private String index(String fields) {
        String index = folder.resolve("index.ds").toString();
        TestRun run = TestRun.of("dsextentindex", "--new", "Trace::NFS::common", fields, index, later, earlier);
        assertThat(run.code()).as(run.err()).isZero();
        return index;
    }

    @Test
    void filesComeInTheOrderOfTheirRecords() throws IOException {
        Path index = Path.of(index("record_id"));
        assertThat(IndexedTraces.expanded(List.of(index))).containsExactly(Path.of(earlier), Path.of(later));
        assertThat(IndexedTraces.expanded(List.of(Path.of(later)))).containsExactly(Path.of(later));
    }

    @Test
    void filesComeInTheOrderOfTheirNamesIfNothingElseIsKnown() throws IOException {
        Path index = Path.of(index("payload_length"));
        assertThat(IndexedTraces.expanded(List.of(index))).containsExactly(Path.of(later), Path.of(earlier));
    }

    @Test
    void analysesAreThoseOfTheFiles() {
        String[] analyses = {"nfs", "analyze", "-a", "hostinfo:1", "-a", "latency", "-a", "rwextent", "--format", "csv"
        };
        TestRun ofIndex = run(analyses, index("record_id"));
        assertThat(ofIndex.code()).as(ofIndex.err()).isZero();
        assertThat(ofIndex.out())
                .isNotBlank()
                .isEqualTo(run(analyses, earlier, later).out());
    }

    private static TestRun run(String[] arguments, String... files) {
        List<String> all = new ArrayList<>(List.of(arguments));
        all.addAll(List.of(files));
        return TestRun.of(all.toArray(String[]::new));
    }
}
