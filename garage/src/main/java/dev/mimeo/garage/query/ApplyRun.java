package dev.mimeo.garage.query;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Iterator;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Runs a script on files of a query: workers take them from one queue, several at a time where one statement can read several.
 * For one thread at a time.
 */
final class ApplyRun {

    /** Time for which rows of finished files may wait before they are stored: the most work that a forced end loses. */
    private static final long STORE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Shares that wait for one before them; they take hardly any memory. */
    private static final int MAX_AHEAD = 1 << 16;

    /** Most files of a statement. More save little, and what fails is run again file by file. */
    private static final int MAX_TOGETHER = 32;

    /** Most files that all workers together have open, well below the usual limit of a process. */
    private static final int MAX_OPEN = 512;

    /** Packed bytes that are worth a statement, so that the last shares are not of one file each. */
    private static final long MIN_TOGETHER_BYTES = 4L << 20;

    /** Most packed bytes of the files of a statement, so that what a join or an aggregation keeps of them is limited. */
    private static final long MAX_TOGETHER_BYTES = 128L << 20;

    private final GarageEngine engine;
    private final ApplyScript script;
    private final Function<String, Path> paths;
    private final RowStore results;
    private final boolean strict;
    private final FileCount count;
    private final Bindings bindings = new Bindings();
    private final AtomicInteger numbers = new AtomicInteger();

    /** @param paths turns the text of an absolute path into the path */
    ApplyRun(
            GarageEngine engine,
            ApplyScript script,
            Function<String, Path> paths,
            RowStore results,
            boolean strict,
            FileCount count) {
        this.engine = engine;
        this.script = script;
        this.paths = paths;
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
        int workers = Math.max(1, threads);
        int most = script.suitsSeveralFiles() ? Math.max(1, Math.min(MAX_TOGETHER, MAX_OPEN / workers)) : 1;
        Iterator<List<RemoteApply.Input>> queue = shares(files, most, workers).iterator();
        Queue<Worker> running = new ConcurrentLinkedQueue<>();
        try (OrderedPipeline<List<RemoteApply.Input>, Integer> pipeline = new OrderedPipeline<>(
                () -> queue.hasNext() ? queue.next() : null, () -> worker(running), file -> 1, MAX_AHEAD, threads)) {
            while (pipeline.next() != null) {
                // Workers keep what comes out of it.
            }
        } catch (IOException | RuntimeException | Error e) {
            try {
                finish(running);
            } catch (IOException again) {
                e.addSuppressed(again);
            }
            throw e;
        }
        finish(running);
    }

