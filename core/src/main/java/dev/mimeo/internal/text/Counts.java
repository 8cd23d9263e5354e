package dev.mimeo.internal.text;

import java.util.Locale;

/** Numbers of things in messages: {@code 1 file}, {@code 1,234 files}. */
public final class Counts {

    private Counts() {}

    /**
     * Returns a number with its noun.
     *
     * @param noun in the singular, of a regular plural; may be several words, of which the last is the noun
     */
    public static String of(long count, String noun) {
        return String.format(Locale.ROOT, "%,d %s", count, count == 1 ? noun : plural(noun));
    }

    private static String plural(String noun) {
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun + (noun.matches(".*(s|x|ch|sh)") ? "es" : "s");
    }
}
