package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.Arrays;

/**
 * Makes a parse keep what stands before copies. In data, the byte or two before a copy are often the same as those before the place
 * that it copies from: the copy before was longer, so the parse has no trace of it. Replayed with other literals, these bytes would
 * agree by chance only, and block sorting (Burrows, Wheeler: "A block-sorting lossless data compression algorithm", SRC Research
 * Report 124, 1994) would find most copies after contexts that it never saw. So literals that must be equal for this become copies of
 * one byte from the last place with the same value. Not thread-safe.
 */
final class CopyContexts {

    /** Bytes before a copy that are kept the same: a third one would link hardly any more literals. */
    private static final int CONTEXT = 2;

    /** By offset in the chunk: the literal that the byte is a copy of, then the first of those that are linked. */
    private int[] roots = new int[0];

    /** By literal: the last offset at which the byte is. */
    private int[] places = new int[0];

    /**
     * Links literals of a parse.
     *
     * @param steps parse of the chunk
     * @param data has the chunk
     * @param offset where the chunk begins
     * @return the same copies, and those of one byte and more that literals became
     */
    ParseTemplate keep(ParseTemplate steps, byte[] data, int offset) {
        int size = steps.size();
        if (roots.length < size) {
            roots = new int[size];
            places = new int[size];
        }
        for (int i = 0; i < size; i++) {
            roots[i] = i;
        }
        int at = 0;
        for (int step = 0; step < steps.steps(); step++) {
            at += steps.run(step);
            for (int end = at + steps.length(step); at < end; at++) {
                roots[at] = roots[at - steps.distance(step)];
            }
        }
        return linked(steps, link(steps, data, offset));
    }

    /** Links literals; returns how many are linked to an earlier one. */
    private int link(ParseTemplate steps, byte[] data, int offset) {
        int links = 0;
        int at = 0;
        for (int step = 0; step < steps.steps(); step++) {
            at += steps.run(step);
            int from = at - steps.distance(step);
            int most = Math.min(CONTEXT, from);
            for (int i = 1; i <= most && data[offset + at - i] == data[offset + from - i]; i++) {
                int a = root(at - i);
                int b = root(from - i);
                roots[Math.max(a, b)] = Math.min(a, b);
                links += a == b ? 0 : 1;
            }
            at += steps.length(step);
        }
        return links;
    }

    /** Returns the first of the literals that are linked to what the byte at an offset is a copy of. */
    private int root(int at) {
        int root = at;
        while (roots[root] != root) {
            roots[root] = roots[roots[root]];
            root = roots[root];
        }
        return root;
    }

    /** @param links literals that are linked to earlier ones */
    private ParseTemplate linked(ParseTemplate steps, int links) {
        int most = steps.steps() + links;
        int[] runs = new int[most];
        int[] lengths = new int[most];
        int[] distances = new int[most];
        int count = 0;
        int run = 0;
        int at = 0;
        Arrays.fill(places, 0, steps.size(), -1);
        for (int step = 0; step <= steps.steps(); step++) {
            boolean last = step == steps.steps();
            int end = last ? steps.size() : at + steps.run(step);
            for (; at < end; at++) {
                int root = root(at);
                int distance = at - places[root];
                if (root == at) {
                    run++;
                } else if (run == 0 && count > 0 && distances[count - 1] == distance) {
                    lengths[count - 1]++;
                } else {
                    runs[count] = run;
                    lengths[count] = 1;
                    distances[count++] = distance;
                    run = 0;
                }
                places[root] = at;
            }
            if (!last) {
                runs[count] = run;
                lengths[count] = steps.length(step);
                distances[count++] = steps.distance(step);
                run = 0;
                for (end = at + steps.length(step); at < end; at++) {
                    places[root(at)] = at;
                }
            }
        }
        return new ParseTemplate(
                Arrays.copyOf(runs, count),
                Arrays.copyOf(lengths, count),
                Arrays.copyOf(distances, count),
                steps.size());
    }
}
