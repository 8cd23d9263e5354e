package dev.mimeo.garage.codec;

/** Strategy for encoding columns. Decoders need no setting: the encoding is stored with the column. */
public enum Scheme {
    /** Each column the way that is shortest, by an estimate. */
    AUTO,
    /** As the paper on DataGarage does it, to compare with. */
    DGZIP
}
