package dev.mimeo.fidelity;

import dev.mimeo.internal.text.ByteSizes;
import java.util.ArrayList;
import java.util.List;

/**
 * A deviation of one quantity of a whole data set.
 *
 * @param quantity for people to read: {@code zlib:6 compression time}
 * @param value {@code synthetic / original - 1}
 * @param noise uncertainty of the value by measurement; 0 for ratios
 */
record Deviation(String quantity, double value, double noise) {

    /** Returns those of the ratios, of streams and of further chunk sizes, in the order of the codecs. */
    static List<Deviation> ratios(ComparisonResult result) {
        List<Deviation> all = new ArrayList<>();
        for (CodecComparison codec : result.codecs()) {
            all.add(new Deviation(codec.codec() + " ratio", codec.ratio().deviation(), 0));
            for (CodecComparison.GranularityFigure figure : codec.granularity()) {
                String quantity = codec.codec() + " ratio of chunks of " + ByteSizes.format(figure.chunkSize());
                all.add(new Deviation(quantity, figure.ratio().deviation(), 0));
            }
        }
        return all;
    }

    /** Returns those of the times to compress and decompress streams, in the order of the codecs. */
    static List<Deviation> times(ComparisonResult result) {
        List<Deviation> all = new ArrayList<>();
        for (CodecComparison codec : result.codecs()) {
            all.add(time(codec.codec() + " compression time", codec.compressTime()));
            all.add(time(codec.codec() + " decompression time", codec.decompressTime()));
        }
        return all;
    }

    private static Deviation time(String quantity, CodecComparison.TimeFigure figure) {
        return new Deviation(quantity, figure.deviation(), figure.noise());
    }

    /** Returns whether the noise is larger than the value, so that no difference is shown. */
    boolean isNoisy() {
        return noise > Math.abs(value);
    }

    /** Returns whether the value is larger than a limit, and is not only noise. */
    boolean exceeds(double limit) {
        return !isNoisy() && Math.abs(value) > limit;
    }

    /** Returns whether the noise decides on which side of a limit the value is. */
    boolean isUndecided(double limit) {
        return !isNoisy() && Math.abs(Math.abs(value) - limit) < noise;
    }
}
