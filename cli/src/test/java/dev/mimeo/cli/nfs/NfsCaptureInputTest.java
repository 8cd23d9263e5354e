package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Captures as inputs of {@code mimeo nfs analyze} and {@code report}, against the traces that are made of them. */
@Tag("thorough")
final class NfsCaptureInputTest {

    private static final Path CAPTURE = MarkdownPage.ROOT.resolve("examples/nfs/office.pcap");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path trace() throws IOException {
        Path trace = folder.resolve("office.ds");
        TestRun converted =
                TestRun.of("nfs", "convert", CAPTURE.toString(), "-o", trace.toString(), "--anonymize", "none");
        assertThat(converted.code()).as(converted.err()).isZero();
        return trace;
    }

    private static String analyzed(String... files) {
        List<String> words = new ArrayList<>(
                List.of("nfs", "analyze", "-a", "latency", "-a", "rwextent", "-a", "hostinfo:1", "-a", "ipbw:1"));
        words.addAll(List.of(files));
        TestRun run = TestRun.of(words.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).isEmpty();
        return run.out();
    }

    @Test
    void analysesOfACaptureAreThoseOfItsTrace() throws IOException {
        assertThat(analyzed(CAPTURE.toString()))
                .isEqualTo(analyzed(trace().toString()))
                .contains("getattr");
    }

    /** Connections go on in the next capture. */
    @Test
    void capturesThatFollowEachOtherAreOneTrace() throws IOException {
        byte[] whole = Files.readAllBytes(CAPTURE);
        int cut = 24;
        while (cut < whole.length / 2) {
            cut += 16 + ((whole[cut + 8] & 0xff) | ((whole[cut + 9] & 0xff) << 8));
        }
        Path first = Files.write(folder.resolve("first.pcap"), Arrays.copyOf(whole, cut));
        byte[] rest = new byte[24 + whole.length - cut];
        System.arraycopy(whole, 0, rest, 0, 24);
        System.arraycopy(whole, cut, rest, 24, whole.length - cut);
        Path second = Files.write(folder.resolve("second.pcap"), rest);
        assertThat(analyzed(first.toString(), second.toString())).isEqualTo(analyzed(CAPTURE.toString()));
    }

    @Test
    void standardInputIsATraceOrACapture() throws IOException {
        String[] words = {"nfs", "analyze", "-a", "latency", "-"};
        TestRun capture = TestRun.withInput(Files.readAllBytes(CAPTURE), words);
        TestRun trace = TestRun.withInput(Files.readAllBytes(trace()), words);
        assertThat(capture.code()).as(capture.err()).isZero();
        assertThat(capture.out()).isEqualTo(trace.out()).contains("getattr");
    }

    @Test
    void lossesAndDamageAreTold() throws IOException {
        byte[] bytes = Files.readAllBytes(CAPTURE);
        Path cut = Files.write(folder.resolve("cut.pcap"), Arrays.copyOf(bytes, bytes.length / 2));
        TestRun run = TestRun.of("nfs", "analyze", "-a", "latency", cut.toString());
        assertThat(run.code()).isZero();
        assertThat(run.err())
                .contains("cut.pcap: ")
                .contains("the packets before that are converted")
                .contains("not complete: captures cut off or damaged: 1");
    }

    /** The rates leave out the first and the last interval. */
    @Test
    void intervalsThatAreTooLongForRatesAreTold() {
        TestRun run = TestRun.of("nfs", "analyze", "-a", "hostinfo:60", CAPTURE.toString());
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("hostinfo:60: no rates: the messages are in 1 interval of 60 s");
        assertThat(run.out()).doesNotContain("nfs_hostinfo_rates");
    }

    @Test
    void whatIsNeitherIsRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("notes.txt"), "These are not packets but notes about them.\n");
        TestRun run = TestRun.of("nfs", "analyze", "-a", "latency", text.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("notes.txt: ").doesNotContain(".tmp");
    }

    @Test
    void aReportOfACaptureIsThatOfItsTrace() throws IOException {
        for (String set : List.of("office=" + CAPTURE, "office=" + trace())) {
            Path out = folder.resolve(set.endsWith(".ds") ? "trace" : "capture");
            TestRun run = TestRun.of("nfs", "report", set, "-o", out.toString(), "--quiet");
            assertThat(run.code()).as(run.err()).isZero();
        }
        assertThat(folder.resolve("capture/operations.csv"))
                .hasSameTextualContentAs(folder.resolve("trace/operations.csv"));
        assertThat(folder.resolve("capture/data_sets.csv"))
                .hasSameTextualContentAs(folder.resolve("trace/data_sets.csv"));
    }
}
