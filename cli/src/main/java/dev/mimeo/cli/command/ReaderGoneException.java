package dev.mimeo.cli.command;

import java.io.IOException;
import java.util.Locale;

/** The end of the reader of a pipe: nothing is wrong, but there is no point in going on. */
public final class ReaderGoneException extends IOException {
    private static final long serialVersionUID = 1L;

    private final String output;

    ReaderGoneException(String output, IOException cause) {
        super(output + " was closed by its reader", cause);
        this.output = output;
    }

    /** Returns the name of the pipe. */
    public String output() {
        return output;
    }

    /** Returns whether this is why a write failed: EPIPE has no type of its own in java.io, the text is that of strerror. */
    static boolean isReason(IOException e) {
        return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("broken pipe");
    }
}
