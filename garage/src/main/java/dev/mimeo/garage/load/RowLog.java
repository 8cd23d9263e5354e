package dev.mimeo.garage.load;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The rows and values of an input in memory, in the order in which it had them, with the lines of the rows. A number takes 12 bytes,
 * a row 12 to 36. For one thread at a time.
 */
@SuppressWarnings("EnumOrdinal") // Nothing outlives the process.
final class RowLog {

    private static final int FIRST_ENTRIES = 1 << 7;
    private static final int MAX_ENTRIES = 1 << 13;
    private static final int ENTRY_BYTES = Integer.BYTES + Long.BYTES;

    /** Bytes of a text without its characters, with its number. */
    private static final int TEXT_BYTES = 128;

    /** Bytes of the parts that rows have in common, with their number. */
    private static final int KEY_BYTES = 256;

    private static final int OPERATION_BITS = 4;
    private static final int OPERATION_MASK = (1 << OPERATION_BITS) - 1;

    private static final CellKind[] KINDS = CellKind.values();

    private static final int ROW = 0;

    /** A row on the line after that of the row before. */
    private static final int NEXT_ROW = 1;

    private static final int LINE = 2;
    private static final int PREVIOUS = 3;
    private static final int ROUNDED = 4;
    private static final int SKIPPED = 5;

    /** Operations from here on are values of each kind; the bits of texts are their numbers. */
    private static final int VALUES = 6;

    private final Deque<Chunk> chunks = new ArrayDeque<>();
    private final Numbered<String> texts = new Numbered<>();
    private final Numbered<RowKey> keys = new Numbered<>();
    private Chunk last = new Chunk(FIRST_ENTRIES);
    private long entries = FIRST_ENTRIES;
    private @Nullable RowKey key;
    private int keyNumber;
    private long line;
    private int knownTexts;
    private long textBytes;

    /** The parts of a row that others often have too. */
    private record RowKey(
            CounterTable table, String server, @Nullable String instance) {
        boolean is(CounterTable otherTable, String otherServer, @Nullable String otherInstance) {
            return table == otherTable
                    && server.equals(otherServer)
                    && (instance == null ? otherInstance == null : instance.equals(otherInstance));
        }
    }

    /** Different objects in the order in which they came. */
    private static final class Numbered<T> {
        private final Map<T, Integer> numbers = new HashMap<>();
        private final List<T> all = new ArrayList<>();

        /** Returns the number of an object, which is there from then on. */
        int number(T object) {
            Integer known = numbers.putIfAbsent(object, all.size());
            if (known == null) {
                all.add(object);
                return all.size() - 1;
            }
            return known;
        }
    }

    /** Entries: an operation with a small number above it, and 64 bits. */
    private static final class Chunk {
        private final int[] heads;
        private final long[] bits;
        private int size;

        Chunk(int entries) {
            this.heads = new int[entries];
            this.bits = new long[entries];
        }
    }

    RowLog() {
        chunks.add(last);
    }

    /** Returns about how many bytes of memory all takes. */
    long bytes() {
        return ENTRY_BYTES * entries + (long) KEY_BYTES * keys.all.size() + textBytes;
    }

    private void add(int operation, int number, long bits) {
        Chunk chunk = last;
        if (chunk.size == chunk.heads.length) {
            chunk = new Chunk(Math.min(MAX_ENTRIES, 2 * chunk.size));
            chunks.add(chunk);
            entries += chunk.heads.length;
            last = chunk;
        }
        chunk.heads[chunk.size] = number << OPERATION_BITS | operation;
        chunk.bits[chunk.size++] = bits;
    }

    /** Adds a row, see {@link SampleSink#row}. */
    void addRow(
            CounterTable table, String server, long time, long previous, @Nullable String instance, long lineNumber) {
        RowKey current = key;
        if (current == null || !current.is(table, server, instance)) {
            current = new RowKey(table, server, instance);
            key = current;
            keyNumber = keys.number(current);
        }
        if (previous != SampleSink.NONE) {
            add(PREVIOUS, 0, previous);
        }
        if (lineNumber != line && lineNumber != line + 1) {
            add(LINE, 0, lineNumber);
            line = lineNumber;
        }
        add(lineNumber == line ? ROW : NEXT_ROW, keyNumber, time);
        line = lineNumber;
    }

    /** Adds a value of the last row, see {@link SampleSink#value}. */
    void addValue(TableCounter counter, CellKind kind, long bits, @Nullable String text) {
        add(VALUES + kind.ordinal(), counter.index(), text == null ? bits : addText(text));
    }

    /** Notes that the time of the last row, or its next value, is not exact, see {@link SampleSink#rounded}. */
    void addRounded(@Nullable TableCounter counter) {
        add(ROUNDED, counter == null ? 0 : counter.index() + 1, 0);
    }

    /** Notes that something was left out, see {@link SampleSink#skipped}. */
    void addSkipped(String what, long lineNumber) {
        add(SKIPPED, addText(what), lineNumber);
    }

    private int addText(String text) {
        int number = texts.number(text);
        if (texts.all.size() > knownTexts) {
            knownTexts = texts.all.size();
            textBytes += TEXT_BYTES + 2L * text.length();
        }
        return number;
    }

    /** Hands on all that was added, and forgets it. */
    void replay(SampleSink sink) throws IOException {
        Replay replay = new Replay(sink);
        for (Chunk chunk = chunks.poll(); chunk != null; chunk = chunks.poll()) {
            for (int i = 0; i < chunk.size; i++) {
                int head = chunk.heads[i];
                replay.entry(head & OPERATION_MASK, head >>> OPERATION_BITS, chunk.bits[i]);
            }
        }
    }

    /** The state that entries change on their way to a sink. */
    private final class Replay {
        private final SampleSink sink;
        private boolean isWanted;
        private long previous = SampleSink.NONE;
        private long currentLine;
        private List<TableCounter> counters = List.of();

        Replay(SampleSink sink) {
            this.sink = sink;
        }

        void entry(int operation, int number, long bits) throws IOException {
            if (operation >= VALUES) {
                if (isWanted) {
                    value(counters.get(number), KINDS[operation - VALUES], bits);
                }
                return;
            }
            switch (operation) {
                case ROW -> row(keys.all.get(number), bits);
                case NEXT_ROW -> {
                    currentLine++;
                    row(keys.all.get(number), bits);
                }
                case LINE -> currentLine = bits;
                case PREVIOUS -> previous = bits;
                case ROUNDED -> {
                    if (isWanted) {
                        sink.rounded(number == 0 ? null : counters.get(number - 1));
                    }
                }
                case SKIPPED -> sink.skipped(texts.all.get(number), bits);
                default -> throw new IllegalStateException("operation " + operation);
            }
        }

        private void row(RowKey row, long time) throws IOException {
            counters = row.table().counters();
            isWanted = sink.row(row.table(), row.server(), time, previous, row.instance(), currentLine);
            previous = SampleSink.NONE;
        }

        private void value(TableCounter counter, CellKind kind, long bits) throws IOException {
            if (kind == CellKind.TEXT || kind == CellKind.WORD) {
                sink.value(counter, kind, 0, texts.all.get((int) bits));
            } else {
                sink.value(counter, kind, bits, null);
            }
        }
    }
}
