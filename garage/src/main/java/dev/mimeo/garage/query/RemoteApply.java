package dev.mimeo.garage.query;

import java.io.IOException;
import java.io.InputStream;
import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;

/**
 * Runs the script behind APPLY in other processes, each of which has an {@link ApplyEngine}. What these cannot read is read again
 * by the process that asks, so that a query gives the same rows and the same count of files wherever it runs.
 */
@FunctionalInterface
public interface RemoteApply {

    /** Takes what came of some files. */
    @FunctionalInterface
    interface ShareSink {

        /**
         * Takes a share. Called by one thread at a time. Files that came with a share before are left out, so a share may come
         * more than once.
         *
         * @param share the bytes that {@link ApplyEngine#apply} wrote; left open
         * @throws dev.mimeo.sql.SqlException if the script is wrong; no more shares need to be made
         * @throws IOException if the share cannot be read or kept, or a file is damaged and the query does not allow it
         */
        void accept(InputStream share) throws IOException;
    }

    /**
     * Runs the script on files.
     *
     * @param macros that the script may use
     * @param files with at least one place each, the largest first
     * @param sink takes the shares, in any order, until this returns
     * @throws IOException if it cannot be done, or the sink threw it
     */
    void run(String script, Macros macros, List<Input> files, ShareSink sink) throws IOException;

    /**
     * A file of a query that APPLY runs on, in a form that can be sent to other processes.
     *
     * @param number its number in the list of files of the query
     * @param path its path in the garage
     * @param places absolute paths of it and its replicas; none for a file that is not there
     * @param sizeBytes its size, 0 if it is not there
     */
    record Input(int number, String path, List<String> places, long sizeBytes) implements Serializable {

        /** Copies the list. */
        public Input {
            places = List.copyOf(places);
        }

        static Input of(int number, GarageFile file) {
            List<String> places = file.replicas().stream()
                    .map(place -> place.toAbsolutePath().toString())
                    .toList();
            return new Input(number, file.path(), places, file.sizeBytes());
        }

        List<Path> replicas(Function<String, Path> paths) {
            return places.stream().map(paths).toList();
        }
    }
}
