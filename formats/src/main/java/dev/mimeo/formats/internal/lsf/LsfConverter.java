package dev.mimeo.formats.internal.lsf;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/** Converts the records {@code JOB_FINISH} of the file {@code lsb.acct} of LSF, see lsb.acct(5). */
public final class LsfConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(LsfConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public LsfConverter() {
        super("lsf", "batch jobs, lsb.acct of LSF", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new LsfLine();
    }
}
