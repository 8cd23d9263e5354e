package dev.mimeo.formats.internal.srt;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/**
 * Converts traces of HP-UX disk drivers in the text form in which {@code ds2txt} prints rows of the type
 * {@code I/O trace: SRT-V7}: 42 values in the order of its fields, a space between two, times in seconds, {@code null} for
 * no value, {@code T} and {@code F} for flags.
 */
public final class SrtConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(SrtConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public SrtConverter() {
        super("srt", "disk traces of HP-UX, text of SRT-V7 rows", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new SrtLine();
    }
}
