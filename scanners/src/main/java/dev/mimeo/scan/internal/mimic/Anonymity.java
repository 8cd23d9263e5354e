package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContextModel;
import java.util.Locale;

/** Limit on what generated data may repeat of its original. */
public enum Anonymity {
    /** No more than chance explains, from a model that tells which byte follows which byte. */
    STRICT(1),

    /** No more than chance explains, from a model that tells which byte follows which two bytes. */
    NORMAL(2),

    /** Frequent strings too, from a model that tells which byte follows up to four bytes. */
    FREE(ContextModel.MAX_ORDER);

    private final int maxOrder;

    Anonymity(int maxOrder) {
        this.maxOrder = maxOrder;
    }

    /**
     * Returns the level of a name.
     *
     * @param name as {@link #toString} returns it
     * @throws IllegalArgumentException if there is none
     */
    public static Anonymity of(String name) {
        for (Anonymity level : values()) {
            if (level.toString().equals(name)) {
                return level;
            }
        }
        throw new IllegalArgumentException(
                "option 'anonymity' of scanner 'mimic' is strict, normal or free, got '" + name + "'");
    }

    /** Returns the most bytes that a byte is said to follow. */
    int maxOrder() {
        return maxOrder;
    }

    /** Returns whether a text may repeat no more of the original than chance explains. */
    boolean isBounded() {
        return this != FREE;
    }

    /** Returns the name of the option. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
