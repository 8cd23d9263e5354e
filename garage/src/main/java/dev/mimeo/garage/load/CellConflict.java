package dev.mimeo.garage.load;

import org.jspecify.annotations.Nullable;

/** Reports two values for one cell of a table; whoever knows the inputs says where they are. */
final class CellConflict extends Exception {

    private static final long serialVersionUID = 1L;

    private final transient Cell cell;

    /**
     * A cell.
     *
     * @param counter null for the time of the sample before
     */
    record Cell(
            CounterTable table,
            String server,
            long time,
            @Nullable String instance,
            @Nullable TableCounter counter) {}

    CellConflict(Cell cell) {
        super("two values for one cell", null, false, false);
        this.cell = cell;
    }

    Cell cell() {
        return cell;
    }
}
