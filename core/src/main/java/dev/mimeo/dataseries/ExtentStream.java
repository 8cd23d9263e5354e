package dev.mimeo.dataseries;

import dev.mimeo.pipeline.OrderedPipeline;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes pairs of extents apart again. */
final class ExtentStream implements ExtentSource {

    private final OrderedPipeline.Source<ExtentPair> pairs;
    private final Runnable close;
    private @Nullable ExtentPair rest;

    /**
     * @param close run when the stream is closed
     */
    ExtentStream(OrderedPipeline.Source<ExtentPair> pairs, Runnable close) {
        this.pairs = pairs;
        this.close = close;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        if (rest != null) {
            ExtentPair pair = rest;
            if (pair.failure() != null) {
                throw pair.failure();
            }
            rest = null;
            if (pair.second() != null) {
                return pair.second();
            }
        }
        ExtentPair pair = pairs.next();
        if (pair == null) {
            return null;
        }
        rest = pair.second() == null && pair.failure() == null ? null : pair;
        return pair.first();
    }

    @Override
    public void close() {
        close.run();
    }
}
