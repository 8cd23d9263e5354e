package dev.mimeo.cli.command;

/** A failure that ends a command with one line on standard error and exit code 1. */
public final class CommandFailure extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /**
     * Creates a failure.
     *
     * @param message {@code file: what is wrong: what to try}
     */
    public CommandFailure(String message) {
        super(message);
    }
}
