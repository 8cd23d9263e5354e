package dev.mimeo.generate.internal;

import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/** Reads the options of a generator and refuses those that it does not know. Not thread-safe. */
final class GeneratorOptions {

    private final String generator;
    private final Map<String, String> left;
    private final TreeSet<String> known = new TreeSet<>();

    GeneratorOptions(String generator, Map<String, String> options) {
        this.generator = generator;
        this.left = new TreeMap<>(options);
    }

    /**
     * Returns an option that is a number in a range.
     *
     * @param absent value of an option that is not given
     * @throws IllegalArgumentException if the option is not a number from {@code min} to {@code max}
     */
    double number(String name, double min, double max, double absent) {
        known.add(name);
        String text = left.remove(name);
        if (text == null) {
            return absent;
        }
        double value;
        try {
            value = Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            value = Double.NaN;
        }
        // Written so that NaN fails too.
        if (!(value >= min && value <= max)) {
            throw new IllegalArgumentException("option '" + name + "' of generator '" + generator
                    + "' takes a number from " + min + " to " + max + ", got '" + text + "'");
        }
        return value;
    }

    /**
     * Ends the reading of options.
     *
     * @throws IllegalArgumentException if an option was given that the generator has not read
     */
    void end() {
        if (!left.isEmpty()) {
            throw new IllegalArgumentException("generator '" + generator + "' has no option '"
                    + left.keySet().iterator().next() + "'"
                    + (known.isEmpty() ? "; it takes none" : "; known: " + String.join(", ", known)));
        }
    }
}
