package dev.mimeo.garage.load;

import dev.mimeo.garage.store.ColumnSchema;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** A counter of a table in all inputs of a run, and what its values are. For one thread at a time until it is resolved. */
final class TableCounter {

    /** Texts that collectors print in place of a missing value. */
    private static final Set<String> NO_VALUE = Set.of("", "n/a", "na", "#n/a", "null", "none", "nil", "-", "--", "?");

    /** A number as 1,5 or 1,234, which is not read: in some files the comma is the decimal point, in others it groups digits. */
    private static final Pattern COMMA_NUMBER = Pattern.compile("\\s*[+-]?\\d{1,20},\\d{1,20}\\s*");

    private final CounterTable table;
    private final int index;
    private final String name;
    private @Nullable String otherSpelling;
    private boolean numbers;
    private boolean truths;
    private boolean times;
    private boolean texts;
    private boolean words;
    private boolean onlyTruths = true;
    private boolean onlyTimes = true;
    private boolean onlyCommaNumbers = true;

    TableCounter(CounterTable table, int index, String name) {
        this.table = table;
        this.index = index;
        this.name = name;
    }

    CounterTable table() {
        return table;
    }

    int index() {
        return index;
    }

    String name() {
        return name;
    }

    /** Takes note of another name in the inputs, which differs in case. */
    void addSpelling(String other) {
        otherSpelling = other;
    }

    /** Returns another name of the counter in the inputs; null if they have one only. */
    @Nullable String otherSpelling() {
        return otherSpelling;
    }

    /** Takes note of a kind of value. */
    void add(CellKind kind) {
        switch (kind) {
            case WHOLE, FLOAT64, FLOAT32 -> numbers = true;
            case BOOL -> truths = true;
            case TIMESTAMP -> times = true;
            case TEXT -> texts = true;
            case WORD -> throw new IllegalArgumentException("a word needs its text");
        }
    }

    /** Returns whether words say nothing more about what the counter is. */
    boolean isNumber() {
        return numbers;
    }

    /** Takes note of a word. */
    void addWord(String word) {
        if (!isNoValue(word)) {
            words = true;
            onlyTruths = onlyTruths && isTruth(word);
            onlyTimes = onlyTimes && TimeText.parse(word) != null;
            onlyCommaNumbers = onlyCommaNumbers && COMMA_NUMBER.matcher(word).matches();
        }
    }

    /**
     * Returns the type of its values: text only if nothing in it is a number. For numbers FLOAT64, whatever they are in the end.
     *
     * @throws LoadException if inputs that have types disagree
     */
    ColumnSchema.Type type() throws LoadException {
        int declared = (numbers ? 1 : 0) + (truths ? 1 : 0) + (times ? 1 : 0) + (texts ? 1 : 0);
        if (declared > 1) {
            throw new LoadException("table '" + table.name() + "': column '" + name + "' has values of several types: "
                    + (numbers ? "numbers, " : "") + (truths ? "true and false, " : "") + (times ? "times, " : "")
                    + (texts ? "texts, " : "") + "one input each; convert it in one of them, or `exclude` it");
        }
        if (texts) {
            return ColumnSchema.Type.TEXT;
        }
        if (numbers || (declared == 0 && !words)) {
            return ColumnSchema.Type.FLOAT64;
        }
        if (onlyTruths && !times) {
            return ColumnSchema.Type.BOOL;
        }
        return onlyTimes && !truths ? ColumnSchema.Type.TIMESTAMP : ColumnSchema.Type.TEXT;
    }

    /** Returns whether all values are texts of numbers with commas. */
    boolean hasCommaNumbers() {
        return words && onlyCommaNumbers && !numbers;
    }

    /** Returns whether a word stands for no value. */
    static boolean isNoValue(String word) {
        return NO_VALUE.contains(word.strip().toLowerCase(Locale.ROOT));
    }

    static boolean isTruth(String word) {
        return word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false");
    }
}
