package dev.mimeo.cli.nfs;

import dev.mimeo.internal.text.ByteSizes;
import dev.mimeo.internal.text.DisplayWidth;
import dev.mimeo.internal.text.Milliseconds;
import dev.mimeo.nfs.summary.TrafficSummary.Load;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Numbers, times and names of NFS traffic as text. */
final class TrafficText {

    static final long NANOS = 1_000_000_000L;

    static final String NONE = "-";
    private static final String ELLIPSIS = "...";
    private static final DateTimeFormatter MILLIS = time("uuuu-MM-dd HH:mm:ss.SSS");
    private static final DateTimeFormatter SECONDS = time("uuuu-MM-dd HH:mm:ss");

    /** Bytes of a path that a line of 100 columns has room for. */
    private static final int PATH_WIDTH = 68;

    static final int LINE_WIDTH = 100;

    /** Columns that the longest names of operations need, which stay whole if quantiles make a line too long. */
    private static final int LABEL_WIDTH = 19;

    /** Begins a line that continues the one before it. */
    static final String INDENT = "    ";

    private static final int FACT_INDENT = 10;

    /** A handle, and the zeros that fill it up. */
    private static final Pattern HANDLE = Pattern.compile("^(FH:(?:[0-9a-f]{2})+?)(?:00)+(?![0-9a-f])");

    private TrafficText() {}

    private static DateTimeFormatter time(String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).withZone(ZoneOffset.UTC);
    }

    /** A column of a table: its head, its width as text with the space before it, and its values. */
    record Column(String head, int width, Function<Load, String> value) {

        /** Returns whether there is something to tell of a load. */
        boolean hasValue(Load load) {
            return !value.apply(load).equals(NONE);
        }

        /** Returns this column, wider if a value or the head needs it. */
        Column fitting(Stream<Load> loads) {
            int longest =
                    loads.mapToInt(load -> value.apply(load).length()).max().orElse(0);
            return new Column(head, Math.max(width, 1 + Math.max(head.length(), longest)), value);
        }
    }

    /** Returns columns of quantiles of latency. */
    static List<Column> quantiles(List<Double> quantiles) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < quantiles.size(); i++) {
            int index = i;
            String head = quantile(quantiles.get(i)) + " ms";
            columns.add(new Column(
                    head,
                    Math.max(7, head.length() + 1),
                    load -> Milliseconds.of(load.latency().quantiles().get(index))));
        }
        return columns;
    }

    /** Returns the name of a quantile: {@code p50}, {@code p99.9}. */
    static String quantile(double quantile) {
        return "p"
                + BigDecimal.valueOf(quantile)
                        .movePointRight(2)
                        .stripTrailingZeros()
                        .toPlainString();
    }

    /** Returns the moment of nanoseconds since 1970. */
    static Instant instant(long nanos) {
        return Instant.ofEpochSecond(Math.floorDiv(nanos, NANOS), Math.floorMod(nanos, NANOS));
    }

    /** Returns a time of UTC, with milliseconds. */
    static String time(long nanos) {
        return MILLIS.format(instant(nanos));
    }

    /** Returns a time of UTC, with milliseconds if the intervals need them. */
    static String time(long nanos, long intervalNanos) {
        return (intervalNanos % NANOS == 0 ? SECONDS : MILLIS).format(instant(nanos));
    }

    /** Returns a name that a line has room for: a handle without the zeros at its end, and the end of a path, which says most. */
    static String shortened(String name) {
        return shortened(name, PATH_WIDTH);
    }

    /** Returns a name as {@link #shortened(String)} does, in other columns at most. */
    static String shortened(String name, int most) {
        String text = HANDLE.matcher(name).replaceFirst("$1");
        return DisplayWidth.of(text) <= most ? text : ELLIPSIS + DisplayWidth.end(text, most - ELLIPSIS.length());
    }

    /** Returns a value in some columns at most: its beginning and its end if it is longer, for values differ at either end. */
    static String fitted(String value, int most) {
        if (DisplayWidth.of(value) <= most) {
            return value;
        }
        int kept = Math.max(0, most - ELLIPSIS.length());
        int end = kept / 2;
        return DisplayWidth.beginning(value, kept - end) + ELLIPSIS + DisplayWidth.end(value, end);
    }

    /** Returns a value that is filled up with spaces to some columns, in which it {@link #fitted fits}. */
    static String cell(String value, int width) {
        String text = fitted(value, width);
        return text + " ".repeat(Math.max(0, width - DisplayWidth.of(text)));
    }

    /**
     * Adds a label behind the values of a line, which has 100 columns at most unless the values alone are too long: one space
     * before it, or its middle, gives way.
     */
    static StringBuilder labelled(StringBuilder values, String label) {
        int room = Math.max(LABEL_WIDTH, LINE_WIDTH - values.length() - 1);
        String text = fitted(label, room);
        return values.append(DisplayWidth.of(text) < room ? "  " : " ").append(text);
    }

    /** Returns a fact with its name before it, in lines of 100 columns at most if it has commas or semicolons to break them at. */
    static String fact(String name, String value) {
        StringBuilder text = new StringBuilder(String.format(Locale.ROOT, "%-9s", name));
        int column = text.length();
        for (String part : value.split("(?<=[,;]) ")) {
            if (column > FACT_INDENT && column + 1 + part.length() > LINE_WIDTH) {
                text.append('\n').append(" ".repeat(FACT_INDENT - 1));
                column = FACT_INDENT - 1;
            }
            text.append(' ').append(part);
            column += 1 + part.length();
        }
        return text.append('\n').toString();
    }

    static String right(String value, int width) {
        return " ".repeat(Math.max(1, width - value.length())) + value;
    }

    static String count(long number) {
        return String.format(Locale.ROOT, "%,d", number);
    }

    static String bytes(long bytes) {
        return bytes == 0 ? NONE : ByteSizes.format(bytes);
    }

    /** Returns a share of a whole. */
    static String percent(double part, double whole) {
        if (!(part > 0 && whole > 0)) {
            return NONE;
        }
        double percent = 100 * part / whole;
        return percent < 0.5 ? "<1%" : String.format(Locale.ROOT, "%.0f%%", percent);
    }

    /** Returns a rate with three digits, nothing where there is none. */
    static String rate(double value) {
        if (value == 0) {
            return NONE;
        }
        return value < 0.001
                ? "<0.001"
                : String.format(
                        Locale.ROOT, value < 1 ? "%.3f" : value < 10 ? "%.2f" : value < 100 ? "%.1f" : "%,.0f", value);
    }

    /** Returns a number of milliseconds for programs; empty if there is none. */
    static String plainMillis(double value) {
        return Double.isNaN(value) ? "" : String.format(Locale.ROOT, "%.6f", value);
    }
}
