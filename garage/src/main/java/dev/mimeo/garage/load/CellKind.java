package dev.mimeo.garage.load;

/** Kinds of values that inputs have; all but texts are 64 bits. */
enum CellKind {
    /** A whole number. */
    WHOLE,
    /** The bits of a double. */
    FLOAT64,
    /** The bits of a float, in the lower half. */
    FLOAT32,
    /** 1 for true, 0 for false. */
    BOOL,
    /** Milliseconds since 1970 in UTC. */
    TIMESTAMP,
    /** A text of an input that says what is text. */
    TEXT,
    /** A text that is not a number, of an input that does not say what its values are. */
    WORD
}
