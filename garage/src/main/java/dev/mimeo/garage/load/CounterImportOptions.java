package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFileWriter;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The options of packing tables of counters into files.
 *
 * @param serverColumn column that names the server; null for one of the usual names
 * @param serverName name of the server where there is no such column; null for the name of the file up to its first dot
 * @param timeColumn column of the time of a sample; null for one of the usual names
 * @param instanceColumn column that tells disks and the like apart; null for one of the usual names
 * @param exclude patterns of counters to leave out, with {@code *} and {@code ?}, in any case
 * @param droppedLabels patterns of labels to leave out of labeled series, as those of {@code exclude}
 * @param singlePrecision whether floating point counters are kept as float32 instead of float64
 * @param layout folders below the root, separated by slashes; {@code {NAME}} stands for the value of a column of text
 * @param declarations declarations of counters
 * @param format collector that printed the inputs; null if they are CSV and Parquet files
 * @param pack options for packing columns, but for those whose declaration says otherwise
 * @param overwrite whether files that exist may be replaced
 * @param threads threads of the engine
 * @param temporaryFolder folder for the spill files of the engine
 */
public record CounterImportOptions(
        @Nullable String serverColumn,
        @Nullable String serverName,
        @Nullable String timeColumn,
        @Nullable String instanceColumn,
        List<String> exclude,
        List<String> droppedLabels,
        boolean singlePrecision,
        String layout,
        CounterDeclarations declarations,
        @Nullable CounterText format,
        PackedFileWriter.Options pack,
        boolean overwrite,
        int threads,
        Path temporaryFolder) {

    /** Copies the patterns. */
    public CounterImportOptions {
        exclude = List.copyOf(exclude);
        droppedLabels = List.copyOf(droppedLabels);
        if (threads < 1) {
            throw new IllegalArgumentException("threads must be at least 1, got " + threads);
        }
        for (String folder : layout.split("/", -1)) {
            if (!layout.isEmpty() && (folder.isEmpty() || folder.startsWith("."))) {
                throw new IllegalArgumentException("the layout needs names between its slashes, got '" + layout + "'");
            }
        }
    }

    /** Returns the options of lossless packing of CSV and Parquet files with one thread. */
    public static CounterImportOptions defaults(Path temporaryFolder) {
        return new CounterImportOptions(
                null,
                null,
                null,
                null,
                List.of(),
                List.of(),
                false,
                "",
                CounterDeclarations.NONE,
                null,
                PackedFileWriter.Options.LOSSLESS,
                false,
                1,
                temporaryFolder);
    }

    /** Returns these options with another name of the server. */
    public CounterImportOptions withServerName(@Nullable String other) {
        return new CounterImportOptions(
                serverColumn,
                other,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                singlePrecision,
                layout,
                declarations,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with other patterns of counters to leave out. */
    public CounterImportOptions withExclude(List<String> other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                other,
                droppedLabels,
                singlePrecision,
                layout,
                declarations,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with other patterns of labels to leave out. */
    public CounterImportOptions withDroppedLabels(List<String> other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                other,
                singlePrecision,
                layout,
                declarations,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with another precision of floating point counters. */
    public CounterImportOptions withSinglePrecision(boolean other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                other,
                layout,
                declarations,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with other folders. */
    public CounterImportOptions withLayout(String other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                singlePrecision,
                other,
                declarations,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with other declarations. */
    public CounterImportOptions withDeclarations(CounterDeclarations other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                singlePrecision,
                layout,
                other,
                format,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options for the inputs of another collector. */
    public CounterImportOptions withFormat(@Nullable CounterText other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                singlePrecision,
                layout,
                declarations,
                other,
                pack,
                overwrite,
                threads,
                temporaryFolder);
    }

    /** Returns these options with another number of threads. */
    public CounterImportOptions withThreads(int other) {
        return new CounterImportOptions(
                serverColumn,
                serverName,
                timeColumn,
                instanceColumn,
                exclude,
                droppedLabels,
                singlePrecision,
                layout,
                declarations,
                format,
                pack,
                overwrite,
                other,
                temporaryFolder);
    }

    /** Returns the patterns of counters to leave out. */
    List<NamePattern> excluded() {
        return exclude.stream().map(NamePattern::new).toList();
    }

    /** Returns the folders of the layout, of which some may be names of columns. */
    List<String> folders() {
        return layout.isEmpty() ? List.of() : List.of(layout.split("/"));
    }

    /** Tells whether a folder of the layout stands for the value of a column. */
    static boolean isColumn(String folder) {
        return folder.startsWith("{") && folder.endsWith("}");
    }

    /** Returns the name of the column that a folder of the layout stands for. */
    static String column(String folder) {
        return folder.substring(1, folder.length() - 1);
    }

    /** Returns the server of a file that does not name it. */
    String serverOf(Path file) {
        if (serverName != null) {
            return serverName;
        }
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Tells whether a column of the layout is that of the server. */
    boolean isServer(String column) {
        return column.equalsIgnoreCase(ColumnSchema.SERVER) || column.equalsIgnoreCase(serverColumn);
    }

    /** Returns a text of all that the contents of packed files depend on. */
    String content() {
        return String.join(
                "\n",
                String.valueOf(serverColumn),
                String.valueOf(serverName),
                String.valueOf(timeColumn),
                String.valueOf(instanceColumn),
                // Files that were packed before there were labels have a digest of this text.
                exclude + (droppedLabels.isEmpty() ? "" : "\n" + droppedLabels),
                String.valueOf(singlePrecision),
                declarations.toString(),
                String.valueOf(format),
                // Files that are packed already have a digest of this text.
                "Pack" + pack);
    }
}
