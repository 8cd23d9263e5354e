package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ChunkCharacterization.Stretch;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Says what the content of a chunk that is its own should compress to where the rest is copied from earlier chunks. A producer makes all of a
 * chunk by its recipe, and then puts the copies over it. Not thread-safe.
 */
final class OwnContent {

    /**
     * Exponent with which the compressed size grows with the part of a chunk: a part gains less from what is before. Chosen so that chunks
     * with copies of two images of file systems were neither too large nor too small in sum.
     */
    private static final double GROWTH = 0.93;

    /** By how much more or less compressible than a chunk its own content may be. */
    private static final double MOST = 3;

    /** A smaller share of a chunk hardly matters. */
    private static final double LEAST = 1 / 16.0;

    private static final int[] NONE = {};

    private final Sketches sketches;
    private final ChunkPlaces places;

    /**
     * @param sketches those of earlier chunks
     * @param places those of earlier chunks
     */
    OwnContent(Sketches sketches, ChunkPlaces places) {
        this.sketches = sketches;
        this.places = places;
    }

    /**
     * Changes the sizes in the sketch of the next chunk to those that its own content would have if there were as much of it as the chunk has bytes.
     *
     * @param stretches its constant and copied ranges
     * @param length bytes of the chunk
     * @return numbers of the earlier chunks of which it has copies
     */
    int[] sketch(List<Stretch> stretches, byte[] sketch, int length) {
        List<Stretch> copies = stretches.stream()
                .filter(stretch -> stretch.isCopy() && stretch.source() < places.end())
                .toList();
        if (copies.isEmpty()) {
            return NONE;
        }
        int own = length - copies.stream().mapToInt(Stretch::length).sum();
        for (int size = ChunkSketcher.SIZES; size < ChunkSketcher.SIZES_END && own >= LEAST * length; size++) {
            double share = ChunkSketcher.share(sketch[size]);
            double ownShare = (share - copied(copies, size, length)) / part(own, length);
            sketch[size] = ChunkSketcher.coded(Math.max(share / MOST, Math.min(MOST * share, ownShare)));
        }
        return copies.stream()
                .flatMapToInt(copy -> Arrays.stream(sources(copy)))
                .distinct()
                .toArray();
    }

    /** Gives the parts of earlier chunks that a copy has: one that goes on into its own chunk repeats some of its own data as well. */
    private void parts(Stretch copy, ChunkPlaces.PartConsumer taken) {
        places.parts(copy.source(), (int) Math.min(copy.length(), places.end() - copy.source()), taken);
    }

    /** Returns the compressed size of the copies, as a share of the chunk. */
    private double copied(List<Stretch> copies, int size, int length) {
        double[] sum = {0};
        for (Stretch copy : copies) {
            parts(copy, (chunk, bytes) -> sum[0] += sketches.wholeShare(chunk, size) * part(bytes, length));
        }
        return sum[0];
    }

    private int[] sources(Stretch copy) {
        IntStream.Builder sources = IntStream.builder();
        parts(copy, (chunk, bytes) -> sources.add(chunk));
        return sources.build().toArray();
    }

    /** Returns the compressed size of a part of a chunk, as a share of that of the chunk. */
    private static double part(int bytes, int length) {
        return StrictMath.pow((double) bytes / length, GROWTH);
    }
}
