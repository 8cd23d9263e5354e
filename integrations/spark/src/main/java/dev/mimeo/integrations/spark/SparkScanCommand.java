package dev.mimeo.integrations.spark;

import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.sql.SparkSession;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs a {@link ScanJob}. */
@Command(
        name = "scan",
        mixinStandardHelpOptions = true,
        description = "Characterises files and trees, as 'mimeo scan' does with the same options.")
final class SparkScanCommand implements Callable<Integer> {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "File or directory: a path or an address, such as hdfs://server/data.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "C.ds",
            required = true,
            description = "Characterization to write: a path or an address.")
    private String output = "";

    @Option(
            names = "--chunk-size",
            paramLabel = "SIZE",
            converter = MimeoJobs.Size.class,
            description = "Bytes of a chunk, as in 32k (default: 32k).")
    private long chunkSize = DataScanner.Options.DEFAULT_CHUNK_SIZE;

    @Option(
            names = "--sample",
            paramLabel = "N",
            description = "Number of chunks to choose at random (default: 0, all).")
    private long sample;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            converter = MimeoJobs.Size.class,
            description = "Bytes of the characterization at most (default: 8500000).")
    private long maxSize = BoundedCharacterization.DEFAULT_BYTES;

    @Option(names = "--seed", paramLabel = "S", description = "Decides the sample (default: 0).")
    private long seed;

    @Option(
            names = "--scanner",
            paramLabel = "NAME[,OPTION=VALUE]",
            description = "Scanner to run; may be repeated (default: those of 'mimeo scan').")
    private List<String> scanners = new ArrayList<>();

    @Option(names = "--name", paramLabel = "TEXT", description = "Label to keep in the characterization.")
    private String name = "";

    @Option(names = "--strict", description = "Fail where a file cannot be read, rather than leave it out.")
    private boolean strict;

    SparkScanCommand() {}

    @Override
    public Integer call() throws Exception {
        if (chunkSize > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("--chunk-size takes 512 bytes to 4m, got " + chunkSize + " bytes");
        }
        List<ScannerSpec> specs = scanners.isEmpty()
                ? DataScanner.Options.DEFAULT_SCANNERS
                : scanners.stream().map(ScannerSpec::parse).toList();
        int threads = Runtime.getRuntime().availableProcessors();
        DataScanner.Options options =
                new DataScanner.Options((int) chunkSize, sample, seed, threads, specs, name, strict, maxSize);
        ScanJob job = new ScanJob(options);
        try (SparkSession session = SparkSession.builder().getOrCreate()) {
            JavaSparkContext context = JavaSparkContext.fromSparkContext(session.sparkContext());
            List<Path> paths = new ArrayList<>();
            for (String input : inputs) {
                paths.add(MimeoJobs.path(input, context));
            }
            job.run(context, paths, MimeoJobs.path(output, context));
        }
        return 0;
    }
}
