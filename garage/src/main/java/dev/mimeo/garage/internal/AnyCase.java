package dev.mimeo.garage.internal;

import java.util.Locale;

/**
 * The rule by which names of tables, columns, counters and macros are compared: case does not count, in any locale. Unlike {@link
 * String#equalsIgnoreCase}, it tells the micro sign from the Greek mu, as a map of keys does.
 */
public final class AnyCase {

    private AnyCase() {}

    /** Returns what names that differ in case only have in common. */
    public static String key(String name) {
        return name.toLowerCase(Locale.ROOT);
    }

    /** Returns whether names differ in case at most. */
    public static boolean equal(String name, String other) {
        return key(name).equals(key(other));
    }
}
