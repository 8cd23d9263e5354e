package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Streams with wrong record marks, and streams whose start was not captured. */
final class DamagedStreamsTest {

    private static final int CALLS = 50;
    private static final int NFS = 100_003;
    private static final int GETATTR = 1;

    private static byte[] call(int xid) {
        return Xdrs.call(xid, NFS, 3, GETATTR, new Xdrs().opaque(Xdrs.handle(1)).bytes());
    }

    private static byte[] reply(int xid) {
        return Xdrs.reply(xid, new Xdrs().u32(0).attributes(100, 7).bytes());
    }

    private static byte[] marked(byte[] message, int mark) {
        return new Xdrs().u32(mark).fixed(message).bytes();
    }

    /** Calls and replies one after another, one of which has bits of its mark changed. */
    private static Frames conversation(boolean inCalls, int changed) {
        Frames frames = new Frames().open(0);
        for (int i = 1; i <= CALLS; i++) {
            byte[] call = call(i);
            byte[] reply = reply(i);
            int change = i == 10 ? changed : 0;
            frames.tcp(i * 1000L, true, marked(call, (0x8000_0000 | call.length) ^ (inCalls ? change : 0)));
            frames.tcp(i * 1000L + 500, false, marked(reply, (0x8000_0000 | reply.length) ^ (inCalls ? 0 : change)));
        }
        return frames;
    }

    private static CaptureSummary read(Frames frames) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT);
        summary.read(CaptureSummaryTest.input(frames.pcap()));
        return summary;
    }

    @ParameterizedTest
    @ValueSource(ints = {0x80_0000, 0x1000, 0x400, 0x8000_0000})
    void aMessageThatIsTooLongByItsMarkEndsWhereTheNextOneBegins(int changed) throws IOException {
        for (boolean inCalls : new boolean[] {true, false}) {
            CaptureSummary summary = read(conversation(inCalls, changed));
            TrafficSummary traffic = summary.finish();
            assertThat(traffic.all().calls()).isEqualTo(CALLS);
            assertThat(traffic.all().latency().replies()).isEqualTo(CALLS);
            assertThat(traffic.all().unanswered()).isZero();
            assertThat(summary.counters().get(Counter.TCP_FRAMING_ERRORS)).isEqualTo(1);
            Counters.Losses losses =
                    Counters.Losses.of(List.of(summary.counters().byName()));
            assertThat(losses).isEqualTo(new Counters.Losses(0, 0, 0, 0, 1, 0, 0));
            assertThat(losses.isNone()).isFalse();
        }
    }

    /** Bytes of a file that look like a message are not one, unless they come as one and a call waits for them. */
    @Test
    void dataThatStartsLikeAMessageIsData() throws IOException {
        byte[] reply = Xdrs.reply(
                1,
                new Xdrs()
                        .u32(0, 1)
                        .attributes(4000, 7)
                        .u32(3000, 0)
                        .opaque(new byte[3000])
                        .bytes());
        byte[] inside = Frames.marked(reply(99));
        byte[] first = Frames.marked(reply);
        System.arraycopy(inside, 0, first, 1000, inside.length);
        byte[] call = Xdrs.call(
                1, NFS, 3, 6, new Xdrs().opaque(Xdrs.handle(1)).u64(0).u32(3000).bytes());
        Frames frames = new Frames().open(0).tcp(100, true, Frames.marked(call));
        frames.tcp(200, false, Arrays.copyOfRange(first, 0, 1000));
        frames.tcp(201, false, Arrays.copyOfRange(first, 1000, 1000 + inside.length));
        frames.tcp(202, false, Arrays.copyOfRange(first, 1000 + inside.length, first.length));
        CaptureSummary summary = read(frames);
        TrafficSummary traffic = summary.finish();
        assertThat(traffic.all().readBytes()).isEqualTo(3000);
        assertThat(summary.counters().get(Counter.RPC_REPLY)).isEqualTo(1);
        assertThat(summary.counters().get(Counter.TCP_FRAMING_ERRORS)).isZero();
    }

    @Test
    void connectionsBegunBeforeTheCaptureAreCounted() throws IOException {
        Frames frames = conversation(true, 0);
        frames.frames.subList(0, 12).clear();
        assertThat(counted(frames)).isEqualTo(1);
        assertThat(counted(conversation(true, 0))).isZero();
    }

    private static long counted(Frames frames) throws IOException {
        CaptureSummary summary = read(frames);
        summary.finish();
        return summary.counters().get(Counter.TCP_BEGUN_BEFORE);
    }

    @Test
    void thePeriodIsFromTheEarliestToTheLatestPacket() throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT);
        summary.read(CaptureSummaryTest.input(
                new Frames().udp(7_000_000, true, call(1)).pcap()));
        summary.read(CaptureSummaryTest.input(
                new Frames().udp(2_000_000, true, call(2)).pcap()));
        summary.finish();
        assertThat(summary.firstPacketNanos()).isEqualTo(2_000_000_000L);
        assertThat(summary.lastPacketNanos()).isEqualTo(7_000_000_000L);
    }

    /** RFC 1833: procedure 3 of portmap, version 2, is GETPORT; of rpcbind, versions 3 and 4, GETADDR. */
    @Test
    void proceduresOfPortmapAndOfRpcbindHaveTheirNames() throws IOException {
        Frames frames = new Frames();
        frames.udp(1, true, Xdrs.call(1, 100_000, 2, 3, new byte[16]));
        frames.udp(2, true, Xdrs.call(2, 100_000, 3, 3, new byte[16]));
        assertThat(read(frames).finish().others())
                .extracting(TrafficSummary.ProcedureLine::name)
                .containsExactlyInAnyOrder("rpcbind v2 getport", "rpcbind v3 getaddr");
    }
}
