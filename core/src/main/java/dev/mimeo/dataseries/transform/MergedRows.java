package dev.mimeo.dataseries.transform;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.io.Closeable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The rows of several streams, each in order, as one stream in order: {@link #next()}, then {@link #extent()} and
 * {@link #row()}. Equal rows come in the order of the streams. An extent of each stream is held at a time.
 *
 * <p>The streams may be of different types, with different names for the fields that they are sorted by. Not thread-safe.
 */
public final class MergedRows implements Closeable {

    /**
     * A stream of rows in order.
     *
     * @param type the type of all its rows
     * @param rows closed with the merged rows
     * @param order the order of the rows, with the names that the fields have here
     */
    public record Input(ExtentType type, ExtentSource rows, SortOrder order) {}

    private final List<Input> inputs;
    private @Nullable LoserTree tree;
    private @Nullable SortedRows head;
    private int input;
    private boolean startsGroup;

    /**
     * Makes a merger; nothing is read before {@link #next()}.
     *
     * @throws IllegalArgumentException if an input lacks a field of its order, or the orders of two differ in the number of
     *     fields, their types, their {@code opt_doublebase}s, the direction or the place of nulls
     */
    public MergedRows(List<Input> inputs) {
        this.inputs = List.copyOf(inputs);
        for (Input other : this.inputs) {
            checkKeys(this.inputs.get(0), other);
        }
    }

    private static void checkKeys(Input one, Input other) {
        List<SortOrder.Key> keys = one.order.keys();
        List<SortOrder.Key> otherKeys = other.order.keys();
        FieldType[] types = one.order.types(one.type);
        FieldType[] otherTypes = other.order.types(other.type);
        if (keys.size() != otherKeys.size()) {
            throw new IllegalArgumentException(
                    "rows sorted by " + keys.size() + " and by " + otherKeys.size() + " fields cannot be merged");
        }
        for (int i = 0; i < types.length; i++) {
            SortOrder.Key key = keys.get(i);
            SortOrder.Key otherKey = otherKeys.get(i);
            if (types[i] != otherTypes[i]) {
                throw new IllegalArgumentException("'" + key.field() + "' is " + types[i].xmlName() + ", but '"
                        + otherKey.field() + "' of another input " + otherTypes[i].xmlName());
            }
            if (key.descending() != otherKey.descending() || key.nullsFirst() != otherKey.nullsFirst()) {
                throw new IllegalArgumentException("inputs are sorted by '" + key.field() + "' in different ways");
            }
            if (Double.compare(
                            field(one, key).doubleBase(), field(other, otherKey).doubleBase())
                    != 0) {
                throw new IllegalArgumentException("'" + key.field()
                        + "' has another opt_doublebase in another input, so they cannot be compared");
            }
        }
    }

    private static Field field(Input input, SortOrder.Key key) {
        return input.type.fields().get(input.type.indexOf(key.field()));
    }

    /**
     * Moves to the next row, the first one at first; false after the last.
     *
     * @throws dev.mimeo.dataseries.DataSeriesException if the rows of an input are not in order
     * @throws IOException if an input fails
     */
    public boolean next() throws IOException {
        LoserTree rows = tree;
        KeyColumns before = null;
        int rowBefore = 0;
        SortedRows last = head;
        if (rows == null) {
            rows = open();
            tree = rows;
        } else if (last != null) {
            before = last.keys();
            rowBefore = last.row();
            rows.advance();
        }
        SortedRows next = rows.head();
        head = next;
        if (next == null) {
            return false;
        }
        input = rows.headNumber();
        startsGroup = before == null || before.compare(rowBefore, next.keys(), next.row()) != 0;
        return true;
    }

    private LoserTree open() throws IOException {
        List<SortedRows> sources = new ArrayList<>();
        for (Input each : inputs) {
            sources.add(new SortedRows(each.order, each.rows::next, "input " + (sources.size() + 1)));
        }
        return new LoserTree(sources);
    }

    private SortedRows head() {
        SortedRows current = head;
        if (current == null) {
            throw new IllegalStateException("no row");
        }
        return current;
    }

    /** Returns the number of the input of the row, from 0. */
    public int input() {
        return input;
    }

    /** Returns the extent of the row. */
    public Extent extent() {
        return head().extent();
    }

    /** Returns the number of the row in its extent. */
    public int row() {
        return head().row();
    }

    /** Returns whether the row comes after the one before it in the order, so is not equal to it; true for the first row. */
    public boolean startsGroup() {
        return startsGroup;
    }

    @Override
    public void close() throws IOException {
        ExtentSource.closeAll(inputs.stream().map(input -> input.rows).toList());
    }
}
