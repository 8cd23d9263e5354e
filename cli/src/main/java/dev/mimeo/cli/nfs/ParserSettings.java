package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.nfs.ParserOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings that find messages in captures, for commands that read them; used as a mixin. */
final class ParserSettings {

    @Option(
            names = "--ports",
            paramLabel = "P,...",
            hideParamSyntax = true,
            split = ",",
            description = "Parse only packets from or to these ports (default: all).")
    private List<Integer> ports = new ArrayList<>();

    @Option(names = "--verify-checksums", description = "Count IP, TCP and UDP packets with wrong checksums.")
    private boolean verifyChecksums;

    @Option(
            names = "--max-record",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Treat longer messages over TCP as errors, 1KiB to 64MiB (default: 16MiB).")
    private @Nullable Long maxRecord;

    @Option(
            names = "--reorder",
            paramLabel = "MS",
            description = "Milliseconds that a reply waits for a call that is captured after it (default: 1000).")
    private @Nullable Integer reorder;

    /** Returns whether any of the options is given. */
    boolean given() {
        return !ports.isEmpty() || verifyChecksums || maxRecord != null || reorder != null;
    }

    /**
     * Returns the options.
     *
     * @throws IllegalArgumentException if one is not in its range
     */
    ParserOptions options() {
        ParserOptions usual = ParserOptions.DEFAULT;
        return new ParserOptions(
                Set.copyOf(ports),
                verifyChecksums,
                maxRecord == null ? usual.maxRecordBytes() : ByteSize.toInt(maxRecord),
                reorder == null ? usual.reorderMillis() : reorder);
    }
}
