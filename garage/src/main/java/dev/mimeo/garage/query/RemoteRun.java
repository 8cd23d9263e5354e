package dev.mimeo.garage.query;

import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Puts together what other processes make of the files of a query. For one use. */
final class RemoteRun implements RemoteApply.ShareSink {

    private final PartialResults results;
    private final ApplyRun here;
    private final FileCount count;
    private final Path file;
    private final boolean strict;

    /**
     * @param here runs on files that the others could not read
     * @param file a file for one share at a time, which the engine may read
     */
    RemoteRun(PartialResults results, ApplyRun here, FileCount count, Path file, boolean strict) {
        this.results = results;
        this.here = here;
        this.count = count;
        this.file = file;
        this.strict = strict;
    }

    /** Runs on all files that are not done yet. */
    void run(RemoteApply remote, String script, Macros macros, int threads) throws IOException {
        List<RemoteApply.Input> there = new ArrayList<>(open());
        there.removeIf(candidate -> candidate.places().isEmpty());
        if (!there.isEmpty()) {
            remote.run(script, macros, there, this);
        }
        here.run(open(), threads);
    }

    @Override
    public synchronized void accept(InputStream share) throws IOException {
        try {
            ShareFile.read(share, file);
            List<FileOutcome> outcomes = results.rows().absorb(file, results.files());
            count.add((int) outcomes.stream()
                    .filter(outcome -> outcome.status() != FileOutcome.Status.FAILED)
                    .count());
            if (strict && outcomes.stream().anyMatch(outcome -> outcome.status() == FileOutcome.Status.FAILED)) {
                List<RemoteApply.Input> failed = new ArrayList<>();
                for (FileOutcome outcome : outcomes) {
                    if (outcome.status() == FileOutcome.Status.FAILED) {
                        failed.add(results.file(outcome.file()));
                    }
                }
                results.rows().forgetFailed();
                here.run(failed, 0);
            }
        } finally {
            ShareFile.delete(file);
        }
    }

    private List<RemoteApply.Input> open() throws IOException {
        try {
            // A file that others could not read may be readable for this process, or be damaged after all.
            results.rows().forgetFailed();
            return results.open();
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }
}
