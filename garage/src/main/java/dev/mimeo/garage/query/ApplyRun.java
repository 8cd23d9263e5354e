package dev.mimeo.garage.query;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Runs a script on files of a query: workers take them from one queue. For one thread at a time.
 */
final class ApplyRun {

    /** Time for which rows of finished files may wait before they are stored: the most work that a forced end loses. */
    private static final long STORE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Outcomes that wait for a file before them; they take hardly any memory. */
    private static final int MAX_AHEAD = 1 << 16;

    private final GarageEngine engine;
    private final ApplyScript script;
    private final RowStore results;
    private final boolean strict;
    private final FileCount count;
    private final Map<String, FileWorker.Binding> bindings = new ConcurrentHashMap<>();
    private final AtomicInteger numbers = new AtomicInteger();

    ApplyRun(GarageEngine engine, ApplyScript script, RowStore results, boolean strict, FileCount count) {
        this.engine = engine;
        this.script = script;
        this.results = results;
        this.strict = strict;
        this.count = count;
    }

    /**
     * Runs; what is done is stored also where it fails.
     *
     * @param files in the order in which they are taken
     * @param threads workers; 0 for none but the thread that calls
     */
    void run(List<RemoteApply.Input> files, int threads) throws IOException {
        Iterator<RemoteApply.Input> queue = files.iterator();
        Queue<Worker> workers = new ConcurrentLinkedQueue<>();
        try (OrderedPipeline<RemoteApply.Input, FileOutcome> pipeline = new OrderedPipeline<>(
                () -> queue.hasNext() ? queue.next() : null, () -> worker(workers), file -> 1, MAX_AHEAD, threads)) {
            while (pipeline.next() != null) {
                // Workers keep what comes out of it.
            }
        } catch (IOException | RuntimeException | Error e) {
            try {
                finish(workers);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
        finish(workers);
    }

    /** Stores what waits, when no worker runs any more. */
    private static void finish(Queue<Worker> workers) throws IOException {
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

    private Worker worker(Queue<Worker> workers) {
        try {
            Worker worker = new Worker(engine.session(), numbers.getAndIncrement());
            workers.add(worker);
            return worker;
        } catch (SqlException e) {
            throw new UncheckedIOException(e);
        }
    }

    private final class Worker implements OrderedPipeline.Worker<RemoteApply.Input, FileOutcome> {
        private final DuckDbSession session;
        private final FileWorker worker;
        private final List<FileOutcome> waiting = new ArrayList<>();
        private final int workerNumber;
        private int filesDone;
        private long stored = System.nanoTime();

        Worker(DuckDbSession session, int workerNumber) {
            this.workerNumber = workerNumber;
            this.session = session;
            this.worker = new FileWorker(session, script, bindings);
        }

        @Override
        public FileOutcome apply(RemoteApply.Input file) throws IOException {
            FileOutcome outcome;
            try {
                String missing = worker.apply(
                        file.path(), file.replicas(), (sql, tables, types) -> use(file, sql, tables, types));
                outcome = missing == null
                        ? new FileOutcome(file.number(), FileOutcome.Status.USED, "")
                        : new FileOutcome(file.number(), FileOutcome.Status.IGNORED, "has no " + missing);
            } catch (SqlException e) {
                throw e;
            } catch (IOException e) {
                if (strict) {
                    throw e;
                }
                outcome = new FileOutcome(file.number(), FileOutcome.Status.FAILED, reason(e));
            }
            waiting.add(outcome);
            if (System.nanoTime() - stored >= STORE_NANOS) {
                store();
            }
            count.add(workerNumber, ++filesDone);
            return outcome;
        }

        private void use(RemoteApply.Input file, String sql, FileTables tables, List<ResultType> types)
                throws IOException {
            if (!types.equals(session.waiting())) {
                store();
                results.admit(types, file.path());
            }
            try {
                session.run(sql, tables, types, file.number());
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
