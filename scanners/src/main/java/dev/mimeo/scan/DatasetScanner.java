package dev.mimeo.scan;

import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.characterization.Stretch;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;
import java.util.function.DoubleConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Finds statistics that span chunks, in two steps: segments are worked on in parallel, and the partial results are merged
 * in the order of the data by one thread, so that the outcome does not depend on the number of threads.
 *
 * @param <P> what is found of one segment; it can be serialized, so that segments can be worked on by other machines
 */
public interface DatasetScanner<P extends Serializable> {

    /** Works on one segment; called by many threads at once. */
    P scan(Segment segment);

    /**
     * Adds what was found of the next segment; called by one thread, in order.
     *
     * @param segment the segment; where another machine worked on it, its bytes are read again when they are asked for
     */
    void merge(Segment segment, P partial);

    /**
     * Returns the number of the earlier chunk with the same content as a chunk of the segment merged last, or -1 where there
     * is none or it is not known.
     *
     * @param chunk position in that segment
     */
    default long duplicateOf(int chunk) {
        return -1;
    }

    /**
     * Returns how the chunks are made; null for a scanner that does not look for it. Called once, after all was merged.
     *
     * @param threads most threads that may be used, at least 1
     * @param progress told the share that is done, 0 to 1 and not decreasing, by one thread at a time
     */
    default @Nullable MimicCharacterization mimic(int threads, DoubleConsumer progress) throws IOException {
        return null;
    }

    /**
     * Returns the constant and copied stretches of a chunk of the segment merged last; empty for a scanner that does not
     * look for them, and for a chunk that is a duplicate as a whole.
     *
     * @param chunk position in that segment
     */
    default List<Stretch> stretches(int chunk) {
        return List.of();
    }

    /** Returns the duplication of all that was merged; empty for a scanner that does not look for it. */
    default List<DuplicationCharacterization> duplication() {
        return List.of();
    }
}
