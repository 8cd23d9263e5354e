package dev.mimeo.formats.anonymize;

import org.jspecify.annotations.Nullable;

/** Replaces names. Equal names get equal tokens, different ones different tokens. For one thread at a time. */
public interface NameAnonymizer {

    /**
     * Returns the token of a name.
     *
     * @param name is not changed; the empty name has a token too
     * @return must not be changed, as it may be given again
     */
    byte[] anonymize(byte[] name);

    /** Encrypts names so that the same keys give them back. For one thread at a time. */
    interface Reversible extends NameAnonymizer {

        /**
         * Returns the name of a token; null if it was not made by this cipher with these keys, which the token itself shows.
         *
         * @param token any bytes
         */
        byte @Nullable [] decrypt(byte[] token);
    }
}
