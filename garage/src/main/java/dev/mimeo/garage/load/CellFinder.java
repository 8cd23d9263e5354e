package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Reads inputs again to say where two different values of a cell are: positions of all values would take as much memory as these. */
final class CellFinder implements SampleSink {

    private final CellConflict.Cell cell;
    private final boolean singlePrecision;
    private final ColumnBuilder values = new ColumnBuilder();
    private Path file = Path.of("");
    private long line;
    private String first = "";
    private String firstPlace = "";
    private String second = "";
    private String secondPlace = "";

    private CellFinder(CellConflict.Cell cell, boolean singlePrecision) {
        this.cell = cell;
        this.singlePrecision = singlePrecision;
    }

    /** Returns an error that names both places. */
    static LoadException find(
            CellConflict.Cell cell, List<CounterSource> sources, CounterTables tables, CounterImportOptions options)
            throws IOException {
        CellFinder finder = new CellFinder(cell, options.content().singlePrecision());
        for (CounterSource source : sources) {
            finder.file = source.file();
            if (finder.second.isEmpty()) {
                source.read(tables, finder);
            }
        }
        List<String> dropped = options.content().droppedLabels();
        String remedy = "; remove one";
        if (options.format() == null) {
            remedy += ", or name the column that tells them apart with `instanceColumn`";
        } else if (options.format().hasLabels() && !dropped.isEmpty()) {
            remedy +=
                    ", or keep a label that tells them apart: `droppedLabels` leaves out " + String.join(", ", dropped);
        }
        TableCounter counter = cell.counter();
        if (counter != null && counter.otherSpelling() != null) {
            remedy += ", or rename '" + counter.name() + "' or '" + counter.otherSpelling()
                    + "': case does not tell names apart";
        }
        String instance = cell.instance();
        return new LoadException(
                finder.secondPlace + ": '" + (counter == null ? ColumnSchema.PREVIOUS_TIME : counter.name())
                        + "' of server '" + cell.server() + "' at " + Instant.ofEpochMilli(cell.time())
                        + (instance == null ? "" : ", instance '" + instance + "'") + " in table '"
                        + cell.table().name()
                        + "' is " + finder.second + ", but " + finder.first + " in " + finder.firstPlace
                        + remedy);
    }

    @Override
    public boolean row(
            CounterTable table, String server, long time, long previous, @Nullable String instance, long number) {
        line = number;
        boolean isCell = second.isEmpty()
                && table == cell.table()
                && server.equals(cell.server())
                && time == cell.time()
                && Objects.equals(instance, cell.instance());
        if (isCell && cell.counter() == null && previous != NONE) {
            take(values.set(0, ColumnSchema.Type.TIMESTAMP, previous), Long.toString(previous));
        }
        return isCell;
    }

    @Override
    public void value(TableCounter counter, CellKind kind, long bits, @Nullable String text) {
        if (counter == cell.counter() && second.isEmpty()) {
            ColumnBuilder alone = new ColumnBuilder();
            Cells.set(alone, 0, counter.table().type(counter), singlePrecision, kind, bits, text);
            take(Cells.set(values, 0, counter.table().type(counter), singlePrecision, kind, bits, text), alone.show(0));
        }
    }

    private void take(ColumnBuilder.@Nullable Outcome outcome, String shown) {
        String place = InputFile.place(file, line);
        if (outcome == ColumnBuilder.Outcome.NEW) {
            first = shown;
            firstPlace = place;
        } else if (outcome == ColumnBuilder.Outcome.DIFFERENT) {
            second = shown;
            secondPlace = place;
        }
    }
}
