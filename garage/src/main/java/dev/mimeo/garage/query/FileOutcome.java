package dev.mimeo.garage.query;

/**
 * Outcome of applying a query to one file.
 *
 * @param file its number in the list of files
 * @param status outcome
 * @param reason why it is not used; empty for one that is
 */
record FileOutcome(int file, Status status, String reason) {

    /** Status of a file. The names are kept with partial results. */
    enum Status {
        /** Its rows are in the result. */
        USED,
        /** It lacks a table or column. */
        IGNORED,
        /** It is damaged or cannot be read. */
        FAILED
    }
}
