package dev.mimeo.formats.anonymize;

/** Replaces names. Equal names get equal tokens, different ones different tokens. For one thread at a time. */
public interface NameAnonymizer {

    /**
     * Returns the token of a name.
     *
     * @param name is not changed; the empty name has a token too
     * @return must not be changed, as it may be given again
     */
    byte[] anonymize(byte[] name);
}
