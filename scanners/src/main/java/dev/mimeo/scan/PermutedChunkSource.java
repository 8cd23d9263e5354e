package dev.mimeo.scan;

import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Replaces each byte value by another one, before any scanner sees it. */
final class PermutedChunkSource implements ChunkSource {

    private final ChunkSource source;
    private final byte[] replacement;

    /**
     * @param replacement replacement of the values 0 to 255, each of them once
     */
    PermutedChunkSource(ChunkSource source, byte[] replacement) {
        this.source = source;
        this.replacement = replacement.clone();
    }

    @Override
    public @Nullable Segment next() throws IOException {
        Segment segment = source.next();
        if (segment != null) {
            byte[] data = segment.data();
            for (int i = 0; i < segment.size(); i++) {
                data[i] = replacement[data[i] & 0xff];
            }
        }
        return segment;
    }

    @Override
    public String name() {
        return source.name();
    }

    @Override
    public void recycle(Segment segment) {
        source.recycle(segment);
    }

    @Override
    public long bytes() {
        return source.bytes();
    }

    @Override
    public long population() {
        return source.population();
    }

    @Override
    public boolean sampled() {
        return source.sampled();
    }

    @Override
    public boolean permuted() {
        return true;
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
}
