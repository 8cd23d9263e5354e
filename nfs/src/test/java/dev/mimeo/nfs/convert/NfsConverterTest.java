package dev.mimeo.nfs.convert;

import static dev.mimeo.nfs.convert.Frames.marked;
import static dev.mimeo.nfs.convert.Xdrs.NFS;
import static dev.mimeo.nfs.convert.Xdrs.call;
import static dev.mimeo.nfs.convert.Xdrs.handle;
import static dev.mimeo.nfs.convert.Xdrs.reply;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages that are made byte by byte after the RFCs, over all transports and in all orders. */
@Tag("thorough")
final class NfsConverterTest {

    private static final long SECOND = 1_000_000;

    private static byte[] getattrCall(int xid, int handle) {
        return call(xid, NFS, 3, 1, new Xdrs().opaque(handle(handle)).bytes());
    }

    private static byte[] getattrReply(int xid, long size) {
        return reply(xid, new Xdrs().u32(0).attributes(size, 77).bytes());
    }

    private static byte[] readCall(int xid, long offset, int count) {
        return call(
                xid,
                NFS,
                3,
                6,
                new Xdrs().opaque(handle(3)).u64(offset).u32(count).bytes());
    }

    private static byte[] readReply(int xid, byte[] data) {
        return reply(
                xid,
                new Xdrs()
                        .u32(0, 1)
                        .attributes(100_000, 78)
                        .u32(data.length, 1)
                        .opaque(data)
                        .bytes());
    }

