package dev.mimeo.formats.nfs;

/** Some bytes of an array, or nothing. Used again. Not thread-safe. */
final class Slice {

    private static final byte[] NOTHING = {};

    byte[] data = NOTHING;
    int start;
    int length = -1;

    Slice set(byte[] bytes, int from, int count) {
        data = bytes;
        start = from;
        length = count;
        return this;
    }

    /** Takes what a reader has taken last. */
    Slice set(Xdr in) {
        return in.ok() ? set(in.data(), in.start(), in.length()) : clear();
    }

    Slice set(Slice other) {
        return set(other.data, other.start, other.length);
    }

    Slice clear() {
        return set(NOTHING, 0, -1);
    }

    boolean isPresent() {
        return length >= 0;
    }
}
