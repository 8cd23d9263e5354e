package dev.mimeo.cli;

/** Ends a command with one line on standard error and exit code 1. */
final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** @param message {@code file: what is wrong: what to try} */
    CommandFailure(String message) {
        super(message);
    }
}
