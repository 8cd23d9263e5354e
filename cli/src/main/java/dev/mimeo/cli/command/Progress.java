package dev.mimeo.cli.command;

/** A display of how far a task has come. Thread-safe. */
public interface Progress extends AutoCloseable {

    /** Shows nothing. */
    Progress NONE = (done, total) -> {};

    /**
     * Moves on.
     *
     * @param done what is done so far
     * @param total what there is to do, or -1 if that is not known
     */
    void update(long done, long total);

    /** Shows a few words besides. */
    default void note(String words) {}

    /** Ends the showing. */
    @Override
    default void close() {}
}
