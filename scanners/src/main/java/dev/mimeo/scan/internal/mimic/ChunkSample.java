package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.scan.internal.deflate.DeflateParser;
import java.io.Serializable;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A chunk that is held for fitting. Thread-safe as long as nobody changes its bytes. */
final class ChunkSample implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Bytes of the blocks that are taken for random or not; 162 values occur in one of random bytes, give or take 7. */
    private static final int BLOCK = 256;

    private static final int NOISE_VALUES = 142;
    private static final int LEAST_NOISE = 8;

    /** Bits that a packed count takes besides its own, and packed bytes of the histograms of repetitions; measured on ten corpora. */
    private static final int COUNT_BITS = 2;

    private static final int REPETITION_BYTES = 60;

    private final long number;
    private final byte[] data;
    private final ByteHistogram histogram;
    private final int noise;
    private final int[] sizes;

    /** Characterization for generator {@code motif}; null until it is first requested. */
    private transient volatile @Nullable ChunkCharacterization characterization;

    /**
     * Takes a chunk; the arrays are not copied and must not be changed.
     *
     * @param number its number in the data set
     * @param data its bytes
     * @param sizes its compressed sizes, bytes, see {@link CodecSizes#ofChunk}
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
        int random = 0;
        for (boolean noisy : noisy()) {
            random += noisy ? 1 : 0;
        }
        int share = (int) (255L * random / Math.max(1, data.length));
        this.noise = share < LEAST_NOISE ? 0 : share;
    }

    /** Returns the share of the chunk that cannot be told from random bytes, in 1/255; 0 where it is too little to matter. */
    int noise() {
        return noise;
    }

    /** Tells which bytes are in blocks that cannot be told from random bytes: all but that many values occur. */
    boolean[] noisy() {
        boolean[] noisy = new boolean[data.length];
        int[] seen = new int[256];
        for (int at = 0; at + BLOCK <= data.length; at += BLOCK) {
            int values = 0;
            for (int i = at; i < at + BLOCK; i++) {
                int value = data[i] & 0xff;
                values += seen[value] == at + 1 ? 0 : 1;
                seen[value] = at + 1;
            }
            if (values >= NOISE_VALUES) {
                Arrays.fill(noisy, at, at + BLOCK, true);
            }
        }
        return noisy;
    }

    /** Returns what generator {@code motif} follows. */
    ChunkCharacterization characterization() {
        ChunkCharacterization known = characterization;
        if (known == null) {
            DeflateParser parser = new DeflateParser();
            parser.parse(data, 0, data.length);
            known = new ChunkCharacterization.Builder()
                    .bytes(histogram)
                    .repetitions(parser.histogram())
                    .deflateBytes(parser.deflateBytes())
                    .build(number, 0, data.length);
            characterization = known;
        }
        return known;
    }

    /**
     * Estimates the bytes that a file takes for the statistics of the chunk besides its model: a count of each byte value
     * that occurs, and the histograms of repetitions.
     */
    int describedBytes() {
        int bits = 0;
        for (int value = 0; value < 256; value++) {
            int count = histogram.count(value);
            bits += count == 0 ? 0 : COUNT_BITS + Integer.SIZE - Integer.numberOfLeadingZeros(count);
        }
        return bits / Byte.SIZE + REPETITION_BYTES;
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

    /** Returns the compressed size under a codec of {@link CodecSizes#CHUNK}, or that of {@link CodecSizes#LZ4_PIECES}, bytes. */
    int size(int codec) {
        return sizes[codec];
    }
}
