package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.LatencyBounds;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary.SlowCall;
import dev.mimeo.testing.MarkdownPage;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Latency of each call against {@code rpc.time} of tshark, which measures from last byte to last byte where it puts the packets of
 * a message together. Packets that are cut have no last byte, and tshark takes their first.
 */
@Tag("slow")
final class TsharkLatencyTest {

    private static final double MILLIS = 1000;

    static boolean isInstalled() {
        return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(":"))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, "tshark")));
    }

    /** Latencies of NFS calls in milliseconds, ascending. */
    private static List<Double> ofTshark(Path capture) throws IOException, InterruptedException {
        Process tshark = new ProcessBuilder(
                        "tshark",
                        "-r",
                        capture.toString(),
                        "-Y",
                        "rpc.time",
                        "-T",
                        "fields",
                        "-E",
                        "separator=/t",
                        "-e",
                        "rpc.program",
                        "-e",
                        "rpc.time")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        String text = new String(tshark.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(tshark.waitFor()).isZero();
        List<Double> latencies = new ArrayList<>();
        for (String line : text.lines().toList()) {
            String[] fields = line.split("\t");
            if (Arrays.stream(fields[0].split(",")).allMatch(program -> program.equals("100003"))) {
                Arrays.stream(fields[1].split(",")).forEach(time -> latencies.add(Double.parseDouble(time) * MILLIS));
            }
        }
        latencies.sort(null);
        return latencies;
    }

    private static List<Double> ofMimeo(Path capture, LatencyBounds bounds) throws IOException {
        CaptureSummary summary = new CaptureSummary(
                ParserOptions.DEFAULT, SummaryOptions.DEFAULT.withBounds(bounds).withSlowNanos(0));
        summary.read(CaptureSummaryTest.input(Files.readAllBytes(capture)));
        return summary.finish().slow().calls().stream()
                .map(SlowCall::latencyMillis)
                .sorted()
                .toList();
    }

    private static void compare(Path capture, LatencyBounds bounds) throws IOException, InterruptedException {
        assumeThat(isInstalled()).as("tshark is installed").isTrue();
        List<Double> expected = ofTshark(capture);
        List<Double> found = ofMimeo(capture, bounds);
        assertThat(expected).isNotEmpty();
        assertThat(found).hasSameSizeAs(expected);
        for (int i = 0; i < found.size(); i++) {
            assertThat(found.get(i)).isCloseTo(expected.get(i), within(2e-3));
        }
    }

    @Test
    void latenciesOfTheExampleAreThoseOfTshark() throws IOException, InterruptedException {
        compare(MarkdownPage.ROOT.resolve("examples/nfs/office.pcap"), LatencyBounds.LAST);
    }

    @ParameterizedTest
    @CsvSource({
        "wswiki-nfsv3.pcap, LAST",
        "wswiki-nfs_bad_stalls.cap.gz, FIRST",
        "nfstrace-ipv6-tcp-nfsv3.pcap.bz2, LAST"
    })
    void latenciesOfCapturesAreThoseOfTshark(String name, LatencyBounds bounds)
            throws IOException, InterruptedException {
        compare(UnpackedCaptures.file(SharedData.path("nfs/captures/" + name)), bounds);
    }
}
