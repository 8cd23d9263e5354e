package dev.mimeo.formats.internal.spc;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/**
 * Converts block traces in the trace file format of the Storage Performance Council (revision 1.0.1):
 * {@code ASU,LBA,Size,Opcode,Timestamp} and optional fields.
 */
public final class SpcConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(SpcConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public SpcConverter() {
        super("spc", "block traces of the UMass repository, SPC text", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new SpcLine();
    }
}
