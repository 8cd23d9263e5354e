package dev.mimeo.garage.codec;

import java.util.zip.DataFormatException;

/** How a column is stored. The order is part of the format: the first byte of a column is the ordinal. */
enum Method {
    /** Stripes of bytes, each deflated: floating point numbers as in the paper. */
    STRIPES,
    /** Numbers with a byte before each that says how long it is: integers as in the paper. */
    VARIABLE,
    /** Differences, each with how often it follows: times as in the paper. */
    RUNS;

    private static final Method[] ALL = values();

    static Method read(ByteSource in) throws DataFormatException {
        int id = in.readByte();
        if (id >= ALL.length) {
            throw new DataFormatException("unknown codec " + id + " of a column; expected 0 to " + (ALL.length - 1));
        }
        return ALL[id];
    }
}
