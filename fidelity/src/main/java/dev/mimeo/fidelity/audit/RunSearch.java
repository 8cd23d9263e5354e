package dev.mimeo.fidelity.audit;

import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.RunStartCounter;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;

/**
 * Searches bytes for runs of the original: looks up every sequence of 8, lengthens what it finds to both sides, and asks
 * a model whether chance explains it. Not thread-safe.
 */
final class RunSearch {

    /** Runs are followed no further, bytes. */
    private static final int MAX_RUN = 1 << 16;

    /** Byte frequencies are those of a piece of this size. */
    private static final int PIECE = 1 << 15;

    private static final int BUFFER = 1 << 20;
    private static final int[] LENGTHS = {8, 16, 32, 64};

    private final GramIndex index;
    private final ChanceModel model;
    private final OriginalReader original;
    private final double logPlaces;

    private final double[] runs = new double[LENGTHS.length];
    private final double[] covered = new double[LENGTHS.length];
    private long bytes;
    private int longest;
    private double longestByChance;
    private long unexplained;
    private int longestUnexplained;
    private long unexplainedOffset = -1;
    private long originalOffset = -1;

    /**
     * @param originalBytes size of the original
     * @param searchedBytes bytes that will be searched in all, by which chance is reckoned
     */
    RunSearch(GramIndex index, ChanceModel model, OriginalReader original, long originalBytes, long searchedBytes) {
        this.index = index;
        this.model = model;
        this.original = original;
        this.logPlaces = ChanceModel.log2((double) Math.max(1, originalBytes))
                + ChanceModel.log2((double) Math.max(1, searchedBytes));
    }

    /** Searches a stream to its end, and hands what is read to other searches too. */
    void search(InputStream in, Canaries canaries, RunStartCounter starts) throws IOException {
        byte[] buffer = new byte[BUFFER + MAX_RUN];
        int length = in.readNBytes(buffer, 0, buffer.length);
        int resume = 0;
        while (length > 0) {
            boolean last = length < buffer.length;
            int limit = last ? length : BUFFER;
            resume = searchFrom(buffer, resume, limit, length);
            canaries.search(buffer, 0, limit, length);
            starts.search(buffer, 0, limit, length);
            bytes += limit;
            if (last) {
                return;
            }
            System.arraycopy(buffer, limit, buffer, 0, length - limit);
            resume = Math.max(0, resume - limit);
            length = length - limit + in.readNBytes(buffer, length - limit, limit);
        }
    }

    /** Searches an array that stands for itself. */
    void search(byte[] data, Canaries canaries) throws IOException {
        searchFrom(data, 0, data.length, data.length);
        canaries.search(data, 0, data.length, data.length);
        bytes += data.length;
    }

    /**
     * Finds the runs that begin in a range.
     *
     * @param limit end of the range
     * @param length end of the bytes that are there
     * @return where the last run ends, at least the limit
     */
    private int searchFrom(byte[] data, int from, int limit, int length) throws IOException {
        int end = from;
        double[] near = {};
        int nearPiece = -1;
        for (int i = from; i < limit && i + GramIndex.GRAM <= length; i++) {
            long found = index.position(data, i);
            if (found < 0) {
                continue;
            }
            int start = i;
            while (start > end && original.at(found - (i - start) - 1) == (data[start - 1] & 0xff)) {
                start--;
            }
            int stop = i + GramIndex.GRAM;
            int most = Math.min(length, start + MAX_RUN);
            while (stop < most && original.at(found + (stop - i)) == (data[stop] & 0xff)) {
                stop++;
            }
            if (start / PIECE != nearPiece) {
                nearPiece = start / PIECE;
                int piece = nearPiece * PIECE;
                near = ChanceModel.frequencies(data, piece, Math.min(PIECE, length - piece));
            }
            count(data, start, stop - start, near, found - (i - start));
            end = stop;
            i = stop - 1;
        }
        return Math.max(end, limit);
    }

    private void count(byte[] data, int start, int length, double[] near, long originalStart) {
        double detected = 1 - Math.pow(1 - index.rate(), length - GramIndex.GRAM + 1);
        for (int i = 0; i < LENGTHS.length && length >= LENGTHS[i]; i++) {
            runs[i] += 1 / detected;
            covered[i] += length / detected;
        }
        double expected = Math.pow(2, logPlaces + model.log2(data, start, length, near));
        if (length > longest && hasFourValues(data, start, length)) {
            longest = length;
            longestByChance = expected;
        }
        if (expected < ChanceModel.SIGNIFICANCE) {
            unexplained++;
            if (length > longestUnexplained) {
                longestUnexplained = length;
                unexplainedOffset = bytes + start;
                originalOffset = originalStart;
            }
        }
    }

    private static boolean hasFourValues(byte[] data, int start, int length) {
        long[] seen = new long[4];
        int values = 0;
        for (int i = start; i < start + length && values < 4; i++) {
            int value = data[i] & 0xff;
            long bit = 1L << (value & 63);
            if ((seen[value >>> 6] & bit) == 0) {
                seen[value >>> 6] |= bit;
                values++;
            }
        }
        return values == 4;
    }

    AuditResult.CommonRuns result() {
        List<AuditResult.CommonRuns.Length> lengths = new ArrayList<>();
        for (int i = 0; i < LENGTHS.length; i++) {
            lengths.add(new AuditResult.CommonRuns.Length(LENGTHS[i], runs[i], covered[i]));
        }
        return new AuditResult.CommonRuns(
                bytes,
                lengths,
                longest,
                longestByChance,
                unexplained,
                longestUnexplained,
                unexplainedOffset,
                originalOffset);
    }
}