    @Test
    void sizesOfArgumentsAndResultsAreThoseOfTheProtocol() throws IOException {
        Xdrs access = new Xdrs().u32(0, 1).attributes(5, 6).u32(0x1f);
        Frames frames = new Frames()
                .udp(0, true, getattrCall(1, 1))
                .udp(10, false, getattrReply(1, 4096))
                .udp(
                        20,
                        true,
                        call(
                                2,
                                NFS,
                                3,
                                4,
                                new Xdrs().opaque(handle(1)).u32(0x1f).bytes()))
                .udp(30, false, reply(2, access.bytes()))
                .udp(40, true, readCall(3, 16384, 16384))
                .udp(50, false, readReply(3, new byte[16384]))
                .udp(60, true, call(4, NFS, 2, 1, handle(2)));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "payload_length"))
                .containsExactly("36", "88", "40", "96", "48", "16488", "32");
        assertThat(converted.column("Trace::NFS::common", "operation"))
                .containsExactly("getattr", "getattr", "access", "access", "read", "read", "getattr");
        assertThat(converted.column("Trace::NFS::common", "record_id"))
                .containsExactly("0", "1", "2", "3", "4", "5", "6");
        assertThat(converted.column("Trace::NFS::common", "uid").subList(0, 2)).containsExactly("1000", "null");
        assertThat(converted.column("Trace::NFS::read-write", "bytes")).containsExactly("16384");
        assertThat(converted.column("Trace::NFS::read-write", "offset")).containsExactly("16384");
        assertThat(converted.column("Trace::NFS::attr-ops", "mode")).containsOnly(String.valueOf(0644));
        assertThat(converted.column("Trace::NFS::attr-ops", "file_size")).containsExactly("4096", "5", "100000");
        assertThat(converted.column("Trace::NFS::attr-ops", "modify_time")).contains("1000000001000000002");
        assertThat(converted.counter("outstanding_rpcs")).isOne();
    }

    /** The low bytes of these numbers are those of GETATTR of version 3 and of a file. */
    @Test
    void numbersThatDoNotFitAByteAreNotThoseOfAnother() throws IOException {
        byte[] arguments = new Xdrs().opaque(handle(1)).bytes();
        byte[] attributes = new Xdrs().attributes(4096, 77).bytes();
        attributes[2] = 1;
        Frames frames = new Frames()
                .udp(0, true, call(1, NFS, 0x103, 1, arguments))
                .udp(10, true, call(2, NFS, 3, 0x101, arguments))
                .udp(20, true, call(3, NFS, -1, 0, new byte[0]))
                .udp(30, true, getattrCall(4, 1))
                .udp(40, false, reply(4, new Xdrs().u32(0).fixed(attributes).bytes()));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "nfs_version")).containsExactly("255", "3", "255", "3", "3");
        assertThat(converted.column("Trace::NFS::common", "op_id")).containsExactly("1", "255", "0", "1", "1");
        assertThat(converted.column("Trace::NFS::common", "operation"))
                .containsExactly("unknown", "unknown", "null", "getattr", "getattr");
        assertThat(converted.column("Trace::NFS::attr-ops", "typeid")).containsExactly("255");
        assertThat(converted.column("Trace::NFS::attr-ops", "type")).containsExactly("unknown");
        assertThat(Summaries.ofCapture(frames.pcap(), SummaryOptions.DEFAULT).operations())
                .extracting(TrafficSummary.Line::name)
                .containsExactly("v255 null", "v255 unknown", "v3 getattr", "v3 unknown");
    }

    @Test
    void aLookupGivesTheNameAndBothHandles() throws IOException {
        Xdrs results = new Xdrs()
                .u32(0)
                .opaque(handle(2))
                .u32(1)
                .attributes(10, 20)
                .u32(1)
                .attributes(30, 40);
        Frames frames = new Frames()
                .udp(
                        0,
                        true,
                        call(
                                1,
                                NFS,
                                3,
                                3,
                                new Xdrs().opaque(handle(1)).text("name").bytes()))
                .udp(10, false, reply(1, results.bytes()));
        List<Map<String, String>> rows = Converted.of(frames.pcap()).table("Trace::NFS::attr-ops");
        assertThat(rows).hasSize(2);
        assertThat(rows.get(0))
                .containsEntry("filename", "name")
                .containsEntry("fileid", "20")
                .containsEntry("role", "0")
                .containsEntry("type", "file")
                .containsEntry("request_id", "0")
                .containsEntry("reply_id", "1");
        assertThat(rows.get(0).get("filehandle")).isNotEqualTo(rows.get(0).get("lookup_dir_filehandle"));
        assertThat(rows.get(1))
                .containsEntry("fileid", "40")
                .containsEntry("role", "1")
                .containsEntry("filename", "null");
    }

    @Test
    void namesGoThroughTheTransform() throws IOException {
        NfsConverter.Options options = NfsConverter.Options.DEFAULT
                .withOtherPrograms(true)
                .withIds(false)
                .withNames(name -> new byte[] {'x', (byte) name.length});
        Xdrs results =
                new Xdrs().u32(0).opaque(handle(2)).u32(1).attributes(10, 20).u32(0);
        Frames frames = new Frames()
                .udp(
                        0,
                        true,
                        call(
                                1,
                                NFS,
                                3,
                                3,
                                new Xdrs().opaque(handle(1)).text("secret").bytes()))
                .udp(10, false, reply(1, results.bytes()));
        Converted converted = Converted.of(frames.pcap(), options);
        assertThat(converted.column("Trace::NFS::attr-ops", "filename")).containsExactly("x\u0006");
        assertThat(converted.column("Trace::NFS::common", "uid")).containsOnly("null");
        assertThat(converted.toString()).doesNotContain("secret");
    }

    @Test
    void copiesOfCallsAndRepliesAreTold() throws IOException {
        Frames frames = new Frames()
                .udp(0, true, getattrCall(1, 1))
                .udp(SECOND, true, getattrCall(1, 1))
                .udp(2 * SECOND, false, getattrReply(1, 5))
                .udp(3 * SECOND, false, getattrReply(1, 5));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "flags")).containsExactly("0", "2", "0", "4");
        assertThat(converted.column("Trace::NFS::attr-ops", "request_id")).containsExactly("0");
        assertThat(converted.counter("duplicate_request")).isOne();
        assertThat(converted.counter("duplicate_reply")).isOne();
        assertThat(converted.counter("outstanding_rpcs")).isZero();
    }

    @Test
    void aNumberUsedAgainIsAnotherCall() throws IOException {
        Frames frames = new Frames()
                .udp(0, true, getattrCall(1, 1))
                .udp(SECOND, true, getattrCall(1, 2))
                .udp(2 * SECOND, false, getattrReply(1, 5));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::attr-ops", "request_id")).containsExactly("1");
        assertThat(converted.counter("bad_retransmit")).isOne();
        assertThat(converted.counter("outstanding_rpcs")).isOne();
    }

    @ParameterizedTest
    @CsvSource({"500000, 0", "1500000, 1"})
    void aReplyWaitsASecondForItsCall(long delay, int unmatched) throws IOException {
        Frames frames = new Frames().udp(0, false, getattrReply(1, 5)).udp(delay, true, getattrCall(1, 1));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.common()).hasSize(2 - unmatched);
        assertThat(converted.table("Trace::RPC::unmatched-reply")).hasSize(unmatched);
        assertThat(converted.column("Trace::NFS::common", "is_request")).startsWith("true");
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void fragmentsAreJoinedInAnyOrder(boolean reversed) throws IOException {
        Frames frames = new Frames()
                .udp(0, true, readCall(1, 0, 30_000))
                .fragments(100, false, readReply(1, new byte[30_000]), 1480);
        if (reversed) {
            Collections.reverse(frames.frames.subList(1, frames.frames.size()));
        }
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::read-write", "bytes")).containsExactly("30000");
        assertThat(converted.counter("fragment_reassembled")).isOne();
        // Without one in the middle what comes before is still known.
        frames.frames.remove(frames.frames.size() / 2);
        converted = Converted.of(frames.pcap());
        assertThat(converted.counter("fragment_reassembled")).isZero();
        assertThat(converted.counter("fragment_cut")).isOne();
        assertThat(converted.column("Trace::NFS::common", "flags")).contains("1");
        assertThat(converted.column("Trace::NFS::read-write", "bytes")).containsExactly("30000");
    }

    @Test
    void deniedAndFailedRepliesHaveNoRowsButTheirOwn() throws IOException {
        Frames frames = new Frames()
                .udp(0, true, getattrCall(1, 1))
                .udp(10, false, new Xdrs().u32(1, 1, 1, 1, 1).bytes())
                .udp(20, true, getattrCall(2, 1))
                .udp(30, false, new Xdrs().u32(2, 1, 0, 0, 0, 4).bytes())
                .udp(40, true, getattrCall(3, 1))
                .udp(50, false, reply(3, new Xdrs().u32(70).bytes()));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::common", "rpc_error"))
                .containsExactly("null", "17", "null", "4", "null", "null");
        assertThat(converted.column("Trace::NFS::common", "rpc_status"))
                .containsExactly("null", "null", "null", "null", "null", "70");
        assertThat(converted.table("Trace::NFS::attr-ops")).isEmpty();
    }

    /** A conversation of which all bytes are known: calls of the client and replies of the server, marked. */
    private static final class Conversation {
        final List<byte[]> calls = new ArrayList<>();
        final List<byte[]> replies = new ArrayList<>();

        Conversation(Random random, int count) {
            for (int xid = 1; xid <= count; xid++) {
                if (random.nextBoolean()) {
                    calls.add(marked(getattrCall(xid, random.nextInt(9))));
                    replies.add(marked(getattrReply(xid, random.nextInt(100_000))));
                } else {
                    byte[] data = new byte[random.nextInt(20_000)];
                    random.nextBytes(data);
                    calls.add(marked(readCall(xid, xid, data.length)));
                    replies.add(marked(readReply(xid, data)));
                }
            }
        }

        static byte[] join(List<byte[]> messages) {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            messages.forEach(out::writeBytes);
            return out.toByteArray();
        }

        /** Frames with the messages in turn, cut into segments of any size. */
        Frames frames(Random random, int maxSegment) {
            Frames frames = new Frames().open(0);
            long time = 1000;
            for (int i = 0; i < calls.size(); i += 4) {
                int end = Math.min(calls.size(), i + 4);
                time = cut(frames, time, true, join(calls.subList(i, end)), random, maxSegment);
                time = cut(frames, time, false, join(replies.subList(i, end)), random, maxSegment);
            }
            return frames;
        }

        private static long cut(Frames frames, long time, boolean client, byte[] bytes, Random random, int max) {
            long at = time;
            for (int from = 0; from < bytes.length; ) {
                int to = Math.min(bytes.length, from + 1 + random.nextInt(max));
                frames.tcp(at, client, Arrays.copyOfRange(bytes, from, to));
                at += 10;
                from = to;
            }
            return at;
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void segmentsOfAnySizeGiveTheSameRows(long seed) throws IOException {
        Conversation conversation = new Conversation(new Random(seed), 60);
        Converted whole =
                Converted.of(conversation.frames(new Random(seed), 60_000).pcap());
        assertThat(whole.common()).hasSize(120);
        for (int max : new int[] {40, 1448, 9000}) {
            Converted cut = Converted.of(
                    conversation.frames(new Random(seed + max), max).pcap());
            assertThat(cut.withoutTimes()).as("seed %d, %d bytes", seed, max).isEqualTo(whole.withoutTimes());
            assertThat(cut.counter("tcp_gaps")).isZero();
        }
    }

    /** RFC 5531, section 11: a fragment has 0 bytes or more, and the last one of a record may be empty. */
    @ParameterizedTest
    @CsvSource({"1, 1", "2, 9", "3, 100", "4, 100", "5, 9000", "6, 9000"})
    void recordsInFragmentsOfAnySizeGiveTheSameRows(long seed, int maxFragment) throws IOException {
        Conversation conversation = new Conversation(new Random(seed), 30);
        Converted whole =
                Converted.of(conversation.frames(new Random(seed), 60_000).pcap());
        Random random = new Random(seed);
        conversation.calls.replaceAll(record -> fragmented(record, random, maxFragment));
        conversation.replies.replaceAll(record -> fragmented(record, random, maxFragment));
        Converted fragmented =
                Converted.of(conversation.frames(new Random(seed), 9000).pcap());
        assertThat(fragmented.withoutTimes()).as("seed %d", seed).isEqualTo(whole.withoutTimes());
        assertThat(fragmented.counter("tcp_framing_errors")).isZero();
    }

    /** Divides a record of one fragment into fragments, of which the last is often empty. */
    private static byte[] fragmented(byte[] record, Random random, int maxFragment) {
        Xdrs fragments = new Xdrs();
        boolean emptyEnd = random.nextBoolean();
        for (int at = 4; at < record.length; ) {
            int end = Math.min(record.length, at + 1 + random.nextInt(maxFragment));
            boolean isLast = end == record.length && !emptyEnd;
            fragments.u32((isLast ? 0x8000_0000L : 0) | (end - at)).fixed(Arrays.copyOfRange(record, at, end));
            at = end;
        }
        return emptyEnd ? fragments.u32(0x8000_0000L).bytes() : fragments.bytes();
    }

    @ParameterizedTest
    @CsvSource({"1, 25", "2, 25", "3, 25", "4, 51", "5, 51", "6, 51", "7, 51", "8, 51", "9, 51"})
    void disorderAndCopiesOfPacketsChangeNothing(long seed, int distance) throws IOException {
        Random random = new Random(seed);
        Frames frames = new Conversation(random, 60).frames(random, 1448);
        Converted inOrder = Converted.of(frames.pcap());
        List<Frames.Frame> list = frames.frames;
        for (int i = 0; i < list.size(); i++) {
            if (random.nextInt(4) == 0) {
                list.add(Math.min(list.size(), i + random.nextInt(20)), list.get(i));
            }
        }
        // No packet is as many places from where it was.
        List<Long> keys = new ArrayList<>();
        for (int i = 0; i < list.size(); i++) {
            keys.add(((long) i + random.nextInt(distance)) << 32 | i);
        }
        Collections.sort(keys);
        List<Frames.Frame> before = List.copyOf(list);
        for (int i = 0; i < list.size(); i++) {
            list.set(i, before.get(keys.get(i).intValue()));
        }
        Converted disordered = Converted.of(frames.pcap());
        assertThat(disordered.withoutTimes()).as("seed %d", seed).isEqualTo(inOrder.withoutTimes());
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void lostPacketsTakeOnlyTheMessagesTheyAreOf(long seed) throws IOException {
        Random random = new Random(seed);
        Conversation conversation = new Conversation(random, 200);
        Frames frames = new Frames().open(0);
        // The messages of each side of which a packet has bytes.
        List<int[]> parts = new ArrayList<>();
        parts.add(new int[] {0, 0, 0});
        parts.add(new int[] {0, 0, 0});
        long time = 1000;
        for (int i = 0; i < conversation.calls.size(); i++) {
            for (int side = 0; side < 2; side++) {
                byte[] message = (side == 0 ? conversation.calls : conversation.replies).get(i);
                for (int from = 0; from < message.length; from += 1000) {
                    int to = Math.min(message.length, from + 1000);
                    frames.tcp(time, side == 0, Arrays.copyOfRange(message, from, to));
                    parts.add(new int[] {side, i, 1});
                    time += 500;
                }
            }
        }
        boolean[] damaged = new boolean[conversation.calls.size()];
        for (int i = frames.frames.size() - 1; i > 1; i--) {
            if (random.nextInt(25) == 0) {
                damaged[parts.get(i)[1]] = true;
                frames.frames.remove(i);
            }
        }
        Converted converted = Converted.of(frames.pcap());
        List<String> found = new ArrayList<>();
        for (Map<String, String> row : converted.common()) {
            found.add(row.get("transaction_id") + row.get("is_request"));
        }
        for (int i = 0; i < damaged.length; i++) {
            if (!damaged[i]) {
                assertThat(found).as("seed %d", seed).contains((i + 1) + "true", (i + 1) + "false");
            }
        }
        assertThat(found).doesNotHaveDuplicates();
    }

    @Test
    void aConnectionOfAnotherProtocolIsLeftAlone() throws IOException {
        byte[] noise = new byte[300_000];
        new Random(5).nextBytes(noise);
        Frames frames = new Frames().open(0);
        for (int at = 0; at < noise.length; at += 1000) {
            byte[] segment = Frames.tcp(true, 1000 + at, 1, Frames.ACK, Arrays.copyOfRange(noise, at, at + 1000));
            segment[2] = 0;
            segment[3] = 80;
            frames.frames.add(new Frames.Frame(at, Frames.ethernet(Frames.ipv4(true, 6, at, 0, segment))));
        }
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.common()).isEmpty();
        assertThat(converted.counter("tcp_nonrpc_bytes")).isEqualTo(noise.length);
    }

    /** Changes any bytes of any frame: nothing is thrown. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void damagedPacketsAreCountedOrSkipped(long seed) throws IOException {
        Random random = new Random(seed);
        Frames frames = new Conversation(random, 100).frames(random, 1448);
        frames.fragments(SECOND, false, readReply(9, new byte[9000]), 1480);
        for (int round = 0; round < 20; round++) {
            List<Frames.Frame> list = new ArrayList<>();
            for (Frames.Frame frame : frames.frames) {
                byte[] bytes = frame.bytes().clone();
                for (int i = random.nextInt(3); i > 0; i--) {
                    bytes[random.nextInt(Math.min(bytes.length, 150))] = (byte) random.nextInt();
                }
                int length = random.nextInt(10) == 0 ? random.nextInt(bytes.length) : bytes.length;
                list.add(new Frames.Frame(frame.micros(), Arrays.copyOf(bytes, length)));
            }
            byte[] pcap = Frames.pcap(list, ByteOrder.BIG_ENDIAN, true);
            assertThat(Converted.of(pcap).counter("packet")).isEqualTo(list.size());
        }
    }

    @ParameterizedTest
    @CsvSource({"2049, 4, 0", "800, 4, 0", "111, 0, 4", "111 2049, 4, 0"})
    void portsRestrictWhatIsLookedInto(String ports, int messages, int others) throws IOException {
        Frames frames = new Frames()
                .udp(0, true, getattrCall(1, 1))
                .udp(10, false, getattrReply(1, 5))
                .tcp(20, true, marked(getattrCall(2, 1)))
                .tcp(30, false, marked(getattrReply(2, 5)));
        Set<Integer> wanted =
                Arrays.stream(ports.split(" ")).map(Integer::valueOf).collect(Collectors.toSet());
        Converted converted = Converted.of(
                frames.pcap(), NfsConverter.Options.DEFAULT, new ParserOptions(wanted, false, 1 << 20, 1000));
        assertThat(converted.common()).hasSize(messages);
        assertThat(converted.counter("other_ports")).isEqualTo(others);
        assertThat(converted.table("Trace::Network::IP")).hasSize(4);
    }

    /** Sums were made by hand. */
    @Test
    void wrongChecksumsAreCountedWhereAskedFor() throws IOException {
        ParserOptions verify = new ParserOptions(Set.of(), true, 1 << 20, 1000);
        byte[] header = {0x45, 0, 0, 0x1c, 0, 1, 0, 0, 0x40, 0x11, 0, 0, 10, 0, 0, 1, 10, 0, 0, 2};
        // 4500+001c+0001+4011+0a00+0001+0a00+0002 = 9931, the complement of which is 66ce.
        header[10] = 0x66;
        header[11] = (byte) 0xce;
        // Pseudo-header 0a00+0001+0a00+0002+0011+0008, ports 0320+0801, length 0008: 1f45, complement e0ba.
        byte[] good = {3, 0x20, 8, 1, 0, 8, (byte) 0xe0, (byte) 0xba};
        byte[] bad = {3, 0x21, 8, 1, 0, 8, (byte) 0xe0, (byte) 0xba};
        byte[] none = {3, 0x21, 8, 1, 0, 8, 0, 0};
        Frames frames = new Frames();
        for (byte[] datagram : List.of(good, bad, none)) {
            byte[] packet = Arrays.copyOf(header, 28);
            System.arraycopy(datagram, 0, packet, 20, 8);
            frames.frames.add(new Frames.Frame(frames.frames.size(), Frames.ethernet(packet)));
        }
        byte[] wrong = Arrays.copyOf(header, 28);
        wrong[8] = 0x3f;
        System.arraycopy(good, 0, wrong, 20, 8);
        frames.frames.add(new Frames.Frame(9, Frames.ethernet(wrong)));
        Converted converted = Converted.of(frames.pcap(), NfsConverter.Options.DEFAULT, verify);
        assertThat(converted.counter("bad_ip_checksum")).isOne();
        assertThat(converted.counter("bad_transport_checksum")).isOne();
        assertThat(Converted.of(frames.pcap()).counter("bad_ip_checksum")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"20000, 2", "10000, 1"})
    void messagesLongerThanTheLimitAreErrors(int limit, int messages) throws IOException {
        Frames frames = new Frames().open(0).tcp(10, true, marked(readCall(1, 0, 15_000)));
        byte[] reply = marked(readReply(1, new byte[15_000]));
        for (int at = 0; at < reply.length; at += 1000) {
            frames.tcp(20 + at, false, Arrays.copyOfRange(reply, at, Math.min(reply.length, at + 1000)));
        }
        ParserOptions options = new ParserOptions(Set.of(), false, limit, 1000);
        assertThat(Converted.of(frames.pcap(), NfsConverter.Options.DEFAULT, options)
                        .common())
                .hasSize(messages);
    }

    @ParameterizedTest
    @CsvSource({"2000, 2", "1000, 1"})
    void aReplyWaitsAsLongAsItIsTold(int millis, int messages) throws IOException {
        Frames frames = new Frames().udp(0, false, getattrReply(1, 5)).udp(1_500_000, true, getattrCall(1, 1));
        ParserOptions options = new ParserOptions(Set.of(), false, 1 << 20, millis);
        Converted converted = Converted.of(frames.pcap(), NfsConverter.Options.DEFAULT, options);
        assertThat(converted.common()).hasSize(messages);
        assertThat(converted.counter("possible_missing_request")).isEqualTo(2 - messages);
    }

    @Test
    void aListOfADirectoryIsWholeAlsoIfItComesBeforeItsCall() throws IOException {
        byte[] arguments = new Xdrs()
                .opaque(handle(1))
                .u64(0)
                .fixed(new byte[8])
                .u32(65_536, 65_536)
                .bytes();
        Xdrs results = new Xdrs().u32(0, 1).attributes(10, 20).fixed(new byte[8]);
        for (int i = 0; i < 400; i++) {
            results.u32(1)
                    .u64(i)
                    .text("name " + i)
                    .u64(i)
                    .u32(1)
                    .attributes(i, i)
                    .u32(1)
                    .opaque(handle(i));
        }
        byte[] reply = marked(reply(1, results.u32(0, 1).bytes()));
        Frames frames = new Frames().open(0);
        for (int at = 0; at < reply.length; at += 1448) {
            frames.tcp(100 + at, false, Arrays.copyOfRange(reply, at, Math.min(reply.length, at + 1448)));
        }
        frames.tcp(100 + reply.length, true, marked(call(1, NFS, 3, 17, arguments)));
        Converted converted = Converted.of(frames.pcap());
        assertThat(converted.column("Trace::NFS::dir-entry", "fileid")).hasSize(400);
        assertThat(converted.column("Trace::NFS::attr-ops", "fileid")).hasSize(401);
        assertThat(converted.counter("undecoded_results")).isZero();
    }

    /** Units of 2^-32 s since 1970 need the sign bit from then on. */
    @Test
    void messagesBeforeAndAfterJanuary2038Match() throws IOException {
        Converted early = Converted.of(exchanges(0).pcap());
        Converted late = Converted.of(exchanges((1L << 31) * SECOND - 50).pcap());
        assertThat(late.withoutTimes()).isEqualTo(early.withoutTimes());
        assertThat(late.column("Trace::NFS::read-write", "bytes"))
                .containsExactly("0", "1000", "2000", "3000", "4000", "5000", "6000", "7000", "8000", "9000");
        assertThat(late.counter("outstanding_rpcs")).isZero();
    }

    private static Frames exchanges(long start) {
        Frames frames = new Frames().open(start);
        for (int i = 0; i < 10; i++) {
            frames.tcp(start + i * 10L, true, marked(readCall(i, 0, i * 1000)));
        }
        for (int i = 0; i < 10; i++) {
            frames.tcp(start + 120 + i * 10L, false, marked(readReply(i, new byte[i * 1000])));
        }
        return frames;
    }

    @Test
    void classicAttributesAreThoseOfThePublishedTraces() throws IOException {
        byte[] lookup = new Xdrs().opaque(handle(1)).text("name").bytes();
        byte[] attributes = new Xdrs()
                .u32(0)
                .opaque(handle(2))
                .u32(1)
                .attributes(10, 20)
                .u32(1)
                .attributes(30, 40)
                .bytes();
        byte[] remove = new Xdrs().u32(0, 0, 1).attributes(50, 60).bytes();
        Frames frames = new Frames()
                .udp(0, true, call(1, NFS, 3, 3, lookup))
                .udp(10, false, reply(1, attributes))
                .udp(20, true, call(2, NFS, 3, 12, lookup))
                .udp(30, false, reply(2, remove));
        assertThat(Converted.of(frames.pcap()).column("Trace::NFS::attr-ops", "fileid"))
                .containsExactly("20", "40", "60");
        NfsConverter.Options classic =
                NfsConverter.Options.DEFAULT.withOtherPrograms(true).withClassicAttributes(true);
        assertThat(Converted.of(frames.pcap(), classic).column("Trace::NFS::attr-ops", "fileid"))
                .containsExactly("20");
    }

    @Test
    void messagesThatShareAPacketAreCounted() throws IOException {
        byte[] two = Conversation.join(List.of(marked(getattrCall(1, 1)), marked(getattrCall(2, 1))));
        Frames frames = new Frames().open(0).tcp(10, true, two).tcp(20, true, marked(getattrCall(3, 1)));
        assertThat(Converted.of(frames.pcap()).counter("tcp_multiple_rpcs")).isOne();
    }
}
