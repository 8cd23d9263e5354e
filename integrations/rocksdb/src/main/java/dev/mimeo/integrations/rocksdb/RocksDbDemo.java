package dev.mimeo.integrations.rocksdb;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.internal.process.ShutdownHook;
import java.io.IOException;
import java.io.PrintWriter;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IVersionProvider;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import tools.jackson.databind.json.JsonMapper;

/** The program that loads RocksDB with an original, with data that mimics it and with naive data. See {@code --help}. */
@Command(
        name = "mimeo-rocksdb",
        mixinStandardHelpOptions = true,
        versionProvider = RocksDbDemo.ArtifactVersion.class,
        sortOptions = false,
        description = {
            "Loads RocksDB with an original, with data that mimics it and with naive data, and prints how large the tables "
                    + "become under each compression and how long writing takes.",
            ""
        },
        footer = {
            "",
            "Examples:",
            "  mimeo scan -o logs.ds /var/log",
            "  java -jar mimeo-rocksdb.jar --original /var/log logs.ds",
            "  java -jar mimeo-rocksdb.jar --codecs lz4,zstd --value-size 100 prose"
        })
public final class RocksDbDemo implements Callable<Integer> {

    private static final String ORIGINAL = "original";
    private static final long SEED = 1;
    private static final int ATTEMPTS = 100;
    private static final long DEFAULT_RECORDS = 262_144;

    @Spec
    private CommandSpec spec = CommandSpec.create();

    @Parameters(
            paramLabel = "CHARACTERIZATION",
            description = "What `mimeo scan` made of the original, or the name of a bundled characterization.")
    private String characterization = "";

    @Option(
            names = "--original",
            paramLabel = "PATH",
            description = "File or folder that was scanned, to compare with.")
    private @Nullable Path original;

    @Option(
            names = "--generators",
            split = ",",
            paramLabel = "NAME",
            description =
                    "What makes the data, separated by commas (default: the default generator, mix, random, zeros).")
    private List<String> generators =
            new ArrayList<>(new LinkedHashSet<>(List.of(DataGenerators.DEFAULT, "mix", "random", "zeros")));

    @Option(
            names = "--codecs",
            split = ",",
            paramLabel = "NAME",
            description =
                    "RocksDB's compressions: none, snappy, lz4, lz4hc, zlib, zstd, bzip2 (default: lz4,snappy,zlib,zstd).")
    private List<String> codecs = List.of("lz4", "snappy", "zlib", "zstd");

    @Option(names = "--value-size", paramLabel = "BYTES", description = "Size of a value (default: ${DEFAULT-VALUE}).")
    private int valueSize = 1024;

    @Option(
            names = "--block-size",
            paramLabel = "BYTES",
            description = "Size of RocksDB's blocks, each of which is compressed (default: ${DEFAULT-VALUE}).")
    private int blockSize = 4096;

    @Option(
            names = "--records",
            paramLabel = "N",
            description =
                    "Values to load, of an original no more than it has (default: as many as were scanned, at most "
                            + DEFAULT_RECORDS + ").")
    private @Nullable Long records;

    @Option(
            names = "--folder",
            paramLabel = "DIR",
            description =
                    "Where the databases are made, one after the other, and deleted (default: the system's temporary folder).")
    private Path folder = Path.of(System.getProperty("java.io.tmpdir"));

    @Option(names = "--json", description = "Print the result as JSON.")
    private boolean json;

    private RocksDbDemo() {}

    /** Runs the program; exits with 0, with 1 for data that cannot be read or written, or with 2 for a wrong call. */
    public static void main(String[] arguments) {
        System.exit(commandLine().execute(arguments));
    }

    static CommandLine commandLine() {
        CommandLine line = new CommandLine(new RocksDbDemo());
        line.setExecutionExceptionHandler((error, command, parsed) -> {
            boolean unexplained = error instanceof NoSuchFileException missing && missing.getReason() == null;
            command.getErr().println("mimeo-rocksdb: " + error.getMessage() + (unexplained ? ": no such file" : ""));
            return 1;
        });
        return line;
    }

    /** The version in the manifest of the jar; classes that are not in the jar have none. */
    static final class ArtifactVersion implements IVersionProvider {
        @Override
        public String[] getVersion() {
            String version = RocksDbDemo.class.getPackage().getImplementationVersion();
            return new String[] {"mimeo-rocksdb " + (version == null ? "without a version" : version)};
        }
    }

    /** One load: who made the data, and what became of it. */
    private record Row(String source, String codec, RocksDbLoad.Result result) {}

