package dev.mimeo.scan;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A scan whose segments are worked on elsewhere. Made by {@link DataScanner#plan}; immutable. */
public final class ScanPlan {

    private final ChunkSource source;
    private final List<SegmentPlan> segments;

    /** Lists the segments of a source that reads nothing, see {@link #listing}. */
    ScanPlan(ChunkSource source, int chunkSize) throws IOException {
        List<SegmentPlan> found = new ArrayList<>();
        for (Segment segment = source.next(); segment != null; segment = source.next()) {
            found.add(new SegmentPlan(segment, chunkSize));
            source.recycle(segment);
        }
        this.source = source;
        this.segments = List.copyOf(found);
    }

    /** Returns the segments, in the order of the data. */
    public List<SegmentPlan> segments() {
        return segments;
    }

    /** Returns the source that was listed, for what it knows of the data set. */
    ChunkSource source() {
        return source;
    }

    /** Returns an opener of objects that can be opened but are not read: their bytes stay as they are in the array. */
    static ObjectReader.Opener listing(ObjectReader.Opener opener) {
        return entry -> {
            // What cannot be opened is skipped or refused here, as in any scan.
            opener.open(entry).close();
            return new ObjectReader() {
                @Override
                public int read(long position, byte[] data, int offset, int length) {
                    return length;
                }

                @Override
                public void close() {}
            };
        };
    }
}
