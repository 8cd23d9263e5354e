package dev.mimeo.garage.prometheus;

import dev.mimeo.MimeoException;

/** Reports a request that is wrong, or asks for more than is allowed; the message is one line. */
final class QueryException extends MimeoException {

    private static final long serialVersionUID = 1L;

    private final boolean tooLarge;

    /** An error of the request itself. */
    QueryException(String message) {
        this(message, false);
    }

    /** @param tooLarge whether the query is right but takes too much */
    QueryException(String message, boolean tooLarge) {
        super(Reason.CORRUPT, message);
        this.tooLarge = tooLarge;
    }

    boolean isTooLarge() {
        return tooLarge;
    }
}
