package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Captures with a short snap length. Rows have what the capture has of a message: each is the row of the whole capture, except for the
 * fields that lie behind the cut.
 */
final class SnapLengthTest {

    private static final String COMMON = "Trace::NFS::common";

    /** Columns that have the number of a message. */
    private static final Set<String> NUMBERS = Set.of("record_id", "request_id", "reply_id");

    private static final int[] SNAP_LENGTHS = {60, 75, 90, 96, 110, 128, 200, 400};
    private static final int GETATTR = 1;
    private static final int CALLS = 20;

    /** Bytes before the content of a TCP segment of {@link Frames}. */
    private static final int HEADERS = 54;

    private static String cell(Map<String, String> row, String column) {
        return Objects.requireNonNull(row.get(column), column);
    }

    private static boolean isTruncated(Map<String, String> row) {
        return !cell(row, "flags").equals("null") && (Integer.parseInt(cell(row, "flags")) & 1) != 0;
    }

    /**
     * Converts calls and replies that come one after another.
     *
     * @param opened whether the capture has the start of the connection
     */
    private static Converted conversation(boolean opened, int snapLength) throws IOException {
        Frames frames = opened ? new Frames().open(0) : new Frames();
        for (int i = 1; i <= CALLS; i++) {
            byte[] call = Xdrs.call(
                    i, Xdrs.NFS, 3, GETATTR, new Xdrs().opaque(Xdrs.handle(1)).bytes());
            byte[] reply = Xdrs.reply(i, new Xdrs().u32(0).attributes(100, 7).bytes());
            frames.tcp(i * 1000L, true, Frames.marked(call));
            frames.tcp(i * 1000L + 500, false, Frames.marked(reply));
        }
        return Converted.of(SnapLengths.cut(frames.pcap(), snapLength));
    }

    /**
     * RFC 5531, section 9: the words of a call are its number, direction, version of RPC, program, version and procedure. Those of a reply
     * are its number, direction and state, two of the verifier, the state of acceptance and the status of NFS.
     */
    @ParameterizedTest
    @CsvSource({
        // words, version, operation, status, attributes
        "4, null, unknown, null, 0",
        "5, 3, unknown, null, 0",
        "6, 3, getattr, null, 0",
        "7, 3, getattr, 0, 0",
        "13, 3, getattr, 0, 0",
        "28, 3, getattr, 0, 20"
    })
    void aCallOverTcpGivesWhatWasCaptured(int words, String version, String operation, String status, int attributes)
            throws IOException {
        for (boolean opened : new boolean[] {true, false}) {
            Converted converted = conversation(opened, HEADERS + 4 + 4 * words);
            assertThat(converted.column(COMMON, "nfs_version"))
                    .hasSize(2 * CALLS)
                    .containsOnly(version);
            assertThat(converted.column(COMMON, "operation")).containsOnly(operation);
            assertThat(converted.common().stream()
                            .filter(row -> cell(row, "is_request").equals("false"))
                            .map(row -> cell(row, "rpc_status")))
                    .hasSize(CALLS)
                    .containsOnly(status);
            assertThat(converted.table("Trace::NFS::attr-ops")).hasSize(attributes);
            assertThat(converted.counter("truncated_records")).isEqualTo(attributes > 0 ? 0 : 2L * CALLS);
            assertThat(converted.counter("unhandled_nfsv3_requests")).isZero();
            assertThat(converted.counter("nfs_request")).isEqualTo(CALLS);
        }
    }

    /** The program is not there, so that nothing tells what the call is about; the next message is found all the same. */
    @Test
    void aCallWithoutItsProgramIsPassedOver() throws IOException {
        Converted converted = conversation(true, HEADERS + 4 + 12);
        assertThat(converted.common()).isEmpty();
        assertThat(converted.counter("tcp_framing_errors")).isZero();
        assertThat(converted.counter("rpc_parse_error")).isEqualTo(CALLS);
        assertThat(converted.counter("unmatched_reply")).isEqualTo(CALLS);
    }

