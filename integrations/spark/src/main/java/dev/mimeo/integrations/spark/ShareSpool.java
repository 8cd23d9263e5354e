package dev.mimeo.integrations.spark;

import java.io.Closeable;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Results of tasks, on disk until they are taken. One thread adds, another takes. */
final class ShareSpool implements Closeable {

    private final Path folder;
    private final BlockingQueue<Optional<Path>> queue = new LinkedBlockingQueue<>();
    private volatile @Nullable Throwable failure;
    private int number;

    /** @param folder is removed at the end */
    ShareSpool(Path folder) {
        this.folder = folder;
    }

    void add(byte[] share) {
        try {
            queue.add(Optional.of(Files.write(folder.resolve("share" + number++), share)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Says that no more comes.
     *
     * @param problem why the job failed, null if it did not
     */
    void end(@Nullable Throwable problem) {
        failure = problem;
        queue.add(Optional.empty());
    }

    /**
     * Waits for the next.
     *
     * @return its file; null at the end
     * @throws IOException if the job failed
     */
    @Nullable Path take() throws IOException {
        try {
            Path next = queue.take().orElse(null);
            Throwable problem = failure;
            if (next == null && problem != null) {
                throw new IOException(
                        "the job of the query failed: "
                                + String.valueOf(problem.getMessage())
                                        .lines()
                                        .findFirst()
                                        .orElse(problem.getClass().getName()),
                        problem);
            }
            return next;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException("interrupted while a query runs");
        }
    }

    @Override
    public void close() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            for (Path file : files.toList()) {
                Files.delete(file);
            }
        }
        Files.delete(folder);
    }
}
