package dev.mimeo.formats.anonymize;

import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;

/**
 * Numbers names from 0 in the order in which they come, without keeping them: it knows 128 bits of their SHA-256, in which two
 * of 2^40 names are the same with a probability of one in 2^49. The table is in memory up to a bound, and then in
 * a file that is mapped, and which the system removes when it is no longer needed. Not thread-safe.
 */
final class NameTable {

    /** Two halves of the hash, and one more than the number, so that an empty slot is zero. */
    private static final int SLOT = 24;

    private static final int NUMBER_AT = 16;
    private static final int SEGMENT_SLOTS = 1 << 22;
    private static final int SEGMENT_BITS = 22;
    private static final int FIRST_SLOTS = 1 << 12;
    private static final int ZEROS = 1 << 20;

    private final long maxMemory;
    private final Path folder;
    private final MessageDigest digest = Digests.sha256();

    /** Slots, in parts that buffers can have. */
    private ByteBuffer[] segments;

    private long slots = FIRST_SLOTS;
    private long names;

    /**
     * Makes an empty table.
     *
     * @param maxMemory bytes of memory for it
     * @param folder for the file
     */
    NameTable(long maxMemory, Path folder) {
        this.maxMemory = maxMemory;
        this.folder = folder;
        this.segments = new ByteBuffer[] {ByteBuffer.allocate(FIRST_SLOTS * SLOT)};
    }

    /** Returns how many names there are. */
    long size() {
        return names;
    }

    /** Returns whether the table is in a file. */
    boolean isOnDisk() {
        return segments[0].isDirect();
    }

    /**
     * Returns the number of a name, which is the {@link #size} before if it is new.
     *
     * @throws IOException if the file cannot be written
     */
    long number(byte[] name) throws IOException {
        ByteBuffer hash = ByteBuffer.wrap(digest.digest(name));
        long high = hash.getLong();
        long low = hash.getLong();
        long slot = find(segments, slots, high, low);
        long known = number(segments, slot);
        if (known != 0) {
            return known - 1;
        }
        // At most three quarters full.
        if (4 * (names + 1) > 3 * slots) {
            grow();
            slot = find(segments, slots, high, low);
        }
        set(segments, slot, high, low, ++names);
        return names - 1;
    }

    private static ByteBuffer segment(ByteBuffer[] segments, long slot) {
        return segments[(int) (slot >>> SEGMENT_BITS)];
    }

    private static int offset(long slot) {
        return (int) (slot & (SEGMENT_SLOTS - 1)) * SLOT;
    }

    private static long number(ByteBuffer[] segments, long slot) {
        return segment(segments, slot).getLong(offset(slot) + NUMBER_AT);
    }

    private static void set(ByteBuffer[] segments, long slot, long high, long low, long number) {
        segment(segments, slot)
                .putLong(offset(slot), high)
                .putLong(offset(slot) + Long.BYTES, low)
                .putLong(offset(slot) + NUMBER_AT, number);
    }

    /** Returns the slot of a hash, or the empty one where it belongs. There are empty ones. */
    private static long find(ByteBuffer[] segments, long slots, long high, long low) {
        long slot = low & (slots - 1);
        while (true) {
            ByteBuffer segment = segment(segments, slot);
            int at = offset(slot);
            boolean same = segment.getLong(at) == high && segment.getLong(at + Long.BYTES) == low;
            if (same || segment.getLong(at + NUMBER_AT) == 0) {
                return slot;
            }
            slot = (slot + 1) & (slots - 1);
        }
    }

    private void grow() throws IOException {
        long more = 2 * slots;
        ByteBuffer[] larger = more * SLOT <= maxMemory ? inMemory(more) : onDisk(more);
        for (long slot = 0; slot < slots; slot++) {
            long number = number(segments, slot);
            if (number != 0) {
                ByteBuffer from = segment(segments, slot);
                long high = from.getLong(offset(slot));
                long low = from.getLong(offset(slot) + Long.BYTES);
                set(larger, find(larger, more, high, low), high, low, number);
            }
        }
        segments = larger;
        slots = more;
    }

    private static ByteBuffer[] inMemory(long slots) {
        ByteBuffer[] made = new ByteBuffer[segments(slots)];
        for (int i = 0; i < made.length; i++) {
            made[i] = ByteBuffer.allocate((int) Math.min(slots, SEGMENT_SLOTS) * SLOT);
        }
        return made;
    }

    private static int segments(long slots) {
        return (int) Math.max(1, slots / SEGMENT_SLOTS);
    }

    private ByteBuffer[] onDisk(long slots) throws IOException {
        Path file = Files.createTempFile(folder, "mimeo-names", ".tmp");
        // The mapping outlives the file.
        try (FileChannel channel = FileChannel.open(
                file, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE)) {
            // A page that cannot be had when it is touched ends the process, so all are had now.
            ByteBuffer zeros = ByteBuffer.allocate(ZEROS);
            for (long left = slots * SLOT; left > 0; ) {
                int length = (int) Math.min(ZEROS, left);
                FullTransfers.write(channel, zeros.clear().limit(length));
                left -= length;
            }
            ByteBuffer[] made = new ByteBuffer[segments(slots)];
            int bytes = (int) Math.min(slots, SEGMENT_SLOTS) * SLOT;
            for (int i = 0; i < made.length; i++) {
                made[i] = channel.map(FileChannel.MapMode.READ_WRITE, (long) i * bytes, bytes);
            }
            return made;
        } catch (IOException e) {
            throw Failures.ofFile(file, e);
        }
    }
}
