package dev.mimeo.nfs.analyze;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The options of an analysis as the command takes them: {@code name:option,option=value,value}. What an analysis does not ask
 * for is an error, found by {@link #refuseOthers}. For one thread at a time.
 */
final class AnalysisOptions {

    private final String analysis;
    private final Map<String, String> named = new LinkedHashMap<>();
    private final List<String> plain = new ArrayList<>();

    private AnalysisOptions(String analysis) {
        this.analysis = analysis;
    }

    /** Takes a request apart. */
    static AnalysisOptions parse(String request) {
        int colon = request.indexOf(':');
        AnalysisOptions options = new AnalysisOptions(colon < 0 ? request : request.substring(0, colon));
        if (colon >= 0) {
            for (String option : request.substring(colon + 1).split(",", -1)) {
                int equals = option.indexOf('=');
                if (option.isEmpty()) {
                    throw new IllegalArgumentException("'" + request + "' has an empty option");
                } else if (equals < 0) {
                    options.plain.add(option);
                } else if (options.named.put(option.substring(0, equals), option.substring(equals + 1)) != null) {
                    throw new IllegalArgumentException("'" + request + "' has an option twice");
                }
            }
        }
        return options;
    }

    String analysis() {
        return analysis;
    }

    boolean flag(String name) {
        return plain.remove(name);
    }

    @Nullable String text(String name) {
        return named.remove(name);
    }

    /** Returns an integer, given by its name or as the only number. */
    long number(String name, long otherwise, long least, long most) {
        String text = text(name);
        if (text == null && !plain.isEmpty() && isNumber(plain.get(0))) {
            text = plain.remove(0);
        }
        if (text == null) {
            return otherwise;
        }
        try {
            long value = Long.parseLong(text);
            if (value >= least && value <= most) {
                return value;
            }
        } catch (NumberFormatException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                analysis + ": " + name + " must be an integer from " + least + " to " + most + ", got '" + text + "'");
    }

    /** Returns a number given by its name, above 0 and at most {@code most}. */
    double real(String name, double otherwise, double most) {
        String text = text(name);
        return text == null ? otherwise : real(name, text, most);
    }

    private double real(String name, String text, double most) {
        double value = Double.NaN;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Said below.
        }
        if (!(value > 0 && value <= most)) {
            throw new IllegalArgumentException(
                    analysis + ": " + name + " must be a number above 0 and at most " + most + ", got '" + text + "'");
        }
        return value;
    }

    /** Returns a number of seconds, at least 0 and below a million. */
    static double seconds(String name, String text) {
        double value = Double.NaN;
        try {
            value = Double.parseDouble(text);
        } catch (NumberFormatException e) {
            // Said below.
        }
        if (!(value >= 0 && value < 1e6)) {
            throw new IllegalArgumentException(name + " must be from 0 to 1e6 seconds, got '" + text + "'");
        }
        return value;
    }

    /** Returns the numbers without a name. */
    double[] reals(String name, double most, double... otherwise) {
        List<Double> values = new ArrayList<>();
        for (String text : List.copyOf(plain)) {
            values.add(real(name, text, most));
            plain.remove(text);
        }
        return values.isEmpty()
                ? otherwise
                : values.stream().mapToDouble(Double::doubleValue).toArray();
    }

    /** Returns all options without a name. */
    List<String> plain() {
        List<String> all = List.copyOf(plain);
        plain.clear();
        return all;
    }

    private static boolean isNumber(String text) {
        return text.chars().allMatch(c -> c >= '0' && c <= '9');
    }

    /** Complains about options that nobody has asked for. */
    void refuseOthers() {
        TreeSet<String> left = new TreeSet<>(plain);
        left.addAll(named.keySet());
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("analysis " + analysis + " has no option '" + left.first() + "'");
        }
    }
}
