package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Calls whose client reconnects from another port before they are answered: a summary of the trace is that of the capture. */
final class ReconnectedCallsTest {

    private static final SummaryOptions ALL_CALLS = SummaryOptions.DEFAULT.withSlowNanos(0);
    private static final int GETATTR = 1;
    private static final int FIRST_PORT = 800;
    private static final int SECOND_PORT = 801;

    /** Position of the source port in a frame, behind the headers of Ethernet and of IP. */
    private static final int PORTS = 14 + 20;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final Frames frames = new Frames();

    private void call(long millis, int transaction, int port) {
        call(millis, transaction, port, transaction);
    }

    private void call(long millis, int transaction, int port, int file) {
        byte[] handle = new Xdrs().opaque(Xdrs.handle(file)).bytes();
        frames.udp(1000 * millis, true, Xdrs.call(transaction, Xdrs.NFS, 3, GETATTR, handle));
        lastFrame().putShort(PORTS, (short) port);
    }

    private void reply(long millis, int transaction, int port) {
        byte[] noEntry = new Xdrs().u32(2).bytes();
        frames.udp(1000 * millis, false, Xdrs.reply(transaction, noEntry));
        lastFrame().putShort(PORTS + Short.BYTES, (short) port);
    }

    private ByteBuffer lastFrame() {
        return ByteBuffer.wrap(frames.frames.get(frames.frames.size() - 1).bytes());
    }

    private TrafficSummary summary() throws IOException {
        byte[] capture = frames.pcap();
        TrafficSummary summary = Summaries.ofCapture(capture, ALL_CALLS);
        assertThat(Summaries.ofTrace(capture, ALL_CALLS, folder.resolve("trace.ds")))
                .isEqualTo(summary);
        return summary;
    }

    @Test
    void aCallThatIsRepeatedFromAnotherPortIsAnsweredThere() throws IOException {
        call(1000, 1, FIRST_PORT);
        call(1500, 1, SECOND_PORT);
        reply(1600, 1, SECOND_PORT);
        reply(1700, 1, FIRST_PORT);
        TrafficSummary.Load load = summary().all();
        assertThat(load.calls()).isOne();
        assertThat(load.retransmissions()).isOne();
        assertThat(load.unanswered()).isZero();
        assertThat(load.latency().sum()).isEqualTo(600);
    }

    @Test
    void aReplyMayComeToAnotherPort() throws IOException {
        call(1000, 1, FIRST_PORT);
        reply(1200, 1, SECOND_PORT);
        TrafficSummary.Load load = summary().all();
        assertThat(load.unanswered()).isZero();
        assertThat(load.latency().sum()).isEqualTo(200);
    }

    @Test
    void aCallMayBeRepeatedAfterAnotherFromAThirdPort() throws IOException {
        call(1000, 1, FIRST_PORT);
        call(2000, 2, SECOND_PORT);
        call(2100, 1, SECOND_PORT + 1);
        reply(2200, 2, SECOND_PORT);
        reply(2300, 1, FIRST_PORT);
        TrafficSummary.Load load = summary().all();
        assertThat(load.calls()).isEqualTo(2);
        assertThat(load.retransmissions()).isOne();
        assertThat(load.unanswered()).isZero();
        assertThat(load.latency().sum()).isEqualTo(200 + 1300);
    }

    @Test
    void differentCallsOfOneNumberOnTwoPortsAreTwo() throws IOException {
        call(1000, 1, FIRST_PORT, 7);
        call(2000, 1, SECOND_PORT, 8);
        reply(2200, 1, SECOND_PORT);
        reply(2300, 1, FIRST_PORT);
        TrafficSummary.Load load = summary().all();
        assertThat(load.calls()).isEqualTo(2);
        assertThat(load.retransmissions()).isZero();
        assertThat(load.unanswered()).isZero();
        assertThat(load.latency().sum()).isEqualTo(200 + 1300);
    }
}
