package dev.mimeo.scan;

import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses chunks of a source whose size is not known before its end: reads everything once and keeps a uniform sample
 * (reservoir sampling, Vitter's Algorithm R, ACM TOMS 11(1), 1985), then supplies it in the order of the data.
 */
final class ReservoirChunkSource implements ChunkSource {

    /** Bytes that a sample of a stream may hold: it must be in memory until the end of the stream. */
    static final long MAX_BYTES = 256L << 20;

    private final ChunkSource source;
    private final int sample;
    private final SplitMix64 random;
    private Kept @Nullable [] kept;
    private int next;
    private long bytes = -1;
    private long population = -1;

    ReservoirChunkSource(ChunkSource source, ChunkSources.SourceOptions options) {
        if (options.sample() > MAX_BYTES / options.chunkSize()) {
            throw new IllegalArgumentException("a sample of a stream may hold " + (MAX_BYTES >> 20) + " MiB, "
                    + MAX_BYTES / options.chunkSize() + " chunks of this size; asked for " + options.sample());
        }
        this.source = source;
        this.sample = (int) options.sample();
        this.random = new SplitMix64(options.seed());
    }

    @Override
    public @Nullable Segment next() throws IOException {
        Kept[] chosen = kept;
        if (chosen == null) {
            chosen = choose();
            kept = chosen;
        }
        if (next == chosen.length) {
            return null;
        }
        Kept chunk = chosen[next++];
        Segment segment = new Segment(chunk.data);
        segment.add(chunk.source, chunk.sourceOffset, chunk.data.length);
        return segment;
    }

    private Kept[] choose() throws IOException {
        Kept[] reservoir = new Kept[Math.min(sample, 1024)];
        long seen = 0;
        long seenBytes = 0;
        for (Segment segment = source.next(); segment != null; segment = source.next()) {
            for (int i = 0; i < segment.chunks(); i++) {
                long slot = seen < sample ? seen : random.below(seen + 1);
                if (slot < sample) {
                    if (slot >= reservoir.length) {
                        reservoir = Arrays.copyOf(reservoir, Math.min(sample, reservoir.length * 2));
                    }
                    reservoir[(int) slot] = new Kept(segment, i, seen);
                }
                seen++;
            }
            seenBytes += segment.size();
            source.recycle(segment);
        }
        bytes = seenBytes;
        population = seen;
        Kept[] result = Arrays.copyOf(reservoir, (int) Math.min(sample, seen));
        Arrays.sort(result, Comparator.comparingLong(chunk -> chunk.rank));
        return result;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public long bytes() {
        return bytes;
    }

    @Override
    public long population() {
        return population;
    }

    @Override
    public boolean sampled() {
        return population > sample;
    }

    @Override
    public List<ScanSummary.SkippedSource> skipped() {
        return source.skipped();
    }

    @Override
    public long skippedCount(ScanSummary.SkippedSource.Reason reason) {
        return source.skippedCount(reason);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }

    private static final class Kept {
        final byte[] data;
        final Segment.SourceObject source;
        final long sourceOffset;
        final long rank;

        Kept(Segment segment, int chunk, long rank) {
            int offset = segment.offset(chunk);
            this.data = Arrays.copyOfRange(segment.data(), offset, offset + segment.length(chunk));
            this.source = segment.source(chunk);
            this.sourceOffset = segment.sourceOffset(chunk);
            this.rank = rank;
        }
    }
}
