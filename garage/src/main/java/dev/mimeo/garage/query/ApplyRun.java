package dev.mimeo.garage.query;

import dev.mimeo.analysis.sql.SqlException;
import dev.mimeo.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;

/**
 * Runs a script on all files of a query that are not done yet: workers take them from one queue, the largest first. For one use.
 */
final class ApplyRun {

    /** How long rows of files that are done wait before they are stored: what an end by force loses at most. */
    private static final long STORE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Outcomes that wait for a file before them; they take hardly any memory. */
    private static final int MAX_AHEAD = 1 << 16;

    private final GarageEngine engine;
    private final ApplyScript script;
    private final PartialResults results;
    private final List<GarageFile> files;
    private final boolean strict;
    private final QueryProgress progress;
    private final Map<String, FileWorker.Binding> bindings = new ConcurrentHashMap<>();
    private final Queue<Worker> workers = new ConcurrentLinkedQueue<>();
    private int done;

    ApplyRun(
            GarageEngine engine,
            ApplyScript script,
            PartialResults results,
            List<GarageFile> files,
            boolean strict,
            QueryProgress progress) {
        this.engine = engine;
        this.script = script;
        this.results = results;
        this.files = files;
        this.strict = strict;
        this.progress = progress;
    }

    /** Runs; what is done is stored also where it fails. */
    void run(int threads) throws IOException {
        boolean[] known = new boolean[files.size()];
        try {
            for (FileOutcome outcome : results.outcomes()) {
                known[outcome.file()] = true;
                done++;
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
        List<Integer> open = new ArrayList<>();
        for (int i = 0; i < known.length; i++) {
            if (!known[i]) {
                open.add(i);
            }
        }
        open.sort(Comparator.comparingLong((Integer file) -> files.get(file).sizeBytes())
                .reversed());
        Iterator<Integer> queue = open.iterator();
        progress.update(done, files.size());
        try (OrderedPipeline<Integer, FileOutcome> pipeline = new OrderedPipeline<>(
                () -> queue.hasNext() ? queue.next() : null, this::worker, file -> 1, MAX_AHEAD, threads)) {
            while (pipeline.next() != null) {
                // Workers keep what comes out of it.
            }
        } catch (IOException | RuntimeException | Error e) {
            try {
                finish();
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
        finish();
    }

    /** Stores what waits, when no worker runs any more. */
    private void finish() throws IOException {
        IOException failure = null;
        for (Worker worker : workers) {
            try {
                worker.end();
            } catch (IOException e) {
                failure = failure == null ? e : failure;
            }
        }
        if (failure != null) {
            throw failure;
        }
    }

    private Worker worker() {
        try {
            Worker worker = new Worker(engine.session());
            workers.add(worker);
            return worker;
        } catch (SqlException e) {
            throw new UncheckedIOException(e);
        }
    }

    private synchronized void step() {
        done++;
        progress.update(done, files.size());
    }

    private final class Worker implements OrderedPipeline.Worker<Integer, FileOutcome> {
        private final DuckDbSession session;
        private final FileWorker worker;
        private final List<FileOutcome> waiting = new ArrayList<>();
        private long stored = System.nanoTime();

        Worker(DuckDbSession session) {
            this.session = session;
            this.worker = new FileWorker(session, script, bindings);
        }

        @Override
        public FileOutcome apply(Integer number) throws IOException {
            GarageFile file = files.get(number);
            FileOutcome outcome;
            try {
                String missing = worker.apply(
                        file.path(), file.replicas(), (sql, tables, types) -> use(file, number, sql, tables, types));
                outcome = missing == null
                        ? new FileOutcome(number, FileOutcome.Status.USED, "")
                        : new FileOutcome(number, FileOutcome.Status.IGNORED, "has no " + missing);
            } catch (SqlException e) {
                throw e;
            } catch (IOException e) {
                if (strict) {
                    throw e;
                }
                outcome = new FileOutcome(number, FileOutcome.Status.FAILED, reason(e));
            }
            waiting.add(outcome);
            if (System.nanoTime() - stored >= STORE_NANOS) {
                store();
            }
            step();
            return outcome;
        }

        private void use(GarageFile file, int number, String sql, FileTables tables, List<ResultType> types)
                throws IOException {
            if (!types.equals(session.waiting())) {
                store();
                results.admit(types, file.path());
            }
            try {
                session.run(sql, tables, types, number);
            } catch (SqlException e) {
                throw new SqlException(file.path() + ": " + e.getMessage());
            }
        }

        void end() throws IOException {
            try {
                store();
            } finally {
                session.close();
            }
        }

        private void store() throws IOException {
            if (!waiting.isEmpty()) {
                try {
                    results.store(session, waiting);
                } catch (SQLException e) {
                    throw SqlException.of(e);
                }
                waiting.clear();
            }
            stored = System.nanoTime();
        }
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "is not there" : String.valueOf(e.getMessage());
    }
}
