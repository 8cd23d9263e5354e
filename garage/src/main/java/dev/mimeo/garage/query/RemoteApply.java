package dev.mimeo.garage.query;

import java.io.IOException;
import java.io.InputStream;
import java.util.List;

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
    void run(String script, Macros macros, List<ApplyFile> files, ShareSink sink) throws IOException;
}
