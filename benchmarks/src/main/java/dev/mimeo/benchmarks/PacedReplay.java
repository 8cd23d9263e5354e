package dev.mimeo.benchmarks;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.locks.LockSupport;

/**
 * Plays a pcap file to standard output again and again, at stated rates, in the place of a capturing program: {@code FILE
 * GIGABITS:SECONDS...}, as in {@code trace.pcap 0.1:60 1.2:30 0.1:60}. Standard error tells the packets, what was reached, and
 * how late a packet was at most: what a reader keeps waiting longer than the kernel can buffer would be lost in a real capture.
 */
public final class PacedReplay {

    private static final int FILE_HEADER = 24;
    private static final int RECORD_HEADER = 16;
    private static final int CAPTURED_AT = 8;

    /** As much as a pipe takes at once. */
    private static final int BATCH = 1 << 16;

    private static final double BITS = 8;
    private static final double GIGA = 1e9;
    private static final double NANOS = 1e9;
    private static final double MILLIS = 1e3;

    private final byte[] file;
    private final ByteOrder order;
    private final OutputStream out;
    private int at = FILE_HEADER;
    private long packets;
    private double worstSeconds;

    private PacedReplay(byte[] file, OutputStream out) {
        this.file = file;
        this.order = file[0] == (byte) 0xa1 ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN;
        this.out = out;
    }

    /** Runs it. */
    public static void main(String[] args) throws IOException {
        try (FileOutputStream out = new FileOutputStream(FileDescriptor.out)) {
            PacedReplay replay = new PacedReplay(Files.readAllBytes(Path.of(args[0])), out);
            out.write(replay.file, 0, FILE_HEADER);
            for (int i = 1; i < args.length; i++) {
                String[] phase = args[i].split(":", 2);
                replay.play(Double.parseDouble(phase[0]) * GIGA / BITS, Double.parseDouble(phase[1]));
            }
            System.err.printf(Locale.ROOT, "%d packets in all%n", replay.packets);
        }
    }

    private void play(double bytesPerSecond, double seconds) throws IOException {
        long start = System.nanoTime();
        long before = packets;
        double sent = 0;
        worstSeconds = 0;
        while (sent < bytesPerSecond * seconds) {
            double ahead = sent / bytesPerSecond - (System.nanoTime() - start) / NANOS;
            if (ahead > 0) {
                LockSupport.parkNanos((long) (ahead * NANOS));
            } else {
                worstSeconds = Math.max(worstSeconds, -ahead);
            }
            sent += batch();
        }
        double took = (System.nanoTime() - start) / NANOS;
        System.err.printf(
                Locale.ROOT,
                "asked %.3f Gb/s, reached %.3f Gb/s, %.1f kpackets/s for %.1f s; %d packets; late by %.1f ms at most%n",
                bytesPerSecond * BITS / GIGA,
                sent * BITS / GIGA / took,
                (packets - before) / took / MILLIS,
                took,
                packets - before,
                worstSeconds * MILLIS);
    }

    /** Writes some packets, and returns their bytes. */
    private int batch() throws IOException {
        ByteBuffer numbers = ByteBuffer.wrap(file).order(order);
        int start = at;
        while (at - start < BATCH && at + RECORD_HEADER <= file.length) {
            int next = at + RECORD_HEADER + numbers.getInt(at + CAPTURED_AT);
            if (next > file.length) {
                break;
            }
            at = next;
            packets++;
        }
        int bytes = at - start;
        out.write(file, start, bytes);
        if (bytes < BATCH) {
            at = FILE_HEADER;
        }
        return bytes;
    }
}
