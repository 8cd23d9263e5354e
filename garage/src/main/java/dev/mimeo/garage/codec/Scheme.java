package dev.mimeo.garage.codec;

/** How columns are encoded. What decodes them knows by itself. */
public enum Scheme {
    /** Each column the way that is shortest, by an estimate. */
    AUTO,
    /** As the paper on DataGarage does it, to compare with. */
    DGZIP
}
