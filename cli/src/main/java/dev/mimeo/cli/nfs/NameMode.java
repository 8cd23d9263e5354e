package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import dev.mimeo.formats.anonymize.NameKeys;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The treatment of names. */
enum NameMode {
    ENCRYPT,
    CLASSIC,
    HMAC,
    INTS,
    NONE;

    /** Bytes for names that are kept, where nothing else is said. */
    static final long MEMORY = 256L << 20;

    /** Returns whether keys are needed. */
    boolean isKeyed() {
        return this != INTS && this != NONE;
    }

    /**
     * Returns what replaces names; null to leave them as they are.
     *
     * @param keys the keys, if they are needed
     * @param map receives the name of each token, or null
     * @param memory bytes for names that are kept; more go to a temporary file
     */
    @Nullable NameAnonymizer anonymizer(@Nullable NameKeys keys, @Nullable OutputStream map, long memory) {
        if (this == INTS) {
            return Anonymizers.numbers(map, memory, Outputs.temporaryFolder());
        }
        if (keys == null || this == NONE) {
            return null;
        }
        return switch (this) {
            case CLASSIC -> Anonymizers.classic(keys);
            case HMAC ->
                map == null ? Anonymizers.hmac(keys) : Anonymizers.hmac(keys, map, memory, Outputs.temporaryFolder());
            default -> Anonymizers.siv(keys);
        };
    }
}
