package dev.mimeo.statistics;

/** A merge of full buffers of a quantile sketch, which are sorted. Used once. Not thread-safe. */
final class SketchMerge {

    private final SketchBuffer[] buffers;
    private final int bufferSize;

    /** By buffer: the position of its next value, and that value. */
    private final int[] next;

    private final double[] heads;

    /** The buffers that have a next value, in the order of these. Equal values are in the order of the buffers. */
    private final int[] order;

    private int left;

    /** @param first the first of the buffers to merge, which are all from there on */
    SketchMerge(SketchBuffer[] buffers, int first, int bufferSize) {
        this.buffers = buffers;
        this.bufferSize = bufferSize;
        next = new int[buffers.length];
        heads = new double[buffers.length];
        order = new int[buffers.length - first];
        for (int b = first; b < buffers.length; b++) {
            heads[b] = buffers[b].values[0];
            int at = left;
            while (at > 0 && isLess(heads[b], heads[order[at - 1]])) {
                order[at] = order[at - 1];
                at--;
            }
            order[at] = b;
            left++;
        }
    }

    /**
     * Returns a buffer of values, among all values as often as their weights say.
     *
     * @param distance distance of the ranks of the values
     * @param start rank of the first, from 1
     */
    double[] everyOf(long distance, long start) {
        double[] merged = new double[bufferSize];
        long wanted = start;
        long rank = 0;
        for (int i = 0; i < bufferSize; ) {
            int least = order[0];
            int second = left > 1 ? order[1] : -1;
            // Up to there the least buffer stays so: equal values are in order of the buffers.
            double[] values = buffers[least].values;
            int at = next[least];
            int end = second < 0 ? bufferSize : end(values, at, heads[second], least < second);
            long each = buffers[least].weight;
            while (i < bufferSize) {
                long missing = each == 1 ? wanted - rank : (wanted - rank + each - 1) / each;
                if (missing > end - at) {
                    rank += each * (end - at);
                    at = end;
                    break;
                }
                rank += each * missing;
                at += (int) missing;
                merged[i] = values[at - 1];
                i++;
                wanted += distance;
            }
            moveTo(least, at);
        }
        return merged;
    }

    /** Goes to a value of the first buffer in order, and puts the buffer where that belongs. */
    private void moveTo(int buffer, int position) {
        next[buffer] = position;
        if (position == bufferSize) {
            left--;
            System.arraycopy(order, 1, order, 0, left);
            return;
        }
        double head = buffers[buffer].values[position];
        heads[buffer] = head;
        int at = 1;
        for (; at < left; at++) {
            int other = order[at];
            if (other < buffer ? isLess(head, heads[other]) : !isLess(heads[other], head)) {
                break;
            }
            order[at - 1] = other;
        }
        order[at - 1] = buffer;
    }

    /** Tells what {@link Double#compare} does; most values are ordinary numbers. */
    static boolean isLess(double a, double b) {
        if (a < b) {
            return true;
        }
        return !(a >= b && a != 0) && Double.compare(a, b) < 0;
    }

    /**
     * Returns where the values of a buffer come after another value.
     *
     * @param start position of one that does not
     * @param equalToo whether equal values come before it
     */
    private static int end(double[] values, int start, double limit, boolean equalToo) {
        int low = start + 1;
        int high = values.length;
        if (low == high || isBehind(values[low], limit, equalToo)) {
            return low;
        }
        for (int step = 1; low + step < high; step *= 2) {
            if (isBehind(values[low + step], limit, equalToo)) {
                high = low + step;
            } else {
                low += step + 1;
            }
        }
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (isBehind(values[middle], limit, equalToo)) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }

    private static boolean isBehind(double value, double limit, boolean equalToo) {
        return equalToo ? isLess(limit, value) : !isLess(value, limit);
    }
}
