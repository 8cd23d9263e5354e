package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.ByteHistogram;

/** A chunk that is held for fitting. Thread-safe as long as nobody changes its bytes. */
final class ChunkSample {

    private final long number;
    private final byte[] data;
    private final ByteHistogram histogram;
    private final int[] sizes;

    /**
     * Takes a chunk; the arrays are not copied and must not be changed.
     *
     * @param number its number in the data set
     * @param data its bytes
     * @param sizes its compressed sizes under {@link CodecSizes#CHUNK}, bytes
     */
    ChunkSample(long number, byte[] data, int[] sizes) {
        this.number = number;
        this.data = data;
        this.sizes = sizes;
        int[] counts = new int[256];
        for (byte b : data) {
            counts[b & 0xff]++;
        }
        this.histogram = ByteHistogram.of(counts);
    }

    long number() {
        return number;
    }

    byte[] data() {
        return data;
    }

    int length() {
        return data.length;
    }

    ByteHistogram histogram() {
        return histogram;
    }

    /** Returns the compressed size under a codec of {@link CodecSizes#CHUNK}, bytes. */
    int size(int codec) {
        return sizes[codec];
    }
}
