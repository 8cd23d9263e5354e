package dev.mimeo.integrations.impressions;

import dev.mimeo.MimeoException;

/** Says why a path is not written to. Nothing was changed outside the root. */
final class RefusedPathException extends MimeoException {

    private static final long serialVersionUID = 1;

    RefusedPathException(String reason) {
        super(Reason.UNSUPPORTED, reason);
    }
}
