package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import java.io.IOException;
import java.io.Serializable;
import java.util.List;

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
     * @param chunks receive what was found of the chunks of the segment, one for each, in their order; they hold what chunk
     *     scanners and data set scanners earlier in the list found
     */
    void merge(Segment segment, P partial, List<ChunkCharacterization.Builder> chunks);

    /** Tells what was found of the data set as a whole. Called once, after all was merged. */
    void finish(DatasetFindings out) throws IOException;
}
