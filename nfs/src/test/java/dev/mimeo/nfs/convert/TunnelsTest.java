package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages in tunnels are those of the packets without. */
final class TunnelsTest {

    private static final int ETHERNET_HEADER = 14;
    private static final int IP_HEADER = 20;

    private static final int[] COMMON = {0, 1, 0x08, 0x45, 0x60, 0x88, 0x47, 0x64, 0x81, 0x11, 0x21, 0x14, 0x40, 0x06};

    /** A GETATTR of version 3 and its reply: RFC 1813, section 3.3.1. */
    private static Frames conversation() {
        byte[] call = new Xdrs()
                .u32(7)
                .u32(0)
                .u32(2)
                .u32(100_003)
                .u32(3)
                .u32(1)
                .u32(0)
                .u32(0)
                .u32(0)
                .u32(0)
                .opaque(new byte[32])
                .bytes();
        byte[] reply = new Xdrs()
                .u32(7)
                .u32(1)
                .u32(0)
                .u32(0)
                .u32(0)
                .u32(0)
                .u32(0)
                .fixed(new byte[84])
                .bytes();
        return new Frames().udp(0, true, call).udp(500, false, reply);
    }

    /** Puts something around or into each frame. */
    @FunctionalInterface
    private interface Wrapper {
        byte[] wrap(byte[] frame);
    }

    private static Converted wrapped(Wrapper wrapper) throws IOException {
        List<Frames.Frame> frames = new ArrayList<>();
        for (Frames.Frame frame : conversation().frames) {
            frames.add(new Frames.Frame(frame.micros(), wrapper.wrap(frame.bytes())));
        }
        return Converted.of(Frames.pcap(frames, ByteOrder.BIG_ENDIAN, false));
    }

    private static byte[] packet(byte[] frame) {
        return Arrays.copyOfRange(frame, ETHERNET_HEADER, frame.length);
    }

    private static byte[] join(String header, byte[] rest) {
        byte[] bytes = HexFormat.of().parseHex(header);
        return ByteBuffer.allocate(bytes.length + rest.length)
                .put(bytes)
                .put(rest)
                .array();
    }

    private static byte[] inIp(int protocol, byte[] content) {
        return Frames.ethernet(Frames.ipv4(true, protocol, 9, 0, content));
    }

    private static void assertSame(Converted tunnelled, int headers) throws IOException {
        Converted bare = Converted.of(conversation().pcap());
        assertThat(bare.common()).hasSize(2);
        assertThat(tunnelled.common()).isEqualTo(bare.common());
        assertThat(tunnelled.table("Trace::NFS::attr-ops"))
                .isEqualTo(bare.table("Trace::NFS::attr-ops"))
                .hasSize(1);
        assertThat(tunnelled.column("Trace::Network::IP", "source"))
                .isEqualTo(bare.column("Trace::Network::IP", "source"));
        List<Integer> lengths = new ArrayList<>();
        bare.column("Trace::Network::IP", "wire_length")
                .forEach(length -> lengths.add(Integer.parseInt(length) + headers));
        assertThat(tunnelled.column("Trace::Network::IP", "wire_length"))
                .isEqualTo(lengths.stream().map(String::valueOf).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "00000800, false",
        "b000080000000000000000010000000a, false",
        "00006558, true",
        "2000655800000001, true",
        "000088be, true",
        "100088be0000000110010064000000ff, true",
        "100022eb00000001100100640000000000000000, true",
        "100022eb000000011001006400000000000000010000000000000000, true"
    })
    void gre(String header, boolean ethernet) throws IOException {
        Converted converted = wrapped(frame -> inIp(47, join(header, ethernet ? frame : packet(frame))));
        assertSame(converted, IP_HEADER + header.length() / 2 + (ethernet ? ETHERNET_HEADER : 0));
        assertThat(converted.counter("tunnelled_packet")).isEqualTo(2);
        assertThat(converted.counter("ip_packet")).isEqualTo(2);
    }

