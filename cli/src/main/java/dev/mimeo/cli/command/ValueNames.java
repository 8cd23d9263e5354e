package dev.mimeo.cli.command;

import java.util.Iterator;
import java.util.List;
import java.util.function.Supplier;

/** The values of an option or a parameter that a shell completes. picocli creates an instance with each command. */
public abstract class ValueNames implements Iterable<String> {

    private final Supplier<List<String>> words;

    /** Takes values that are always the same. */
    protected ValueNames(String... words) {
        this(() -> List.of(words));
    }

    /** Takes values that are only found out when they are needed. */
    protected ValueNames(Supplier<List<String>> words) {
        this.words = words;
    }

    @Override
    public final Iterator<String> iterator() {
        return words.get().iterator();
    }
}
