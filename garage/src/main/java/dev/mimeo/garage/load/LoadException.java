package dev.mimeo.garage.load;

import java.io.IOException;

/** Reports tables that cannot be packed, or files that cannot be turned into tables; the message is one line. */
public final class LoadException extends IOException {

    private static final long serialVersionUID = 1L;

    LoadException(String message) {
        super(message);
    }

    LoadException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Makes an exception of an error of the engine, with the first line of what it says. */
    static LoadException of(String what, Exception e) {
        String message = String.valueOf(e.getMessage());
        int end = message.indexOf('\n');
        return new LoadException(what + ": " + (end < 0 ? message : message.substring(0, end)), e);
    }
}
