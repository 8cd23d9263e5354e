package dev.mimeo.garage.store;

/** Meaning of the values of a counter. The order is part of the file format. */
public enum CounterKind {
    /** A level at the moment of the sample. */
    GAUGE,
    /** A total that only grows, until its server restarts. */
    COUNTER,
    /** A change per second since the sample before. */
    RATE,
    /** A share of a whole, 0 to 100. */
    PERCENT
}
