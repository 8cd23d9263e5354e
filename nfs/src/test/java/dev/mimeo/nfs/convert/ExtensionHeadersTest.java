package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Messages behind extension headers, also those within fragments, are those of the packets without. */
final class ExtensionHeadersTest {

    private static final int ETHERNET_HEADER = 14;
    private static final int IPV4_HEADER = 20;
    private static final int IPV6_HEADER = 40;
    private static final int FRAGMENT = 44;
    private static final int AUTHENTICATION = 51;

    /** Bytes of a packet in each of its fragments, a multiple of 8. */
    private static final int FRAGMENT_BYTES = 64;

    /**
     * Headers by their numbers, with 0 for the number of what follows: of options for each hop, of a route, of authentication and of
     * options for the destination; RFC 8200, section 4, and RFC 4302, section 2.
     */
    private static final Map<Integer, String> HEADERS = Map.of(
            0,
            "0000010400000000",
            43,
            "0000000000000000",
            AUTHENTICATION,
            "00040000000000010000000100112233445566778899aabb",
            60,
            "0001010c000000000000000000000000");

    /** A part of a packet, and the number of what it starts with. */
    private static final class Part {
        private final int type;
        private final byte[] bytes;

        Part(int type, byte[] bytes) {
            this.type = type;
            this.bytes = bytes;
        }
    }

    private static byte[] join(byte[] first, byte[] second) {
        return ByteBuffer.allocate(first.length + second.length)
                .put(first)
                .put(second)
                .array();
    }

    private static Part behind(List<Integer> headers, Part content) {
        Part all = content;
        for (int i = headers.size() - 1; i >= 0; i--) {
            int type = headers.get(i);
            byte[] header = HexFormat.of().parseHex(Objects.requireNonNull(HEADERS.get(type)));
            header[0] = (byte) all.type;
            all = new Part(type, join(header, all.bytes));
        }
        return all;
    }

    private static List<Integer> numbers(String text) {
        return Arrays.stream(text.split("-"))
                .filter(number -> !number.isEmpty())
                .map(Integer::valueOf)
                .toList();
    }

    /** The IPv4 packets of a capture. */
    private static List<Frames.Frame> packets(String name) throws IOException {
        byte[] capture = Files.readAllBytes(UnpackedCaptures.file(SharedData.path("nfs/captures/" + name)));
        List<Frames.Frame> packets = new ArrayList<>();
        try (CaptureReader reader = CaptureFiles.open(new ByteArrayInputStream(capture))) {
            for (Packet packet = new Packet(); reader.next(packet); ) {
                int start = packet.offset() + ETHERNET_HEADER;
                int length = ByteBuffer.wrap(packet.data()).getShort(start + 2);
                packets.add(new Frames.Frame(
                        Packet.nanos(packet.time()) / 1000, Arrays.copyOfRange(packet.data(), start, start + length)));
            }
        }
        return packets;
    }

    private static Part content(byte[] ipv4) {
        return new Part(ipv4[9], Arrays.copyOfRange(ipv4, IPV4_HEADER, ipv4.length));
    }

    private static byte[] ipv6(byte[] ipv4, Part content) {
        byte[] prefix = HexFormat.of().parseHex("20010db80000000000000000");
        return ByteBuffer.allocate(ETHERNET_HEADER + IPV6_HEADER + content.bytes.length)
                .position(12)
                .putShort((short) 0x86dd)
                .putInt(0x6000_0000)
                .putShort((short) content.bytes.length)
                .put((byte) content.type)
                .put((byte) 64)
                .put(prefix)
                .put(ipv4, 12, 4)
                .put(prefix)
                .put(ipv4, 16, 4)
                .put(content.bytes)
                .array();
    }

