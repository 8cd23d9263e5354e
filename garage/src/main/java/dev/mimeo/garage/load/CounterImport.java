package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.internal.files.FileNames;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.files.TreeWalk;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * Packs tables of counters into files of one server and one day (UTC) each, {@code ROOT/LAYOUT/SERVER.YYYY-MM-DD.gar}, or of a longer
 * {@link FilePeriod}.
 *
 * <p>Inputs are CSV files (also {@code .csv.gz}, {@code .csv.zst}, {@code .tsv}), Parquet files, or texts of a collector. Tables have
 * a time in each row, a number since 1970 or a date and time in UTC, and either a column for each counter or, in
 * columns {@code counter} and {@code value}, a row for each value. Rows need not be in order, and those of a server and day may be
 * in several inputs. Rows of the same table, server, time and instance become one; two different values for one of its cells are an
 * error. The time of the sample before follows from the rows of the server if there is no column {@code prevSampleTime}. Counters
 * that a server has no value of on a day are not in its file.
 *
 * <p>A column of CSV in which anything is a number is one of numbers: what else it has is left out and counted. Servers,
 * days and types are found in all inputs, one after the other, before values are packed. What was read is kept in memory for that, up to
 * a sixteenth of the heap and 64 MiB; inputs beyond are read a second time. Memory does not depend on how many there are.
 */
public final class CounterImport {

    private static final int MAX_NAME = 200;

    /** Characters of a wrong name that a message has. */
    private static final int SHOWN_NAME = 80;

    /**
     * Totals of an import.
     *
     * @param files files written
     * @param rows rows in them
     * @param rawBytes uncompressed size of their values
     * @param packedBytes their sizes together
     * @param skipped files that were there, packed from the same inputs with the same options
     * @param warnings losses and changes of the input data: a line for each kind, with counts and the first place
     */
    public record Report(int files, long rows, long rawBytes, long packedBytes, int skipped, List<String> warnings) {

        /** Copies the warnings. */
        public Report {
            warnings = List.copyOf(warnings);
        }
    }

    /**
     * Memory for rows, about, in bytes.
     *
     * @param waiting memory for rows that wait for others of their server and day
     * @param kept memory for rows of inputs that are kept from the first reading to the second
     */
    record RowMemory(long waiting, long kept) {

        private static final long MOST_KEPT = 64L << 20;

        static RowMemory ofHeap(long heapBytes) {
            return new RowMemory(heapBytes / 4, Math.min(MOST_KEPT, heapBytes / 16));
        }
    }

    private CounterImport() {}

    /**
     * Packs files.
     *
     * @param inputs files by the name of the table that their rows are part of; texts of collectors name their tables themselves
     * @param root folder of the garage; made if it is not there
     * @param progress is told each file that was written
     * @throws MimeoException if an input cannot be understood
     * @throws FileAlreadyExistsException if a file exists that may not be replaced and was not packed from the same inputs
     * @throws IOException if reading or writing fails
     */
    public static Report run(
            Map<String, List<Path>> inputs, Path root, CounterImportOptions options, Consumer<Path> progress)
            throws IOException {
        return run(
                inputs,
                root,
                options,
                progress,
                RowMemory.ofHeap(Runtime.getRuntime().maxMemory()));
    }

    static Report run(
            Map<String, List<Path>> inputs,
            Path root,
            CounterImportOptions options,
            Consumer<Path> progress,
            RowMemory memory)
            throws IOException {
        try (Sources sources = new Sources(options)) {
            for (Map.Entry<String, List<Path>> input : inputs.entrySet()) {
                for (Path file : input.getValue()) {
                    sources.add(input.getKey(), file);
                }
            }
            return new Run(sources.all, root, options).pack(progress, memory);
        } catch (SQLException e) {
            throw LoadException.of("the engine cannot be started", e);
        }
    }

    /** Inputs, with an engine if one of them needs it. */
    private static final class Sources implements AutoCloseable {
        private final CounterImportOptions options;
        private final List<CounterSource> all = new ArrayList<>();
        private final List<LoadEngine> engines = new ArrayList<>();

        Sources(CounterImportOptions options) {
            this.options = options;
        }

