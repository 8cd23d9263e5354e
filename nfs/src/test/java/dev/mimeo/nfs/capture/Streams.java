package dev.mimeo.nfs.capture;

import dev.mimeo.nfs.internal.pcap.CaptureFiles;
import dev.mimeo.nfs.internal.pcap.CaptureReader;
import dev.mimeo.nfs.internal.pcap.Packet;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Makes streams of captured packets, and reads what became of them. */
final class Streams {

    private Streams() {}

    /** A stream of pcap with packets of random content. */
    static byte[] pcap(long seed, int packets, int maxBytes, ByteOrder order, boolean nanoseconds) {
        Random random = new Random(seed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ByteBuffer header = ByteBuffer.allocate(24).order(order);
        header.putInt(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4).putShort((short) 2).putShort((short) 4);
        header.putInt(0).putInt(0).putInt(65_535).putInt(1);
        out.writeBytes(header.array());
        for (int i = 0; i < packets; i++) {
            byte[] content = content(random, maxBytes);
            ByteBuffer packet = ByteBuffer.allocate(16 + content.length).order(order);
            packet.putInt(1_700_000_000 + i)
                    .putInt(i % 1000)
                    .putInt(content.length)
                    .putInt(content.length + 7);
            out.writeBytes(packet.put(content).array());
        }
        return out.toByteArray();
    }

    private static byte[] content(Random random, int maxBytes) {
        byte[] content = new byte[random.nextInt(maxBytes + 1)];
        // Compressible, as packets are.
        for (int i = 0; i < content.length; i++) {
            content[i] = (byte) random.nextInt(8);
        }
        return content;
    }

    /** A stream of pcapng: two sections, interfaces that appear late, times in nanoseconds and 2^-20 s, losses, unknown blocks. */
    static byte[] pcapng(long seed, int packets, int maxBytes, ByteOrder order) {
        Random random = new Random(seed);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        for (int section = 0; section < 2; section++) {
            out.writeBytes(block(
                    order,
                    0x0a0d0d0a,
                    ByteBuffer.allocate(16)
                            .order(order)
                            .putInt(0x1a2b3c4d)
                            .putShort((short) 1)
                            .putShort((short) 0)
                            .putLong(section == 0 ? 12_345_678 : -1)
                            .array()));
            out.writeBytes(description(order, (byte) 9));
            for (int i = 0; i < packets / 2; i++) {
                if (i == packets / 4) {
                    out.writeBytes(description(order, (byte) (0x80 | 20)));
                    out.writeBytes(losses(order, 9));
                }
                if (i % 50 == 3) {
                    out.writeBytes(block(order, 0x0bad, new byte[4 * random.nextInt(100)]));
                }
                byte[] content = content(random, maxBytes);
                int padded = (content.length + 3) & ~3;
                int number = i < packets / 4 ? 0 : i & 1;
                long units = number == 0 ? (1_700_000_000L + i) * 1_000_000_000L + 5 : (1_700_000_000L + i) << 20;
                out.writeBytes(block(
                        order,
                        6,
                        ByteBuffer.allocate(20 + padded)
                                .order(order)
                                .putInt(number)
                                .putInt((int) (units >>> 32))
                                .putInt((int) units)
                                .putInt(content.length)
                                .putInt(content.length + 9)
                                .put(content)
                                .array()));
            }
            out.writeBytes(losses(order, 17));
        }
        return out.toByteArray();
    }

    /** The packets that interface 0 has lost since the start. */
    private static byte[] losses(ByteOrder order, long packets) {
        return block(
                order,
                5,
                ByteBuffer.allocate(28)
                        .order(order)
                        .putInt(0)
                        .putLong(0)
                        .putShort((short) 5)
                        .putShort((short) 8)
                        .putLong(packets)
                        .putInt(0)
                        .array());
    }

    private static byte[] description(ByteOrder order, byte resolution) {
        return block(
                order,
                1,
                ByteBuffer.allocate(20)
                        .order(order)
                        .putShort((short) 1)
                        .putShort((short) 0)
                        .putInt(0)
                        .putShort((short) 9)
                        .putShort((short) 1)
                        .put(resolution)
                        .put(new byte[3])
                        .putInt(0)
                        .array());
    }

    private static byte[] block(ByteOrder order, int type, byte[] body) {
        int length = 12 + body.length;
        return ByteBuffer.allocate(length)
                .order(order)
                .putInt(type)
                .putInt(length)
                .put(body)
                .putInt(length)
                .array();
    }

    /** The packets of a stream, each with its time, lengths and content. */
    static List<String> packets(InputStream in) throws IOException {
        List<String> all = new ArrayList<>();
        try (CaptureReader reader = CaptureFiles.open(in)) {
            Packet packet = new Packet();
            while (reader.next(packet)) {
                int end = packet.offset() + packet.capturedLength();
                int hash = Arrays.hashCode(Arrays.copyOfRange(packet.data(), packet.offset(), end));
                all.add(HexFormat.of().toHexDigits(packet.time()) + " " + packet.capturedLength() + " "
                        + packet.wireLength() + " " + hash);
            }
            if (reader.damage() != null) {
                throw new IOException(reader.damage());
            }
        }
        return all;
    }

    static List<String> packets(byte[] stream) throws IOException {
        return packets(new ByteArrayInputStream(stream));
    }

    /** The files of a capture, in order. */
    static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().contains(".pcap"))
                    .sorted()
                    .toList();
        }
    }

    /** The packets of all files, each of which is read on its own. */
    static List<String> stored(Path folder) throws IOException {
        List<String> all = new ArrayList<>();
        for (Path file : files(folder)) {
            all.addAll(packets(Files.newInputStream(file)));
        }
        return all;
    }

    /** A stream that gives its bytes in pieces of random length. */
    static InputStream inPieces(byte[] stream, long seed, int max) {
        Random random = new Random(seed);
        return new FilterInputStream(new ByteArrayInputStream(stream)) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return super.read(target, offset, Math.min(length, 1 + random.nextInt(max)));
            }
        };
    }
}
