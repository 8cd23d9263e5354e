package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.scan.BoundedCharacterization;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanConfiguration;
import dev.mimeo.scan.ScannerSpec;
import dev.mimeo.scan.Scanners;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The options of a scan, for every command that scans. */
final class ScanSettings {

    @Option(
            names = "--chunk-size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of a chunk, 512 to 4MiB (default: 32KiB).")
    private long chunkSize = DataScanner.Options.DEFAULT_CHUNK_SIZE;

    @Option(
            names = "--sample",
            paramLabel = "N",
            converter = ChunkCount.class,
            description = "Scan only N random chunks, whatever the size of the input (default: all).")
    private long sample;

    @Option(
            names = "--max-size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes of the characterization at most; of larger data, similar chunks share histograms, or "
                    + "some stand for those around them (default: 8500kB).")
    private long maxSize = BoundedCharacterization.DEFAULT_BYTES;

    /** A number of chunks: 0, which is all of them to the library, would be a sample of nothing. */
    static final class ChunkCount implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            if (!value.matches("0*[1-9][0-9]{0,17}")) {
                throw new TypeConversionException("'" + value + "' is not a whole number from 1 on");
            }
            return Long.parseLong(value);
        }
    }

    @Option(
            names = "--scanner",
            completionCandidates = ScannerNames.class,
            paramLabel = "NAME[,opt=v]",
            description =
                    "Scanner and its options: histogram, repetition, duplicates, mimic or compression; may be repeated "
                            + "(default: the first four).")
    private List<String> scanners = List.of();

    /** The names of the scanners. */
    static final class ScannerNames extends ValueNames {
        ScannerNames() {
            super(Scanners::names);
        }
    }

    @Option(
            names = "--config",
            paramLabel = "FILE",
            description = "JSON file that names scanners, generator and their options; options on the command "
                    + "line take precedence.")
    private @Nullable String config;

    @Option(
            names = "--name",
            paramLabel = "LABEL",
            description = "Label stored in the characterization (default: none).")
    private String name = "";

    @Mixin
    private AnonymitySettings anonymity = new AnonymitySettings();

    @Option(names = "--strict", description = "Fail on an unreadable file instead of skipping it.")
    private boolean strict;

    /** Returns what {@code --config} says; nothing where it is not given. */
    ScanConfiguration configuration() throws IOException {
        return config == null
                ? new ScanConfiguration(List.of(), null, Map.of())
                : ScanConfiguration.read(Outputs.path(config));
    }

    /**
     * Returns what the library is told.
     *
     * @throws IllegalArgumentException if an option is out of range
     */
    DataScanner.Options options(ScanConfiguration configuration, long seed, int threads) {
        List<ScannerSpec> specs = anonymity.apply(scanners(configuration), seed, sample == 0);
        return new DataScanner.Options(ByteSize.toInt(chunkSize), sample, seed, threads, specs, name, strict, maxSize);
    }

    private List<ScannerSpec> scanners(ScanConfiguration configuration) {
        if (!scanners.isEmpty()) {
            return scanners.stream().map(ScannerSpec::parse).toList();
        }
        return configuration.scanners().isEmpty() ? DataScanner.Options.DEFAULT_SCANNERS : configuration.scanners();
    }
}
