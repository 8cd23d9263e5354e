package dev.mimeo.garage.internal.scope;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.text.MatchBudget;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;

/**
 * A pattern over paths relative to a root of the garage, with {@code /} between their names.
 *
 * <p>{@code *} stands for any characters of a name, {@code ?} for one, {@code [a-c]} for one of some, {@code [!a-c]} for one
 * that is none of them, and {@code **} for any number of folders. Behind {@code regex:} there is a regular expression for the
 * whole path, as {@link Pattern} takes it. Slashes at the start mean the root; a pattern that leaves it is refused. Immutable and
 * thread-safe.
 */
public final class ScopePattern {

    private static final String REGEX = "regex:";

    /** Some hundred times the characters that an expression without nested repetitions reads of the longest path. */
    private static final int MAX_READS = 1_000_000;

    private final Pattern pattern;
    private final List<String> folder;

    private ScopePattern(Pattern pattern, List<String> folder) {
        this.pattern = pattern;
        this.folder = folder;
    }

    /**
     * Reads a pattern.
     *
     * @throws MimeoException if it is wrong or leaves the garage
     */
    public static ScopePattern parse(String text) throws MimeoException {
        try {
            if (text.startsWith(REGEX)) {
                return new ScopePattern(compile(text.substring(REGEX.length())), List.of());
            }
            List<String> names = names(text);
            List<String> folder = new ArrayList<>();
            for (String name : names.subList(0, names.size() - 1)) {
                if (name.chars().anyMatch(c -> c == '*' || c == '?' || c == '[')) {
                    break;
                }
                folder.add(name);
            }
            return new ScopePattern(Pattern.compile(expression(text, names), Pattern.DOTALL), List.copyOf(folder));
        } catch (PatternSyntaxException e) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY, "pattern '" + text + "': " + String.valueOf(e.getDescription()));
        }
    }

    /**
     * Returns a matcher of paths below the root of a garage.
     *
     * @param pattern as {@link FileSystem#getPathMatcher} takes it after {@code glob:}; null for one that matches all
     * @throws IllegalArgumentException if it is wrong
     */
    public static PathMatcher glob(@Nullable String pattern) {
        try {
            return pattern == null ? path -> true : FileSystems.getDefault().getPathMatcher("glob:" + pattern);
        } catch (PatternSyntaxException e) {
            throw new IllegalArgumentException("'" + pattern + "' is not a pattern of paths: close each [ and {", e);
        }
    }

    private static Pattern compile(String expression) throws MimeoException {
        try {
            return Pattern.compile(expression);
        } catch (StackOverflowError e) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY, "the groups of the regular expression are nested too deeply");
        }
    }

    /**
     * Takes a path under a root apart.
     *
     * @throws MimeoException if it is empty or leaves the root
     */
    public static List<String> names(String path) throws MimeoException {
        List<String> names = new ArrayList<>();
        for (String name : path.split("/")) {
            if (name.equals("..")) {
                throw new MimeoException(
                        MimeoException.Reason.QUERY, "'" + path + "' leaves the garage: '..' is not allowed");
            }
            if (name.indexOf('\0') >= 0) {
                throw new MimeoException(MimeoException.Reason.QUERY, "a path has a character of code 0");
            }
            if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        if (names.isEmpty()) {
            throw new MimeoException(MimeoException.Reason.QUERY, "'" + path + "' names no file");
        }
        return names;
    }

    /**
     * Returns whether a path relative to a root matches. The root itself, which has no name, matches nothing.
     *
     * @throws MimeoException if a regular expression tries too many ways to match it
     */
    public boolean matches(String path) throws MimeoException {
        MatchBudget budget = new MatchBudget();
        budget.set(MAX_READS);
        try {
            return !path.isEmpty() && pattern.matcher(budget.text(path)).matches();
        } catch (MatchBudget.ExhaustedException | StackOverflowError e) {
            throw new MimeoException(
                    MimeoException.Reason.QUERY,
                    "the regular expression takes too many steps to match '" + path
                            + "': use a pattern with * and ?, or one without nested repetitions");
        }
    }

    /** Returns the names of the folders that all paths start with. */
    public List<String> folder() {
        return folder;
    }

    private static String expression(String text, List<String> names) throws MimeoException {
        StringBuilder expression = new StringBuilder();
        for (int i = 0; i < names.size(); i++) {
            boolean last = i == names.size() - 1;
            String name = names.get(i);
            if (name.equals("**")) {
                expression.append(last ? ".+" : "(?:[^/]+/)*");
            } else {
                appendName(expression, text, name);
                expression.append(last ? "" : "/");
            }
        }
        return expression.toString();
    }

    /**
     * Between two stars the first place that fits is as good as any, so nothing there is tried twice: matching takes a time
     * linear in pattern and name.
     */
    private static void appendName(StringBuilder expression, String text, String name) throws MimeoException {
        int lastStar = lastStar(name);
        boolean open = false;
        for (int at = 0; at < name.length(); at++) {
            char c = name.charAt(at);
            if (c == '*') {
                while (at + 1 < name.length() && name.charAt(at + 1) == '*') {
                    at++;
                }
                expression.append(open ? ")" : "").append(at < lastStar ? "(?>[^/]*?" : "[^/]*");
                open = at < lastStar;
            } else if (c == '?') {
                expression.append("[^/]");
            } else if (c == '[') {
                at = appendMembers(expression, text, name, at);
            } else {
                expression.append(Pattern.quote(String.valueOf(c)));
            }
        }
    }

    /** Returns the last star that is not in brackets, or -1. */
    private static int lastStar(String name) {
        int last = -1;
        for (int at = 0; at < name.length(); at++) {
            if (name.charAt(at) == '*') {
                last = at;
            } else if (name.charAt(at) == '[') {
                int first = name.startsWith("[!", at) ? at + 2 : at + 1;
                at = Math.max(at, name.indexOf(']', first + 1));
            }
        }
        return last;
    }

    /** Appends the characters between brackets; returns where they end. */
    private static int appendMembers(StringBuilder expression, String text, String name, int open)
            throws MimeoException {
        boolean negated = open + 1 < name.length() && name.charAt(open + 1) == '!';
        int first = negated ? open + 2 : open + 1;
        // A closing bracket that comes first is one of the characters.
        int close = name.indexOf(']', first + 1);
        if (close < 0) {
            throw new MimeoException(MimeoException.Reason.QUERY, "pattern '" + text + "': [ without ]");
        }
        expression.append(negated ? "[^/" : "[");
        for (int i = first; i < close; i++) {
            char member = name.charAt(i);
            boolean range = member == '-' && i > first && i < close - 1;
            expression
                    .append(range || Character.isLetterOrDigit(member) ? "" : "\\")
                    .append(member);
        }
        expression.append(']');
        return close;
    }
}
