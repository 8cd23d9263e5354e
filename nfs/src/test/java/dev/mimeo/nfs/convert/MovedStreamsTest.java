package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Connections whose numbers of bytes go on elsewhere: behind pauses and losses, and in captures in another order. */
final class MovedStreamsTest {

    private static final int CALLS = 100;
    private static final int NFS = 100_003;
    private static final int GETATTR = 1;
    private static final long SECOND = 1_000_000;

    /** Calls and replies one after another, those of numbers below half and the others. */
    private static void converse(Frames frames, long start, int from, int to) {
        for (int xid = from; xid < to; xid++) {
            byte[] call = Xdrs.call(
                    xid, NFS, 3, GETATTR, new Xdrs().opaque(Xdrs.handle(1)).bytes());
            byte[] reply =
                    Xdrs.reply(xid, new Xdrs().u32(0).attributes(100, xid).bytes());
            frames.tcp(start + xid * 1000L, true, Frames.marked(call));
            frames.tcp(start + xid * 1000L + 500, false, Frames.marked(reply));
        }
    }

    /** Two halves of a conversation: before the second time passes and the numbers of a side move. */
    private static Frames halves(long pause, boolean client, int moved) {
        Frames frames = new Frames();
        converse(frames, 1000 * SECOND, 0, CALLS / 2);
        frames.sequence[client ? 0 : 1] += moved;
        converse(frames, 1000 * SECOND + pause, CALLS / 2, CALLS);
        return frames;
    }

    private static void assertAddsUp(Converted converted) {
        for (Map<String, String> row : converted.table("Summary::NFS::connection")) {
            assertThat(number(row, "stream_bytes"))
                    .isEqualTo(number(row, "record_bytes")
                            + 4 * number(row, "marks")
                            + number(row, "gap_bytes")
                            + number(row, "resync_bytes")
                            + number(row, "nonrpc_bytes")
                            + number(row, "open_bytes"));
        }
    }

    private static long number(Map<String, String> row, String column) {
        return Long.parseLong(row.getOrDefault(column, ""));
    }

    /** More than any window, in both directions around the 32 bits of the numbers. */
    @ParameterizedTest
    @CsvSource({
        "true, 1200000000",
        "false, 1200000000",
        "true, 2000000000",
        "false, -2000000000",
        "true, -1200000000",
        "false, -1200000000"
    })
    void messagesBehindALargeLossAreFound(boolean client, int lost) throws IOException {
        Converted converted = Converted.of(halves(5 * SECOND, client, lost).pcap());
        // The first of the second half is needed to see that the numbers go on there.
        assertThat(converted.common()).hasSizeBetween(2 * CALLS - 2, 2 * CALLS);
        assertThat(converted.counter("tcp_gap_bytes")).isGreaterThanOrEqualTo(Integer.toUnsignedLong(lost));
        assertAddsUp(converted);
    }

    /** Another connection of the same ports, whose start was not captured. */
    @ParameterizedTest
    @CsvSource({
        "true, -5000000",
        "false, -5000000",
        "true, 50000000",
        "false, 500000000",
        "true, 2000000000",
        "true, -2000000000"
    })
    void messagesBehindAPauseAreFound(boolean client, int moved) throws IOException {
        Converted converted = Converted.of(halves(3600 * SECOND, client, moved).pcap());
        assertThat(converted.common()).hasSize(2 * CALLS);
        assertThat(converted.counter("tcp_gap_bytes")).isZero();
        assertThat(converted.counter("tcp_retransmit_bytes")).isZero();
        assertAddsUp(converted);
    }

    /** As a shell lists captures whose numbers have no leading zeros. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1000, 100_000_000, 1_500_000_000})
    void messagesOfCapturesInAnotherOrderAreFound(int between) throws IOException {
        Frames frames = halves(300 * SECOND, false, between);
        List<Frames.Frame> swapped = new ArrayList<>(frames.frames);
        Collections.rotate(swapped, CALLS);
        Frames other = new Frames();
        other.frames.addAll(swapped);
        Converted converted = Converted.of(other.pcap());
        assertThat(converted.common()).hasSize(2 * CALLS);
        assertThat(converted.counter("tcp_retransmit_bytes")).isZero();
        assertAddsUp(converted);
    }

    /** A damaged number moves one segment only. */
    @Test
    void aStraySegmentDoesNotMoveTheStream() throws IOException {
        Frames frames = new Frames();
        converse(frames, SECOND, 0, CALLS / 2);
        int next = frames.sequence[0];
        frames.sequence[0] += 1_500_000_000;
        frames.tcp(2 * SECOND, true, new byte[50]);
        frames.sequence[0] = next;
        converse(frames, 3 * SECOND, CALLS / 2, CALLS);
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.common()).hasSize(2 * CALLS);
        assertThat(converted.counter("tcp_resync_bytes")).isEqualTo(50);
        assertAddsUp(converted);
    }
}
