package dev.mimeo.scan;

import dev.mimeo.characterization.ChunkCharacterization;
import java.io.Serializable;
import java.util.ArrayList;

/** Scan results of a segment, on their way to {@link DataScanner#merge}. Made by {@link SegmentWorker}. */
public final class SegmentFindings implements Serializable {

    private static final long serialVersionUID = 1L;

    private final ArrayList<ChunkCharacterization.Builder> chunks;
    private final ArrayList<Serializable> partials;

    SegmentFindings(SegmentScanner.Result result) {
        this.chunks = new ArrayList<>(result.chunks());
        this.partials = new ArrayList<>(result.partials());
    }

    SegmentScanner.Result of(Segment segment) {
        return new SegmentScanner.Result(segment, chunks, partials);
    }
}
