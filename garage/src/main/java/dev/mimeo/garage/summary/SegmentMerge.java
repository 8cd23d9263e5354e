package dev.mimeo.garage.summary;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Merges the newest segments of summaries into one, counter by counter. For one thread at a time.
 *
 * <p>A segment is merged with those that follow if it has at most twice as many rows as all of them. So the number of segments
 * grows with the logarithm of the rows, and a row is rewritten about as often.
 */
final class SegmentMerge implements Closeable {

    /** Most rows of a counter in a segment that was merged: what a merge has in memory. */
    private static final int MAX_COUNTER_ROWS = 1 << 18;

    private final List<SummarySegment> segments = new ArrayList<>();
    private final List<Map<CounterName, List<Integer>>> indexes = new ArrayList<>();

    private SegmentMerge() {}

    /**
     * Opens the segments to be merged: the last of those given.
     *
     * @param paths paths of all segments, the oldest first
     */
    static SegmentMerge open(List<Path> paths) throws IOException {
        SegmentMerge merge = new SegmentMerge();
        try {
            long rows = 0;
            long counterRows = 0;
            for (int i = paths.size() - 1; i >= 0; i--) {
                SummarySegment segment = SummarySegment.open(paths.get(i));
                counterRows += segment.mostRows();
                if (rows > 0 && (segment.rows() > 2 * rows || counterRows > MAX_COUNTER_ROWS)) {
                    segment.close();
                    break;
                }
                merge.segments.add(0, segment);
                rows += segment.rows();
            }
        } catch (IOException | RuntimeException | Error e) {
            merge.close();
            throw e;
        }
        return merge;
    }

    /** Returns the number of segments to be merged; with one there is nothing to do. */
    int size() {
        return segments.size();
    }

    /**
     * Writes the segment that takes their place.
     *
     * @param path a file that does not exist
     * @param files numbers of the files whose rows are kept
     */
    void write(Path path, Set<Long> files) throws IOException {
        Set<CounterName> counters = new TreeSet<>();
        for (SummarySegment segment : segments) {
            Map<CounterName, List<Integer>> index = new HashMap<>();
            for (int i = 0; i < segment.counters().size(); i++) {
                index.computeIfAbsent(segment.counters().get(i), counter -> new ArrayList<>())
                        .add(i);
            }
            indexes.add(index);
            counters.addAll(segment.counters());
        }
        try (SummarySegment.HourWriter writer = new SummarySegment.HourWriter(path)) {
            for (CounterName counter : counters) {
                HourlyRows rows = new HourlyRows();
                for (int i = 0; i < segments.size(); i++) {
                    for (int number : indexes.get(i).getOrDefault(counter, List.of())) {
                        rows.addAll(segments.get(i).read(number), files::contains);
                    }
                }
                if (rows.size() > 0) {
                    writer.add(counter, rows);
                }
            }
            writer.commit();
        }
    }

    @Override
    public void close() throws IOException {
        for (SummarySegment segment : segments) {
            segment.close();
        }
    }
}
