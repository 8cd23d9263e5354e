package dev.mimeo.garage.internal;

import java.util.Locale;

/**
 * A pattern of names of counters: {@code *} stands for any characters, {@code ?} for one, all others for themselves in any case.
 * Matching takes at most the product of the lengths, whatever the pattern. Immutable.
 */
public final class NamePattern {

    private final String pattern;

    /** Makes a pattern. */
    public NamePattern(String glob) {
        this.pattern = folded(glob);
    }

    private static String folded(String text) {
        return text.toUpperCase(Locale.ROOT).toLowerCase(Locale.ROOT);
    }

    /** Returns whether a whole name matches. */
    public boolean matches(String name) {
        String text = folded(name);
        int at = 0;
        int next = 0;
        // The position of the last star, and the text that it matched: only the last star is ever widened.
        int star = -1;
        int taken = 0;
        while (at < text.length()) {
            char expected = next < pattern.length() ? pattern.charAt(next) : 0;
            if (next < pattern.length() && expected == '*') {
                star = next++;
                taken = at;
            } else if (next < pattern.length() && (expected == '?' || expected == text.charAt(at))) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        while (next < pattern.length() && pattern.charAt(next) == '*') {
            next++;
        }
        return next == pattern.length();
    }

    @Override
    public String toString() {
        return pattern;
    }
}
