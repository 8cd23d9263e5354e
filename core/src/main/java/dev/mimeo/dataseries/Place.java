package dev.mimeo.dataseries;

import org.jspecify.annotations.Nullable;

/** Where something is in a source, to say so when it is wrong; -1 stands for not known. */
record Place(String source, long offset, int extent) {

    DataSeriesException error(String problem) {
        return error(problem, "");
    }

    DataSeriesException error(String problem, @Nullable String detail) {
        return new DataSeriesException(source, offset, extent, problem, detail == null ? "" : detail);
    }
}
