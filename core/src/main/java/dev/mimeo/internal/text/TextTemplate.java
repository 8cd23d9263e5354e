package dev.mimeo.internal.text;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A text with names in it, written {@code ${name}}, that values replace. Immutable and thread-safe.
 *
 * @param text the template
 */
public record TextTemplate(String text) {

    private static final Pattern NAME = Pattern.compile("\\$\\{(\\w+)}");

    /**
     * Returns the text with values in place of the names. Values may contain anything; names in them stay.
     *
     * @throws IllegalArgumentException if the template has a name without a value
     */
    public String fill(Map<String, String> values) {
        return NAME.matcher(text).replaceAll(name -> {
            String value = values.get(name.group(1));
            if (value == null) {
                throw new IllegalArgumentException("no value for " + name.group());
            }
            return Matcher.quoteReplacement(value);
        });
    }
}
