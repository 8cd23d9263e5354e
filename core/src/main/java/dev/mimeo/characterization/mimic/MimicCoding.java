package dev.mimeo.characterization.mimic;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The byte form of context models and parses in a characterization: numbers written with {@link AdaptiveEncoder} in the order
 * of the code below.
 */
public final class MimicCoding {

    /**
     * Most symbols or steps for each coded byte. The coder cannot write more than some 400 for one byte, when all are what it
     * expects; real models need more than one bit each.
     */
    private static final int MAX_PER_BYTE = 64;

    private static final int MAX_SYMBOLS = 1 << 22;

    /** Added to the number of orders of a model whose texts repeat themselves. */
    private static final int REUSE = 8;

    /** Added to the number of orders where the codes of all bytes of the chunks follow it. */
    private static final int WITH_CHUNK_CODES = 16;

    /** Added to the number of orders of a model whose chunks end runs of a short period where the text does. */
    private static final int ENDS_RUNS = 32;

    /** Added to the number of orders of a model of literals that give each chunk its own byte frequencies. */
    private static final int BY_CHUNK = 64;

    /** Added to the number of orders of such a model whose chunks keep copies that end with what is repeated in turn. */
    private static final int KEEPS_REPEATED = 128;

    private static final int FLAGS = REUSE | WITH_CHUNK_CODES | ENDS_RUNS | BY_CHUNK | KEEPS_REPEATED;

    private MimicCoding() {}

    /** Returns the byte form of a model. */
    public static byte[] encode(ContextModel model) {
        AdaptiveEncoder out = new AdaptiveEncoder();
        writeCodes(out, model.codes());
        short[] shape = NumberShape.fresh(NumberShape.NUMBER);
        out.number(shape, model.tables().size() + flags(model));
        Reuse reuse = model.reuse();
        if (reuse != null) {
            writeReuse(out, shape, reuse);
        }
        writeCodes(out, model.chunkCodes());
        byte[] last = {0};
        for (int order = 0; order < model.tables().size(); order++) {
            TableWriter writer = new TableWriter(out, model.tables().get(order));
            last = writer.write(order, last);
        }
        return out.finish();
    }

    /** Returns the flags that are added to the number of orders. */
    private static int flags(ContextModel model) {
        Reuse reuse = model.reuse();
        int flags = reuse == null ? 0 : REUSE + (reuse.endsRuns() ? ENDS_RUNS : 0);
        flags += model.chunkCodes().length == 0 ? 0 : WITH_CHUNK_CODES;
        return flags
                + switch (model.repeats()) {
                    case OF_CLASS -> 0;
                    case OF_CHUNK -> BY_CHUNK;
                    case KEPT -> BY_CHUNK + KEEPS_REPEATED;
                };
    }

    private static void writeCodes(AdaptiveEncoder out, byte[] codes) {
        short[] numbers = NumberShape.fresh(NumberShape.NUMBER);
        for (byte code : codes) {
            out.number(numbers, code + 1);
        }
    }

    private static void writeReuse(AdaptiveEncoder out, short[] shape, Reuse reuse) {
        byte[] odds = reuse.odds();
        short[] changes = NumberShape.fresh(NumberShape.NUMBER);
        for (int i = 0; i < odds.length; i++) {
            int change = odds[i] - before(odds, i);
            out.number(changes, change << 1 ^ change >> 31);
        }
        out.number(shape, reuse.near());
        out.number(shape, reuse.surprises());
    }

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    public static ContextModel decodeModel(byte[] bytes, int offset, int length) {
        AdaptiveDecoder in = new AdaptiveDecoder(bytes, offset, length);
        long most = Math.min(MAX_SYMBOLS, (long) MAX_PER_BYTE * length);
        byte[] codes = readCodes(in, 256);
        short[] shape = NumberShape.fresh(NumberShape.NUMBER);
        int flagged = in.number(shape);
        if ((flagged & (REUSE | ENDS_RUNS)) == ENDS_RUNS) {
            throw new IllegalArgumentException(
                    "a model whose chunks end runs, but whose texts do not repeat themselves");
        }
        int orders = limited(flagged & ~FLAGS, ContextModel.MAX_ORDER);
        Reuse reuse = (flagged & REUSE) == 0 ? null : readReuse(in, shape, (flagged & ENDS_RUNS) != 0);
        byte[] chunkCodes = readCodes(in, (flagged & WITH_CHUNK_CODES) == 0 ? 0 : 256);
        List<ContextTable> list = new ArrayList<>();
        byte[] last = {0};
        for (int order = 0; order < orders; order++) {
            TableReader reader = new TableReader(in, most);
            reader.read(order, last);
            last = reader.recent();
            list.add(reader.table());
        }
        in.finish();
        return new ContextModel(codes, chunkCodes, list, reuse, repeats(flagged));
    }

