package dev.mimeo.report.plot;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.report.plot.PlotAxis.Scale;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * Layout of an axis: a range of values with round ends, its marks, and where a value is on it. Immutable.
 */
final class Axis {

    private static final int DIGITS = 6;

    /** Digits that tell any two numbers apart. */
    private static final int MOST_DIGITS = 17;

    /** Decimals of a second that seconds since 1970 have as floating-point numbers. */
    private static final int MOST_DECIMALS = 6;

    private static final double MICROS = 1e6;

    /** Multiples of powers of ten that are marked on logarithmic axes. */
    private static final double[] MULTIPLES = {1, 2, 5};

    private static final double MINUTE = 60;
    private static final double DAY = 86_400;

    /** Steps between marks of times, in seconds. */
    private static final double[] TIME_STEPS = {
        1, 2, 5, 10, 15, 30, 60, 120, 300, 600, 900, 1800, 3600, 7200, 10_800, 21_600, 43_200, 86_400
    };

    private final Scale scale;

    /** Ends; of a logarithmic axis their logarithms. */
    private final double from;

    private final double to;
    private final List<Double> ticks;

    /** Difference of neighbouring marks where all are equally far apart, otherwise NaN. */
    private final double step;

    private Axis(Scale scale, double from, double to, List<Double> ticks) {
        this(scale, from, to, ticks, Double.NaN);
    }

    private Axis(Scale scale, double from, double to, List<Double> ticks, double step) {
        this.scale = scale;
        this.from = from;
        this.to = to;
        this.ticks = List.copyOf(ticks);
        this.step = step;
    }

    /**
     * Lays out an axis.
     *
     * @param least smallest value of the data, above 0 if the axis is logarithmic
     * @param most largest value, not below
     * @param steps number of steps between marks that there is room for, at least 1
     */
    static Axis of(PlotAxis axis, double least, double most, int steps) {
        double first = Double.isNaN(axis.least()) ? least : axis.least();
        double last = Math.max(first, Double.isNaN(axis.most()) ? most : axis.most());
        return switch (axis.scale()) {
            case LINEAR -> linear(axis, first, last, steps);
            case LOGARITHMIC -> logarithmic(first, last, steps);
            case BYTES -> bytes(first, last, steps);
            case TIME -> times(first, last, steps);
        };
    }

    private static Axis linear(PlotAxis axis, double least, double most, int steps) {
        double range = most - least;
        double start = least;
        double end = most;
        if (!(range > 0 && range < Double.MAX_VALUE)) {
            // A single value is in the middle, where a line along an end of the axis would not be seen.
            double margin = Math.abs(least) / steps;
            margin = margin >= Double.MIN_NORMAL ? margin : 1;
            start = Double.isNaN(axis.least()) ? least - margin : least;
            end = least + margin;
        }
        double step = step((end - start) / steps);
        double from = Double.isNaN(axis.least()) ? Math.floor(start / step) * step : least;
        double to = Double.isNaN(axis.most()) ? Math.max(Math.ceil(end / step) * step, from + step) : end;
        List<Double> ticks = new ArrayList<>();
        int count = (int) Math.floor((to - from) / step + 1e-9);
        for (int i = 0; i <= count; i++) {
            // A sum of steps may miss 0 and round numbers a little.
            ticks.add(Math.rint((from + i * step) / step) * step);
        }
        return new Axis(Scale.LINEAR, from, to, ticks, step);
    }

    /** Returns 1, 2 or 5 times a power of ten, not below a value. */
    private static double step(double least) {
        double power = Math.pow(10, Math.floor(Math.log10(least)));
        for (double factor : MULTIPLES) {
            if (factor * power >= least * (1 - 1e-9)) {
                return factor * power;
            }
        }
        return 10 * power;
    }

    /** Marks 1, 2 and 5 times each power of ten if there is room or there are few powers, else every power or every few powers. */
    private static Axis logarithmic(double least, double most, int steps) {
        List<Double> fine = new ArrayList<>();
        int first = (int) Math.floor(Math.log10(least)) - 1;
        int last = (int) Math.ceil(Math.log10(most)) + 1;
        for (int power = first; power <= last; power++) {
            for (double multiple : MULTIPLES) {
                fine.add(multiple * Math.pow(10, power));
            }
        }
        while (fine.get(1) <= least * (1 + 1e-9)) {
            fine.remove(0);
        }
        while (fine.size() > 2 && fine.get(fine.size() - 2) >= most * (1 - 1e-9)) {
            fine.remove(fine.size() - 1);
        }
        double from = Math.log10(fine.get(0));
        double to = Math.log10(fine.get(fine.size() - 1));
        if (fine.size() <= steps + 1 || to - from < 2) {
            return new Axis(Scale.LOGARITHMIC, from, to, fine);
        }
        int lowest = (int) Math.floor(from + 1e-9);
        int highest = (int) Math.ceil(to - 1e-9);
        int each = Math.max(1, (highest - lowest + steps - 1) / steps);
        List<Double> decades = new ArrayList<>();
        for (int power = lowest; power <= highest; power += each) {
            decades.add(Math.pow(10, power));
        }
        return new Axis(Scale.LOGARITHMIC, lowest, highest, decades);
    }