    private static byte[] vxlan(byte[] frame) {
        return udp(4789, join("0800000000000100", frame));
    }

    private static byte[] udp(int port, byte[] content) {
        return ByteBuffer.allocate(8 + content.length)
                .putShort((short) 50_000)
                .putShort((short) port)
                .putShort((short) (8 + content.length))
                .putShort((short) 0)
                .put(content)
                .array();
    }

    @Test
    void vxlanAndIpInIp() throws IOException {
        assertSame(wrapped(frame -> inIp(17, vxlan(frame))), IP_HEADER + 8 + 8 + ETHERNET_HEADER);
        assertSame(wrapped(frame -> inIp(4, packet(frame))), IP_HEADER);
        // In each other.
        assertSame(
                wrapped(frame -> inIp(47, join("00000800", Frames.ipv4(false, 17, 3, 0, vxlan(frame))))),
                IP_HEADER + 4 + IP_HEADER + 8 + 8 + ETHERNET_HEADER);
    }

    /** The first byte has the version and the length of the options, the second one that critical options are there. */
    @ParameterizedTest
    @CsvSource({
        "0000655800000100, true",
        "0000080000000100, false",
        "0340655800000100010280010000000700000008, true",
        "02000800000001000102000100000007, false"
    })
    void geneve(String header, boolean ethernet) throws IOException {
        Converted converted = wrapped(frame -> inIp(17, udp(6081, join(header, ethernet ? frame : packet(frame)))));
        assertSame(converted, IP_HEADER + 8 + header.length() / 2 + (ethernet ? ETHERNET_HEADER : 0));
        assertThat(converted.counter("tunnelled_packet")).isEqualTo(2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "8100000a"})
    void sessionsOfPpp(String tag) throws IOException {
        Converted converted = wrapped(frame -> {
            byte[] packet = packet(frame);
            String session = "11000007%04x0021".formatted(packet.length + 2);
            return join("0".repeat(24) + tag + "8864" + session, packet);
        });
        assertSame(converted, tag.length() / 2 + 8);
        assertThat(converted.counter("tunnelled_packet")).isZero();
    }

    /** Addresses that start as IP packets and control words do, and words and addresses in which a type seems to be. */
    @ParameterizedTest
    @CsvSource({
        "'', 000000000001000000000002",
        "'', 4ce176000001600308000002",
        "'', 600308000002450000000001",
        "'', 0c000000000108004500abcd",
        "00000000, 4ce176000001600308000002",
        "0000ffff, 000000000001000000000002",
        "00000000, 450000540000aabb08004500",
        "00000001, 600308000002aabb080045cd"
    })
    void pseudowires(String controlWord, String addresses) throws IOException {
        for (String tag : List.of("", "8100000a")) {
            String start = "0".repeat(24) + "8847" + "0001004000010140" + controlWord + addresses + tag + "0800";
            Converted converted = wrapped(frame -> join(start, packet(frame)));
            assertSame(converted, start.length() / 2 - ETHERNET_HEADER);
            assertThat(converted.counter("tunnelled_packet")).isZero();
        }
    }

    /** Of a frame without a control word, the length of the packet and its number look like the type and packet behind one. */
    @Test
    void lengthsOfPacketsAreNotTypes() throws IOException {
        byte[] packet = Frames.ipv4(true, 17, 0x4500, 0, new byte[0x0800 - IP_HEADER]);
        byte[] frame = join("0".repeat(24) + "8847" + "00010140" + "0000000000010000000000020800", packet);
        Converted converted =
                Converted.of(Frames.pcap(List.of(new Frames.Frame(0, frame)), ByteOrder.BIG_ENDIAN, false));
        assertThat(converted.column("Trace::Network::IP", "source")).containsExactly(String.valueOf(Frames.CLIENT));
    }