    private static ContextModel.Repeats repeats(int flagged) {
        return switch (flagged & (BY_CHUNK | KEEPS_REPEATED)) {
            case 0 -> ContextModel.Repeats.OF_CLASS;
            case BY_CHUNK -> ContextModel.Repeats.OF_CHUNK;
            case BY_CHUNK | KEEPS_REPEATED -> ContextModel.Repeats.KEPT;
            default ->
                throw new IllegalArgumentException(
                        "a model whose chunks keep what is repeated, but do not have their own byte frequencies");
        };
    }

    private static byte[] readCodes(AdaptiveDecoder in, int count) {
        short[] numbers = NumberShape.fresh(NumberShape.NUMBER);
        byte[] codes = new byte[count];
        for (int i = 0; i < count; i++) {
            codes[i] = (byte) (limited(in.number(numbers), ContextTable.MAX_CODE + 1) - 1);
        }
        return codes;
    }

    private static Reuse readReuse(AdaptiveDecoder in, short[] shape, boolean endsRuns) {
        byte[] odds = new byte[Reuse.SIZE];
        short[] changes = NumberShape.fresh(NumberShape.NUMBER);
        for (int i = 0; i < odds.length; i++) {
            int change = limited(in.number(changes), 2 * Byte.MAX_VALUE);
            odds[i] = (byte) limited(before(odds, i) + (change >>> 1 ^ -(change & 1)), Byte.MAX_VALUE);
        }
        return new Reuse(odds, in.number(shape), in.number(shape), endsRuns);
    }

    /** Returns the odds that others are coded relative to: of the same relation where fewer bytes are equal, or at a smaller distance. */
    private static int before(byte[] odds, int number) {
        return number < Reuse.RELATIONS ? 0 : odds[number - Reuse.RELATIONS];
    }

    /** Returns the byte form of a parse; its size is not part of it. */
    public static byte[] encode(ParseTemplate template) {
        AdaptiveEncoder out = new AdaptiveEncoder();
        Steps steps = new Steps();
        out.number(steps.count, template.steps());
        for (int i = 0; i < template.steps(); i++) {
            out.number(steps.runs[steps.runTable()], template.run(i));
            int kind = steps.kindOf(template.distance(i));
            out.tree(steps.kinds[steps.kindTable(template.run(i))], 2, kind);
            out.number(steps.lengths[steps.lengthTable(kind, template.run(i))], template.length(i));
            if (kind == 3) {
                out.number(steps.distances[steps.distanceTable(template.length(i))], template.distance(i));
            }
            steps.next(kind, template.run(i), template.length(i), template.distance(i));
        }
        return out.finish();
    }

