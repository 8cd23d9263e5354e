package dev.mimeo.nfs.convert;

/** Some bytes of an array, or nothing. Used again. Not thread-safe. */
final class OpaqueSlice {

    private static final byte[] NOTHING = {};

    byte[] data = NOTHING;
    int start;
    int length = -1;

    OpaqueSlice set(byte[] bytes, int from, int count) {
        data = bytes;
        start = from;
        length = count;
        return this;
    }

    /** Takes what a reader has taken last. */
    OpaqueSlice set(Xdr in) {
        return in.ok() ? set(in.data(), in.start(), in.length()) : clear();
    }

    OpaqueSlice set(OpaqueSlice other) {
        return set(other.data, other.start, other.length);
    }

    OpaqueSlice clear() {
        return set(NOTHING, 0, -1);
    }

    boolean isPresent() {
        return length >= 0;
    }
}
