package dev.mimeo.formats.anonymize;

import org.jspecify.annotations.Nullable;

/** Encrypts names so that the same keys give them back. For one thread at a time. */
public interface NameCipher extends NameAnonymizer {

    /**
     * Returns the name of a token; null if it was not made by this cipher with these keys, which the token itself shows.
     *
     * @param token any bytes
     */
    byte @Nullable [] decrypt(byte[] token);
}
