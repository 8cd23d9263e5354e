package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.Folders;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.time.format.DateTimeParseException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Samples the counters of this Linux system into packed files, {@code FOLDER/SERVER.YYYY-MM-DD.gar}, one for each day in UTC. For
 * one thread at a time.
 *
 * <p>Samples go to a log beside the file, {@code .SERVER.YYYY-MM-DD.samples}, which is synced after each: whatever ends the
 * program, at most the sample that was being taken is lost. The log is packed and removed when the first sample of another day
 * comes; {@link #close} packs it too, but leaves it, so that a sampler that starts later on the same day adds to it. A log of an
 * earlier day that was left is packed when a sampler of that folder and server starts. Packing needs about 8 bytes for each value
 * of the day.
 */
public final class CounterSampler implements Closeable {

    private static final String LOG_SUFFIX = ".samples";

    private static final long DAY_MILLIS = 86_400_000;

    private final Path folder;
    private final String server;
    private final ProcCounters counters;
    private final CounterDeclarations declarations;
    private final PackedFileWriter.Options options;
    private final boolean overwrite;
    private @Nullable LocalDate day;
    private @Nullable SampleLog log;
    private @Nullable Long lastTime;

    private CounterSampler(
            Path folder,
            String server,
            ProcCounters counters,
            CounterDeclarations declarations,
            PackedFileWriter.Options options,
            boolean overwrite) {
        this.folder = folder;
        this.server = server;
        this.counters = counters;
        this.declarations = declarations;
        this.options = options;
        this.overwrite = overwrite;
    }

    /**
     * Starts a sampler, and packs what another one left.
     *
     * @param folder for the files; made if it is not there
     * @param server name of the server; null for the one that the system has
     * @param proc usually {@code /proc}
     * @param overwrite whether a packed file of the day that no sampler made may be replaced
     * @throws MimeoException if another sampler runs there, or {@code proc} is none
     * @throws IOException if reading or writing fails
     */
    public static CounterSampler open(
            Path folder,
            @Nullable String server,
            Path proc,
            CounterDeclarations declarations,
            PackedFileWriter.Options options,
            boolean overwrite)
            throws IOException {
        ProcCounters counters = new ProcCounters(proc);
        String name = CounterImport.fileName(server == null ? counters.hostName() : server);
        Folders.create(folder);
        AtomicFile.removeAbandoned(
                folder, target -> target.startsWith(name + ".") && target.endsWith(GarageTree.SUFFIX));
        CounterSampler sampler = new CounterSampler(folder, name, counters, declarations, options, overwrite);
        try {
            for (LocalDate left : sampler.left()) {
                sampler.finishDay();
                sampler.startDay(left);
            }
            return sampler;
        } catch (IOException | RuntimeException | Error e) {
            sampler.closeLog();
            throw e;
        }
    }

    /** Returns the days of which there are logs, sorted. */
    private List<LocalDate> left() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> String.valueOf(file.getFileName()))
                    .filter(name -> name.startsWith("." + server + ".") && name.endsWith(LOG_SUFFIX))
                    .map(name -> name.substring(server.length() + 2, name.length() - LOG_SUFFIX.length()))
                    .map(CounterSampler::date)
                    .filter(Objects::nonNull)
                    .sorted()
                    .toList();
        }
    }

    private static @Nullable LocalDate date(String text) {
        try {
            return LocalDate.parse(text);
        } catch (DateTimeParseException e) {
            return null;
        }
    }

    /** Returns the name of the server as files have it. */
    public String server() {
        return server;
    }

    /**
     * Takes a sample.
     *
     * @param time time at which it is taken, in milliseconds since 1970
     * @return whether it was: not if it is not later than the one before, because the clock was put back
     * @throws MimeoException if a file of the kernel is not as expected
     * @throws FileAlreadyExistsException if there is a file of the day that no sampler made
     * @throws IOException if reading or writing fails
     */
    public boolean sample(long time) throws IOException {
        Long last = lastTime;
        if (last != null && time <= last) {
            return false;
        }
        List<SampleRow> rows = counters.read();
        LocalDate today = LocalDate.ofEpochDay(Math.floorDiv(time, DAY_MILLIS));
        if (!today.equals(day)) {
            finishDay();
            if (!overwrite && Files.exists(packed(today))) {
                throw new FileAlreadyExistsException(packed(today).toString());
            }
            startDay(today);
        }
        Objects.requireNonNull(log).append(time, lastTime, rows);
        lastTime = time;
        return true;
    }

    private Path packed(LocalDate date) {
        return folder.resolve(PeriodFile.ofDay(server, date).name());
    }

    private Path log(LocalDate date) {
        return folder.resolve("." + server + "." + date + LOG_SUFFIX);
    }

    private void startDay(LocalDate date) throws IOException {
        SampleLog opened = SampleLog.open(log(date));
        log = opened;
        day = date;
        lastTime = opened.lastTime() == null ? lastTime : opened.lastTime();
        if (lastTime == null) {
            lastTime = lastTimeOfTheDayBefore(date);
        }
    }

    private @Nullable Long lastTimeOfTheDayBefore(LocalDate date) {
        try {
            long last = PeriodFile.ofDay(server, date).lastSampleBefore(folder, TableSchema.RAW_DATA);
            return last == SampleSink.NONE ? null : last;
        } catch (IOException e) {
            // A file of others, which is left alone: the first sample then has none before it.
            return null;
        }
    }

    /** Packs the day and removes its log. */
    private void finishDay() throws IOException {
        LocalDate date = day;
        SampleLog open = log;
        if (date != null && open != null) {
            pack(date, open);
            closeLog();
            Files.delete(log(date));
            day = null;
        }
    }

    private void pack(LocalDate date, SampleLog samples) throws IOException {
        CounterTables tables = new CounterTables();
        Map<CounterTable, DayTable> days = new LinkedHashMap<>();
        samples.read((time, previous, rows) -> {
            for (SampleRow row : rows) {
                DayTable day = days.computeIfAbsent(tables.table(row.table()), table -> new DayTable(table, server));
                add(day, row, time, previous);
            }
        });
        if (days.isEmpty()) {
            return;
        }
        PackedFileWriter.FileDescription description =
                new PackedFileWriter.FileDescription(server, date, Map.of("collector", "mimeo garage sample"));
        List<DayTable.Content> contents = days.values().stream()
                .map(day -> day.content(declarations, SampleSink.NONE))
                .toList();
        PackedFileWriter.Options declared = DayPacker.options(options, declarations, contents);
        try (PackedFileWriter writer = PackedFileWriter.replace(packed(date), description, declared)) {
            for (DayTable.Content content : contents) {
                writer.add(content.schema(), content.values());
            }
            writer.commit();
        }
    }

    private void add(DayTable day, SampleRow sample, long time, @Nullable Long previous) throws LoadException {
        day.table().addPrevious();
        day.table().addInstance(sample.instance());
        try {
            int row = day.row(time, previous == null ? SampleSink.NONE : previous, sample.instance());
            for (int i = 0; i < sample.names().size(); i++) {
                TableCounter counter = day.table().counter(sample.names().get(i));
                String value = sample.values().get(i);
                if (!value.equals(SampleRow.NONE)
                        && set(day.column(counter), row, value) == ColumnBuilder.Outcome.DIFFERENT) {
                    throw day.conflict(row, counter);
                }
            }
        } catch (CellConflict e) {
            TableCounter counter = e.cell().counter();
            throw new LoadException(
                    "log of " + server + ": two values of '" + (counter == null ? "prevSampleTime" : counter.name())
                            + "' in one sample",
                    e);
        } catch (NumberFormatException e) {
            throw new LoadException(
                    "log of " + server + ": a counter of table '" + sample.table()
                            + "' has a value that is not a number",
                    e);
        }
    }

    private static ColumnBuilder.Outcome set(ColumnBuilder column, int row, String value) {
        return value.indexOf('.') >= 0
                ? column.set(row, ColumnSchema.Type.FLOAT64, Double.doubleToRawLongBits(Double.parseDouble(value)))
                : column.set(row, ColumnSchema.Type.INT64, Long.parseLong(value));
    }

    private void closeLog() throws IOException {
        SampleLog open = log;
        if (open != null) {
            log = null;
            open.close();
        }
    }

    /** Packs the samples of the day so far, and leaves their log for a later sampler. */
    @Override
    public void close() throws IOException {
        try {
            if (day != null && log != null) {
                pack(day, log);
            }
        } finally {
            closeLog();
        }
    }
}