    /**
     * Cuts the list of files into shares that get smaller towards the end, so that all workers end at the same time.
     *
     * @param most most files of a share
     */
    static List<List<RemoteApply.Input>> shares(List<RemoteApply.Input> files, int most, int workers) {
        List<List<RemoteApply.Input>> shares = new ArrayList<>();
        for (int from = 0; from < files.size(); ) {
            int limit = Math.min(most, Math.max(1, (files.size() - from) / (2 * workers)));
            int to = from + 1;
            long bytes = files.get(from).sizeBytes();
            while (to < Math.min(files.size(), from + most)
                    && bytes + files.get(to).sizeBytes()
                            <= (to < from + limit ? MAX_TOGETHER_BYTES : MIN_TOGETHER_BYTES)) {
                bytes += files.get(to++).sizeBytes();
            }
            shares.add(files.subList(from, to));
            from = to;
        }
        return shares;
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

    /** A file, and what a worker opened of it. */
    private record OpenedFile(RemoteApply.Input input, FileWorker.Opened opened) {}

    private final class Worker implements OrderedPipeline.Worker<List<RemoteApply.Input>, Integer> {
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
        public Integer apply(List<RemoteApply.Input> files) throws IOException {
            BitSet done = files.size() > 1 ? together(files) : new BitSet();
            for (RemoteApply.Input file : files) {
                if (!done.get(file.number())) {
                    waiting.add(one(file));
                }
                if (System.nanoTime() - stored >= STORE_NANOS) {
                    store();
                }
                count.add(workerNumber, ++filesDone);
            }
            return files.size();
        }

        private FileOutcome one(RemoteApply.Input file) throws IOException {
            try {
                String missing = worker.apply(
                        file.path(), file.replicas(paths), (sql, tables, types) -> use(file, sql, tables, types));
                return missing == null ? used(file) : ignored(file, missing);
            } catch (SqlException e) {
                throw e;
            } catch (IOException e) {
                if (strict) {
                    throw e;
                }
                return new FileOutcome(file.number(), FileOutcome.Status.FAILED, reason(e));
            }
        }

        /** Runs on several files; returns those that are done. Whatever goes wrong is left to the run on one file alone. */
        private BitSet together(List<RemoteApply.Input> files) throws IOException {
            BitSet done = new BitSet();
            List<OpenedFile> open = new ArrayList<>();
            try {
                for (RemoteApply.Input file : files) {
                    FileWorker.Opened opened = open(file);
                    if (opened != null && opened.missing() != null) {
                        opened.close();
                        waiting.add(ignored(file, opened.missing()));
                        done.set(file.number());
                    } else if (opened != null) {
                        open.add(new OpenedFile(file, opened));
                    }
                }
                List<OpenedFile> rest = new ArrayList<>(open);
                while (rest.size() > 1) {
                    FileWorker.Opened first = rest.get(0).opened();
                    List<OpenedFile> similar = new ArrayList<>(rest);
                    similar.removeIf(file -> !file.opened().goesWith(first));
                    rest.removeIf(file -> file.opened().goesWith(first));
                    if (similar.size() > 1) {
                        done.or(runTogether(similar));
                    }
                }
                return done;
            } finally {
                for (OpenedFile file : open) {
                    file.opened().close();
                }
            }
        }

        private FileWorker.@Nullable Opened open(RemoteApply.Input file) throws SqlException {
            try {
                return worker.open(file.path(), file.replicas(paths));
            } catch (SqlException e) {
                throw e;
            } catch (IOException e) {
                System.getLogger(ApplyRun.class.getName()).log(System.Logger.Level.DEBUG, file.path(), e);
                return null;
            }
        }

        private BitSet runTogether(List<OpenedFile> files) throws IOException {
            FileWorker.Opened first = files.get(0).opened();
            admit(files.get(0).input(), first.types());
            List<FileTables> tables =
                    files.stream().map(file -> file.opened().tables()).toList();
            int[] numbers =
                    files.stream().mapToInt(file -> file.input().number()).toArray();
            BitSet done;
            try {
                done = session.runBatch(first.sql(), tables, first.types(), numbers);
            } catch (IOException e) {
                System.getLogger(ApplyRun.class.getName()).log(System.Logger.Level.DEBUG, "file by file", e);
                return new BitSet();
            }
            for (OpenedFile file : files) {
                if (done.get(file.input().number())) {
                    waiting.add(used(file.input()));
                }
            }
            return done;
        }

        private void admit(RemoteApply.Input file, List<ResultType> types) throws IOException {
            if (!types.equals(session.waiting())) {
                store();
                results.admit(types, file.path());
            }
        }

        private void use(RemoteApply.Input file, String sql, FileTables tables, List<ResultType> types)
                throws IOException {
            admit(file, types);
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

    private static FileOutcome used(RemoteApply.Input file) {
        return new FileOutcome(file.number(), FileOutcome.Status.USED, "");
    }

    private static FileOutcome ignored(RemoteApply.Input file, @Nullable String missing) {
        return new FileOutcome(file.number(), FileOutcome.Status.IGNORED, "has no " + missing);
    }

    private static String reason(IOException e) {
        return e instanceof NoSuchFileException ? "is not there" : String.valueOf(e.getMessage());
    }
}
