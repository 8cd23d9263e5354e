package dev.mimeo.nfs.analyze;

/** Format of printed results. */
public enum OutputFormat {
    /** The text that tools for these traces have printed since 2003. */
    CLASSIC,
    /** Tables for people. */
    TEXT,
    /** Comma-separated values with a header; a line with the table's name before each table. */
    CSV,
    /** Statements that make tables and fill them; any is NULL, addresses are numbers. */
    SQL,
    /** One JSON object a line, with the table's name. */
    JSON,
    /** All those objects as one array. */
    JSON_DOCUMENT
}
