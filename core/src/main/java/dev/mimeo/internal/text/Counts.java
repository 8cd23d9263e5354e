package dev.mimeo.internal.text;

/** Numbers of things in messages: {@code 1 file}, {@code 1,234 files}. */
public final class Counts {

    private static final int GROUP = 3;

    private Counts() {}

    /**
     * Returns a number with its noun.
     *
     * @param noun in the singular, of a regular plural; may be several words, of which the last is the noun
     */
    public static String of(long count, String noun) {
        return grouped(count) + " " + (count == 1 ? noun : plural(noun));
    }

    /** Returns a number with commas, without the data of a locale, which take long to load. */
    public static String grouped(long number) {
        StringBuilder digits = new StringBuilder(Long.toString(number));
        int first = number < 0 ? 1 : 0;
        for (int at = digits.length() - GROUP; at > first; at -= GROUP) {
            digits.insert(at, ',');
        }
        return digits.toString();
    }

    private static String plural(String noun) {
        if (noun.matches(".*[^aeiou]y")) {
            return noun.substring(0, noun.length() - 1) + "ies";
        }
        return noun + (noun.matches(".*(s|x|ch|sh)") ? "es" : "s");
    }
}
