package dev.mimeo.sql;

/** Format in which the rows of a result are printed. */
public enum ResultFormat {
    /** Aligned columns, to read on a terminal. */
    TABLE,
    /** Comma-separated values (RFC 4180) with a header; NULL is an empty field, the empty string is {@code ""}. */
    CSV,
    /** One JSON array of an object per row. */
    JSON,
    /** One JSON object per line and row. */
    JSON_LINES,
    /** One JSON object: the columns with their types, the rows as objects, and the number of rows. */
    JSON_DOCUMENT
}
