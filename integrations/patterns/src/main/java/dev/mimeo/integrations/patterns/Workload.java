package dev.mimeo.integrations.patterns;

import java.util.Locale;

/**
 * Workload of a benchmark on the blocks.
 *
 * @param target file or device that it writes, as it is called in a job file
 * @param targetBytes so much of it
 * @param access in which order
 */
public record Workload(String target, long targetBytes, Access access) {

    /** The order of writes. */
    public enum Access {
        /** From the first byte to the last, each once. */
        WRITE,
        /** As many bytes, anywhere. */
        RANDWRITE;

        /** Returns the name that fio has for it. */
        String fio() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** @throws IllegalArgumentException if the target has no name that can stand in a job file */
    public Workload {
        if (target.isBlank()) {
            throw new IllegalArgumentException("the target needs a name");
        }
        checkName(target);
    }

    /** Refuses names that mean something else in job files. */
    static void checkName(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (c < ' ' || c == 0x7f || c == '\'' || c == '"' || c == ';' || c == '#') {
                throw new IllegalArgumentException("'" + name + "' cannot be named in a job file: choose a name without"
                        + " quotes, semicolons, number signs and control characters");
            }
        }
    }
}
