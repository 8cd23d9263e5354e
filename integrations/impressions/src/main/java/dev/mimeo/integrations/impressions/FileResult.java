package dev.mimeo.integrations.impressions;

import org.jspecify.annotations.Nullable;

/**
 * Outcome of a request. Immutable.
 *
 * @param request the request
 * @param error why the file was not written in full, or null
 */
public record FileResult(FileRequest request, @Nullable String error) {

    /** Returns whether the file was written, in full. */
    public boolean written() {
        return error == null;
    }
}
