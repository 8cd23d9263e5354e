package dev.mimeo.formats.internal.blkparse;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/** Converts what blkparse prints in its default format; see blkparse(1). */
public final class BlkparseConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(BlkparseConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public BlkparseConverter() {
        super("blkparse", "block layer of Linux, text of blkparse", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new BlkparseLine();
    }
}
