package dev.mimeo.scan;

import java.io.IOException;

/** Says that the inputs hold no byte to scan. */
public final class NoDataException extends IOException {
    private static final long serialVersionUID = 1L;

    /** Makes an exception whose message names the inputs. */
    public NoDataException(String message) {
        super(message);
    }
}
