package dev.mimeo.nfs.analyze;

import dev.mimeo.query.internal.stream.EntryOrder;
import java.util.Arrays;
import java.util.function.IntUnaryOperator;

/** Gaps in the transaction numbers of one counter. For one thread at a time. */
final class SequenceGaps {

    private static final int BATCH = 2000;

    /** The last batch is analyzed if it has at least this many calls. */
    private static final int LEAST = 100;

    /** More missing calls than this are not a loss but another counter. */
    private static final long MOST_MISSING = 128;

    private static final long BACKWARDS = (1L << 32) - 1001;
    private static final long OLD_NANOS = 1_000_000_000L;
    private static final double MANY = 0.75;
    private static final double FEW = 0.1;

    private final long[] eventsAfter;
    private final long[] skippedAfter;
    private long[] times = new long[32];
    private int[] transactions = new int[32];
    private byte[] operations = new byte[32];
    private int size;

    /** Whether the byte order is known from earlier batches, and whether it is reversed. */
    private boolean guessed;

    private boolean swapped;
    private long requests;
    private long good;
    private long skipped;
    private long backwards;
    private long old;
    private long badGuess;

    /** @param eventsAfter by operation, counted here; {@code skippedAfter} likewise */
    SequenceGaps(long[] eventsAfter, long[] skippedAfter) {
        this.eventsAfter = eventsAfter;
        this.skippedAfter = skippedAfter;
    }

    void add(long nanos, int transaction, int operation) {
        requests++;
        if (size == times.length) {
            times = Arrays.copyOf(times, 2 * size);
            transactions = Arrays.copyOf(transactions, 2 * size);
            operations = Arrays.copyOf(operations, 2 * size);
        }
        times[size] = nanos;
        transactions[size] = transaction;
        operations[size] = (byte) operation;
        size++;
        if (size == BATCH) {
            process(false);
        }
    }

    /** Looks at what is left. */
    void finish() {
        if (size >= LEAST) {
            process(true);
        }
    }

    private void process(boolean last) {
        if (!guessed && !guess()) {
            badGuess += size;
            size = 0;
            return;
        }
        long newest = Arrays.stream(times, 0, size).max().orElse(0);
        int[] order = EntryOrder.of(size, (a, b) -> Long.compare(number(a), number(b)));
        boolean[] carried = new boolean[size];
        for (int i = 0; i + 1 < size; i++) {
            int entry = order[i];
            long skip = number(order[i + 1]) - number(entry) - 1 & 0xffffffffL;
            if (skip == 0) {
                good++;
            } else if (skip > BACKWARDS) {
                backwards++;
            } else if (skip < MOST_MISSING) {
                skipped += skip;
                eventsAfter[operations[entry] & 0xff]++;
                skippedAfter[operations[entry] & 0xff] += skip;
            } else if (last || times[entry] < newest - OLD_NANOS) {
                old++;
            } else {
                carried[entry] = true;
            }
        }
        int lastEntry = order[size - 1];
        if (last || times[lastEntry] < newest - OLD_NANOS) {
            old++;
        } else {
            carried[lastEntry] = true;
        }
        carry(carried);
    }

    private void carry(boolean[] carried) {
        int kept = 0;
        int before = size;
        for (int entry = 0; entry < before; entry++) {
            if (carried[entry]) {
                times[kept] = times[entry];
                transactions[kept] = transactions[entry];
                operations[kept] = operations[entry];
                kept++;
            }
        }
        size = kept;
        guessed = kept <= Math.max(LEAST, before / 2);
        if (size == BATCH) {
            old += size;
            size = 0;
        }
    }

    private boolean guess() {
        double asIs = steps(IntUnaryOperator.identity());
        double reversed = steps(Integer::reverseBytes);
        swapped = reversed > MANY && asIs < FEW;
        guessed = swapped || (asIs > MANY && reversed < FEW);
        return guessed;
    }

    /** Returns the share of neighbours, in order of the numbers that transactions have, that differ by one. */
    private double steps(IntUnaryOperator numbering) {
        long[] numbers = new long[size];
        for (int i = 0; i < size; i++) {
            numbers[i] = Integer.toUnsignedLong(numbering.applyAsInt(transactions[i]));
        }
        Arrays.sort(numbers);
        int steps = 0;
        for (int i = 0; i + 1 < size; i++) {
            steps += numbers[i + 1] - numbers[i] == 1 ? 1 : 0;
        }
        return (double) steps / Math.max(1, size - 1);
    }

    private long number(int entry) {
        int number = swapped ? Integer.reverseBytes(transactions[entry]) : transactions[entry];
        return Integer.toUnsignedLong(number);
    }

    void addCounts(SequenceGaps other) {
        requests += other.requests;
        good += other.good;
        skipped += other.skipped;
        backwards += other.backwards;
        old += other.old;
        badGuess += other.badGuess;
        size += other.size;
    }

    long requests() {
        return requests;
    }

    long good() {
        return good;
    }

    long skipped() {
        return skipped;
    }

    long backwards() {
        return backwards;
    }

    long old() {
        return old;
    }

    long badGuess() {
        return badGuess;
    }

    long unknown() {
        return size;
    }

    long memoryBytes() {
        return 13L * times.length;
    }
}
