package dev.mimeo.nfs.convert;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Ethernet frames and the pcap file that has them, for tests. */
final class Frames {

    static final int CLIENT = 0x0a000001;
    static final int SERVER = 0x0a000002;
    static final int CLIENT_PORT = 800;
    static final int SERVER_PORT = 2049;

    static final int SYN = 2;
    static final int ACK = 16;

    /** A frame and when it was captured, in microseconds. */
    static final class Frame {
        private final long micros;
        private final byte[] bytes;

        Frame(long micros, byte[] bytes) {
            this.micros = micros;
            this.bytes = bytes;
        }

        long micros() {
            return micros;
        }

        byte[] bytes() {
            return bytes;
        }
    }

    final List<Frame> frames = new ArrayList<>();
    private int nextId = 1;

    /** The next number of each direction: from the client, from the server. */
    final int[] sequence = {1000, 0xffff_ff00};

    static byte[] ethernet(byte[] packet) {
        return ByteBuffer.allocate(14 + packet.length)
                .position(12)
                .putShort((short) 0x0800)
                .put(packet)
                .array();
    }

    static byte[] ipv4(boolean fromClient, int protocol, int id, int fragment, byte[] content) {
        return ByteBuffer.allocate(20 + content.length)
                .putShort((short) 0x4500)
                .putShort((short) (20 + content.length))
                .putShort((short) id)
                .putShort((short) fragment)
                .put((byte) 64)
                .put((byte) protocol)
                .putShort((short) 0)
                .putInt(fromClient ? CLIENT : SERVER)
                .putInt(fromClient ? SERVER : CLIENT)
                .put(content)
                .array();
    }

    private static ByteBuffer ports(boolean fromClient, int size) {
        return ByteBuffer.allocate(size)
                .putShort((short) (fromClient ? CLIENT_PORT : SERVER_PORT))
                .putShort((short) (fromClient ? SERVER_PORT : CLIENT_PORT));
    }

    static byte[] udp(boolean fromClient, byte[] payload) {
        return ports(fromClient, 8 + payload.length)
                .putShort((short) (8 + payload.length))
                .putShort((short) 0)
                .put(payload)
                .array();
    }

    static byte[] tcp(boolean fromClient, int sequence, int acknowledgement, int flags, byte[] payload) {
        return ports(fromClient, 20 + payload.length)
                .putInt(sequence)
                .putInt(acknowledgement)
                .putShort((short) (0x5000 | flags))
                .putShort((short) 1000)
                .putInt(0)
                .put(payload)
                .array();
    }

    Frames udp(long micros, boolean fromClient, byte[] payload) {
        frames.add(new Frame(micros, ethernet(ipv4(fromClient, 17, nextId++, 0, udp(fromClient, payload)))));
        return this;
    }

    /** A datagram in fragments of {@code size} bytes, a multiple of 8. */
    Frames fragments(long micros, boolean fromClient, byte[] payload, int size) {
        byte[] whole = udp(fromClient, payload);
        int id = nextId++;
        for (int at = 0; at < whole.length; at += size) {
            int end = Math.min(whole.length, at + size);
            int more = end < whole.length ? 0x2000 : 0;
            byte[] part = Arrays.copyOfRange(whole, at, end);
            frames.add(new Frame(micros++, ethernet(ipv4(fromClient, 17, id, more | at / 8, part))));
        }
        return this;
    }

    /** A segment with the next bytes of a direction. */
    Frames tcp(long micros, boolean fromClient, byte[] payload) {
        int side = fromClient ? 0 : 1;
        byte[] segment = tcp(fromClient, sequence[side], sequence[1 - side], ACK, payload);
        sequence[side] += payload.length;
        frames.add(new Frame(micros, ethernet(ipv4(fromClient, 6, nextId++, 0, segment))));
        return this;
    }

    /** The first segments of a connection. */
    Frames open(long micros) {
        for (int side = 0; side < 2; side++) {
            byte[] segment = tcp(side == 0, sequence[side] - 1, 0, SYN, new byte[0]);
            frames.add(new Frame(micros + side, ethernet(ipv4(side == 0, 6, nextId++, 0, segment))));
        }
        return this;
    }

    /** A message with its record mark. */
    static byte[] marked(byte[] message) {
        return new Xdrs().u32(0x8000_0000L | message.length).fixed(message).bytes();
    }

    byte[] pcap() {
        return pcap(frames, ByteOrder.LITTLE_ENDIAN, false);
    }

    static byte[] pcap(List<Frame> frames, ByteOrder order, boolean nanoseconds) {
        int size = 24;
        for (Frame frame : frames) {
            size += 16 + frame.bytes.length;
        }
        ByteBuffer file = ByteBuffer.allocate(size).order(order);
        file.putInt(nanoseconds ? 0xa1b23c4d : 0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(65535)
                .putInt(1);
        for (Frame frame : frames) {
            long fraction = frame.micros % 1_000_000;
            file.putInt((int) (frame.micros / 1_000_000))
                    .putInt((int) (nanoseconds ? fraction * 1000 : fraction))
                    .putInt(frame.bytes.length)
                    .putInt(frame.bytes.length)
                    .put(frame.bytes);
        }
        return file.array();
    }
}
