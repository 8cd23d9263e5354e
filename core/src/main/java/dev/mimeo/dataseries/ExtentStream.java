package dev.mimeo.dataseries;

import dev.mimeo.pipeline.OrderedPipeline;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes pairs of extents apart again. */
final class ExtentStream implements ExtentSource {

    private final OrderedPipeline.Source<ExtentPair> pairs;
    private final Runnable close;
    private @Nullable ExtentPair rest;

    /** Unpacks on the threads of a pipeline. */
    ExtentStream(OrderedPipeline<?, ExtentPair> pipeline) {
        this.pairs = pipeline::next;
        this.close = pipeline::close;
    }

    /** Unpacks on the thread that pulls. */
    <P> ExtentStream(OrderedPipeline.Source<P> stored, OrderedPipeline.Worker<P, ExtentPair> worker) {
        this.pairs = () -> {
            P pair = stored.next();
            return pair == null ? null : worker.apply(pair);
        };
        this.close = worker::close;
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
