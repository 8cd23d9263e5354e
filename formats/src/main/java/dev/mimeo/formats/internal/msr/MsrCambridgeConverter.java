package dev.mimeo.formats.internal.msr;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/**
 * Converts the block traces of Narayanan, Donnelly and Rowstron ("Write Off-Loading: Practical Power Management for
 * Enterprise Storage", FAST 2008): {@code Timestamp,Hostname,DiskNumber,Type,Offset,Size,ResponseTime}.
 */
public final class MsrCambridgeConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(MsrCambridgeConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public MsrCambridgeConverter() {
        super("msr-cambridge", "block traces of MSR Cambridge, CSV", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new MsrCambridgeLine();
    }
}
