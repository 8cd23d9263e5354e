package dev.mimeo.nfs.internal.pcap;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.bytes.BulkInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/**
 * Unpacks one block of LZF, whatever its size, as a stream: the items of LibLZF without its frames. An item is 1 to 32 bytes as
 * they are, or a match of 3 to 264 bytes that starts up to 8192 bytes before. Takes 100 KiB of memory. Not thread-safe.
 */
final class LzfInputStream extends BulkInputStream {

    private static final int MAX_LITERALS = 32;
    private static final int MAX_MATCH = 264;
    private static final int MAX_DISTANCE = 8192;
    private static final int LONG_MATCH = 7;
    private static final int IN_BUFFER = 1 << 15;
    private static final int OUT_BUFFER = 1 << 16;

    private final InputStream in;
    private final byte[] packed = new byte[IN_BUFFER];
    private int packedAt;
    private int packedEnd;
    private long packedBefore;

    /** Window that matches may refer to, followed by the bytes that were not read yet. */
    private final byte[] unpacked = new byte[OUT_BUFFER];

    private int readAt;
    private int unpackedEnd;
    private @Nullable IOException failure;

    /** @param in closed with this stream */
    LzfInputStream(InputStream in) {
        this.in = in;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (readAt == unpackedEnd) {
            makeRoom();
            unpack();
            if (readAt == unpackedEnd) {
                if (failure != null) {
                    throw failure;
                }
                return -1;
            }
        }
        int count = Math.min(length, unpackedEnd - readAt);
        System.arraycopy(unpacked, readAt, bytes, offset, count);
        readAt += count;
        return count;
    }

    private void makeRoom() {
        if (unpackedEnd > OUT_BUFFER - MAX_MATCH) {
            System.arraycopy(unpacked, unpackedEnd - MAX_DISTANCE, unpacked, 0, MAX_DISTANCE);
            unpackedEnd = MAX_DISTANCE;
            readAt = MAX_DISTANCE;
        }
    }

    /** Unpacks items while they fit. What is before a failure is good, and read before it is thrown. */
    private void unpack() {
        try {
            while (failure == null && unpackedEnd <= OUT_BUFFER - MAX_MATCH && hasPacked()) {
                int control = packed[packedAt++] & 0xff;
                if (control < MAX_LITERALS) {
                    literals(control + 1);
                } else {
                    match(control);
                }
            }
        } catch (IOException e) {
            failure = e;
        }
    }

    private void literals(int count) throws IOException {
        for (int left = count; left > 0; ) {
            if (!hasPacked()) {
                throw cut();
            }
            int part = Math.min(left, packedEnd - packedAt);
            System.arraycopy(packed, packedAt, unpacked, unpackedEnd, part);
            packedAt += part;
            unpackedEnd += part;
            left -= part;
        }
    }

    private void match(int control) throws IOException {
        int length = control >> 5;
        length += length == LONG_MATCH ? next() : 0;
        int distance = ((control & 31) << 8 | next()) + 1;
        if (distance > unpackedEnd) {
            throw new MimeoException(
                    Reason.CORRUPT,
                    "damaged LZF: a match at byte " + (packedBefore + packedAt) + " starts " + distance
                            + " bytes back, before the first");
        }
        // A match may overlap what it makes.
        for (int i = 0; i < length + 2; i++) {
            unpacked[unpackedEnd] = unpacked[unpackedEnd - distance];
            unpackedEnd++;
        }
    }

    private int next() throws IOException {
        if (!hasPacked()) {
            throw cut();
        }
        return packed[packedAt++] & 0xff;
    }

    private static EOFException cut() {
        return new EOFException("LZF is cut off");
    }

    private boolean hasPacked() throws IOException {
        if (packedAt < packedEnd) {
            return true;
        }
        packedBefore += packedEnd;
        packedAt = 0;
        packedEnd = Math.max(0, in.read(packed, 0, packed.length));
        return packedEnd > 0;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