    private static Axis bytes(double least, double most, int steps) {
        int from = (int) Math.floor(Math.log(least) / Math.log(2) + 1e-9);
        int to = Math.max(from + 1, (int) Math.ceil(Math.log(most) / Math.log(2) - 1e-9));
        int each = Math.max(1, (to - from + steps - 1) / steps);
        List<Double> ticks = new ArrayList<>();
        for (int power = from; power <= to; power += each) {
            ticks.add(Math.pow(2, power));
        }
        double perDoubling = Math.log10(2);
        return new Axis(Scale.BYTES, from * perDoubling, to * perDoubling, ticks);
    }

    /** Marks round times: the axis begins and ends with the data. */
    private static Axis times(double least, double most, int steps) {
        double last = most > least ? most : least + 1;
        double rough = (last - least) / steps;
        double step = rough < 1 ? step(rough) : Math.ceil(rough / DAY) * DAY;
        for (int i = TIME_STEPS.length - 1; i >= 0 && rough >= 1; i--) {
            step = TIME_STEPS[i] >= rough ? TIME_STEPS[i] : step;
        }
        List<Double> ticks = new ArrayList<>();
        for (double tick = Math.ceil(least / step - 1e-9) * step; tick <= last + step * 1e-9; tick += step) {
            ticks.add(Math.rint(tick / step) * step);
        }
        return new Axis(Scale.TIME, least, last, ticks, step);
    }

    /** Returns a time as it is marked: midnight with its date, other times as far as the marks need it. */
    private String time(double value) {
        LocalDateTime time = utc(value);
        if (time.toLocalTime().equals(LocalTime.MIDNIGHT)) {
            return formatted(time, utc(from).getYear() == utc(to).getYear() ? "MM-dd" : "yyyy-MM-dd");
        }
        if (step >= 1) {
            return formatted(time, step >= MINUTE ? "HH:mm" : "HH:mm:ss");
        }
        int decimals = (int) Math.ceil(-Math.log10(step) - 1e-9);
        return formatted(time, "ss." + "S".repeat(Math.max(3, Math.min(decimals, MOST_DECIMALS))));
    }

    private static LocalDateTime utc(double seconds) {
        long micros = Math.round(seconds * MICROS);
        return LocalDateTime.ofEpochSecond(
                Math.floorDiv(micros, 1_000_000L), (int) Math.floorMod(micros, 1_000_000L) * 1000, ZoneOffset.UTC);
    }

    private static String formatted(LocalDateTime time, String pattern) {
        return DateTimeFormatter.ofPattern(pattern, Locale.ROOT).format(time);
    }

    /** Returns the title of the axis: one of times names its start, because marks show only a part of a time. */
    String title(String title) {
        return scale == Scale.TIME ? title + " from " + formatted(utc(from), "yyyy-MM-dd HH:mm:ss") : title;
    }

    /** Returns where a value is, from 0 at the start to 1 at the end. */
    double place(double value) {
        return ((scale.isLogarithmic() ? Math.log10(value) : value) - from) / (to - from);
    }

    /** Returns the values that are marked, ascending. */
    List<Double> ticks() {
        return ticks;
    }

    /** Returns the mark of a value. */
    String text(double value) {
        if (scale == Scale.TIME) {
            return time(value);
        }
        if (scale != Scale.BYTES) {
            return number(value, digits());
        }
        String[] units = {"B", "KiB", "MiB", "GiB", "TiB"};
        int unit = 0;
        double number = value;
        while (number >= 1024 && unit < units.length - 1) {
            number /= 1024;
            unit++;
        }
        return CNumberFormat.general(number, DIGITS) + " " + units[unit];
    }

    /** Returns the number of digits with which no two marks look the same. */
    private int digits() {
        if (Double.isNaN(step)) {
            return DIGITS;
        }
        double largest = ticks.stream().mapToDouble(Math::abs).max().orElse(0);
        double needed = Math.floor(Math.log10(largest)) - Math.floor(Math.log10(step) + 1e-9) + 1;
        return (int) Math.max(DIGITS, Math.min(needed, MOST_DIGITS));
    }

    /**
     * Returns a number as charts show it.
     *
     * @param digits significant digits, at least 1
     */
    static String number(double value, int digits) {
        return CNumberFormat.general(value, digits)
                .replaceFirst("e([-+])0", "e$1")
                .replace("e+", "e");
    }
}
