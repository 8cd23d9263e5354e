package dev.mimeo.garage.load;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A file with values of counters, which can be read several times. */
interface CounterSource {

    Path file();

    /** Returns what besides its content says what comes of the file: its table, or a server that it does not name. */
    String label();

    /** Returns whether values are parsed even if they are not wanted, so that the file takes as long to read. */
    default boolean parsesValues() {
        return true;
    }

    /** Returns a warning for each column of the file with values that are not read exactly. */
    default List<String> warnings() throws IOException {
        return List.of();
    }

    /**
     * Reads the file from start to end.
     *
     * @throws LoadException if it is not what it should be; the message names the file, and the line where there are lines
     */
    void read(CounterTables tables, SampleSink sink) throws IOException;
}
