package dev.mimeo.internal.text;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** Suggestions for misspelled names. */
public final class SimilarNames {

    private static final int MOST_SHOWN = 3;
    private static final int SHORTEST_PREFIX = 3;

    private SimilarNames() {}

    /** Returns the end of a message that suggests the names most similar to a wrong one; empty if none is similar. */
    public static String suggestion(String wrong, Collection<String> names) {
        return suggestion(wrong, names, UnaryOperator.identity());
    }

    /**
     * Returns the end of a message as {@link #suggestion(String, Collection)} does.
     *
     * @param key returns what is compared of a name, such as its small letters
     */
    public static String suggestion(String wrong, Collection<String> names, UnaryOperator<String> key) {
        Map<String, String> byKey = new LinkedHashMap<>();
        for (String name : names) {
            byKey.putIfAbsent(key.apply(name), name);
        }
        List<String> similar =
                of(key.apply(wrong), byKey.keySet()).stream().map(byKey::get).toList();
        return similar.isEmpty() ? "" : " (did you mean " + String.join(" or ", similar) + "?)";
    }

    /**
     * Returns the names at the smallest distance from a wrong one, three at most: the number of characters to insert, remove, replace or
     * swap with the next one, which is at most a third of its length; or those that it begins.
     */
    private static List<String> of(String wrong, Collection<String> names) {
        int least = Math.max(1, wrong.length() / 3) + 1;
        for (String name : names) {
            least = Math.min(least, distance(wrong, name));
        }
        int distance = least;
        boolean isClose = distance <= Math.max(1, wrong.length() / 3);
        return names.stream()
                .filter(name -> isClose
                        ? distance(wrong, name) == distance
                        : wrong.length() >= SHORTEST_PREFIX && name.startsWith(wrong))
                .limit(MOST_SHOWN)
                .toList();
    }

    /** Returns the optimal string alignment distance. */
    private static int distance(String a, String b) {
        int[][] rows = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                if (i == 0 || j == 0) {
                    rows[i][j] = i + j;
                    continue;
                }
                int cost = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
                rows[i][j] = Math.min(rows[i - 1][j - 1] + cost, Math.min(rows[i - 1][j], rows[i][j - 1]) + 1);
                if (i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1)) {
                    rows[i][j] = Math.min(rows[i][j], rows[i - 2][j - 2] + 1);
                }
            }
        }
        return rows[a.length()][b.length()];
    }
}
