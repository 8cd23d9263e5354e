package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import org.jspecify.annotations.Nullable;

/** Position in a source, for error messages; -1 stands for not known. */
record Place(String source, long offset, int extent) {

    DataSeriesException error(String problem) {
        return error(problem, "");
    }

    DataSeriesException error(String problem, @Nullable String detail) {
        return error(Reason.CORRUPT, problem, detail);
    }

    DataSeriesException error(Reason reason, String problem, @Nullable String detail) {
        // The list of types is directly after the header.
        boolean recoverable = reason != Reason.UNSUPPORTED && offset > FileFrame.HEADER_SIZE;
        return new DataSeriesException(reason, this, problem, detail == null ? "" : detail, recoverable);
    }
}
