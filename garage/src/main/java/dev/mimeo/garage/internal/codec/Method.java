package dev.mimeo.garage.internal.codec;

import java.util.zip.DataFormatException;

/** Encoding of a column. The order is part of the format: the first byte of a column is the ordinal. */
enum Method {
    /** Stripes of bytes, each deflated: floating point numbers as in the paper, {@link StripeCodec}. */
    STRIPES,
    /** Numbers with a byte before each that says how long it is: integers as in the paper, {@link IntegerBytes}. */
    VARIABLE,
    /** Differences, each with how often it follows: times as in the paper, {@link IntegerBytes}. */
    RUNS,
    /** An {@link IntegerStream}: integers and times. */
    INTEGERS,
    /** An {@link IntegerStream} of what is to be added to the time of the sample before. */
    PREVIOUS_TIMES,
    /** An {@link IntegerStream} of the bits of floating point numbers, in their order. */
    BITS,
    /** Multiples of the inverse of a number, {@link MultipleCodec}. */
    MULTIPLES,
    /** Multiples of the inverse of the time since the sample before, {@link MultipleCodec}. */
    RATES,
    /** Numbers of different values, {@link DictionaryCodec}. */
    DICTIONARY,
    /** Multiples of the inverse of the time since the sample before times a number, {@link MultipleCodec}. */
    SCALED_RATES;

    private static final Method[] ALL = values();

    static Method read(ByteSource in) throws DataFormatException {
        int id = in.readByte();
        if (id >= ALL.length) {
            throw new DataFormatException("unknown codec " + id + " of a column; expected 0 to " + (ALL.length - 1));
        }
        return ALL[id];
    }
}
