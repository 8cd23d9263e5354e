package dev.mimeo.garage.load;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.internal.files.FileNames;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.LocalDate;
import java.time.temporal.IsoFields;
import java.time.temporal.TemporalAdjusters;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The options of packing tables of counters into files. Immutable and thread-safe.
 *
 * @param format collector that printed the inputs; null if they are CSV and Parquet files
 * @param keys the server and the columns that identify a sample
 * @param content the counters that are kept, and their form
 * @param layout folders below the root, separated by slashes; {@code {NAME}} stands for the value of a column of text
 * @param period days of a server that are packed into one file
 * @param overwrite whether files that exist may be replaced
 * @param threads threads of the engine
 * @param temporaryFolder folder for the spill files of the engine
 */
public record CounterImportOptions(
        @Nullable CounterText format,
        Keys keys,
        Content content,
        String layout,
        FilePeriod period,
        boolean overwrite,
        int threads,
        Path temporaryFolder) {

    /**
     * The server and the columns that identify a sample.
     *
     * @param serverColumn column that names the server; null for one of the usual names
     * @param serverName name of the server where there is no such column; null for the name of the file up to its first dot
     * @param timeColumn column of the time of a sample; null for one of the usual names
     * @param instanceColumn column that tells disks and the like apart; null for one of the usual names
     */
    public record Keys(
            @Nullable String serverColumn,
            @Nullable String serverName,
            @Nullable String timeColumn,
            @Nullable String instanceColumn) {

        /** Columns of the usual names. */
        public static final Keys DEFAULTS = new Keys(null, null, null, null);
    }

    /**
     * The counters that are kept, and their form.
     *
     * @param exclude patterns of counters to leave out, with {@code *} and {@code ?}, in any case
     * @param droppedLabels patterns of labels to leave out of labeled series, as those of {@code exclude}
     * @param singlePrecision whether floating point counters are kept as float32 instead of float64
     * @param declarations declarations of counters
     * @param pack options for packing columns, except for those whose declaration says otherwise
     */
    public record Content(
            List<String> exclude,
            List<String> droppedLabels,
            boolean singlePrecision,
            CounterDeclarations declarations,
            PackedFileWriter.Options pack) {

        /** All counters, packed without loss. */
        public static final Content LOSSLESS =
                new Content(List.of(), List.of(), false, CounterDeclarations.NONE, PackedFileWriter.Options.LOSSLESS);

        /** Copies the patterns. */
        public Content {
            exclude = List.copyOf(exclude);
            droppedLabels = List.copyOf(droppedLabels);
        }

        /** Returns this content with other patterns of counters to leave out. */
        public Content withExclude(List<String> other) {
            return new Content(other, droppedLabels, singlePrecision, declarations, pack);
        }

        /** Returns this content with other patterns of labels to leave out. */
        public Content withDroppedLabels(List<String> other) {
            return new Content(exclude, other, singlePrecision, declarations, pack);
        }

        /** Returns this content with another precision of floating point counters. */
        public Content withSinglePrecision(boolean other) {
            return new Content(exclude, droppedLabels, other, declarations, pack);
        }

        /** Returns this content with other declarations. */
        public Content withDeclarations(CounterDeclarations other) {
            return new Content(exclude, droppedLabels, singlePrecision, other, pack);
        }

        /** Returns the patterns of counters to leave out. */
        List<NamePattern> excluded() {
            return exclude.stream().map(NamePattern::new).toList();
        }
    }

    /** The days (UTC) whose samples of a server are packed into one file. Short series of several days take less space in one file. */
    public enum FilePeriod {
        /** One day, named {@code 2026-03-01}. */
        DAY,
        /** A week from Monday to Sunday as ISO 8601 counts them, named {@code 2026-W09}. */
        WEEK,
        /** A month, named {@code 2026-03}. */
        MONTH,
        /** A year, named {@code 2026}. */
        YEAR;

        /** Returns the first day of the period that a day is in. */
        public LocalDate start(LocalDate day) {
            return switch (this) {
                case DAY -> day;
                case WEEK -> day.with(TemporalAdjusters.previousOrSame(DayOfWeek.MONDAY));
                case MONTH -> day.withDayOfMonth(1);
                case YEAR -> day.withDayOfYear(1);
            };
        }

        /** Returns the first day of the period that a day is in, both counted since 1970. */
        long start(long epochDay) {
            return this == DAY
                    ? epochDay
                    : start(LocalDate.ofEpochDay(epochDay)).toEpochDay();
        }

        /** Returns the first day after the period that a day is in. */
        public LocalDate end(LocalDate day) {
            LocalDate start = start(day);
            return switch (this) {
                case DAY -> start.plusDays(1);
                case WEEK -> start.plusWeeks(1);
                case MONTH -> start.plusMonths(1);
                case YEAR -> start.plusYears(1);
            };
        }

        /** Returns the name of the packed file of a server and the period that a day is in. */
        public String fileName(String server, LocalDate day) {
            return FileNames.of(server) + "." + name(day) + GarageTree.SUFFIX;
        }

        /** Returns the name of the period that a day is in. */
        String name(LocalDate day) {
            return switch (this) {
                case DAY -> day.toString();
                case WEEK ->
                    String.format(
                            Locale.ROOT,
                            "%04d-W%02d",
                            day.get(IsoFields.WEEK_BASED_YEAR),
                            day.get(IsoFields.WEEK_OF_WEEK_BASED_YEAR));
                case MONTH -> String.format(Locale.ROOT, "%04d-%02d", day.getYear(), day.getMonthValue());
                case YEAR -> String.format(Locale.ROOT, "%04d", day.getYear());
            };
        }
    }

    /** Checks the layout and the number of threads. */
    public CounterImportOptions {
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
                null, Keys.DEFAULTS, Content.LOSSLESS, "", FilePeriod.DAY, false, 1, temporaryFolder);
    }

    /** Returns these options for the inputs of another collector. */
    public CounterImportOptions withFormat(@Nullable CounterText other) {
        return new CounterImportOptions(other, keys, content, layout, period, overwrite, threads, temporaryFolder);
    }

    /** Returns these options with another name of the server. */
    public CounterImportOptions withServerName(@Nullable String other) {
        Keys named = new Keys(keys.serverColumn, other, keys.timeColumn, keys.instanceColumn);
        return new CounterImportOptions(format, named, content, layout, period, overwrite, threads, temporaryFolder);
    }

    /** Returns these options with other content. */
    public CounterImportOptions withContent(Content other) {
        return new CounterImportOptions(format, keys, other, layout, period, overwrite, threads, temporaryFolder);
    }

    /** Returns these options with other folders. */
    public CounterImportOptions withLayout(String other) {
        return new CounterImportOptions(format, keys, content, other, period, overwrite, threads, temporaryFolder);
    }

    /** Returns these options with other periods. */
    public CounterImportOptions withPeriod(FilePeriod other) {
        return new CounterImportOptions(format, keys, content, layout, other, overwrite, threads, temporaryFolder);
    }

    /** Returns these options with another number of threads. */
    public CounterImportOptions withThreads(int other) {
        return new CounterImportOptions(format, keys, content, layout, period, overwrite, other, temporaryFolder);
    }

    /** Returns the folders of the layout, of which some may be names of columns. */
    List<String> folders() {
        return layout.isEmpty() ? List.of() : List.of(layout.split("/"));
    }

    /** Returns whether a folder of the layout stands for the value of a column. */
    static boolean isColumn(String folder) {
        return folder.startsWith("{") && folder.endsWith("}");
    }

    /** Returns the name of the column that a folder of the layout stands for. */
    static String column(String folder) {
        return folder.substring(1, folder.length() - 1);
    }

    /** Returns the server of a file that does not name it. */
    String serverOf(Path file) {
        if (keys.serverName != null) {
            return keys.serverName;
        }
        String name = String.valueOf(file.getFileName());
        int dot = name.indexOf('.');
        return dot > 0 ? name.substring(0, dot) : name;
    }

    /** Returns whether a column of the layout is that of the server. */
    boolean isServer(String column) {
        String named = keys.serverColumn;
        return AnyCase.equal(column, ColumnSchema.SERVER) || (named != null && AnyCase.equal(column, named));
    }

    /** Returns a text of all that the contents of packed files depend on. */
    String digestText() {
        return String.join(
                "\n",
                String.valueOf(keys.serverColumn),
                String.valueOf(keys.serverName),
                String.valueOf(keys.timeColumn),
                String.valueOf(keys.instanceColumn),
                // Files that were packed before there were labels have a digest of this text.
                content.exclude + (content.droppedLabels.isEmpty() ? "" : "\n" + content.droppedLabels),
                String.valueOf(content.singlePrecision),
                content.declarations.toString(),
                String.valueOf(format),
                // Files that are packed already have a digest of this text.
                "Pack" + content.pack);
    }
}
