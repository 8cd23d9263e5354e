package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.Quantiles;
import java.util.Arrays;

/** Statistics of runs of reads and writes. For one thread at a time. */
final class RunStatistics {

    private static final double ERROR = 0.005;
    private static final long BOUND = 10_000_000_000L;

    final Quantiles skip = quantiles();
    final Quantiles readCount = quantiles();

    /** Reads of the runs that have any. */
    final Quantiles readingRunCount = quantiles();

    final Quantiles writeCount = quantiles();
    final Quantiles totalCount = quantiles();
    final Quantiles readBytes = quantiles();
    final Quantiles writeBytes = quantiles();
    final Quantiles totalBytes = quantiles();
    final Quantiles readOpFraction = quantiles();
    final Quantiles writeOpFraction = quantiles();
    final Quantiles totalOpFraction = quantiles();
    final Quantiles readFileFraction = quantiles();
    final Quantiles writeFileFraction = quantiles();
    final Quantiles totalFileFraction = quantiles();
    final Quantiles reorderCount = quantiles();
    final Quantiles reorderFraction = quantiles();
    final Quantiles sequentialCountFraction = quantiles();
    final Quantiles sequentialBytesFraction = quantiles();
    final Quantiles stretchCount = quantiles();
    final Quantiles stretchBytes = quantiles();
    final Quantiles endOfFileCount = quantiles();
    private long unknownFileSize;
    private long reorders;
    private long transfers;

    /** Of the current run: counts and bytes of reads, writes and sequential transfers. */
    private long reads;

    private long writes;
    private long bytesRead;
    private long bytesWritten;
    private long sequentialCount;
    private long sequentialBytes;
    private long runReorders;

    /** The first transfer of the run is as sequential as the second is. */
    private int firstLength;

    /** The transfers since the last that did not continue, with that one; and those stretches before of the run. */
    private long stretch;

    private long stretchLength;
    private long[] stretches = new long[16];
    private int stretchesSize;

    private static Quantiles quantiles() {
        return new Quantiles(ERROR, BOUND);
    }

    /** Adds a transfer to the run. */
    void add(boolean read, int length, boolean continues) {
        transfers++;
        long count = reads + writes;
        if (read) {
            reads++;
            bytesRead += length;
        } else {
            writes++;
            bytesWritten += length;
        }
        if (continues) {
            if (count == 1) {
                sequential(firstLength);
            }
            sequential(length);
        } else {
            endStretch();
            if (count == 0) {
                firstLength = length;
            }
        }
        stretch++;
        stretchLength += length;
    }

    /** Notes that a transfer of the run was not the earliest that was left. */
    void addReorder() {
        runReorders++;
        reorders++;
    }

    /** Notes the same for the run, but not among all transfers. */
    void addUncountedReorder() {
        runReorders++;
    }

    private void sequential(int length) {
        sequentialCount++;
        sequentialBytes += length;
    }

    private void endStretch() {
        if (stretch == 0) {
            return;
        }
        if (stretchesSize + 2 > stretches.length) {
            stretches = Arrays.copyOf(stretches, 2 * stretches.length);
        }
        stretches[stretchesSize] = stretch;
        stretches[stretchesSize + 1] = stretchLength;
        stretchesSize += 2;
        stretch = 0;
        stretchLength = 0;
    }

    /** Returns the bytes of the current run. */
    long runBytes() {
        return bytesRead + bytesWritten;
    }

    /**
     * Ends the run.
     *
     * @param fileSize bytes of the file; negative if it is not known
     */
    void endRun(long fileSize) {
        long count = reads + writes;
        if (count == 0) {
            return;
        }
        long bytes = runBytes();
        readCount.add(reads);
        if (reads > 0) {
            readingRunCount.add(reads);
        }
        writeCount.add(writes);
        totalCount.add(count);
        readBytes.add(bytesRead);
        writeBytes.add(bytesWritten);
        totalBytes.add(bytes);
        readOpFraction.add(fraction(bytesRead, bytes));
        writeOpFraction.add(fraction(bytesWritten, bytes));
        totalOpFraction.add(fraction(bytes, bytes));
        if (fileSize > 0) {
            readFileFraction.add(fraction(bytesRead, fileSize));
            writeFileFraction.add(fraction(bytesWritten, fileSize));
            totalFileFraction.add(fraction(bytes, fileSize));
        } else {
            unknownFileSize++;
        }
        reorderCount.add(runReorders);
        reorderFraction.add(fraction(runReorders, count));
        sequentialCountFraction.add(fraction(sequentialCount, count));
        sequentialBytesFraction.add(fraction(sequentialBytes, bytes));
        endStretch();
        if (sequentialCount < count && count >= 2) {
            for (int i = 0; i < stretchesSize; i += 2) {
                stretchCount.add(stretches[i]);
                stretchBytes.add(stretches[i + 1]);
            }
        }
        clearRun();
    }

    private void clearRun() {
        reads = 0;
        writes = 0;
        bytesRead = 0;
        bytesWritten = 0;
        sequentialCount = 0;
        sequentialBytes = 0;
        runReorders = 0;
        stretchesSize = 0;
    }

    private static double fraction(long part, long whole) {
        return whole == 0 ? 0 : (double) part / whole;
    }

    long unknownFileSize() {
        return unknownFileSize;
    }

    long reorders() {
        return reorders;
    }

    /** Returns the number of all transfers. */
    long transfers() {
        return transfers;
    }

    Quantiles[] all() {
        return new Quantiles[] {
            skip,
            readCount,
            readingRunCount,
            writeCount,
            totalCount,
            readBytes,
            writeBytes,
            totalBytes,
            readOpFraction,
            writeOpFraction,
            totalOpFraction,
            readFileFraction,
            writeFileFraction,
            totalFileFraction,
            reorderCount,
            reorderFraction,
            sequentialCountFraction,
            sequentialBytesFraction,
            stretchCount,
            stretchBytes,
            endOfFileCount
        };
    }
}
