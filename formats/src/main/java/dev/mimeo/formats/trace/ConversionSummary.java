package dev.mimeo.formats.trace;

/**
 * Totals of a conversion.
 *
 * @param rows rows written or read
 * @param traceBytes size of the trace, not compressed
 * @param garbageRows number of rows that are malformed lines, kept as they are
 * @param firstGarbageLine number of the first of them, from 1; 0 if there is none
 */
public record ConversionSummary(long rows, long traceBytes, long garbageRows, long firstGarbageLine) {

    static final ConversionSummary NOTHING = new ConversionSummary(0, 0, 0, 0);

    /** Returns the summary of a part of a trace and of the part that follows it. */
    ConversionSummary then(ConversionSummary next) {
        return new ConversionSummary(
                rows + next.rows,
                traceBytes + next.traceBytes,
                garbageRows + next.garbageRows,
                firstGarbageLine != 0 || next.firstGarbageLine == 0 ? firstGarbageLine : rows + next.firstGarbageLine);
    }
}
