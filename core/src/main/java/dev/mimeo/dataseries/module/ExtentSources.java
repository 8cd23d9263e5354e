package dev.mimeo.dataseries.module;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Makes and uses sources of extents. */
public final class ExtentSources {

    /** Takes extents. */
    @FunctionalInterface
    public interface Sink {
        /** Takes the next extent. */
        void accept(Extent extent) throws IOException;
    }

    private ExtentSources() {}

    /** Pulls a source to its end, for what its stages do on the way; does not close it. */
    public static void drain(ExtentSource source) throws IOException {
        for (Extent extent = source.next(); extent != null; extent = source.next()) {
            // The stages have seen it.
        }
    }

    /** Returns a source of extents that are in memory. */
    public static ExtentSource of(List<Extent> extents) {
        Iterator<Extent> left = List.copyOf(extents).iterator();
        return new ExtentSource() {
            @Override
            public @Nullable Extent next() {
                return left.hasNext() ? left.next() : null;
            }

            @Override
            public void close() {}
        };
    }

    /** Returns a stage that lets extents of some types pass. */
    public static ExtentSource filtered(ExtentSource source, Predicate<ExtentType> condition) {
        return new SourceStage(source) {
            @Override
            public @Nullable Extent next() throws IOException {
                Extent extent = source.next();
                while (extent != null && !condition.test(extent.type())) {
                    extent = source.next();
                }
                return extent;
            }
        };
    }

    /**
     * Returns a stage that gives each extent to a sink too, before passing it on: {@code writer::write} copies extents to
     * a file, {@code output::copy} their rows.
     */
    public static ExtentSource tee(ExtentSource source, Sink sink) {
        return new SourceStage(source) {
            @Override
            public @Nullable Extent next() throws IOException {
                Extent extent = source.next();
                if (extent != null) {
                    sink.accept(extent);
                }
                return extent;
            }
        };
    }

    private abstract static class SourceStage implements ExtentSource {
        private final ExtentSource source;

        SourceStage(ExtentSource source) {
            this.source = source;
        }

        @Override
        public void close() throws IOException {
            source.close();
        }
    }
}
