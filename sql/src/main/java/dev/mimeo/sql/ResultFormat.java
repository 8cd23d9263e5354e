package dev.mimeo.sql;

/** Format in which the rows of a result are printed. */
public enum ResultFormat {
    /** Columns side by side, for a person. */
    TABLE,
    /** Comma-separated values (RFC 4180) with a header; no value is nothing, the empty string is {@code ""}. */
    CSV,
    /** One JSON array of an object per row. */
    JSON,
    /** One JSON object per line and row. */
    JSON_LINES,
    /** One JSON object: the columns with their types, the rows as objects, their number. */
    JSON_DOCUMENT
}