    /**
     * Reads a parse.
     *
     * @param size bytes of the chunk
     * @throws IllegalArgumentException if the bytes are not one
     */
    public static ParseTemplate decodeTemplate(byte[] bytes, int offset, int length, int size) {
        AdaptiveDecoder in = new AdaptiveDecoder(bytes, offset, length);
        Steps steps = new Steps();
        int count = limited(in.number(steps.count), Math.min(MAX_SYMBOLS, (long) MAX_PER_BYTE * length));
        int[] runs = new int[count];
        int[] lengths = new int[count];
        int[] distances = new int[count];
        for (int i = 0; i < count; i++) {
            runs[i] = in.number(steps.runs[steps.runTable()]);
            int kind = in.tree(steps.kinds[steps.kindTable(runs[i])], 2);
            lengths[i] = in.number(steps.lengths[steps.lengthTable(kind, runs[i])]);
            distances[i] = kind < 3 ? steps.recent[kind] : in.number(steps.distances[steps.distanceTable(lengths[i])]);
            steps.next(kind, runs[i], lengths[i], distances[i]);
        }
        in.finish();
        return new ParseTemplate(runs, lengths, distances, size);
    }

    /** Returns a number that was read, or throws an exception if it is above what it may be. */
    static int limited(int value, long most) {
        if (value < 0 || value > most) {
            throw new IllegalArgumentException("coded number " + value + " is above " + most);
        }
        return value;
    }

    /** Probabilities of one order of a model, which writer and reader adapt in the same way. */
    private static final class TableShapes {
        final short[] children = NumberShape.fresh(NumberShape.NUMBER);
        final short[][] bytes = NumberShape.fresh(256, 256);
        final short[][] lengths = NumberShape.fresh(8, NumberShape.NUMBER);
        final short[] escapes = NumberShape.fresh(NumberShape.NUMBER);
        final short[][] symbols = NumberShape.fresh(256, 256);
        final short[][] codes = NumberShape.fresh(32, 128);
    }

    /** Writes one order of a model, as {@link TableReader} reads it. */
    private static final class TableWriter {
        private final AdaptiveEncoder out;
        private final ContextTable table;
        private final TableShapes tables = new TableShapes();

        TableWriter(AdaptiveEncoder out, ContextTable table) {
            this.out = out;
            this.table = table;
        }

        /**
         * Writes the contexts by their parents in the order before.
         *
         * @param last most recent bytes of the contexts in the order before
         * @return most recent bytes of the contexts
         */
        byte[] write(int order, byte[] last) {
            byte[] recent = new byte[table.size()];
            int at = 0;
            for (int parent = 0; parent < last.length; parent++) {
                int end = at;
                while (end < table.size() && table.parents[end] == parent) {
                    end++;
                }
                out.number(tables.children, end - at);
                int previous = -1;
                for (; at < end; at++) {
                    out.tree(tables.bytes[last[parent] & 0xff], 8, table.bytes[at] & 0xff);
                    recent[at] = order == 0 ? table.bytes[at] : last[parent];
                    previous = symbols(at, recent[at] & 0xff, previous);
                }
            }
            return recent;
        }

        /**
         * Writes the symbols of a context, and returns how many there are.
         *
         * @param previous number of symbols of the context before with the same parent; -1 for the first
         */
        private int symbols(int context, int recent, int previous) {
            int from = table.starts[context];
            int to = table.starts[context + 1];
            out.number(tables.lengths[previous < 0 ? 0 : Math.min(7, previous)], to - from);
            out.number(tables.escapes, table.escapes[context] + 1);
            int code = ContextTable.MAX_CODE / 5;
            for (int i = from; i < to; i++) {
                out.tree(tables.symbols[recent], 8, table.symbols[i] & 0xff);
                out.tree(tables.codes[Math.min(31, code)], 7, table.codes[i]);
                code = table.codes[i];
            }
            return to - from;
        }
    }

    /** Reads one order of a model. */
    private static final class TableReader {
        private final AdaptiveDecoder in;
        private final long most;
        private final TableShapes tables = new TableShapes();
        private int[] parents = new int[64];
        private byte[] bytes = new byte[64];
        private byte[] recent = new byte[64];
        private byte[] escapes = new byte[64];
        private int[] starts = new int[65];
        private byte[] symbols = new byte[256];
        private byte[] codes = new byte[256];
        private int size;

        TableReader(AdaptiveDecoder in, long most) {
            this.in = in;
            this.most = most;
        }