        void add(String table, Path file) throws SQLException, IOException {
            CounterText format = options.format();
            if (format == CounterText.COLLECTD && Files.isDirectory(file)) {
                addTree(table, file);
                return;
            }
            Folders.refuse(file);
            String name = String.valueOf(file.getFileName()).toLowerCase(Locale.ROOT);
            if (format != null) {
                all.add(format.source(file, options));
            } else if (name.endsWith(".parquet")) {
                if (engines.isEmpty()) {
                    engines.add(LoadEngine.open(options.threads(), options.temporaryFolder()));
                }
                all.add(new ParquetSource(file, table, options, engines.get(0)));
            } else if (CsvSource.isCsv(name)) {
                all.add(new CsvSource(file, table, options));
            } else {
                throw new LoadException(
                        file + ": is neither .csv nor .parquet: name its `format`, or give it the suffix");
            }
        }

        /** Adds all files of collectd below a folder. */
        private void addTree(String table, Path folder) throws SQLException, IOException {
            TreeWalk walk = TreeWalk.of(folder, (path, reason) -> {
                throw reason;
            });
            int before = all.size();
            for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
                if (entry.attributes().isRegularFile()) {
                    add(table, entry.path());
                }
            }
            if (all.size() == before) {
                throw new LoadException(folder + ": has no files");
            }
        }

