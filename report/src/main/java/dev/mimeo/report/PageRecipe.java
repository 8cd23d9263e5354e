package dev.mimeo.report;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The way to make a page again.
 *
 * @param commands commands in their order, one line each
 * @param facts names and values of all that the commands do not say, such as versions, dates, seeds and hashes, in their order
 */
public record PageRecipe(List<String> commands, Map<String, String> facts) {

    /** No recipe. */
    public static final PageRecipe NONE = new PageRecipe(List.of(), Map.of());

    /** Copies both, in their order. */
    public PageRecipe {
        commands = List.copyOf(commands);
        facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    }
}
