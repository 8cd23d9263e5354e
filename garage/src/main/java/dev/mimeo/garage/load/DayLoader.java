package dev.mimeo.garage.load;

import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gathers the rows of each server and day and hands them on when there are no more of them in any input. Rows that wait for others
 * are in memory up to a limit, and in a file beyond. For one thread at a time.
 */
final class DayLoader implements Closeable {

    /** Estimates for values and rows, with what arrays have in reserve. */
    private static final int VALUE_BYTES = 12;

    private static final int TEXT_BYTES = 48;
    private static final int ROW_BYTES = 48;

    private final InputSurvey survey;
    private final CounterImportOptions options;
    private final ImportNotes notes;
    private final long memoryBytes;
    private final DayReader finished;
    private final Set<ServerDay> waiting = new LinkedHashSet<>();
    private @Nullable SpillFile spill;
    private long used;

    /** Takes the rows of a server and day. */
    @FunctionalInterface
    interface DayReader {
        void read(ServerDay day, List<DayTable> tables) throws IOException;
    }

    DayLoader(
            InputSurvey survey, CounterImportOptions options, ImportNotes notes, long memoryBytes, DayReader finished) {
        this.survey = survey;
        this.options = options;
        this.notes = notes;
        this.memoryBytes = memoryBytes;
        this.finished = finished;
    }

    /** Loads the rows of an input. */
    void load(CounterSource source) throws IOException, CellConflict {
        Reader reader = new Reader(source.file());
        try {
            source.read(survey.tables(), reader);
            reader.finishDay();
        } catch (ConflictInput e) {
            throw e.conflict;
        }
    }

    private void finish(ServerDay day) throws IOException, CellConflict {
        waiting.remove(day);
        for (SpillFile.SpilledRows segment : day.spilled) {
            SpillFile file = spill;
            if (file != null) {
                notes.addRepeated(file.read(segment, day.table(segment.table())), null, 0);
            }
        }
        day.spilled.clear();
        long bytes = day.open.stream().mapToLong(DayTable::bytes).sum();
        used = waiting.isEmpty() ? 0 : Math.max(0, used - bytes);
        List<DayTable> tables = List.copyOf(day.open);
        day.open.clear();
        day.done = true;
        finished.read(day, tables);
    }

    /** Puts all rows that wait into the file. */
    private void spill() throws IOException {
        SpillFile file = spill;
        if (file == null) {
            file = SpillFile.create(options.temporaryFolder());
            spill = file;
        }
        for (ServerDay day : waiting) {
            for (DayTable table : day.open) {
                day.spilled.add(file.write(table));
            }
            day.open.clear();
        }
        used = 0;
    }

    @Override
    public void close() throws IOException {
        SpillFile file = spill;
        if (file != null) {
            file.close();
        }
    }

    /** Carries a conflict out of a source. */
    private static final class ConflictInput extends IOException {
        private static final long serialVersionUID = 1L;

        private final transient CellConflict conflict;

        ConflictInput(CellConflict conflict) {
            super(conflict);
            this.conflict = conflict;
        }
    }

    /** Takes the rows of an input. */
    private final class Reader implements SampleSink {
        private final Path file;
        private long line;
        private @Nullable ServerDay finishedDay;
        private @Nullable DayTable table;
        private int row;

        Reader(Path file) {
            this.file = file;
        }

        @Override
        public boolean row(
                CounterTable of, String server, long time, long previous, @Nullable String instance, long number)
                throws IOException {
            finishDay();
            line = number;
            ServerDay current = survey.find(server, time);
            if (current == null) {
                throw new LoadException(InputFile.place(file, number) + ": has changed while it was read; pack again");
            }
            if (current.done) {
                return false;
            }
            notes.addTime(time, file, number);
            if (used > memoryBytes) {
                spill();
            }
            waiting.add(current);
            DayTable rows = current.table(of);
            table = rows;
            try {
                int before = rows.rows();
                row = rows.row(time, previous, instance);
                used += (long) (rows.rows() - before) * ROW_BYTES;
            } catch (CellConflict e) {
                throw new ConflictInput(e);
            }
            finishedDay = current.isLastRow() ? current : null;
            return true;
        }

        /** Hands on the day whose last row was taken, with its values. */
        void finishDay() throws IOException {
            ServerDay last = finishedDay;
            if (last != null) {
                finishedDay = null;
                try {
                    finish(last);
                } catch (CellConflict e) {
                    throw new ConflictInput(e);
                }
            }
        }

        @Override
        public void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) throws IOException {
            DayTable rows = table;
            if (rows == null) {
                throw new IllegalStateException("a value before the first row");
            }
            ColumnBuilder.Outcome outcome = Cells.set(
                    rows.column(counter),
                    row,
                    counter.table().type(counter),
                    options.content().singlePrecision(),
                    kind,
                    bits,
                    text);
            if (outcome == ColumnBuilder.Outcome.NEW) {
                used += text == null ? VALUE_BYTES : TEXT_BYTES;
            } else if (outcome == null) {
                notes.addInvalid(counter, file, line, text);
            } else if (outcome == ColumnBuilder.Outcome.SAME) {
                notes.addRepeated(1, file, line);
            } else {
                throw new ConflictInput(rows.conflict(row, counter));
            }
        }

        @Override
        public void rounded(@Nullable TableCounter counter) {
            notes.addRounded(counter, file, line);
        }

        @Override
        public void skipped(String what, long number) {
            notes.addSkipped(what, file, number);
        }
    }
}
