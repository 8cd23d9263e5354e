package dev.mimeo.integrations.spark;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.AtomicFile;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Map;
import java.util.function.LongConsumer;
import java.util.stream.LongStream;
import org.apache.hadoop.fs.FileSystem;
import org.apache.hadoop.io.NullWritable;
import org.apache.spark.TaskContext;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.VoidFunction;
import org.apache.spark.util.SerializableConfiguration;
import org.jspecify.annotations.Nullable;
import scala.Tuple2;

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
     * @param characterization absolute path, the same for all machines, or address in a file system of Hadoop
     * @param generator name of a generator, see {@link DataGenerators#names()}
     * @param options options of the generator
     * @param seed seed of all content; null for that of the characterization
     * @param order order of the chunks
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

        DataProducer producer(Characterization source) throws IOException {
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
     * @throws IllegalArgumentException if {@code taskBytes} is less than 1
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
     * @throws IllegalArgumentException if the generator or an option is unknown, the characterization lacks what the generator
     *     needs, or the file is one of {@link ScanJob#path}
     * @throws IOException if the characterization cannot be read or the file cannot be made
     */
    public void run(JavaSparkContext context, Path output) throws IOException {
        if (output instanceof HadoopPath) {
            throw new IllegalArgumentException(
                    output + ": is not in a mounted file system: pass its address as text for a folder of files");
        }
        check(context);
        try (AtomicFile file = AtomicFile.create(output, AtomicFile.Mode.REPLACE)) {
            List<Long> starts = starts();
            if (!starts.isEmpty()) {
                context.parallelize(starts, starts.size())
                        .foreach(new Task(
                                settings,
                                taskBytes,
                                file.byName().toString(),
                                new SerializableConfiguration(context.hadoopConfiguration())));
            }
            long written = Files.size(file.temporary());
            if (written != settings.size) {
                throw new MimeoException(
                        Reason.UNSUPPORTED,
                        "'" + file.temporary() + "' has " + written + " bytes instead of " + settings.size
                                + ": the executors do not see the same file");
            }
            file.commit();
        }
    }

    /**
     * Generates files into a folder of any file system of Hadoop: one for each task, {@code data-0000000.bin} and so on. One after the
     * other, in the order of their names, they have the bytes of the single file. They get their names when all are written, by the
     * committer that is configured for the file system.
     *
     * @param folder its address, or a path in the default file system of Hadoop; must not exist
     * @throws IllegalArgumentException as of {@link #run(JavaSparkContext, Path)}
     * @throws FileAlreadyExistsException if the folder exists
     * @throws IOException if the characterization cannot be read
     */
    public void run(JavaSparkContext context, String folder) throws IOException {
        check(context);
        org.apache.hadoop.fs.Path path = HadoopFiles.path(folder);
        FileSystem files = HadoopFiles.of(path, context.hadoopConfiguration());
        if (files.exists(path)) {
            throw new FileAlreadyExistsException(folder);
        }
        Settings chosen = settings;
        long bytes = taskBytes;
        List<Long> starts = starts();
        context.parallelize(starts, Math.max(1, starts.size()))
                .mapToPair(start -> new Tuple2<>(
                        NullWritable.get(),
                        new GeneratedFiles.Range(
                                chosen,
                                (int) (start / bytes),
                                chosen.offset + start,
                                Math.min(bytes, chosen.size - start))))
                .saveAsNewAPIHadoopFile(
                        folder,
                        NullWritable.class,
                        GeneratedFiles.Range.class,
                        GeneratedFiles.class,
                        OutputCommitters.configure(files.makeQualified(path), context.hadoopConfiguration()));
    }

    /** Finds a wrong choice before a task does. */
    private void check(JavaSparkContext context) throws IOException {
        try (Characterization source = GeneratedFiles.open(settings.characterization, context.hadoopConfiguration());
                DataProducer producer = settings.producer(source)) {
            producer.seekChunk(0);
        }
    }

    /** Returns the places at which the ranges of the tasks begin. */
    private List<Long> starts() {
        return LongStream.range(0, (settings.size + taskBytes - 1) / taskBytes)
                .map(task -> task * taskBytes)
                .boxed()
                .toList();
    }

    /** Returns what ends a generation with its task: a copy of the task was faster, or the job was cancelled. */
    static LongConsumer endsWithTask() {
        TaskContext task = TaskContext.get();
        return written -> {
            if (task.isInterrupted()) {
                throw new IllegalStateException("the task was cancelled");
            }
        };
    }

    /**
     * Writes the range that begins at a place of the file.
     *
     * @param file absolute path
     */
    private record Task(Settings settings, long bytes, String file, SerializableConfiguration configuration)
            implements VoidFunction<Long> {
        @Override
        public void call(Long start) throws IOException {
            long size = Math.min(bytes, settings.size - start);
            try (Characterization source = GeneratedFiles.open(settings.characterization, configuration.value());
                    DataProducer producer = settings.producer(source);
                    FileChannel channel = FileChannel.open(Path.of(file), StandardOpenOption.WRITE)) {
                channel.position(start);
                producer.writeTo(channel, settings.offset + start, size, endsWithTask());
            }
        }
    }
}
