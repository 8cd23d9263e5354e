package dev.mimeo.integrations.spark;

import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a {@link GenerateJob}. */
@Command(
        name = "generate",
        mixinStandardHelpOptions = true,
        description = "Prints synthetic data, the bytes of 'mimeo generate' with the same options.")
final class SparkGenerateCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "C.ds",
            description = "Characterization: a path or an address, such as hdfs://server/c.ds.")
    private String characterization = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            required = true,
            converter = MimeoJobs.Size.class,
            description = "Bytes to generate, as in 10g.")
    private long size;

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "File to write; or address of a new folder, such as s3a://bucket/data.")
    private String output = "";

    @Option(names = "--seed", paramLabel = "S", description = "Seed (default: that of the characterization).")
    private @Nullable Long seed;

    @Option(names = "--generator", paramLabel = "NAME", description = "Generator (default: auto).")
    private String generator = DataGenerators.DEFAULT;

    @Option(names = "--option", paramLabel = "NAME=VALUE", description = "Option of the generator; may be repeated.")
    private Map<String, String> options = new LinkedHashMap<>();

    @Option(names = "--order", paramLabel = "stored|random", description = "Order of the chunks (default: stored).")
    private DataProducer.Order order = DataProducer.Order.STORED;

    @Option(names = "--printable", description = "Generate printable characters only.")
    private boolean printable;

    @Option(
            names = "--offset",
            paramLabel = "O",
            converter = MimeoJobs.Size.class,
            description = "Start O bytes into the synthetic stream (default: 0).")
    private long offset;

    @Option(
            names = "--task-size",
            paramLabel = "SIZE",
            converter = MimeoJobs.Size.class,
            description = "Bytes of a task (default: 64m).")
    private long taskBytes = GenerateJob.DEFAULT_TASK_BYTES;

    SparkGenerateCommand() {}

    @Override
    public Integer call() throws Exception {
        GenerateJob.Settings settings = new GenerateJob.Settings(
                isAddress(characterization)
                        ? characterization
                        : Path.of(characterization).toAbsolutePath().toString(),
                generator,
                options,
                seed,
                order,
                printable,
                offset,
                size);
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
            GenerateJob job = new GenerateJob(settings, taskBytes);
            if (isAddress(output)) {
                job.run(context, output);
            } else {
                job.run(context, Path.of(output));
            }
        }
        return 0;
    }

    private static boolean isAddress(String name) {
        return InputFiles.isAddress(name) && !Files.exists(Path.of(name));
    }
}
