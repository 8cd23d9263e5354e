package dev.mimeo.fidelity.audit;

import dev.mimeo.fidelity.audit.AuditResult.RepeatedValues;
import dev.mimeo.internal.random.SplitMix64;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Counts the values of the original, and looks for the frequent ones in other bytes. Unlike runs, these are not weighed against
 * chance: a generator that knows the parts of 200 addresses writes each of them by chance, and reveals them all the same. Not
 * thread-safe.
 */
final class ValueSearch {

    /** A value that occurs less often is not frequent. */
    private static final int FLOOR = 6;

    private static final int MAX_DISTINCT = 1 << 16;
    private static final int MAX_EXAMPLES = 5;
    private static final boolean[] ENDS = new boolean[256];

    static {
        Arrays.fill(ENDS, 0, ' ' + 1, true);
        for (char end : ",;|\"'`<>=&()[]{}".toCharArray()) {
            ENDS[end] = true;
        }
    }

    private final FormModel.Counts counts = new FormModel.Counts();
    private final Map<Long, Found> found = new HashMap<>();
    private final Values searched = new Values(this::find);
    private long bytes;
    private long occurrences;
    private long covered;

    private static final class Found {
        private final String text;
        private long count;

        Found(String text) {
            this.text = text;
        }
    }

    /** Cuts bytes, which may come in parts, into values. */
    private static final class Values {
        private final Consumer<Values> reader;
        private final byte[] value = new byte[RepeatedValues.MOST];
        private int length;
        private long hash;

        Values(Consumer<Values> reader) {
            this.reader = reader;
        }

        void add(byte[] data, int offset, int count) {
            for (int i = offset; i < offset + count; i++) {
                if (ENDS[data[i] & 0xff]) {
                    end();
                } else {
                    if (length < value.length) {
                        value[length] = data[i];
                        hash = SplitMix64.mix64(hash ^ data[i]);
                    }
                    length++;
                }
            }
        }

        void end() {
            if (length >= RepeatedValues.LEAST && length <= RepeatedValues.MOST) {
                reader.accept(this);
            }
            length = 0;
            hash = 0;
        }
    }

    /** Counts the values of a piece of the original. */
    void add(byte[] data, int offset, int length) {
        Values values = new Values(value -> counts.add(value.hash));
        values.add(data, offset, length);
        values.end();
    }

    /** Searches the next bytes of the synthetic data. */
    void search(byte[] data, int offset, int length) {
        searched.add(data, offset, length);
        bytes += length;
    }

    private void find(Values value) {
        if (counts.count(value.hash) < FLOOR) {
            return;
        }
        occurrences++;
        covered += value.length;
        Found known = found.get(value.hash);
        if (known == null && found.size() < MAX_DISTINCT) {
            known = new Found(
                    new String(value.value, 0, value.length, StandardCharsets.ISO_8859_1).replaceAll("[^ -~]", "."));
            found.put(value.hash, known);
        }
        if (known != null) {
            known.count++;
        }
    }

    /** Returns what was found, when all was searched. */
    RepeatedValues result() {
        searched.end();
        List<RepeatedValues.FrequentValue> examples = found.values().stream()
                .sorted(Comparator.comparingLong((Found each) -> -each.count).thenComparing(each -> each.text))
                .limit(MAX_EXAMPLES)
                .map(each -> new RepeatedValues.FrequentValue(each.text, each.count))
                .toList();
        return new RepeatedValues(found.size(), occurrences, bytes == 0 ? 0 : (double) covered / bytes, examples);
    }
}
