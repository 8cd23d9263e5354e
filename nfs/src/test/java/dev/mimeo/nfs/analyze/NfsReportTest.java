package dev.mimeo.nfs.analyze;

import static dev.mimeo.nfs.analyze.TraceMaker.CLIENT;
import static dev.mimeo.nfs.analyze.TraceMaker.SERVER;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.nfs.report.NfsReport;
import dev.mimeo.report.PageRecipe;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class NfsReportTest {

    private static final long START = 1_700_000_000_000_000L;
    private static final int GETATTR = 1;
    private static final int READ = 6;

    @TempDir
    private Path folder;

    /** Ten seconds of a read and some getattr each, the reads of 4 KiB one after the other. */
    private NfsReport.Traces set(String name, int getattrs) throws IOException {
        TraceMaker trace = new TraceMaker(2);
        int number = 0;
        for (int second = 0; second < 10; second++) {
            long at = START + second * 1_000_000L;
            long reply = trace.exchange(at, 100, number, READ, "read");
            trace.attributes(reply, "handle", "", "", "file", 12_345);
            trace.readWrite(reply, "handle", true, second * 4096L, 4096);
            number++;
            for (int i = 0; i < getattrs; i++) {
                trace.exchange(at + 1000 + i * 1000L, 100, number, GETATTR, "getattr");
                number++;
            }
            for (int packet = 0; packet < 100; packet++) {
                trace.packet(at + packet * 10_000L, 1250);
            }
        }
        return new NfsReport.Traces(name, List.of(trace.write(folder.resolve(name + ".ds"))));
    }

    private List<String> report(NfsReport.Traces... sets) throws IOException {
        return NfsReport.of(List.of(sets), TraceScan.Options.all(1), bytes -> {})
                .write(folder, PageRecipe.NONE);
    }

    @Test
    void tablesHaveWhatIsInTheTraces() throws IOException {
        List<String> files = report(set("quiet", 1), set("busy", 9));
        assertThat(files).contains("report.html", "operations.csv").allMatch(NfsReport::isOwn);
        assertThat(lines("operations.csv"))
                .contains(
                        "dataset,operation,operations,bytes_per_operation",
                        "quiet,read,10,300",
                        "quiet,getattr,10,300",
                        "busy,getattr,90,300",
                        "busy,,100,300");
        assertThat(lines("data_sets.csv")).anyMatch(line -> line.startsWith("busy,1,200,1,1,0,"));
        assertThat(lines("busy_seconds.csv")).contains("quiet,1,4,2", "busy,1,20,10");
    }

    @Test
    void figuresAreDistributions() throws IOException {
        report(set("quiet", 1), set("busy", 9));
        // 1250 bytes each 10 ms.
        assertThat(lines("bandwidth.csv")).contains("quiet,1,0.5,1");
        assertThat(lines("operation_rates.csv")).contains("quiet,1,0.5,2", "busy,1,0.5,10");
        assertThat(lines("getattr_rates.csv")).contains("busy,1,0.99,9");
        assertThat(lines("file_sizes.csv")).contains("quiet,0.5,12345");
        assertThat(lines("run_reads.csv")).contains("quiet,0.5,10");
        assertThat(lines("sequential_share.csv"))
                .contains("quiet,reply_order,0.5,1", "busy,overlapping_reorder=0.01,0,1");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("Table 1", "Table 2", "Figure 2a", "Figure 7", "quiet, 1 s", "busy, 1 s");
    }

    @Test
    void latenciesErrorsAndFilesAreTabled() throws IOException {
        List<String> files = report(set("quiet", 1), set("busy", 9));
        assertThat(files)
                .contains("latencies.csv", "busiest_files.csv")
                .doesNotContain("errors.csv")
                .allMatch(NfsReport::isOwn);
        assertThat(lines("latencies.csv"))
                .contains(
                        "dataset,operation,calls,errors,unanswered,p50_ms,p90_ms,p99_ms,max_ms",
                        "quiet,v3 read,10,0,0,0.1,0.1,0.1,0.1",
                        "busy,v3 getattr,90,0,0,0.1,0.1,0.1,0.1");
        assertThat(lines("busiest_files.csv")).contains("busy,FH:68616e646c65,10,40960,0");
        assertThat(Files.readString(folder.resolve("report.html"))).contains("Latency from the first byte of a call");
    }

    /** A read and a getattr in each of ten seconds. */
    @Test
    void theLoadIsShownOverTime() throws IOException {
        List<String> files = report(set("quiet", 1));
        assertThat(files).contains("load_over_time.csv").allMatch(NfsReport::isOwn);
        assertThat(lines("load_over_time.csv"))
                .contains("dataset,time,seconds,calls,errors,read_bytes,written_bytes,replies,mean_ms,max_ms")
                .filteredOn(row -> row.startsWith("quiet,"))
                .hasSize(10)
                .allMatch(row -> row.matches("quiet,[-0-9]+T[:0-9]+Z,1,2,0,4096,0,2,0\\.1,0\\.1"));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("Load over time", "Calls a second over time", "time (UTC)")
                .doesNotContain("Errors a second over time");
    }

    @Test
    void longTracesHaveLongIntervals() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        for (int hour = 0; hour < 48; hour++) {
            trace.exchange(START + hour * 3_600_000_000L, 100, 10 + 2 * hour, GETATTR, "getattr");
        }
        report(new NfsReport.Traces("days", List.of(trace.write(folder.resolve("days.ds")))));
        assertThat(lines("load_over_time.csv"))
                .filteredOn(row -> row.startsWith("days,"))
                .hasSize(48)
                .allMatch(row -> row.endsWith(",300,1,0,0,0,1,0.1,0.1"));
    }

    @Test
    void saysWhatTracesDoNotHave() throws IOException {
        TraceMaker trace = new TraceMaker(2);
        trace.message(START, CLIENT, SERVER, true, 1, GETATTR, "getattr", 36);
        Path file = trace.write(folder.resolve("short.ds"));
        assertThat(report(new NfsReport.Traces("short <1>", List.of(file))))
                .doesNotContain("bandwidth.csv", "run_reads.csv");
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("do not have the values for these", "Figure 2a", "short &lt;1&gt;");
    }

    @Test
    void aTraceWithoutMessagesHasNoEmptyTables() throws IOException {
        report(new NfsReport.Traces("none", List.of(new TraceMaker(2).write(folder.resolve("none.ds")))));
        assertThat(Files.readString(folder.resolve("report.html")))
                .contains("none: 0 messages", "Operations, and bytes of arguments and results")
                .contains("the traces have no messages, or too few")
                .doesNotContain("- of the calls missing", "none: operations");
    }

    @Test
    void dataSetsHaveNamesOfTheirOwn() throws IOException {
        NfsReport.Traces set = set("same", 1);
        assertThatIllegalArgumentException().isThrownBy(() -> report(set, set));
        assertThatIllegalArgumentException().isThrownBy(() -> report());
        assertThatIllegalArgumentException().isThrownBy(() -> new NfsReport.Traces("", set.files()));
        assertThatIllegalArgumentException().isThrownBy(() -> new NfsReport.Traces("x", List.of()));
        assertThat(NfsReport.isOwn("mine.csv")).isFalse();
    }

    private List<String> lines(String file) throws IOException {
        return Files.readAllLines(folder.resolve(file));
    }
}
