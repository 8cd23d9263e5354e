package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.ChecksumsOption;
import dev.mimeo.cli.command.EngineSettings;
import dev.mimeo.cli.command.NameLists;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.sql.SqlOptions;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.TypeConversionException;

/** The common settings of commands that read DataSeries files with the SQL engine. */
final class SqlSettings extends EngineSettings {

    private static final Set<String> PARQUET_CODECS =
            Set.of("zstd", "snappy", "gzip", "lz4_raw", "brotli", "uncompressed");

    @Option(
            names = "--type",
            paramLabel = "PATTERN",
            description = "Type to read from files with several types: its name, start or part.")
    private String type = SqlOptions.ONLY_TYPE;

    @Option(
            names = "--binary",
            paramLabel = "FIELD",
            description = "Read the strings of FIELD as bytes (BLOB) and not as text; may be "
                    + "repeated, * for all fields (default: those printed as hexadecimal).")
    private Set<String> binaryFields = new HashSet<>();

    @Mixin
    private final ChecksumsOption checksums = new ChecksumsOption();

    @Option(
            names = "--format",
            paramLabel = "F",
            completionCandidates = TableKind.KindNames.class,
            description = "table, csv, json, jsonl or parquet (default: by the suffix of OUT; on standard "
                    + "output table, for dsexport parquet).")
    private @Nullable String format;

    @Option(
            names = "--codec",
            paramLabel = "C",
            completionCandidates = CodecNames.class,
            converter = ParquetCodec.class,
            description = "Codec for Parquet: zstd, snappy, gzip, lz4_raw, brotli or uncompressed (default: zstd).")
    private String codec = "zstd";

    @Option(
            names = "--partition-by",
            paramLabel = "COL,...",
            hideParamSyntax = true,
            split = NameLists.SEPARATOR,
            converter = NameLists.Name.class,
            description = "Write a folder OUT of Parquet files, with a folder COL=VALUE for each value of these "
                    + "columns, as Hive, Spark and DuckDB read them; a comma in a name follows a backslash.")
    private List<String> partitions = new ArrayList<>();

    /** The codecs of Parquet. */
    static final class CodecNames extends ValueNames {
        CodecNames() {
            super(() -> PARQUET_CODECS.stream().sorted().toList());
        }
    }

    @Override
    public SqlOptions options(int threads, Path folder) {
        return super.options(threads, folder)
                .withType(type)
                .withBinaryFields(binaryFields)
                .withChecksums(checksums.which());
    }

    boolean hasFormat() {
        return format != null;
    }

    /**
     * Returns what to write; {@link IllegalArgumentException} if the format or suffix is none.
     *
     * @param standard what to write to standard output where nothing is said
     */
    TableKind kind(String output, TableKind standard) {
        String wanted = format;
        if (!partitions.isEmpty()) {
            if (output.equals("-")) {
                throw new IllegalArgumentException("--partition-by writes a folder: name it with -o");
            }
            if (wanted != null && TableKind.named(wanted) != TableKind.PARQUET) {
                throw new IllegalArgumentException("--partition-by writes Parquet: leave out --format");
            }
            return TableKind.PARQUET;
        }
        if (wanted != null) {
            return TableKind.named(wanted);
        }
        return output.equals("-") ? standard : TableKind.ofFile(output);
    }

    /** Returns the columns whose values name folders; empty for one file. */
    List<String> partitions() {
        return partitions;
    }

    String codec() {
        return codec;
    }

    /** A codec of Parquet files. */
    static final class ParquetCodec implements ITypeConverter<String> {
        @Override
        public String convert(String value) {
            String codec = value.toLowerCase(Locale.ROOT);
            if (!PARQUET_CODECS.contains(codec)) {
                throw new TypeConversionException("'" + value + "' is not a codec of Parquet: use zstd, snappy, gzip,"
                        + " lz4_raw, brotli or uncompressed");
            }
            return codec;
        }
    }
}