    @Test
    void theSummaryOfACutCaptureHasItsCalls() throws IOException {
        Frames frames = new Frames().open(0);
        for (int i = 1; i <= CALLS; i++) {
            byte[] call = Xdrs.call(i, Xdrs.NFS, 3, GETATTR, new byte[36]);
            frames.tcp(i * 1000L, true, Frames.marked(call));
            frames.tcp(i * 1000L + 500, false, Frames.marked(Xdrs.reply(i, new byte[88])));
        }
        CaptureSummary summary = new CaptureSummary(ParserOptions.DEFAULT, SummaryOptions.DEFAULT);
        summary.read(CaptureSummaryTest.input(SnapLengths.cut(frames.pcap(), HEADERS + 24)));
        TrafficSummary traffic = summary.finish();
        assertThat(traffic.all().calls()).isEqualTo(CALLS);
        assertThat(traffic.all().latency().replies()).isEqualTo(CALLS);
        assertThat(traffic.operations()).extracting(TrafficSummary.Line::name).containsExactly("v3 unknown");
        assertThat(summary.counters().get(Counter.TRUNCATED_RECORDS)).isEqualTo(2L * CALLS);
    }

    /** Rows of a cut capture beside those of the whole one. */
    private static final class Comparison {
        private final Converted whole;
        private final Converted cut;

        /** Numbers of the messages in the whole capture by those in the cut one. */
        private final Map<String, String> numbers = new HashMap<>();

        private final List<String> different = new ArrayList<>();

        Comparison(Converted whole, Converted cut) {
            this.whole = whole;
            this.cut = cut;
        }

        private static String key(Map<String, String> row, String... columns) {
            List<String> values = new ArrayList<>();
            for (String column : columns) {
                values.add(cell(row, column));
            }
            return String.join(" ", values);
        }

        private static Map<String, List<Map<String, String>>> byKey(List<Map<String, String>> rows, String... columns) {
            Map<String, List<Map<String, String>>> result = new HashMap<>();
            for (Map<String, String> row : rows) {
                result.computeIfAbsent(key(row, columns), key -> new ArrayList<>())
                        .add(row);
            }
            return result;
        }

        private void messages() {
            String[] key = {"packet_at", "source", "source_port", "dest", "dest_port", "transaction_id", "is_request"};
            Map<String, List<Map<String, String>>> rows = byKey(whole.common(), key);
            for (Map<String, String> row : cut.common()) {
                List<Map<String, String>> candidates = rows.getOrDefault(key(row, key), List.of());
                Map<String, String> same = null;
                for (Map<String, String> candidate : candidates) {
                    if (same == null && isMessage(row, candidate)) {
                        same = candidate;
                    }
                }
                if (same == null) {
                    different.add(row + " is none of " + candidates);
                    continue;
                }
                candidates.remove(same);
                numbers.put(cell(row, "record_id"), cell(same, "record_id"));
            }
        }

        private static boolean isMessage(Map<String, String> row, Map<String, String> of) {
            boolean result = true;
            boolean cut = isTruncated(row);
            boolean isCompound = cell(of, "nfs_version").equals("4");
            for (Map.Entry<String, String> column : row.entrySet()) {
                String value = column.getValue();
                boolean same = value.equals(of.get(column.getKey()));
                result &= switch (column.getKey()) {
                    case "record_id", "flags" -> true;
                    case "payload_length" -> same || (cut && value.equals("0"));
                    // The call may be cut and the reply not.
                    case "op_id" -> same || value.equals("126") || (isCompound && value.equals("1"));
                    case "operation" -> same || value.equals("unknown") || (isCompound && value.equals("compound"));
                    default -> same || value.equals("null");
                };
            }
            return result;
        }

        /** The number in the whole capture. */
        private String number(Map<String, String> row, String column) {
            return numbers.getOrDefault(cell(row, column), "");
        }

        /** Compares rows about messages: each is one of the whole capture, in which what arguments are cut off may be missing. */
        private void table(String table, String... ids) {
            Map<String, List<Map<String, String>>> rows = byKey(whole.table(table), ids);
            for (Map<String, String> row : cut.table(table)) {
                List<String> key = new ArrayList<>();
                for (String id : ids) {
                    key.add(NUMBERS.contains(id) ? number(row, id) : cell(row, id));
                }
                List<Map<String, String>> candidates = rows.getOrDefault(String.join(" ", key), List.of());
                Map<String, String> same = null;
                for (Map<String, String> candidate : candidates) {
                    if (same == null && isRow(row, candidate, Set.of(ids))) {
                        same = candidate;
                    }
                }
                if (same == null) {
                    different.add(table + ": " + row + " is none of " + candidates);
                } else {
                    candidates.remove(same);
                }
            }
        }

