package dev.mimeo.garage.load;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes the values of an input, row by row. For one thread at a time. */
interface SampleSink {

    /** Stands for a time that is not known. */
    long NONE = Long.MIN_VALUE;

    /** Returns whether values are wanted, or only rows and what inputs that have types declare; from some row on they may not be. */
    default boolean wantsValues() {
        return true;
    }

    /** Takes what the type of an input says of a counter. */
    default void declare(TableCounter counter, CellKind kind) {}

    /**
     * Starts a row, or goes on with one of the same table, server, time and instance.
     *
     * @param time milliseconds since 1970 in UTC
     * @param previous time of the sample before, {@link #NONE} if the input does not say
     * @param instance name of the disk or the like, null for none
     * @param line line of the row in its input, from 1
     * @return whether its values are wanted
     */
    boolean row(CounterTable table, String server, long time, long previous, @Nullable String instance, long line)
            throws IOException;

    /**
     * Takes a value of the row.
     *
     * @param bits see {@link CellKind}; 0 for texts
     * @param text null for all but texts
     */
    void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) throws IOException;

    /** Takes the name of a folder for the server and day of the row. */
    default void folder(int level, String name) throws IOException {}

    /**
     * Is told that the next value of the row is not exactly that of the input.
     *
     * @param counter the one with a rounded number; null for a rounded time, of the row or of a counter
     */
    default void rounded(@Nullable TableCounter counter) {}

    /** Is told of something in the input that no counter can hold; {@code what} is a noun in the singular. */
    default void skipped(String what, long line) {}
}