    private static Part fragment(Part whole, int number, int from) {
        int to = Math.min(whole.bytes.length, from + FRAGMENT_BYTES);
        byte[] header = ByteBuffer.allocate(8)
                .put((byte) whole.type)
                .put((byte) 0)
                .putShort((short) (from | (to < whole.bytes.length ? 1 : 0)))
                .putInt(number)
                .array();
        return new Part(FRAGMENT, join(header, Arrays.copyOfRange(whole.bytes, from, to)));
    }

    private static void assertSameRows(List<Frames.Frame> frames, List<Frames.Frame> original) throws IOException {
        List<Frames.Frame> plain = new ArrayList<>();
        for (Frames.Frame packet : original) {
            plain.add(new Frames.Frame(packet.micros(), Frames.ethernet(packet.bytes())));
        }
        assertThat(rows(frames)).isEqualTo(rows(plain));
    }

    private static Map<String, List<Map<String, String>>> rows(List<Frames.Frame> frames) throws IOException {
        Map<String, List<Map<String, String>>> rows =
                Converted.of(Frames.pcap(frames, ByteOrder.BIG_ENDIAN, false)).withoutTimes();
        assertThat(rows.get("Trace::NFS::common")).isNotEmpty();
        rows.values().forEach(table -> table.forEach(row -> row.keySet().removeAll(List.of("source", "dest"))));
        return rows;
    }

    /** Headers before that of fragments are in each of them, those behind are in the first. */
    @ParameterizedTest
    @CsvSource({
        "wswiki-nfsv2.pcap, '', 60",
        "wswiki-nfsv3.pcap, 0-43, 51-60",
        "wswiki-nfsv3.pcap, 60-43, 51",
        "zeek-nfs_base.pcap, 0, 51-60",
        "wswiki-nfsv4.1_pnfs.cap, '', 51"
    })
    void messagesInFragmentsAreThoseOfWholePackets(String capture, String before, String behind) throws IOException {
        List<Frames.Frame> packets = packets(capture);
        List<Frames.Frame> frames = new ArrayList<>();
        for (int i = 0; i < packets.size(); i++) {
            Frames.Frame packet = packets.get(i);
            Part whole = behind(numbers(behind), content(packet.bytes()));
            List<Frames.Frame> parts = new ArrayList<>();
            for (int from = 0; from < whole.bytes.length; from += FRAGMENT_BYTES) {
                byte[] bytes = ipv6(packet.bytes(), behind(numbers(before), fragment(whole, i, from)));
                parts.add(new Frames.Frame(packet.micros(), bytes));
            }
            if (i % 2 == 1) {
                Collections.reverse(parts);
            }
            frames.addAll(parts);
        }
        assertSameRows(frames, packets);
    }

    @ParameterizedTest
    @ValueSource(strings = {"0-60-43-51-60", "51"})
    void messagesBehindHeadersAreThoseWithout(String headers) throws IOException {
        List<Frames.Frame> packets = packets("wswiki-nfsv3.pcap");
        List<Frames.Frame> frames = new ArrayList<>();
        for (Frames.Frame packet : packets) {
            Part all = behind(numbers(headers), content(packet.bytes()));
            frames.add(new Frames.Frame(packet.micros(), ipv6(packet.bytes(), all)));
        }
        assertSameRows(frames, packets);
    }

    @ParameterizedTest
    @ValueSource(strings = {"wswiki-nfsv2.pcap", "zeek-nfs_base.pcap"})
    void messagesOfAuthenticatedPacketsOfVersion4AreThoseWithout(String capture) throws IOException {
        List<Frames.Frame> packets = packets(capture);
        List<Frames.Frame> frames = new ArrayList<>();
        for (Frames.Frame packet : packets) {
            Part all = behind(List.of(AUTHENTICATION), content(packet.bytes()));
            byte[] bytes = join(Arrays.copyOf(packet.bytes(), IPV4_HEADER), all.bytes);
            ByteBuffer.wrap(bytes).putShort(2, (short) bytes.length).put(9, (byte) all.type);
            frames.add(new Frames.Frame(packet.micros(), Frames.ethernet(bytes)));
        }
        assertSameRows(frames, packets);
    }
}