        private static boolean isRow(Map<String, String> row, Map<String, String> of, Set<String> ids) {
            for (Map.Entry<String, String> column : row.entrySet()) {
                String name = column.getKey();
                String value = column.getValue();
                boolean missing = switch (name) {
                    case "filehandle", "dir_filehandle" -> value.isEmpty() || value.equals("null");
                    // Of other programs.
                    case "version" -> value.equals("-1");
                    case "operation" -> value.equals("unknown");
                    default -> value.equals("null");
                };
                boolean same = value.equals(of.get(name));
                if (!ids.contains(name) && !same && !missing) {
                    return false;
                }
            }
            return true;
        }

        List<String> differences() {
            messages();
            table("Trace::NFS::attr-ops", "request_id", "reply_id");
            table("Trace::NFS::read-write", "request_id", "reply_id");
            table("Trace::NFS::dir-entry", "request_id", "reply_id");
            table("Trace::NFS::v4-op", "record_id", "op_index");
            table("Trace::NFS::mount", "request_at", "reply_at", "client");
            table("Trace::NFS::sideband", "packet_at", "source", "dest", "transaction_id", "is_request");
            return different;
        }
    }

    /** Numbers of the calls of NFS with which segments of TCP begin, of which that many bytes are there. */
    private static Set<String> callsThatBeginSegments(List<byte[]> packets, int least) {
        Set<String> result = new TreeSet<>();
        for (byte[] packet : packets) {
            ByteBuffer in = ByteBuffer.wrap(packet);
            if (packet.length < 60) {
                continue;
            }
            boolean version4 = in.getShort(12) == 0x0800 && in.get(14) == 0x45 && in.get(23) == 6;
            boolean version6 = in.getShort(12) == (short) 0x86dd && in.get(20) == 6;
            int tcp = version4 ? 34 : 54;
            if (!(version4 || version6) || packet.length < tcp + 20) {
                continue;
            }
            int at = tcp + (in.get(tcp + 12) >> 4 & 15) * 4;
            boolean isCall = packet.length >= at + Math.max(20, least)
                    && in.getInt(at) < 0
                    && in.getInt(at + 8) == 0
                    && in.getInt(at + 12) == 2
                    && in.getInt(at + 16) == Xdrs.NFS;
            if (isCall) {
                result.add(String.valueOf(in.getInt(at + 4)));
            }
        }
        return result;
    }

    private static Set<String> calls(Converted converted) {
        Set<String> result = new TreeSet<>();
        for (Map<String, String> row : converted.common()) {
            if (cell(row, "is_request").equals("true")) {
                result.add(cell(row, "transaction_id"));
            }
        }
        return result;
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "ganesha-small-v3tcp.pcap.gz",
                "ganesha-small-v3udp.pcap.gz",
                "ganesha-small-v41tcp.pcap.gz",
                "nfstrace-2sessions-wsize32k-512k.pcap.bz2",
                "nfstrace-ipv6-tcp-nfsv3.pcap.bz2",
                "nfstrace-lo-nfsv3-nfsacl.pcap.bz2",
                "nfstrace-tcp-nfsv4.pcap.bz2",
                "nfstrace-tcp-nfsv41.pcap.bz2",
                "nfstrace-udp-nfsv3-dup-retransm.pcap.bz2",
                "wswiki-klm.pcap",
                "wswiki-nfsv2.pcap",
                "wswiki-nfsv3.pcap",
                "wswiki-nfsv4.1_pnfs.cap",
                "zeek-mount-unmount.pcap",
                "zeek-nfs_base.pcap",
                "zeek-nfs_write.pcap"
            })
    void rowsOfACutCaptureAreThoseOfTheWholeOne(String name) throws IOException {
        byte[] capture = UnpackedCaptures.bytes(SharedData.path("nfs/captures/" + name));
        NfsConverter.Options options = NfsConverter.Options.DEFAULT.withPackets(false);
        Converted whole = Converted.of(capture, options);
        for (int snapLength : SNAP_LENGTHS) {
            byte[] shortened = SnapLengths.cut(capture, snapLength);
            Converted cut = Converted.of(shortened, options);
            assertThat(new Comparison(whole, cut).differences())
                    .as("snap length %d", snapLength)
                    .isEmpty();
            Set<String> there = callsThatBeginSegments(SnapLengths.packets(shortened), 20);
            there.retainAll(calls(whole));
            there.removeAll(calls(cut));
            assertThat(there).as("snap length %d", snapLength).isEmpty();
        }
    }
}