        @Override
        public void close() throws SQLException {
            for (LoadEngine engine : engines) {
                engine.close();
            }
        }
    }

    /** One run. */
    private static final class Run {
        private final List<CounterSource> sources;
        private final Path root;
        private final CounterImportOptions options;
        private final InputDigests digests;

        Run(List<CounterSource> sources, Path root, CounterImportOptions options) throws IOException {
            this.sources = sources;
            this.root = root;
            this.options = options;
            this.digests = new InputDigests(sources, options);
        }

        Report pack(Consumer<Path> progress, RowMemory memory) throws IOException {
            KeptInputs kept = new KeptInputs(sources, memory.kept());
            InputSurvey survey = survey(kept);
            List<ServerDay> days = survey.days();
            if (days.isEmpty() && options.format() != null) {
                throw new LoadException(sources.get(0).file() + ": has no values of counters");
            }
            checkNames(days);
            int skipped = skip(days);
            BitSet needed = new BitSet();
            days.stream().filter(day -> !day.done).forEach(day -> needed.or(day.inputs()));
            ImportNotes notes = new ImportNotes();
            for (CounterTable table : survey.tables().all()) {
                table.counters().stream().filter(TableCounter::hasCommaNumbers).forEach(notes::addCommaNumbers);
                table.counters().stream()
                        .filter(counter -> counter.otherSpelling() != null)
                        .forEach(notes::addSpellings);
            }
            try (DayPacker packer = new DayPacker(options, notes, progress);
                    DayLoader loader = new DayLoader(
                            survey,
                            options,
                            notes,
                            memory.waiting(),
                            (day, tables) -> pack(survey, packer, notes, day, tables))) {
                for (int i = needed.nextSetBit(0); i >= 0; i = needed.nextSetBit(i + 1)) {
                    notes.addInexact(sources.get(i).warnings());
                    loader.load(kept.inputs().get(i));
                }
                for (CounterSource source : sources) {
                    digests.requireUnchanged(source.file());
                }
                return packer.finish(skipped);
            } catch (CellConflict e) {
                throw CellFinder.find(e.cell(), sources, survey.tables(), options);
            }
        }

        private InputSurvey survey(KeptInputs kept) throws IOException {
            try {
                return InputSurvey.of(kept.inputs(), options);
            } catch (IOException e) {
                if (!kept.forget()) {
                    throw e;
                }
                // The value may be one that a survey passes over. Then an error in another input, or a file that
                // exists, comes first.
                return InputSurvey.of(sources, options);
            }
        }

        /** Refuses servers whose files would replace each other. */
        private void checkNames(List<ServerDay> days) throws IOException {
            Map<String, String> servers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
            for (ServerDay day : days) {
                String other = servers.putIfAbsent(day.server(), day.server());
                if (other != null && !other.equals(day.server()) && FileNames.ignoresCase(root)) {
                    throw new LoadException("servers '" + other + "' and '" + day.server() + "' cannot both be in "
                            + root + ", where names that differ only in case are the same: rename one in the inputs");
                }
            }
        }

        /** Finds the files that are there already, also as part of one of a longer period; returns how many. */
        private int skip(List<ServerDay> days) throws IOException {
            int skipped = 0;
            Set<Path> inputs = inputs();
            for (ServerDay day : days) {
                Path target = target(day);
                Path longer = file(day).withSamples(Objects.requireNonNull(target.getParent()));
                Path existing = longer != null ? longer : target;
                refuseInput(existing, inputs);
                if (longer != null || (!options.overwrite() && Files.exists(target))) {
                    if (!DayPacker.isPackedFrom(existing, digests.of(day.inputs()))) {
                        throw new FileAlreadyExistsException(existing.toString());
                    }
                    day.done = true;
                    skipped++;
                }
            }
            return skipped;
        }

        private Set<Path> inputs() throws IOException {
            Set<Path> inputs = new HashSet<>();
            for (CounterSource source : sources) {
                inputs.add(source.file().toRealPath());
            }
            return inputs;
        }

        /** Refuses to write a file in the place of an input. */
        private static void refuseInput(Path target, Set<Path> inputs) throws IOException {
            if (Files.exists(target) && inputs.contains(target.toRealPath())) {
                throw new LoadException(target + ": is an input and an output: choose another folder");
            }
        }

        private void pack(InputSurvey survey, DayPacker packer, ImportNotes notes, ServerDay day, List<DayTable> tables)
                throws IOException {
            Path target = target(day);
            List<DayPacker.PackInput> rows = new ArrayList<>();
            for (DayTable table : tables) {
                rows.add(new DayPacker.PackInput(table, before(survey, notes, target, day, table.table())));
            }
            String digest = digests.of(day.inputs());
            packer.pack(
                    target,
                    PackedFileWriter.FileDescription.packedFrom(
                            day.server(),
                            options.period() == FilePeriod.DAY ? LocalDate.ofEpochDay(day.day()) : null,
                            digest),
                    digest,
                    rows);
        }

        /** Returns the time of the last sample before a day, in the inputs or else in a file of the day before. */
        private long before(InputSurvey survey, ImportNotes notes, Path target, ServerDay day, CounterTable table) {
            long known = survey.before(table, day);
            if (known != SampleSink.NONE || table.hasPrevious()) {
                return known;
            }
            Path folder = Objects.requireNonNull(target.getParent());
            try {
                return file(day).lastSampleBefore(folder, table.name());
            } catch (IOException e) {
                notes.addUnreadable(String.valueOf(e.getMessage()));
                return SampleSink.NONE;
            }
        }

        private PeriodFile file(ServerDay day) {
            return new PeriodFile(day.server(), options.period(), LocalDate.ofEpochDay(day.day()));
        }

        private Path target(ServerDay day) throws LoadException {
            Path folder = root;
            List<String> folders = options.folders();
            for (int level = 0; level < folders.size(); level++) {
                String name = folders.get(level);
                if (CounterImportOptions.isColumn(name)) {
                    String value =
                            options.isServer(CounterImportOptions.column(name)) ? day.server() : day.folder(level);
                    if (value == null) {
                        throw new LoadException("the layout needs column '" + CounterImportOptions.column(name)
                                + "', and a value in it; server '" + day.server() + "' has none on "
                                + LocalDate.ofEpochDay(day.day()));
                    }
                    name = FileNames.of(value);
                }
                folder = folder.resolve(name);
            }
            return folder.resolve(file(day).name());
        }
    }

    /** Returns a name if it can be part of a path, as {@link FileNames#of} writes it. */
    static String fileName(String name) throws LoadException {
        boolean bad = name.isEmpty()
                || name.startsWith(".")
                || FileNames.of(name).getBytes(StandardCharsets.UTF_8).length > MAX_NAME
                || name.chars().anyMatch(c -> c == '/' || c == '\\' || c < ' ');
        if (bad) {
            String shown = name.length() > SHOWN_NAME ? name.substring(0, SHOWN_NAME) + "..." : name;
            throw new LoadException(
                    "'" + shown.replaceAll("\\p{Cntrl}", "?") + "' is not a name for a file: expected 1 to " + MAX_NAME
                            + " bytes in UTF-8, no slash, backslash or control character, and no dot first");
        }
        return name;
    }
}
