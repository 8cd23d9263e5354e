package dev.mimeo.query.relational;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Rows that are put together into extents of about a size. */
abstract class BuiltExtents implements ExtentSource {

    /** Above this an extent might not fit the format. */
    private static final long MAX_TARGET = 256L << 20;

    final ExtentBuilder builder;
    final int recordSize;
    private final long targetBytes;
    private boolean ended;

    BuiltExtents(ExtentType type, long targetBytes) {
        if (targetBytes < 1 || targetBytes > MAX_TARGET) {
            throw new IllegalArgumentException("extents must have 1 to " + MAX_TARGET + " bytes, got " + targetBytes);
        }
        this.builder = new ExtentBuilder(type);
        this.recordSize = type.recordSize();
        this.targetBytes = targetBytes;
    }

    /** Adds rows to the builder until one {@link #exceeds}, and returns true then; false if there are no more. */
    abstract boolean fill() throws IOException;

    /**
     * Returns whether more rows are too many for the extent.
     *
     * @param rows number of them that come before the last
     */
    final boolean exceeds(int rows, long bytes) {
        return builder.rows() + rows > 0 && builder.sizeBytes() + bytes > targetBytes;
    }

    @Override
    public final @Nullable Extent next() throws IOException {
        if (ended) {
            return null;
        }
        ended = !fill();
        if (builder.rows() == 0) {
            return null;
        }
        Extent extent = builder.build();
        builder.clear();
        return extent;
    }
}
