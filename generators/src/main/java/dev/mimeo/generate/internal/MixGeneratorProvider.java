package dev.mimeo.generate.internal;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Supplier;

/**
 * The naive baseline {@code mix}: blocks that begin with random and end with constant bytes, in the share that gives the
 * zlib ratio of the whole data set, the same in every block. This is how LinkBench, vdbench and fio make compressible
 * data: right for the one codec they are tuned for.
 *
 * <p>Option {@code ratio}: the ratio to reach, 1 to 1000, instead of the scanned one.
 */
public final class MixGeneratorProvider implements DataGeneratorProvider {

    /** Random and constant bytes alternate within blocks of this size, so that the ratio holds for small parts too. */
    static final int BLOCK_BYTES = 4096;

    /** Greatest ratio of zlib, on constant bytes: 258 bytes in a match of 2 bits. */
    private static final double CONSTANT_RATIO = 1032;

    /** Chunks read at most to estimate the ratio of a data set, evenly spaced. */
    private static final long MAX_CHUNKS = 1024;

    /** For {@link java.util.ServiceLoader}. */
    public MixGeneratorProvider() {}

    @Override
    public String name() {
        return "mix";
    }

    @Override
    public String description() {
        return "random and constant bytes in the share that gives the mean zlib ratio of the data set, as LinkBench and"
                + " vdbench do; option ratio=N sets another";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options)
            throws IOException {
        GeneratorOptions reader = new GeneratorOptions(name(), options);
        double ratio = reader.number("ratio", 1, 1000, 0);
        reader.end();
        if (ratio == 0) {
            ratio = meanRatio(characterization);
        }
        double share = (1 / ratio - 1 / CONSTANT_RATIO) / (1 - 1 / CONSTANT_RATIO);
        int randomBytes = (int) StrictMath.rint(Math.min(1, Math.max(0, share)) * BLOCK_BYTES);
        return () ->
                (chunk, seed, destination, offset, length) -> generate(seed, randomBytes, destination, offset, length);
    }

    private static double meanRatio(Characterization characterization) throws IOException {
        long count = characterization.chunkCount();
        long read = Math.min(count, MAX_CHUNKS);
        double bytes = 0;
        double deflated = 0;
        for (long i = 0; i < read; i++) {
            ChunkCharacterization chunk = characterization.chunk(count / read * i + count % read * i / read);
            if (chunk.deflateBytes() < 0) {
                throw new IllegalArgumentException("generator 'mix' needs the zlib sizes of the chunks, which this"
                        + " characterization lacks: scan with the scanner 'repetition', or give the option 'ratio'");
            }
            bytes += chunk.size();
            deflated += chunk.deflateBytes();
        }
        return deflated == 0 ? 1 : Math.max(1, bytes / deflated);
    }

    private static void generate(long seed, int randomBytes, byte[] destination, int offset, int length) {
        byte constant = (byte) SplitMix64.mix64(seed);
        for (int done = 0; done < length; done += BLOCK_BYTES) {
            int block = Math.min(BLOCK_BYTES, length - done);
            int random = (int) ((long) randomBytes * block / BLOCK_BYTES);
            int from = offset + done;
            SplitMix64.fill(SplitMix64.derive(seed, done), destination, from, random);
            Arrays.fill(destination, from + random, from + block, constant);
        }
    }
}