        void read(int order, byte[] last) {
            for (int parent = 0; parent < last.length; parent++) {
                int children = limited(in.number(tables.children), 256);
                int previous = -1;
                for (int i = 0; i < children; i++) {
                    grow();
                    parents[size] = parent;
                    bytes[size] = (byte) in.tree(tables.bytes[last[parent] & 0xff], 8);
                    recent[size] = order == 0 ? bytes[size] : last[parent];
                    previous = symbols(previous);
                    size++;
                }
            }
        }

        private int symbols(int previous) {
            int count = limited(in.number(tables.lengths[previous < 0 ? 0 : Math.min(7, previous)]), 256);
            escapes[size] = (byte) (limited(in.number(tables.escapes), ContextTable.MAX_CODE + 1) - 1);
            int at = starts[size];
            limited(at + count, most);
            if (symbols.length < at + count) {
                symbols = Arrays.copyOf(symbols, 2 * at + 256);
                codes = Arrays.copyOf(codes, 2 * at + 256);
            }
            int code = ContextTable.MAX_CODE / 5;
            int table = recent[size] & 0xff;
            for (int i = at; i < at + count; i++) {
                symbols[i] = (byte) in.tree(tables.symbols[table], 8);
                code = in.tree(tables.codes[Math.min(31, code)], 7);
                codes[i] = (byte) code;
            }
            starts[size + 1] = at + count;
            return count;
        }

        private void grow() {
            if (size == parents.length) {
                parents = Arrays.copyOf(parents, 2 * size);
                bytes = Arrays.copyOf(bytes, 2 * size);
                recent = Arrays.copyOf(recent, 2 * size);
                escapes = Arrays.copyOf(escapes, 2 * size);
                starts = Arrays.copyOf(starts, 2 * size + 1);
            }
        }

        byte[] recent() {
            return Arrays.copyOf(recent, size);
        }

        ContextTable table() {
            return new ContextTable(
                    Arrays.copyOf(parents, size),
                    Arrays.copyOf(bytes, size),
                    Arrays.copyOf(escapes, size),
                    Arrays.copyOf(starts, size + 1),
                    Arrays.copyOf(symbols, starts[size]),
                    Arrays.copyOf(codes, starts[size]));
        }
    }

    /** Probabilities of the steps of a parse, and what the next step is expected by. */
    private static final class Steps {
        final short[] count = NumberShape.fresh(NumberShape.NUMBER);
        final short[][] runs = NumberShape.fresh(32, NumberShape.NUMBER);
        final short[][] kinds = NumberShape.fresh(12, 4);
        final short[][] lengths = NumberShape.fresh(16, NumberShape.NUMBER);
        final short[][] distances = NumberShape.fresh(5, NumberShape.NUMBER);
        final int[] recent = new int[3];
        private int lastKind = 3;
        private int lastRun;
        private int lastLength;

        int runTable() {
            return Math.min(3, lastRun) * 8 + level(lastLength) * 2 + (lastKind < 3 ? 1 : 0);
        }

        int kindTable(int run) {
            return lastKind * 3 + (run == 0 ? 0 : run < 3 ? 1 : 2);
        }

        int lengthTable(int kind, int run) {
            return kind * 4 + (run == 0 ? 0 : run < 3 ? 1 : run < 9 ? 2 : 3);
        }

        int distanceTable(int length) {
            return length < 5 ? 0 : length < 7 ? 1 : length < 10 ? 2 : length < 17 ? 3 : 4;
        }

        int kindOf(int distance) {
            return distance == recent[0] ? 0 : distance == recent[1] ? 1 : distance == recent[2] ? 2 : 3;
        }

        void next(int kind, int run, int length, int distance) {
            System.arraycopy(recent, 0, recent, 1, Math.min(2, kind));
            recent[0] = distance;
            lastKind = kind;
            lastRun = run;
            lastLength = length;
        }

        private static int level(int length) {
            return length < 5 ? 0 : length < 9 ? 1 : length < 17 ? 2 : 3;
        }
    }
}
