package dev.mimeo.formats.anonymize;

import java.io.IOException;
import java.io.UncheckedIOException;

/** Tells a map of each name once, and does what another anonymizer does. */
final class MappedAnonymizer implements NameAnonymizer {

    private final NameAnonymizer anonymizer;
    private final NameTable seen;
    private final NameMap map;

    MappedAnonymizer(NameAnonymizer anonymizer, NameTable seen, NameMap map) {
        this.anonymizer = anonymizer;
        this.seen = seen;
        this.map = map;
    }

    @Override
    public byte[] anonymize(byte[] name) {
        byte[] token = anonymizer.anonymize(name);
        try {
            long known = seen.size();
            if (seen.number(name) == known) {
                map.write(token, name);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return token;
    }
}
