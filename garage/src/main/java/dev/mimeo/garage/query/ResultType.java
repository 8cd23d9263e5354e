package dev.mimeo.garage.query;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A column of a result.
 *
 * @param name its name
 * @param type its type, in the engine's SQL
 */
record ResultType(String name, String type) {

    /** Compares as that of a record does, which the virtual machine would first have to make, for longer than reading a file takes. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof ResultType that && name.equals(that.name) && type.equals(that.type);
    }

    @Override
    public int hashCode() {
        return 31 * name.hashCode() + type.hashCode();
    }

    /** Whole numbers, each of which fits into those behind it. */
    private static final List<String> INTEGERS = List.of("TINYINT", "SMALLINT", "INTEGER", "BIGINT");

    /**
     * Returns the type of a column that has values of both: of whole numbers the wider, of whole and other numbers DOUBLE.
     *
     * @return null if there is none
     */
    static @Nullable String common(String a, String b) {
        if (a.equals(b)) {
            return a;
        }
        int first = INTEGERS.indexOf(a);
        int second = INTEGERS.indexOf(b);
        if (first >= 0 && second >= 0) {
            return INTEGERS.get(Math.max(first, second));
        }
        return isNumber(a) && isNumber(b) ? "DOUBLE" : null;
    }

    private static boolean isNumber(String type) {
        return INTEGERS.contains(type) || type.equals("FLOAT") || type.equals("DOUBLE");
    }
}
