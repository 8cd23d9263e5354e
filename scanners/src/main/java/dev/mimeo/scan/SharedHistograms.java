package dev.mimeo.scan;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Gives similar chunks the same histograms, as a file has equal ones of a group of chunks only once. Of the chunks of a group, the ones that
 * keep theirs are chosen by farthest-first traversal (Gonzalez: "Clustering to minimize the maximum intercluster distance", Theoretical
 * Computer Science 38, 1985), the distance being that of Hellinger between byte frequencies; each other chunk gets those of the nearest. Not
 * thread-safe.
 */
final class SharedHistograms {

    /** Chunks of a group: those that fit into an extent. */
    static final int GROUP = 512;

    private static final int VALUES = 256;

    private final double share;
    private final List<ChunkCharacterization> chunks = new ArrayList<>();

    /** Indexes of the chunks of the group whose histograms may be exchanged, and the square roots of their byte frequencies. */
    private final int[] exchanged = new int[GROUP];

    private final float[][] roots = new float[GROUP][VALUES];
    private int count;

    /** @param share share of the exchanged histograms that stay, above 0, at most 1 */
    SharedHistograms(double share) {
        this.share = share;
    }

    /** Takes chunks. */
    @FunctionalInterface
    interface Consumer {
        /** Takes the next chunk. */
        void accept(ChunkCharacterization chunk) throws IOException;
    }

    /**
     * Adds the next chunk of a group.
     *
     * @param fixed whether it keeps its histograms
     */
    void add(ChunkCharacterization chunk, boolean fixed) {
        ByteHistogram bytes = chunk.bytes();
        if (!fixed && bytes != null && chunk.repetitions() != null) {
            for (int value = 0; value < VALUES; value++) {
                roots[count][value] = (float) Math.sqrt((double) bytes.count(value) / chunk.size());
            }
            exchanged[count++] = chunks.size();
        }
        chunks.add(chunk);
    }

    /** Returns whether the group is complete. */
    boolean isFull() {
        return chunks.size() == GROUP;
    }

    /** Gives the chunks of the group in their order, and begins the next one. */
    void finish(Consumer out) throws IOException {
        int[] nearest = nearest((int) Math.ceil(share * count));
        for (int i = 0; i < count; i++) {
            ChunkCharacterization chunk = chunks.get(exchanged[i]);
            ChunkCharacterization similar = chunks.get(exchanged[nearest[i]]);
            if (nearest[i] != i) {
                chunks.set(
                        exchanged[i],
                        new ChunkCharacterization(
                                chunk.number(),
                                chunk.offset(),
                                chunk.size(),
                                chunk.duplicateOf(),
                                similar.bytes(),
                                similar.repetitions(),
                                chunk.deflateBytes(),
                                chunk.costs(),
                                chunk.statistics(),
                                chunk.stretches()));
            }
        }
        for (ChunkCharacterization chunk : chunks) {
            out.accept(chunk);
        }
        chunks.clear();
        count = 0;
    }

    /** Returns, by chunk, the nearest of some that stay; these are their own. */
    private int[] nearest(int kept) {
        int[] nearest = new int[count];
        float[] distances = new float[count];
        int next = 0;
        for (int i = 0; i < count; i++) {
            distances[i] = Float.MAX_VALUE;
        }
        for (int chosen = 0; chosen < kept; chosen++) {
            int farthest = next;
            float most = 0;
            for (int i = 0; i < count; i++) {
                float distance = distance(roots[i], roots[next], distances[i]);
                if (distance < distances[i]) {
                    distances[i] = distance;
                    nearest[i] = next;
                }
                if (distances[i] > most) {
                    most = distances[i];
                    farthest = i;
                }
            }
            next = farthest;
        }
        return nearest;
    }

    /** Returns the sum of squared differences, or more than a limit if it is more. */
    private static float distance(float[] a, float[] b, float limit) {
        float sum = 0;
        for (int value = 0; value < VALUES && sum < limit; value += 16) {
            for (int i = value; i < value + 16; i++) {
                float difference = a[i] - b[i];
                sum += difference * difference;
            }
        }
        return sum;
    }
}
