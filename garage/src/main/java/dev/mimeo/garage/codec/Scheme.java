package dev.mimeo.garage.codec;

/** Strategy for encoding columns. Decoders need no setting: the encoding is stored with the column. */
public enum Scheme {
    /** For each column the encoding that is shortest, by an estimate. */
    AUTO,
    /** The encodings of the DataGarage paper, for comparison. */
    DGZIP
}
