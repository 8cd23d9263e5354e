package dev.mimeo.nfs.internal.pcap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

/** Capture files that are made byte by byte after the descriptions of their formats. */
final class CaptureFilesTest {

    private static final String GLOBAL_ROUTE_HEADER =
            "60000000000000000000000000000000000000000000000000000000000000000000000000000000";

    /** A packet as a reader returned it. */
    private record Seen(long time, int captured, int wire, int linkType, byte first) {}

    private static final byte[] CONTENT = {42, 1, 2, 3, 4};

    private static List<Seen> read(byte[] file) throws IOException {
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file))) {
            List<Seen> seen = new ArrayList<>();
            Packet packet = new Packet();
            while (reader.next(packet)) {
                seen.add(new Seen(
                        packet.time(),
                        packet.capturedLength(),
                        packet.wireLength(),
                        packet.linkType(),
                        packet.data()[packet.offset()]));
            }
            return seen;
        }
    }

    private static byte[] pcap(ByteOrder order, int magic, int fraction, int packets) {
        ByteBuffer file =
                ByteBuffer.allocate(24 + packets * (16 + CONTENT.length)).order(order);
        file.putInt(magic)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(64)
                .putInt(113);
        for (int i = 0; i < packets; i++) {
            file.putInt(7 + i)
                    .putInt(fraction)
                    .putInt(CONTENT.length)
                    .putInt(90)
                    .put(CONTENT);
        }
        return file.array();
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void pcapOfBothByteOrdersAndUnits(String name) throws IOException {
        ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        Seen expected = new Seen((7L << 32) + (1L << 31), 5, 90, 113, (byte) 42);
        assertThat(read(pcap(order, 0xa1b2c3d4, 500_000, 1))).containsExactly(expected);
        assertThat(read(pcap(order, 0xa1b23c4d, 500_000_000, 1))).containsExactly(expected);
    }

    @Test
    void timesAreRoundedUpAndPrintedDown() throws IOException {
        for (int nanos : new int[] {0, 1, 2, 333_333_333, 999_999_999}) {
            long time = read(pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b23c4d, nanos, 1))
                    .get(0)
                    .time();
            assertThat(Packet.nanos(time)).isEqualTo(7_000_000_000L + nanos);
        }
        assertThat(read(pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 1, 1)).get(0).time())
                .isEqualTo((7L << 32) + 4295);
    }

    @Test
    void whatIsCutOffEndsTheFile() throws IOException {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 3);
        for (int length = 24; length <= file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(cut))) {
                Packet packet = new Packet();
                int count = 0;
                while (reader.next(packet)) {
                    count++;
                }
                assertThat(count).isEqualTo((length - 24) / 21);
                assertThat(reader.damage() == null).isEqualTo((length - 24) % 21 == 0);
                assertThat(reader.next(packet)).isFalse();
            }
        }
    }

    @Test
    void aLengthThatCannotBeIsDamage() throws IOException {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 1);
        ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).putInt(32, 0x7fff_ffff);
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file))) {
            assertThat(reader.next(new Packet())).isFalse();
            assertThat(reader.damage()).contains("2147483647");
        }
    }

    @FunctionalInterface
    private interface Packer {
        OutputStream pack(OutputStream out) throws IOException;
    }

    private static final List<Packer> PACKERS = List.of(
            GZIPOutputStream::new,
            BZip2CompressorOutputStream::new,
            ZstdOutputStream::new,
            FramedLZ4CompressorOutputStream::new,
            out -> new XZOutputStream(out, new LZMA2Options(1)));

    private static byte[] packed(Packer packer, byte[] file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (OutputStream packed = packer.pack(out)) {
            packed.write(file);
        }
        return out.toByteArray();
    }

    @Test
    void packedFilesAreUnpacked() throws IOException {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 3);
        for (Packer packer : PACKERS) {
            assertThat(read(packed(packer, file))).hasSize(3).isEqualTo(read(file));
        }
    }

    @Test
    void somethingElseBehindAPackedFileIsDamage() throws IOException {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 3);
        for (Packer packer : PACKERS) {
            byte[] packed = packed(packer, file);
            byte[] followed = Arrays.copyOf(packed, packed.length + 20);
            Arrays.fill(followed, packed.length, followed.length, (byte) 'x');
            assertThat(damageAfter(3, followed)).contains("cannot be decompressed at byte " + file.length);
        }
    }

    /** A file with a single packet per packed part: a cut leaves those of the parts before it. */
    @Test
    void aPackedFileThatIsCutOffIsReadUpToThere() throws IOException {
        byte[] file = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 2);
        int border = file.length - 21;
        for (Packer packer : PACKERS) {
            byte[] first = packed(packer, Arrays.copyOf(file, border));
            byte[] second = packed(packer, Arrays.copyOfRange(file, border, file.length));
            byte[] cut = Arrays.copyOf(first, first.length + 11);
            System.arraycopy(second, 0, cut, first.length, 11);
            assertThat(damageAfter(1, cut)).contains("cut off at byte " + border);
            assertThatThrownBy(() -> read(Arrays.copyOf(first, 4)))
                    .hasMessage("the compressed file is cut off before its first packet: copy the file again");
        }
    }

    private static @Nullable String damageAfter(int packets, byte[] file) throws IOException {
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file))) {
            Packet packet = new Packet();
            for (int i = 0; i < packets; i++) {
                assertThat(reader.next(packet)).isTrue();
            }
            assertThat(reader.next(packet)).isFalse();
            return reader.damage();
        }
    }

    @Test
    void otherFilesAreRefusedWithARemedy() {
        byte[] snoop = Arrays.copyOf("snoop\0\0\0".getBytes(StandardCharsets.ISO_8859_1), 16);
        byte[] old = pcap(ByteOrder.BIG_ENDIAN, 0xa1b2c3d4, 0, 1);
        old[5] = 1;
        for (byte[] file : List.of(
                new byte[0],
                "# a text\n".getBytes(StandardCharsets.US_ASCII),
                old,
                Arrays.copyOf(old, 23),
                snoop,
                Arrays.copyOf(snoop, 15))) {
            assertThatThrownBy(() -> read(file))
                    .hasMessageMatching(".*[:;] (copy|convert|check|name) .*")
                    .hasMessageNotContaining("\n");
        }
    }

    @Test
    void otherFilesAreRefused() {
        assertThatThrownBy(() -> read(new byte[] {1, 2})).hasMessageContaining("less than four bytes");
        assertThatThrownBy(() -> read(new byte[100])).hasMessageContaining("no header of pcap, pcapng, snoop or ERF");
        byte[] old = pcap(ByteOrder.LITTLE_ENDIAN, 0xa1b2c3d4, 0, 0);
        old[4] = 1;
        assertThatThrownBy(() -> read(old)).hasMessageContaining("version 1");
    }

    private static byte[] block(ByteOrder order, int type, ByteBuffer body) {
        int padded = (body.capacity() + 3) & ~3;
        return ByteBuffer.allocate(12 + padded)
                .order(order)
                .putInt(type)
                .putInt(12 + padded)
                .put(body.rewind())
                .putInt(8 + padded, 12 + padded)
                .array();
    }

    private static ByteBuffer body(ByteOrder order, int size) {
        return ByteBuffer.allocate(size).order(order);
    }

    private static byte[] section(ByteOrder order) {
        return block(
                order,
                0x0a0d0d0a,
                body(order, 16)
                        .putInt(0x1a2b3c4d)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putLong(-1));
    }

    private static byte[] interfaceBlock(ByteOrder order, int linkType, int resolution, long offset) {
        return block(
                order,
                1,
                body(order, 32)
                        .putShort((short) linkType)
                        .putShort((short) 0)
                        .putInt(3)
                        .putShort((short) 9)
                        .putShort((short) 1)
                        .put((byte) resolution)
                        .put(new byte[3])
                        .putShort((short) 14)
                        .putShort((short) 8)
                        .putLong(offset)
                        .putInt(0));
    }

    private static byte[] enhanced(ByteOrder order, int number, long units) {
        return block(
                order,
                6,
                body(order, 25)
                        .putInt(number)
                        .putInt((int) (units >>> 32))
                        .putInt((int) units)
                        .putInt(CONTENT.length)
                        .putInt(90)
                        .put(CONTENT));
    }

    @ParameterizedTest
    @ValueSource(strings = {"LITTLE_ENDIAN", "BIG_ENDIAN"})
    void pcapngWithInterfacesOfAllKinds(String name) throws IOException {
        ByteOrder order = name.equals("BIG_ENDIAN") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(section(order));
        file.writeBytes(interfaceBlock(order, 1, 9, 0));
        file.writeBytes(interfaceBlock(order, 113, 0x80 | 10, 100));
        file.writeBytes(enhanced(order, 0, 7_500_000_000L));
        file.writeBytes(enhanced(order, 1, 7 << 10 | 512));
        file.writeBytes(block(order, 0x0bad, body(order, 4)));
        file.writeBytes(block(order, 3, body(order, 9).putInt(90).put(CONTENT)));
        file.writeBytes(enhanced(order, 2, 0));
        // Each count is that since the start of the capture.
        file.writeBytes(losses(order, 0, 4));
        file.writeBytes(losses(order, 1, 3));
        file.writeBytes(losses(order, 0, 8));
        // Another section, which has its own interfaces and byte order.
        ByteOrder other = order.equals(ByteOrder.BIG_ENDIAN) ? ByteOrder.LITTLE_ENDIAN : ByteOrder.BIG_ENDIAN;
        file.writeBytes(section(other));
        file.writeBytes(interfaceBlock(other, 12, 6, 0));
        file.writeBytes(enhanced(other, 0, 7_500_000));
        long half = (7L << 32) + (1L << 31);
        byte[] bytes = file.toByteArray();
        assertThat(read(bytes))
                .containsExactly(
                        new Seen(half, 5, 90, 1, (byte) 42),
                        new Seen(half + (100L << 32), 5, 90, 113, (byte) 42),
                        new Seen(0, 3, 90, 1, (byte) 42),
                        new Seen(half, 5, 90, 12, (byte) 42));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(bytes))) {
            while (reader.next(new Packet())) {
                assertThat(reader.damage()).isNull();
            }
            assertThat(reader.lostPackets()).isEqualTo(11);
            assertThat(reader.linkErrors()).isOne();
        }
    }

    private static byte[] losses(ByteOrder order, int number, long packets) {
        ByteBuffer body = body(order, 24).putInt(number).putLong(0).putShort((short) 5);
        return block(order, 5, body.putShort((short) 8).putLong(packets));
    }

    @Test
    void packetsOfPcapngWithoutAHeaderAreCounted() throws IOException {
        ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(section(order));
        file.writeBytes(interfaceBlock(order, 1, 6, 0));
        file.writeBytes(block(order, 6, body(order, 16)));
        file.writeBytes(block(order, 2, body(order, 16)));
        file.writeBytes(block(order, 3, body(order, 0)));
        file.writeBytes(enhanced(order, 0, 7_500_000));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file.toByteArray()))) {
            assertThat(reader.next(new Packet())).isTrue();
            assertThat(reader.linkErrors()).isEqualTo(3);
        }
    }

    /** Packets name interfaces by their order, so those behind it would have the times and the link of another. */
    @Test
    void readingEndsAtAnInterfaceWithoutAHeader() throws IOException {
        ByteOrder order = ByteOrder.LITTLE_ENDIAN;
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(section(order));
        file.writeBytes(block(order, 1, body(order, 4)));
        file.writeBytes(interfaceBlock(order, 1, 6, 0));
        file.writeBytes(enhanced(order, 0, 7_500_000));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file.toByteArray()))) {
            assertThat(reader.next(new Packet())).isFalse();
            assertThat(reader.damage()).isEqualTo("an interface of 4 bytes at byte 28");
        }
    }

    private static ByteBuffer erf(int type, int flags, int wire, int padding) {
        ByteBuffer record = ByteBuffer.allocate(16 + ((type & 0x80) == 0 ? 0 : 8) + 2 + 64 + padding);
        record.putLong(Long.reverseBytes((7L << 32) + 5))
                .put((byte) type)
                .put((byte) flags)
                .putShort((short) record.capacity())
                .putShort((short) 3)
                .putShort((short) wire);
        if ((type & 0x80) != 0) {
            record.putLong(0x0300_0000_0000_0000L);
        }
        return record.put((byte) 0).put((byte) 0).put((byte) 42);
    }

    @Test
    void erfWithExtensionsAndErrors() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(erf(2, 0, 64, 0).array());
        file.writeBytes(erf(0x82, 0, 64, 6).array());
        file.writeBytes(erf(2, 0x10, 64, 0).array());
        Seen expected = new Seen((7L << 32) + 5, 60, 60, 1, (byte) 42);
        byte[] bytes = file.toByteArray();
        assertThat(read(bytes)).containsExactly(expected, expected);
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(bytes))) {
            while (reader.next(new Packet())) {
                assertThat(reader.damage()).isNull();
            }
            assertThat(reader.lostPackets()).isEqualTo(9);
            assertThat(reader.linkErrors()).isOne();
        }
    }

    /** The field for lost packets holds a color or a hash in these types. */
    @ParameterizedTest
    @ValueSource(ints = {11, 16, 20})
    void erfWithColorsIsEthernetWithoutLosses(int type) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(erf(type, 0, 64, 6).array());
        file.writeBytes(erf(type | 0x80, 0, 64, 6).array());
        file.writeBytes(erf(type, 0x10, 64, 6).array());
        file.writeBytes(erf(2, 0, 64, 6).array());
        Seen expected = new Seen((7L << 32) + 5, 60, 60, 1, (byte) 42);
        byte[] bytes = file.toByteArray();
        assertThat(read(bytes)).containsExactly(expected, expected, expected);
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(bytes))) {
            while (reader.next(new Packet())) {
                assertThat(reader.damage()).isNull();
            }
            assertThat(reader.lostPackets()).isEqualTo(3);
            assertThat(reader.linkErrors()).isOne();
        }
    }

    /** Cards and the tools of Wireshark put facts about the host before the packets; these are as tshark writes them. */
    @Test
    void erfMayStartWithFactsAboutTheCapture() throws IOException {
        byte[] facts = HexFormat.of()
                .parseHex("05000000070000009b0400400000002411000000000000000002000800000000"
                        + "00000000ff000004000000140010000a54536861726b20342e30000000000000");
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(facts);
        assertThat(read(file.toByteArray())).isEmpty();
        file.writeBytes(erf(2, 0, 64, 6).array());
        assertThat(read(file.toByteArray())).containsExactly(new Seen((7L << 32) + 5, 60, 60, 1, (byte) 42));
    }

    /** As a pcap file of link type 197 has them, whose packets count as such of another protocol. */
    @Test
    void erfOfOtherLinksIsPacketsOfAnotherLink() throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes(erf(2, 0, 64, 6).array());
        file.writeBytes(erf(21, 0, 64, 6).array());
        file.writeBytes(erf(17, 0, 64, 6).array());
        file.writeBytes(erf(27, 0, 64, 6).array());
        file.writeBytes(erf(48, 0, 64, 6).array());
        long time = (7L << 32) + 5;
        byte[] bytes = file.toByteArray();
        assertThat(read(bytes))
                .containsExactly(
                        new Seen(time, 60, 60, 1, (byte) 42),
                        new Seen(time, 88, 88, 197, (byte) 5),
                        new Seen(time, 88, 88, 197, (byte) 5));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(bytes))) {
            while (reader.next(new Packet())) {
                assertThat(reader.damage()).isNull();
            }
            assertThat(reader.lostPackets()).isEqualTo(6);
            assertThat(reader.linkErrors()).isZero();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "1, 0000000000000000000000000800, IP",
        "1, 00000000000000000000000086dd, IP",
        "1, 0000000000000000000000000806, ARP",
        "1, 00000000000000000000000088cc, OTHER",
        "1, 000000000000000000000000810000010800, IP",
        "1, 00000000000000000000000088a80001910000028100000386dd, IP",
        "1, 000000000000000000000000002caaaa030000000800, IP",
        "1, 000000000000000000000000002c424203000000, OTHER",
        "1, 00000000000000000000000088641100000100160021, IP",
        "1, 00000000000000000000000088641100000100160057, IP",
        "1, 0000000000000000000000008864110000010016c021, OTHER",
        "1, 00000000000000000000000088641109000100160021, OTHER",
        "1, 00000000000000000000000088631109000100160021, OTHER",
        "0, 02000000, IP",
        "108, 00000002, IP",
        "12, '', IP",
        "101, '', IP",
        "228, '', IP",
        "229, '', IP",
        "113, 00000001000600000000000000000800, IP",
        "276, 0800000000000001000100060000000000000000, IP",
        "9, ff030021, IP",
        "9, 0057, IP",
        "9, c021, OTHER",
        "247, 0002000000000000, RDMA",
        "247, 0003000000000000" + GLOBAL_ROUTE_HEADER + ", RDMA",
        "247, 0000000000000000, OTHER",
        "1, 0000000000000000000000008915" + GLOBAL_ROUTE_HEADER + ", RDMA",
        "147, '', OTHER",
        "197, '', OTHER"
    })
    void theIpPacketIsFoundBehindAnyLink(int linkType, String header, LinkLayer.Content content) {
        byte[] start = HexFormat.of().parseHex(header);
        byte[] frame = Arrays.copyOf(start, start.length + 20);
        frame[start.length] = 0x45;
        Packet packet = new Packet();
        packet.set(frame, 0, frame.length, frame.length, 0, linkType);
        LinkLayer link = new LinkLayer();
        assertThat(link.parse(packet)).isEqualTo(content);
        if (content == LinkLayer.Content.IP || content == LinkLayer.Content.RDMA) {
            assertThat(frame[link.offset()]).isEqualTo((byte) 0x45);
            assertThat(link.headerBytes()).isEqualTo(start.length);
            for (int length = 0; length <= start.length; length++) {
                packet.set(frame, 0, length, frame.length, 0, linkType);
                assertThat(link.parse(packet)).isIn(LinkLayer.Content.TINY, content, LinkLayer.Content.OTHER);
            }
        }
    }

    /** A record as RFC 1761 has it, with two bytes of padding. */
    private static byte[] snoop(int captured, int wire, int drops) {
        return ByteBuffer.allocate(24 + captured + 2)
                .putInt(wire)
                .putInt(captured)
                .putInt(24 + captured + 2)
                .putInt(drops)
                .putInt(1_000_000_000)
                .putInt(500_000)
                .put((byte) 0x5a)
                .array();
    }

    private static ByteArrayOutputStream snoopHeader(int version, int link) {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        file.writeBytes("snoop\0\0\0".getBytes(StandardCharsets.US_ASCII));
        file.writeBytes(ByteBuffer.allocate(8).putInt(version).putInt(link).array());
        return file;
    }

    @Test
    void snoopWithPaddingAndDrops() throws IOException {
        ByteArrayOutputStream file = snoopHeader(2, 4);
        file.writeBytes(snoop(60, 100, 3));
        file.writeBytes(snoop(0, 0, 5));
        file.writeBytes(Arrays.copyOf(snoop(10, 10, 5), 20));
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file.toByteArray()))) {
            Packet packet = new Packet();
            assertThat(reader.next(packet)).isTrue();
            assertThat(packet.capturedLength()).isEqualTo(60);
            assertThat(packet.wireLength()).isEqualTo(100);
            assertThat(packet.time()).isEqualTo((1_000_000_000L << 32) + (1L << 31));
            assertThat(packet.data()[packet.offset()]).isEqualTo((byte) 0x5a);
            assertThat(packet.linkType()).isEqualTo(1);
            assertThat(reader.next(packet)).isTrue();
            assertThat(packet.capturedLength()).isZero();
            assertThat(reader.next(packet)).isFalse();
            assertThat(reader.lostPackets()).isEqualTo(5);
            assertThat(reader.damage()).contains("cut off");
        }
    }

    @Test
    void snoopOfAnotherKindOrWithImpossibleLengthsIsRefused() throws IOException {
        byte[] fddi = snoopHeader(2, 8).toByteArray();
        assertThatThrownBy(() -> CaptureFiles.open(new ByteArrayInputStream(fddi)))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("data link 8");
        ByteArrayOutputStream file = snoopHeader(2, 4);
        byte[] record = snoop(60, 60, 0);
        record[4] = (byte) 0xff;
        file.writeBytes(record);
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(file.toByteArray()))) {
            assertThat(reader.next(new Packet())).isFalse();
            assertThat(reader.damage()).contains("at byte 16");
        }
    }
}
