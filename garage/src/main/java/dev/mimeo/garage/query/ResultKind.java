package dev.mimeo.garage.query;

import java.util.Locale;

/** File format of saved results. */
public enum ResultKind {
    /** Comma-separated values (RFC 4180) in UTF-8 with a header; NULL is nothing. */
    CSV,
    /** A packed file with tables {@code ApplyResult} and {@code Completeness}, which queries can read. */
    PACKED,
    /** A database of DuckDB with tables {@code Result} and {@code Completeness}. */
    DUCKDB,
    /** A workbook of Excel (ECMA-376) with sheets {@code Result} and {@code Completeness}. */
    EXCEL,
    /** A Parquet file, packed with zstd. */
    PARQUET;

    /**
     * Returns the kind of a file by the suffix of its name.
     *
     * @throws IllegalArgumentException if it has none that is known
     */
    public static ResultKind ofFile(String name) {
        String suffix = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (suffix) {
            case "csv" -> CSV;
            case "gar" -> PACKED;
            case "duckdb" -> DUCKDB;
            case "xlsx" -> EXCEL;
            case "parquet" -> PARQUET;
            default ->
                throw new IllegalArgumentException(
                        name + ": has no suffix of a result: use .csv, .gar, .duckdb, .xlsx or .parquet");
        };
    }

    /** Returns whether the completeness of the result is part of the file; otherwise it goes into one beside it. */
    public boolean holdsCompleteness() {
        return this == DUCKDB || this == PACKED || this == EXCEL;
    }
}
