package dev.mimeo.formats.csv;

import java.util.List;

/**
 * Totals of a text import, and the information that the text did not contain.
 *
 * @param rows rows of all types
 * @param lines lines, headings included
 * @param bytes size of the input
 * @param notes for each field whose printed text does not determine the value, a line that says why
 */
public record TextImportReport(long rows, long lines, long bytes, List<String> notes) {

    /** Copies the notes. */
    public TextImportReport {
        notes = List.copyOf(notes);
    }
}
