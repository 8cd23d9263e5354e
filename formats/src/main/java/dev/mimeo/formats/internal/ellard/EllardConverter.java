package dev.mimeo.formats.internal.ellard;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.formats.internal.trace.LineConverter;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.TraceTypes;

/**
 * Converts the anonymised NFS traces of Ellard et al. ("Passive NFS Tracing of Email and Research Workloads", FAST 2003)
 * to and from the type that the original DataSeries tools use for them.
 */
public final class EllardConverter extends LineConverter {

    static final ExtentType TYPE = TraceTypes.load(EllardConverter.class);

    /** Used by {@link java.util.ServiceLoader}. */
    public EllardConverter() {
        super("ellard", "NFS traces of Harvard, text of nfsdump", TYPE);
    }

    @Override
    protected LineFormat newFormat() {
        return new EllardLine();
    }
}
