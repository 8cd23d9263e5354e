package dev.mimeo.formats.internal.strace;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/** Converts what {@code strace -ttt -T -o FILE} writes, with and without {@code -f}; see strace(1). */
public final class StraceConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(StraceConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public StraceConverter() {
        super("strace", "system calls, text of strace -f -ttt -T", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new StraceLine();
    }
}
