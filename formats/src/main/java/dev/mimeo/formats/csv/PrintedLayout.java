package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/** The fields of a row of text, in the order of its columns. Not thread-safe, as the fields are not. */
final class PrintedLayout {

    private final ExtentType type;
    private final List<Field> columns;
    private final PrintedField[] fields;
    private final int[] order;
    private final int[] others;
    private final List<Field> missing;
    private final int text;

    /**
     * Prepares to read rows.
     *
     * @throws IllegalArgumentException if what the fields print cannot be undone
     */
    PrintedLayout(ExtentType type, List<Field> columns, boolean decodeHex) {
        this.type = type;
        this.columns = List.copyOf(columns);
        Set<Field> there = new HashSet<>(columns);
        this.missing =
                type.fields().stream().filter(field -> !there.contains(field)).toList();
        this.fields = new PrintedField[columns.size()];
        Map<Integer, Integer> columnOf = new HashMap<>();
        int strings = 0;
        int string = -1;
        for (int i = 0; i < fields.length; i++) {
            Field field = columns.get(i);
            try {
                fields[i] = PrintedField.of(type, field, decodeHex);
            } catch (IllegalArgumentException e) {
                throw new IllegalArgumentException(
                        "cannot read field '" + field.name() + "' of type '" + type.name() + "': " + e.getMessage(), e);
            }
            columnOf.put(field.index(), i);
            switch (field.type()) {
                case VARIABLE32, FIXEDWIDTH -> {
                    strings++;
                    string = i;
                }
                default -> {}
            }
        }
        this.text = strings == 1 ? string : -1;
        this.others = new int[fields.length];
        this.order = ordered(columnOf);
    }

    /** Returns the columns so that those come first to which others are relative. */
    private int[] ordered(Map<Integer, Integer> columnOf) {
        List<Integer> sorted = new ArrayList<>();
        Set<Integer> done = new HashSet<>();
        boolean more = true;
        while (more) {
            more = false;
            for (int i = 0; i < fields.length; i++) {
                int other = fields[i].offset().other();
                Integer column = columnOf.get(other);
                if (!done.contains(i) && (other < 0 || (column != null && done.contains(column)))) {
                    others[i] = column == null ? i : column;
                    sorted.add(i);
                    done.add(i);
                    more = true;
                }
            }
        }
        if (sorted.size() < fields.length) {
            throw new IllegalArgumentException(
                    "a field of type '" + type.name() + "' is relative to one that is not in the text");
        }
        return sorted.stream().mapToInt(Integer::intValue).toArray();
    }

    ExtentType type() {
        return type;
    }

    /** Returns the fields of the type, in the order of the columns. */
    List<Field> columns() {
        return columns;
    }

    int count() {
        return fields.length;
    }

    PrintedField field(int column) {
        return fields[column];
    }

    /** Returns the columns in the order in which their values can be set. */
    int[] order() {
        return order;
    }

    /** Returns the field that a column is relative to, or that of the column. */
    PrintedField base(int column) {
        return fields[others[column]];
    }

    /** Returns the only column of strings, which may hold the separator; -1 if there is none or several. */
    int text() {
        return text;
    }

    /** Returns the line of field names, if it has no quotes. */
    byte[] names(String separator) {
        return columns.stream()
                .map(Field::name)
                .collect(Collectors.joining(separator))
                .getBytes(UTF_8);
    }

    /** Tells which columns had values that may or may not be hexadecimal digits, then which had some that may or may not be null. */
    boolean[] ambiguous() {
        boolean[] ambiguous = new boolean[2 * fields.length];
        for (int i = 0; i < fields.length; i++) {
            ambiguous[i] = fields[i].isAmbiguous();
            ambiguous[fields.length + i] = fields[i].hasNullTexts();
        }
        return ambiguous;
    }

    /** Takes note of {@link #ambiguous} of a layout of the same columns. */
    void addAmbiguous(boolean[] ambiguous) {
        for (int i = 0; i < fields.length; i++) {
            if (ambiguous[i]) {
                fields[i].setAmbiguous();
            }
            if (ambiguous[fields.length + i]) {
                fields[i].setNullTexts();
            }
        }
    }

    /** Returns what the text does not tell, a line per field. */
    List<String> notes() {
        List<String> notes = new ArrayList<>();
        String start = "type '" + type.name() + "', field '";
        Arrays.stream(fields)
                .filter(field -> !field.note().isEmpty())
                .forEach(field -> notes.add(start + field.field().name() + "': " + field.note()));
        Arrays.stream(fields)
                .filter(PrintedField::hasNullTexts)
                .forEach(field -> notes.add(
                        start + field.field().name() + "': 'null' may be a value; it was taken for a missing one"));
        for (Field field : missing) {
            notes.add(start + field.name() + "': not in the text");
        }
        return notes;
    }

    /** Returns the fields of the type that are not columns. */
    List<Field> missing() {
        return missing;
    }
}
