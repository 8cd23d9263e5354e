package dev.mimeo.nfs.convert;

import java.util.function.IntFunction;

/**
 * A part of a message in XDR (RFC 4506): reads itself, and sets the fields of a row that it has a value for. A part that is not as it must be
 * fails the reader, and then those behind it are not read. Immutable and thread-safe; readers and rows are not.
 *
 * @param <R> the row; parts that are passed over fit any
 */
@FunctionalInterface
interface XdrPart<R> {

    /** Longer strings than a message are refused by the reader. */
    int ANY_LENGTH = 1 << 24;

    XdrPart<Object> NOTHING = (in, row) -> {};
    XdrPart<Object> INVALID = (in, row) -> in.fail();

    /** An integer or an enum. */
    XdrPart<Object> INT = skip(4);

    XdrPart<Object> HYPER = skip(8);
    XdrPart<Object> OPAQUE = (in, row) -> in.opaque(ANY_LENGTH);

    /** An array of integers, such as a bitmap. */
    XdrPart<Object> INTS = (in, row) -> in.skip(4 * in.count(4));

    /** Reads the part from the position of the reader. */
    void read(Xdr in, R row);

    /** Returns a part of a fixed number of bytes, a multiple of 4. */
    static XdrPart<Object> skip(int bytes) {
        return (in, row) -> in.skip(bytes);
    }

    /** Returns parts one behind the other. */
    @SafeVarargs
    static <R> XdrPart<R> sequence(XdrPart<? super R>... parts) {
        return (in, row) -> {
            for (int i = 0; i < parts.length && in.ok(); i++) {
                parts[i].read(in, row);
            }
        };
    }

    /**
     * Returns an array of variable length.
     *
     * @param leastBytes the least bytes of an element
     */
    static <R> XdrPart<R> array(int leastBytes, XdrPart<? super R> element) {
        return (in, row) -> {
            for (int left = in.count(leastBytes); left > 0 && in.ok(); left--) {
                element.read(in, row);
            }
        };
    }

    /** Returns a part that a bool before it announces. */
    static <R> XdrPart<R> optional(XdrPart<? super R> part) {
        return (in, row) -> {
            if (in.bool()) {
                part.read(in, row);
            }
        };
    }

    /**
     * Returns a discriminated union.
     *
     * @param arms gives the part for the number before it
     */
    static <R> XdrPart<R> union(IntFunction<XdrPart<? super R>> arms) {
        return (in, row) -> {
            XdrPart<? super R> arm = arms.apply(in.u32());
            if (in.ok()) {
                arm.read(in, row);
            }
        };
    }
}
