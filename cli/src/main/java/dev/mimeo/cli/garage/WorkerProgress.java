package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Progress;
import dev.mimeo.garage.query.QueryRun;
import java.util.Arrays;
import java.util.stream.Collectors;

/** Shows how far a query and each of its workers have come. Called by one thread at a time. */
final class WorkerProgress implements QueryRun.Listener {

    /** More numbers would not fit into a line. */
    private static final int MAX_NUMBERS = 8;

    private final Progress progress;
    private int[] done = {};

    WorkerProgress(Progress progress) {
        this.progress = progress;
    }

    @Override
    public void worker(int worker, int filesDone) {
        done = worker < done.length ? done : Arrays.copyOf(done, worker + 1);
        done[worker] = filesDone;
    }

    @Override
    public void update(int filesDone, int total) {
        if (done.length > 1) {
            progress.note(
                    done.length <= MAX_NUMBERS
                            ? "by worker "
                                    + Arrays.stream(done)
                                            .mapToObj(Integer::toString)
                                            .collect(Collectors.joining(" "))
                            : done.length + " workers, "
                                    + Arrays.stream(done).min().orElse(0) + " to "
                                    + Arrays.stream(done).max().orElse(0));
        }
        progress.update(filesDone, total);
    }
}
