package dev.mimeo.garage.query;

import com.google.errorprone.annotations.concurrent.GuardedBy;

/** Counts the files of a query that are done. Thread-safe. */
final class FileCount {

    private final int total;
    private final QueryRun.Listener progress;

    @GuardedBy("this") private int done;

    /** Tells the progress where it starts. */
    FileCount(int done, int total, QueryRun.Listener progress) {
        this.done = done;
        this.total = total;
        this.progress = progress;
        progress.update(done, total);
    }

    /**
     * Counts a file that a worker has done.
     *
     * @param doneByWorker number of files that it has done, with this one
     */
    synchronized void add(int worker, int doneByWorker) {
        progress.worker(worker, doneByWorker);
        add(1);
    }

    synchronized void add(int files) {
        done += files;
        progress.update(done, total);
    }
}
