package dev.mimeo.formats.trace;

import java.io.IOException;

/** A trace is not of its format. The message says where and what was expected. */
public final class TraceFormatException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception with a message of one line. */
    public TraceFormatException(String message) {
        super(message);
    }
}