    @Override
    public Integer call() throws IOException {
        check();
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(folder.toString(), null, "no such folder: create it, or choose another one");
        }
        List<Row> rows = new ArrayList<>();
        try (Characterization open = BundledCharacterizations.resolve(characterization, Path.of(""))) {
            long count = count(open);
            for (String codec : codecs) {
                RocksDbLoad load = new RocksDbLoad(codec, valueSize, blockSize);
                if (original != null) {
                    try (OriginalValues values = OriginalValues.open(original)) {
                        rows.add(new Row(ORIGINAL, codec, run(load, count, values)));
                    }
                }
                for (String generator : generators) {
                    try (DataProducer producer = DataProducer.of(open)
                            .generator(generator, Map.of())
                            .seed(SEED)
                            .build()) {
                        RocksDbLoad.Values values = value -> {
                            producer.fill(value, 0, value.length);
                            return true;
                        };
                        rows.add(new Row(generator, codec, run(load, count, values)));
                    }
                }
            }
        }
        if (json) {
            printJson(rows);
        } else {
            printTable(rows);
        }
        return 0;
    }

    private void check() {
        for (String generator : generators) {
            if (!DataGenerators.names().contains(generator)) {
                throw new ParameterException(
                        spec.commandLine(),
                        "no generator '" + generator + "'; there are: " + String.join(", ", DataGenerators.names()));
            }
        }
        for (String codec : codecs) {
            try {
                new RocksDbLoad(codec, valueSize, blockSize);
            } catch (IllegalArgumentException e) {
                throw new ParameterException(spec.commandLine(), e.getMessage(), e);
            }
        }
        if (records != null && records < 1) {
            throw new ParameterException(spec.commandLine(), "--records must be at least 1");
        }
    }

    /** Returns the number of values to load: synthetic ones do not end, those of an original do. */
    private long count(Characterization open) throws IOException {
        if (original == null && records != null) {
            return records;
        }
        long bytes = original == null ? open.dataset().bytes() : OriginalValues.bytes(original);
        if (bytes < valueSize) {
            throw new MimeoException(
                    Reason.LIMIT,
                    "the original has less than one value of " + valueSize + " bytes: choose a smaller --value-size");
        }
        return Math.min(records == null ? DEFAULT_RECORDS : records, bytes / valueSize);
    }

    /** Loads into a folder that is deleted afterwards, also if a signal ends this process. */
    private RocksDbLoad.Result run(RocksDbLoad load, long count, RocksDbLoad.Values values) throws IOException {
        // A signal does not wait for RocksDB, which may go on for long.
        try (ShutdownHook hook = ShutdownHook.open("mimeo-rocksdb", Duration.ZERO)) {
            Path temporary = Files.createTempDirectory(folder, "mimeo-rocksdb");
            hook.onShutdown(() -> abandon(temporary));
            try {
                return load.run(temporary, count, values);
            } finally {
                Files.deleteIfExists(temporary);
            }
        }
    }

    /** Deletes a folder to which RocksDB may still write. Once the folder is gone, RocksDB cannot. */
    private static void abandon(Path temporary) {
        for (int attempt = 0; attempt < ATTEMPTS && Files.exists(temporary); attempt++) {
            try {
                TreeWalk.delete(temporary);
            } catch (IOException e) {
                System.getLogger(RocksDbDemo.class.getName())
                        .log(System.Logger.Level.DEBUG, "a file has been added", e);
            }
        }
    }

    private void printTable(List<Row> rows) {
        PrintWriter out = spec.commandLine().getOut();
        out.printf(
                "%-8s %-10s %10s %10s %7s %10s %9s%n", "codec", "data", "values", "tables", "ratio", "size", "write");
        out.printf("%-8s %-10s %10s %10s %7s %10s %9s%n", "", "", "MB", "MB", "", "", "s");
        Map<String, RocksDbLoad.Result> originals = originals(rows);
        for (Row row : rows) {
            RocksDbLoad.Result result = row.result();
            RocksDbLoad.Result reference = originals.get(row.codec());
            out.printf(
                    Locale.ROOT,
                    "%-8s %-10s %10.2f %10.2f %7.2f %10s %9.2f%n",
                    row.codec(),
                    row.source(),
                    1e-6 * result.valueBytes(),
                    1e-6 * result.tableBytes(),
                    result.ratio(),
                    reference == null ? "" : String.format(Locale.ROOT, "%+.1f %%", 100 * deviation(result, reference)),
                    result.writeSeconds());
        }
        out.flush();
    }

    private void printJson(List<Row> rows) {
        Map<String, RocksDbLoad.Result> originals = originals(rows);
        List<Map<String, Object>> loads = new ArrayList<>();
        for (Row row : rows) {
            Map<String, Object> load = new LinkedHashMap<>();
            load.put("codec", row.codec());
            load.put("data", row.source());
            load.put("values", row.result().values());
            load.put("valueBytes", row.result().valueBytes());
            load.put("tableBytes", row.result().tableBytes());
            load.put("ratio", row.result().ratio());
            load.put("writeSeconds", row.result().writeSeconds());
            RocksDbLoad.Result reference = originals.get(row.codec());
            if (reference != null) {
                load.put("sizeDeviation", deviation(row.result(), reference));
            }
            loads.add(load);
        }
        Map<String, Object> document = new LinkedHashMap<>();
        document.put("valueSize", valueSize);
        document.put("loads", loads);
        spec.commandLine().getOut().println(JsonMapper.shared().writeValueAsString(document));
    }

    private static Map<String, RocksDbLoad.Result> originals(List<Row> rows) {
        Map<String, RocksDbLoad.Result> originals = new LinkedHashMap<>();
        rows.stream()
                .filter(row -> row.source().equals(ORIGINAL))
                .forEach(row -> originals.put(row.codec(), row.result()));
        return originals;
    }

    /** Returns how much larger than the original's tables some are, as a share of these. */
    private static double deviation(RocksDbLoad.Result result, RocksDbLoad.Result original) {
        return (double) result.tableBytes() / original.tableBytes() - 1;
    }
}
