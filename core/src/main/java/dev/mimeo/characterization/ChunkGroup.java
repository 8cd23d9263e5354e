package dev.mimeo.characterization;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Chunks that stand together in a characterization file, with the rows about them. Thread-safe. */
final class ChunkGroup {

    private final String source;
    private final long first;
    private final Extent chunks;
    private final long[] offsets;
    private final @Nullable Extent costs;
    private final @Nullable Extent statistics;
    private final @Nullable Extent stretches;

    ChunkGroup(
            String source,
            long first,
            int maxSize,
            Extent chunks,
            @Nullable Extent costs,
            @Nullable Extent statistics,
            @Nullable Extent stretches)
            throws IOException {
        this.source = source;
        this.first = first;
        this.chunks = chunks;
        this.costs = costs;
        this.statistics = statistics;
        this.stretches = stretches;
        this.offsets = chunks.longs(1);
        long[] numbers = chunks.longs(0);
        int[] sizes = chunks.ints(2);
        if (numbers.length == 0) {
            throw damaged(first, "its group is empty");
        }
        for (int i = 0; i < numbers.length; i++) {
            boolean follows = i == 0 || offsets[i] == offsets[i - 1] + sizes[i - 1];
            if (numbers[i] != first + i || sizes[i] < 1 || sizes[i] > maxSize || !follows) {
                throw damaged(first + i, "number, offset or size is out of order");
            }
        }
    }

    long firstOffset() {
        return offsets[0];
    }

    long end() {
        return first + offsets.length;
    }

    long endOffset() throws IOException {
        return offsets[offsets.length - 1] + chunks.ints(2)[offsets.length - 1];
    }

    long chunkAt(long offset) {
        int place = Arrays.binarySearch(offsets, offset);
        return first + (place >= 0 ? place : -place - 2);
    }

    ChunkCharacterization chunk(long number) throws IOException {
        int row = (int) (number - first);
        int size = chunks.ints(2)[row];
        try {
            return new ChunkCharacterization(
                    number,
                    offsets[row],
                    size,
                    chunks.isNull(3, row) ? -1 : chunks.longs(3)[row],
                    bytes(row, size),
                    repetitions(row, size),
                    chunks.isNull(6, row) ? -1 : chunks.ints(6)[row],
                    costs(number),
                    statistics(number),
                    stretches(number));
        } catch (IllegalArgumentException e) {
            throw damaged(number, e.getMessage());
        }
    }

    private @Nullable ByteHistogram bytes(int row, int size) throws IOException {
        if (chunks.isNull(4, row)) {
            return null;
        }
        VariableColumn column = chunks.variables(4);
        ByteHistogram histogram = HistogramCoding.decodeBytes(column.array(), column.offset(row), column.length(row));
        if (histogram.total() != size) {
            throw new IllegalArgumentException("byte histogram counts " + histogram.total() + " of " + size + " bytes");
        }
        return histogram;
    }

    private @Nullable RepetitionHistogram repetitions(int row, int size) throws IOException {
        if (chunks.isNull(5, row)) {
            return null;
        }
        VariableColumn column = chunks.variables(5);
        RepetitionHistogram histogram =
                HistogramCoding.decodeRepetitions(column.array(), column.offset(row), column.length(row));
        if (histogram.literals() + histogram.repeatedBytes() != size) {
            throw new IllegalArgumentException("repetition lengths cover "
                    + (histogram.literals() + histogram.repeatedBytes()) + " of " + size + " bytes");
        }
        return histogram;
    }

    private List<ChunkCharacterization.CodecCost> costs(long number) throws IOException {
        if (costs == null) {
            return List.of();
        }
        long[] owners = costs.longs(0);
        List<ChunkCharacterization.CodecCost> list = new ArrayList<>();
        for (int i = lowerBound(owners, number); i < owners.length && owners[i] == number; i++) {
            list.add(new ChunkCharacterization.CodecCost(
                    costs.variables(1).utf8(i), costs.longs(2)[i], costs.longs(3)[i], costs.longs(4)[i]));
        }
        return list;
    }

    private Map<String, Double> statistics(long number) throws IOException {
        if (statistics == null) {
            return Map.of();
        }
        long[] owners = statistics.longs(0);
        Map<String, Double> map = new TreeMap<>();
        for (int i = lowerBound(owners, number); i < owners.length && owners[i] == number; i++) {
            map.put(statistics.variables(1).utf8(i), statistics.doubles(2)[i]);
        }
        return map;
    }

    private List<ChunkCharacterization.Stretch> stretches(long number) throws IOException {
        if (stretches == null) {
            return List.of();
        }
        long[] owners = stretches.longs(0);
        List<ChunkCharacterization.Stretch> list = new ArrayList<>();
        for (int i = lowerBound(owners, number); i < owners.length && owners[i] == number; i++) {
            int start = stretches.ints(1)[i];
            int length = stretches.ints(2)[i];
            long from = stretches.isNull(3, i) ? -1 : stretches.longs(3)[i];
            int value = stretches.isNull(4, i) ? -1 : stretches.bytes(4)[i] & 0xff;
            list.add(new ChunkCharacterization.Stretch(start, length, from, value));
        }
        return list;
    }

    /** Returns the first row about a chunk; owners ascend. */
    private static int lowerBound(long[] owners, long number) {
        int low = 0;
        int high = owners.length;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (owners[middle] < number) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    private DataSeriesException damaged(long number, @Nullable String what) {
        return new DataSeriesException(source, "is damaged: chunk " + number + ": " + what);
    }
}
