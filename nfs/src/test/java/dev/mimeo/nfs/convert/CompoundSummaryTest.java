package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.nfs.summary.TrafficSummary.Compounds;
import dev.mimeo.nfs.summary.TrafficSummary.ProcedureLine;
import dev.mimeo.nfs.summary.TrafficSummary.ResultLine;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compounds, other programs, encryption and RDMA in summaries. */
@Tag("thorough")
final class CompoundSummaryTest {

    /** Offset of the receiver's port in a frame of UDP over IPv4. */
    private static final int DESTINATION_PORT = 36;

    private static CaptureSummary read(byte[] capture) throws IOException {
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT);
        summary.read(CaptureSummaryTest.input(capture));
        return summary;
    }

    private static String text(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    @ParameterizedTest
    @MethodSource("dev.mimeo.nfs.convert.CaptureSummaryTest#captures")
    void resultsAreThoseOfTheTables(Path capture) throws IOException {
        byte[] bytes = UnpackedCaptures.bytes(capture);
        Converted tables = Converted.of(bytes, NfsConverter.Options.DEFAULT.withOtherPrograms(true));
        Map<String, Long> expected = new TreeMap<>();
        Map<String, Integer> sizes = new HashMap<>();
        Set<String> sessions = new HashSet<>();
        for (Map<String, String> row : tables.table("Trace::NFS::v4-op")) {
            if (text(row, "is_request").equals("false")) {
                expected.merge(
                        text(row, "operation") + " " + text(row, "status").equals("0"), 1L, Long::sum);
                sizes.merge(text(row, "record_id"), 1, Integer::sum);
                if (!text(row, "session").equals("null") && text(row, "status").equals("0")) {
                    sessions.add(text(row, "session"));
                }
            }
        }
        TrafficSummary summary = read(bytes).finish();
        Compounds compounds = summary.compounds();
        Map<String, Long> found = new TreeMap<>();
        for (ResultLine line : compounds.operations()) {
            found.merge(line.operation() + " " + line.status().isEmpty(), line.count(), Long::sum);
        }
        assertThat(found).isEqualTo(expected);
        assertThat(compounds.count()).isEqualTo(sizes.size());
        assertThat(compounds.sessions()).isEqualTo(sessions.size());
        if (!sizes.isEmpty()) {
            List<Integer> sorted = sizes.values().stream().sorted().toList();
            assertThat(compounds.largestSize())
                    .isEqualTo(Collections.max(sorted).longValue());
            assertThat(compounds.medianSize())
                    .isBetween((double) sorted.get(Math.max(0, (int) (0.495 * sorted.size()) - 1)), (double)
                            sorted.get(Math.min(sorted.size() - 1, (int) (0.505 * sorted.size()) + 1)));
        }
        long messages = tables.table("Trace::RPC::other").size();
        assertThat(summary.others().stream()
                        .mapToLong(line -> line.calls() + line.replies())
                        .sum())
                .isEqualTo(messages);
    }

    /** An OPEN with a delegation, RFC 7530, section 16.16. */
    @Test
    void delegationsAreCounted() throws IOException {
        Frames frames = new Frames();
        for (int type = 0; type <= 2; type++) {
            Xdrs call = new Xdrs()
                    .text("")
                    .u32(0, 2, 24, 18, 1, 1, 0)
                    .u64(7)
                    .text("owner")
                    .u32(0, 0)
                    .text("name");
            Xdrs reply = new Xdrs()
                    .u32(0)
                    .text("")
                    .u32(2, 24, 0, 18, 0)
                    .fixed(new byte[16])
                    .fixed(new byte[20])
                    .u32(0, 0, type);
            if (type > 0) {
                reply.fixed(new byte[16]).u32(0);
            }
            if (type == 2) {
                reply.u32(1).u64(1000);
            }
            if (type > 0) {
                reply.u32(0, 0, 0).text("EVERYONE@");
            }
            frames.udp(1_000_000L + 2000L * type, true, Xdrs.call(type, Xdrs.NFS, 4, 1, call.bytes()));
            frames.udp(1_001_000L + 2000L * type, false, Xdrs.reply(type, reply.bytes()));
        }
        Compounds compounds = read(frames.pcap()).finish().compounds();
        assertThat(compounds.readDelegations()).isEqualTo(1);
        assertThat(compounds.writeDelegations()).isEqualTo(1);
        assertThat(compounds.successes("open")).isEqualTo(3);
        assertThat(Converted.of(frames.pcap()).table("Trace::NFS::v4-op").stream()
                        .map(row -> text(row, "delegation"))
                        .filter(delegation -> !delegation.equals("null")))
                .containsExactly("1", "2");
    }

    @Test
    void proceduresOfOtherProgramsHaveTheirNames() throws IOException {
        Frames frames = new Frames();
        int[][] procedures = {{100_021, 4, 2}, {100_024, 1, 2}, {100_227, 3, 1}, {100_005, 3, 1}, {100_099, 1, 7}};
        for (int i = 0; i < procedures.length; i++) {
            int[] procedure = procedures[i];
            frames.udp(
                    1_000_000L + i,
                    true,
                    Xdrs.call(
                            i,
                            procedure[0],
                            procedure[1],
                            procedure[2],
                            new Xdrs().u32(0).bytes()));
        }
        frames.udp(1_100_000L, false, Xdrs.reply(0, new Xdrs().u32(0).bytes()));
        assertThat(read(frames.pcap()).finish().others())
                .startsWith(new ProcedureLine("nlm v4 lock", 1, 1))
                .contains(
                        new ProcedureLine("nsm v1 mon", 1, 0),
                        new ProcedureLine("nfsacl v3 getacl", 1, 0),
                        new ProcedureLine("mount v3 mnt", 1, 0));
    }

    /** RPCSEC_GSS with service privacy, RFC 2203, section 5.3.1. */
    @Test
    void encryptedCallsAreCounted() throws IOException {
        Frames frames = new Frames();
        for (int service = 1; service <= 3; service++) {
            Xdrs credentials = new Xdrs().u32(1, 0, 5, service).text("context");
            byte[] call = new Xdrs()
                    .u32(service, 0, 2, Xdrs.NFS, 3, 1, 6)
                    .opaque(credentials.bytes())
                    .u32(0, 0)
                    .opaque(new byte[40])
                    .bytes();
            frames.udp(1_000_000L + service, true, call);
        }
        TrafficSummary summary = read(frames.pcap()).finish();
        assertThat(summary.all().calls()).isEqualTo(3);
        assertThat(summary.encryptedCalls()).isEqualTo(1);
    }

    /** A packet of RoCE version 2: the transport header of InfiniBand with an operation, and what follows. */
    private static void rdma(Frames frames, int operation, byte[] content) {
        byte[] transport = new byte[12];
        transport[0] = (byte) operation;
        frames.udp(1_000_000L, true, new Xdrs().fixed(transport).fixed(content).bytes());
        ByteBuffer.wrap(frames.frames.get(frames.frames.size() - 1).bytes()).putShort(DESTINATION_PORT, (short) 4791);
    }

    /** Messages of RPC over RDMA (RFC 8166) in packets that begin one, packets that go on with one, and data that is read. */
    @ParameterizedTest
    @CsvSource({
        // SEND first, only, only with immediate data, and only with invalidation: RDMA_MSG, RDMA_NOMSG and RDMA_MSGP.
        "0x00, 0, 0, true",
        "0x04, 0, 0, true",
        "0x04, 0, 1, true",
        "0x04, 0, 2, true",
        "0x05, 4, 0, true",
        "0x17, 4, 0, true",
        // RDMA_DONE and RDMA_ERROR are about messages.
        "0x04, 0, 3, false",
        "0x04, 0, 4, false",
        // SEND middle and last, WRITE only and READ response.
        "0x01, 0, 0, false",
        "0x02, 0, 0, false",
        "0x0a, 0, 0, false",
        "0x0e, 0, 0, false"
    })
    void rdmaIsRecognized(int operation, int before, int type, boolean isMessage) throws IOException {
        Frames frames = new Frames();
        byte[] call =
                Xdrs.call(9, Xdrs.NFS, 3, 1, new Xdrs().opaque(new byte[32]).bytes());
        rdma(
                frames,
                operation,
                new Xdrs()
                        .fixed(new byte[before])
                        .u32(9, 1, 32, type, 0, 0, 0)
                        .fixed(call)
                        .bytes());
        CaptureSummary summary = read(frames.pcap());
        assertThat(summary.finish().all().calls()).isZero();
        assertThat(summary.counters().get(Counter.RDMA_PACKET)).isOne();
        assertThat(summary.counters().get(Counter.RDMA_RPC_MESSAGE)).isEqualTo(isMessage ? 1 : 0);
    }
}
