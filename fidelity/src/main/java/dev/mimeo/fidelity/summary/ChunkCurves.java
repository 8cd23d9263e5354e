package dev.mimeo.fidelity.summary;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.RepetitionHistogram;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Distributions over the chunks, as curves to draw. Lists are empty where the scanner concerned did not run. Immutable
 * and thread-safe.
 *
 * @param ratios default zlib ratios at 0, 1, ... 100 % of the chunks, ascending
 * @param entropies order-0 entropies in bits a byte at 0, 1, ... 100 % of the chunks, ascending
 * @param ratiosInOrder default zlib ratio of each of up to {@value #PARTS} parts of the data, of about as many chunks each, in the
 *     order of the data
 * @param bytes share of each of the 256 byte values
 * @param repeated share of all bytes that are repetitions of 3, 4, ... {@link RepetitionHistogram#MAX_LENGTH} bytes
 */
public record ChunkCurves(
        List<Double> ratios,
        List<Double> entropies,
        List<Double> ratiosInOrder,
        List<Double> bytes,
        List<Double> repeated) {

    private static final int PARTS = 200;

    /** Copies the lists. */
    public ChunkCurves {
        ratios = List.copyOf(ratios);
        entropies = List.copyOf(entropies);
        ratiosInOrder = List.copyOf(ratiosInOrder);
        bytes = List.copyOf(bytes);
        repeated = List.copyOf(repeated);
    }

    /**
     * Reads all of a characterization.
     *
     * @throws IOException if it cannot be read or is damaged
     */
    public static ChunkCurves of(Characterization characterization) throws IOException {
        long chunks = characterization.chunkCount();
        int parts = (int) Math.min(PARTS, chunks);
        long[] sizes = new long[parts];
        long[] deflated = new long[parts];
        double[] ratios = new double[Math.toIntExact(chunks)];
        double[] entropies = new double[ratios.length];
        int ratioCount = 0;
        int entropyCount = 0;
        long[] values = new long[256];
        long[] lengths = new long[RepetitionHistogram.MAX_LENGTH + 1];
        long measured = 0;
        for (long number = 0; number < chunks; number++) {
            ChunkCharacterization chunk = characterization.chunk(number);
            if (chunk.deflateBytes() >= 0) {
                int part = (int) (number * parts / chunks);
                sizes[part] += chunk.size();
                deflated[part] += chunk.deflateBytes();
                ratios[ratioCount++] = chunk.deflateRatio();
            }
            ByteHistogram histogram = chunk.bytes();
            if (histogram != null) {
                entropies[entropyCount++] = histogram.entropy();
                for (int value = 0; value < values.length; value++) {
                    values[value] += histogram.count(value);
                }
            }
            RepetitionHistogram repetitions = chunk.repetitions();
            if (repetitions != null) {
                measured += chunk.size();
                for (int length = RepetitionHistogram.MIN_LENGTH; length < lengths.length; length++) {
                    lengths[length] += (long) length * repetitions.count(length);
                }
            }
        }
        return new ChunkCurves(
                quantiles(ratios, ratioCount),
                quantiles(entropies, entropyCount),
                ratios(sizes, deflated),
                shares(values, 0, Arrays.stream(values).sum()),
                shares(lengths, RepetitionHistogram.MIN_LENGTH, measured));
    }

    private static List<Double> quantiles(double[] values, int count) {
        Arrays.sort(values, 0, count);
        List<Double> quantiles = new ArrayList<>();
        for (int percent = 0; percent <= 100 && count > 0; percent++) {
            quantiles.add(values[Math.max(0, (int) Math.ceil(percent / 100.0 * count) - 1)]);
        }
        return quantiles;
    }

    /** Returns the ratios of parts; of one without a size, which only a part of the chunks has, that of the part before. */
    private static List<Double> ratios(long[] sizes, long[] deflated) {
        List<Double> ratios = new ArrayList<>();
        for (int part = 0; part < sizes.length; part++) {
            if (deflated[part] > 0) {
                ratios.add((double) sizes[part] / deflated[part]);
            } else if (!ratios.isEmpty()) {
                ratios.add(ratios.get(ratios.size() - 1));
            }
        }
        return ratios;
    }

    private static List<Double> shares(long[] counts, int from, long all) {
        List<Double> shares = new ArrayList<>();
        for (int i = from; i < counts.length && all > 0; i++) {
            shares.add((double) counts[i] / all);
        }
        return shares;
    }
}
