package dev.mimeo.integrations.spark;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.jspecify.annotations.Nullable;

/**
 * Generates synthetic data into one file, each task a range of it. The bytes are those of {@link DataProducer} on one machine.
 *
 * <p>The file lies where all machines can write it at any place, as on a mounted network file system. A task that is run again, or
 * twice at the same time, writes the same bytes to the same place, so failed and slow executors do no harm. Immutable and
 * thread-safe.
 */
public final class GenerateJob {

    /** Bytes of a task where nothing else is said: 64 MiB. */
    public static final long DEFAULT_TASK_BYTES = 64 << 20;

    private static final int MAX_TASKS = 1 << 20;

    private final Settings settings;
    private final long taskBytes;

    /**
     * Settings of a generation.
     *
     * @param characterization absolute path, the same for all machines
     * @param generator name of a generator, see {@link DataGenerators#names()}
     * @param options of the generator
     * @param seed seed of all content; null for that of the characterization
     * @param order of the chunks
     * @param printable whether to generate printable characters
     * @param offset offset in the stream at which the file begins, bytes, at least 0
     * @param size bytes of the file, at least 0
     */
    public record Settings(
            String characterization,
            String generator,
            Map<String, String> options,
            @Nullable Long seed,
            DataProducer.Order order,
            boolean printable,
            long offset,
            long size)
            implements java.io.Serializable {

        /** Copies the options and checks the ranges. */
        public Settings {
            options = Map.copyOf(options);
            if (offset < 0 || size < 0) {
                throw new IllegalArgumentException(
                        "offset and size must not be negative, got " + offset + " and " + size);
            }
        }

        /** Chooses the first bytes of the stream that a characterization stands for, with all defaults. */
        public static Settings of(Path characterization, long size) {
            return new Settings(
                    characterization.toAbsolutePath().toString(),
                    DataGenerators.DEFAULT,
                    Map.of(),
                    null,
                    DataProducer.Order.STORED,
                    false,
                    0,
                    size);
        }

        private DataProducer producer(Characterization source) throws IOException {
            DataProducer.Builder builder = DataProducer.of(source)
                    .generator(generator, options)
                    .order(order)
                    .printable(printable);
            return (seed == null ? builder : builder.seed(seed)).build();
        }
    }

    /**
     * Prepares a job.
     *
     * @param taskBytes bytes of the range of a task, at least 1; more where there would be more than a million tasks
     */
    public GenerateJob(Settings settings, long taskBytes) {
        if (taskBytes < 1) {
            throw new IllegalArgumentException("a task generates at least 1 byte, got " + taskBytes);
        }
        this.settings = settings;
        this.taskBytes = Math.max(taskBytes, settings.size / MAX_TASKS + 1);
    }

    /**
     * Generates a file, under another name until it is whole.
     *
     * @param output the file, at a place that all machines have; replaced if it exists
     * @throws IllegalArgumentException if the generator or an option is unknown, or the characterization lacks what the generator
     *     needs
     * @throws IOException if the characterization cannot be read or the file cannot be made
     */
    public void run(JavaSparkContext context, Path output) throws IOException {
        // A wrong choice is found here rather than by a task.
        try (Characterization source = Characterization.open(Path.of(settings.characterization));
                DataProducer producer = settings.producer(source)) {
            producer.seekChunk(0);
        }
        try (AtomicFile file = AtomicFile.create(output, AtomicFile.Mode.REPLACE)) {
            int tasks = (int) ((settings.size + taskBytes - 1) / taskBytes);
            List<Long> starts = LongStream.range(0, tasks)
                    .map(task -> task * taskBytes)
                    .boxed()
                    .toList();
            if (tasks > 0) {
                context.parallelize(starts, tasks)
                        .foreach(new Task(settings, taskBytes, file.temporary().toString()));
            }
            long written = Files.size(file.temporary());
            if (written != settings.size) {
                throw new IOException("'" + file.temporary() + "' has " + written + " bytes instead of " + settings.size
                        + ": the executors do not see the same file");
            }
            file.commit();
        }
    }

    /**
     * Writes the range that begins at a place of the file.
     *
     * @param file absolute path
     */
    private record Task(Settings settings, long bytes, String file) implements VoidFunction<Long> {
        @Override
        public void call(Long start) throws IOException {
            long size = Math.min(bytes, settings.size - start);
            TaskContext task = TaskContext.get();
            try (Characterization source = Characterization.open(Path.of(settings.characterization));
                    DataProducer producer = settings.producer(source);
                    FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.WRITE)) {
                channel.position(start);
                producer.writeTo(channel, settings.offset + start, size, written -> {
                    // A copy of this task was faster, or the job was cancelled.
                    if (task.isInterrupted()) {
                        throw new IllegalStateException("the task was cancelled");
                    }
                });
            }
        }
    }
}