    /** Any bytes behind the headers, up to the end of the frame or cut off, are some packet or none. */
    @Test
    void damagedHeadersEndInPackets() throws IOException {
        List<String> starts = List.of(
                "8864",
                "88641100",
                "8864110000070800" + "0021",
                "8847000101",
                "884700010140",
                "88470001014000000000",
                "8847" + "00010140000000000000000000000000" + "8847" + "00010140",
                "0800" + "45000100000000004011");
        byte[] geneve = Frames.ipv4(true, 17, 9, 0, udp(6081, HexFormat.of().parseHex("0000655800000100")));
        long seed = 7;
        Random random = new Random(seed);
        List<Frames.Frame> frames = new ArrayList<>();
        for (int i = 0; i < 20_000; i++) {
            byte[] rest = new byte[random.nextInt(80)];
            for (int at = 0; at < rest.length; at++) {
                // Bytes of types, versions and last labels are more likely than others.
                rest[at] =
                        (byte) (random.nextInt(3) == 0 ? random.nextInt(256) : COMMON[random.nextInt(COMMON.length)]);
            }
            byte[] start = i % 4 == 0
                    ? Frames.ethernet(geneve)
                    : HexFormat.of().parseHex("0".repeat(24) + starts.get(random.nextInt(starts.size())));
            if (i % 4 == 0) {
                start[ETHERNET_HEADER + IP_HEADER + 8 + random.nextInt(8)] = (byte) random.nextInt(256);
            }
            frames.add(new Frames.Frame(i, join(HexFormat.of().formatHex(start), rest)));
        }
        Converted converted = Converted.of(Frames.pcap(frames, ByteOrder.BIG_ENDIAN, false));
        long packets = converted.counter("ip_packet");
        assertThat(packets).as("seed " + seed).isPositive().isLessThanOrEqualTo(frames.size());
        assertThat(converted.table("Trace::Network::IP")).hasSize((int) packets);
    }

    /** The last bit of the third byte is that of the last label. */
    @ParameterizedTest
    @CsvSource({"00010140", "0001004000010140"})
    void labels(String stack) throws IOException {
        Converted converted = wrapped(frame -> join("0".repeat(24) + "8847" + stack, packet(frame)));
        assertSame(converted, stack.length() / 2);
        assertThat(converted.counter("tunnelled_packet")).isZero();
    }

    /** A packet that only looks like a tunnel stays a packet of its own. */
    @ParameterizedTest
    @CsvSource({
        "47, 0000",
        "47, 40000800",
        "47, 00010800",
        "47, 00000800",
        "47, 0000080099",
        "47, 00006558",
        "47, 000088cc0000",
        "47, 100022eb00000001",
        "4, 11",
        "17, c35017c1001000004000655800000100",
        "17, c35017c1001000000080655800000100",
        "17, c35017c100100000003f088800000100",
        "17, c35017c1001000003f00080000000100",
        "17, c35012b500100000080000000000",
        "17, c35012b50010000008000000000001ff"
    })
    void otherContentStays(int protocol, String content) throws IOException {
        Converted converted = wrapped(frame -> inIp(protocol, HexFormat.of().parseHex(content)));
        assertThat(converted.counter("ip_packet")).isEqualTo(2);
        assertThat(converted.counter("tunnelled_packet")).isZero();
        assertThat(converted.table("Trace::Network::IP")).hasSize(2);
    }

    /** As deep as it may be, and deeper. */
    @Test
    void fourTunnelsAreStoppedAt() throws IOException {
        assertSame(wrapped(frame -> nested(frame, 4)), 4 * IP_HEADER);
        Converted deeper = wrapped(frame -> nested(frame, 5));
        assertThat(deeper.common()).isEmpty();
        assertThat(deeper.counter("tunnelled_packet")).isEqualTo(2);
    }

    private static byte[] nested(byte[] frame, int depth) {
        byte[] packet = packet(frame);
        for (int i = 0; i < depth; i++) {
            packet = Frames.ipv4(true, 4, i, 0, packet);
        }
        return Frames.ethernet(packet);
    }
}
