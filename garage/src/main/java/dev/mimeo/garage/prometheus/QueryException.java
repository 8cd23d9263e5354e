package dev.mimeo.garage.prometheus;

import dev.mimeo.MimeoException;

/** Reports a request that is wrong, or that cannot be answered from the samples; the message is one line. */
final class QueryException extends MimeoException {

    private static final long serialVersionUID = 1L;

    private final boolean inExecution;

    /** An error of the request itself. */
    QueryException(String message) {
        this(message, false);
    }

    /** An error of the request itself that another error found. */
    QueryException(String message, Exception cause) {
        super("", -1, Reason.CORRUPT, message, cause);
        this.inExecution = false;
    }

    private QueryException(String message, boolean inExecution) {
        super(Reason.CORRUPT, message);
        this.inExecution = inExecution;
    }

    /** Returns an error of a request that is right, but takes too much or finds series that it cannot combine. */
    static QueryException inExecution(String message) {
        return new QueryException(message, true);
    }

    boolean isInExecution() {
        return inExecution;
    }
}
