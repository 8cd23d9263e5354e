package dev.mimeo.integrations.impressions;

import java.io.IOException;

/** Says why a path is not written to. Nothing was changed outside the root. */
final class RefusedPathException extends IOException {

    private static final long serialVersionUID = 1;

    RefusedPathException(String reason) {
        super(reason);
    }
}
