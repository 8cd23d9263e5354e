package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The results of the segments of a scan, in order. For one thread at a time. */
interface SegmentResults extends AutoCloseable {

    /** Returns the result of the next segment, or null at the end. */
    SegmentScanner.@Nullable Result next() throws IOException;

    /** Takes back the memory of a segment. */
    void recycle(Segment segment);

    @Override
    void close();

    /** Does everything on the thread that scans, so that one thread is one thread. */
    record OneThread(ChunkSource source, SegmentScanner scanner) implements SegmentResults {
        @Override
        public SegmentScanner.@Nullable Result next() throws IOException {
            Segment segment = source.next();
            return segment == null ? null : scanner.apply(segment);
        }

        @Override
        public void recycle(Segment segment) {
            source.recycle(segment);
        }

        @Override
        public void close() {
            scanner.close();
        }
    }

    /** Reads on the thread that scans and works on the segments on a pool. */
    final class ManyThreads implements SegmentResults {
        private static final int SEGMENTS_PER_THREAD = 3;

        private final ChunkSource source;
        private final OrderedPipeline<Segment, SegmentScanner.Result> pipeline;

        ManyThreads(ChunkSource source, DataScanner.Options options, List<DatasetScan<?>> datasetScans) {
            this.source = source;
            long segmentBytes = Math.max(SegmentPool.SEGMENT_SIZE, options.chunkSize());
            pipeline = new OrderedPipeline<>(
                    source::next,
                    () -> new SegmentScanner(options.scanners(), datasetScans),
                    segment -> segment.data().length,
                    segmentBytes * SEGMENTS_PER_THREAD * options.threads(),
                    options.threads());
        }

        @Override
        public SegmentScanner.@Nullable Result next() throws IOException {
            return pipeline.next();
        }

        @Override
        public void recycle(Segment segment) {
            source.recycle(segment);
        }

        @Override
        public void close() {
            pipeline.close();
        }
    }

    /** Takes what other machines found. */
    record Found(ScanPlan plan, Iterator<ScanPlan.SegmentPlan> plans, Iterator<SegmentWorker.SegmentFindings> findings)
            implements SegmentResults {
        @Override
        public SegmentScanner.@Nullable Result next() throws IOException {
            if (plans.hasNext() != findings.hasNext()) {
                throw new MimeoException(
                        Reason.CORRUPT,
                        "there are " + (plans.hasNext() ? "fewer" : "more") + " findings than segments");
            }
            return plans.hasNext() ? findings.next().of(plans.next().unread(plan::path)) : null;
        }

        @Override
        public void recycle(Segment segment) {
            // It was hardly ever read.
        }

        @Override
        public void close() {}
    }
}
