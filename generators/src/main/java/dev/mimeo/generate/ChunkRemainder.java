package dev.mimeo.generate;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import java.util.List;
import java.util.Map;

/**
 * The statistics of what remains of a chunk without the stretches that are constant or repeat the chunk itself.
 *
 * <p>Deflate turns such a stretch into matches of full length and nearly no bytes; these are taken from the chunk's
 * statistics as far as they are there, and the rest is fitted to the size that remains.
 */
final class ChunkRemainder {

    private ChunkRemainder() {}

    /**
     * Returns the remainder as a chunk of its own without stretches, at the same place.
     *
     * @param size bytes that remain, at least 1
     */
    static ChunkCharacterization of(ChunkCharacterization chunk, int size) {
        ByteHistogram bytes = chunk.bytes();
        RepetitionHistogram repetitions = chunk.repetitions();
        int removed = chunk.size() - size;
        int matches = removed / RepetitionHistogram.MAX_LENGTH;
        // A match of full length takes two codes of one bit and more.
        int deflated = Math.max(1, chunk.deflateBytes() - matches / 4);
        return new ChunkCharacterization(
                chunk.number(),
                chunk.offset(),
                size,
                -1,
                bytes == null ? null : withoutConstants(bytes, chunk.stretches(), size),
                repetitions == null ? null : withoutLongest(repetitions, size),
                chunk.deflateBytes() < 0 ? -1 : deflated,
                List.of(),
                Map.of());
    }

    private static ByteHistogram withoutConstants(
            ByteHistogram bytes, List<ChunkCharacterization.Stretch> stretches, int size) {
        int[] counts = bytes.toArray();
        for (ChunkCharacterization.Stretch stretch : stretches) {
            if (!stretch.isCopy()) {
                counts[stretch.value()] = Math.max(0, counts[stretch.value()] - stretch.length());
            }
        }
        return ByteHistogram.of(scaled(counts, size));
    }

    /** Scales counts to a sum, by rounding the running total. */
    private static int[] scaled(int[] counts, int sum) {
        long total = 0;
        for (int count : counts) {
            total += count;
        }
        if (total == 0) {
            counts[0] = 1;
            total = 1;
        }
        int[] result = new int[counts.length];
        long before = 0;
        for (int i = 0; i < counts.length; i++) {
            long after = before + counts[i];
            result[i] = (int) (after * sum / total - before * sum / total);
            before = after;
        }
        return result;
    }

    /** Takes whole matches away, longest first, then literals, until the rest covers no more than a size. */
    private static RepetitionHistogram withoutLongest(RepetitionHistogram repetitions, int size) {
        int[] counts = repetitions.toArray();
        long excess = repetitions.literals() + repetitions.repeatedBytes() - size;
        for (int length = RepetitionHistogram.MAX_LENGTH; length >= RepetitionHistogram.MIN_LENGTH; length--) {
            long taken = Math.min(counts[length], excess / length);
            counts[length] -= (int) taken;
            excess -= taken * length;
        }
        // The rest is shorter than any match; literals in its place cannot be wrong by more.
        long literals = Math.max(0, repetitions.literals() - excess);
        return RepetitionHistogram.of(counts, literals);
    }
}
