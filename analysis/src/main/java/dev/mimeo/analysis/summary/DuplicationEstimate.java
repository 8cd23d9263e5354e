package dev.mimeo.analysis.summary;

import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import java.util.List;

/**
 * The dedup ratio of a whole data set of which a random sample of chunks was scanned.
 *
 * <p>A content that occurs once in a sample may occur often outside of it, so a sample tells little of duplicates. The
 * Guaranteed-Error Estimator (Charikar, Chaudhuri, Motwani, Narasayya, "Towards estimation error guarantees for distinct
 * values", PODS 2000) takes each content seen once for the square root of 1/share contents, and errs at most by that factor;
 * no estimator can be much better for all data. The bounds are sure but for chance: each content seen once is alone, or each
 * is one of a group of which no other was met.
 *
 * @param ratio bytes over distinct bytes, estimated
 * @param low the least ratio that the sample allows
 * @param high the largest one
 */
public record DuplicationEstimate(double ratio, double low, double high) {

    /**
     * Estimates; for a data set that was scanned as a whole, all three are the ratio itself.
     *
     * @return the estimate, or one of NaN if the characterization does not say how often contents occur
     */
    public static DuplicationEstimate of(DuplicationCharacterization cut, DatasetCharacterization dataset) {
        if (!dataset.sampled() || dataset.scannedBytes() == 0) {
            return new DuplicationEstimate(cut.dedupRatio(), cut.dedupRatio(), cut.dedupRatio());
        }
        List<Long> occurrences = cut.profile().occurrences();
        if (occurrences.isEmpty()) {
            return new DuplicationEstimate(Double.NaN, Double.NaN, Double.NaN);
        }
        double scale = Math.max(1, (double) dataset.bytes() / dataset.scannedBytes());
        double once = Math.min(occurrences.get(0), cut.distinctBlocks());
        double often = cut.distinctBlocks() - once;
        double blocks = cut.blocks() * scale;
        return new DuplicationEstimate(
                blocks / (Math.sqrt(scale) * once + often), blocks / (scale * once + often), blocks / (once + often));
    }
}
