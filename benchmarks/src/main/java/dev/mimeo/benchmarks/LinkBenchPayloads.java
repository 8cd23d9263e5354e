package dev.mimeo.benchmarks;

import com.facebook.LinkBench.generators.DataGenerator;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Properties;
import java.util.Random;

/**
 * Payloads to compare with, each a generator of LinkBench. All draw exactly one random number for a payload, as Mimeo's
 * adapter does, so that runs that differ in the payload only do the same operations.
 */
final class LinkBenchPayloads {

    /** Property that names the file of {@link OriginalSlices}. */
    static final String ORIGINAL = "original";

    private LinkBenchPayloads() {}

    /** Slices of a file from random places. */
    static final class OriginalSlices implements DataGenerator {
        private byte[] original = new byte[0];

        @Override
        public void init(Properties props, String keyPrefix) {
            try {
                original = Files.readAllBytes(Path.of(props.getProperty(ORIGINAL)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        @Override
        public byte[] fill(Random rng, byte[] data) {
            int from = (int) Long.remainderUnsigned(SplitMix64.mix64(rng.nextLong()), original.length);
            for (int done = 0; done < data.length; from = 0) {
                int taken = Math.min(data.length - done, original.length - from);
                System.arraycopy(original, from, data, done, taken);
                done += taken;
            }
            return data;
        }
    }

    /** Zeros. */
    static final class Zeros implements DataGenerator {
        @Override
        public void init(Properties props, String keyPrefix) {}

        @Override
        public byte[] fill(Random rng, byte[] data) {
            rng.nextLong();
            Arrays.fill(data, (byte) 0);
            return data;
        }
    }

    /** Random bytes. */
    static final class RandomBytes implements DataGenerator {
        @Override
        public void init(Properties props, String keyPrefix) {}

        @Override
        public byte[] fill(Random rng, byte[] data) {
            SplitMix64.fill(rng.nextLong(), data, 0, data.length);
            return data;
        }
    }

    /**
     * Payloads of LinkBench itself, with the parameters of its workload for nodes: a share of the pieces of a payload
     * is new, of random bytes of a range, the others are copies from random positions of one motif of such bytes.
     */
    static final class Motifs implements DataGenerator {
        private static final int FIRST_BYTE = 50;
        private static final int BYTES = 220 - FIRST_BYTE;
        private static final double NEW_SHARE = 0.63;
        private static final int MOTIF_BYTES = 512;
        private static final int PIECE_BYTES = 32;
        private static final long MOTIF_SEED = 4;

        private final byte[] motif = new byte[MOTIF_BYTES];

        @Override
        public void init(Properties props, String keyPrefix) {
            range(new SplitMix64(MOTIF_SEED), motif, 0, MOTIF_BYTES);
        }

        @Override
        public byte[] fill(Random rng, byte[] data) {
            SplitMix64 random = new SplitMix64(rng.nextLong());
            for (int at = 0; at < data.length; at += PIECE_BYTES) {
                int length = Math.min(PIECE_BYTES, data.length - at);
                if (random.below(1000) < 1000 * NEW_SHARE) {
                    range(random, data, at, length);
                } else {
                    System.arraycopy(motif, (int) random.below(MOTIF_BYTES - length + 1), data, at, length);
                }
            }
            return data;
        }

        private static void range(SplitMix64 random, byte[] data, int offset, int length) {
            for (int i = offset; i < offset + length; i++) {
                data[i] = (byte) (FIRST_BYTE + random.below(BYTES));
            }
        }
    }
}
