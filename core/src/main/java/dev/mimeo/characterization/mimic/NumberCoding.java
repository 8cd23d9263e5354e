package dev.mimeo.characterization.mimic;

import java.util.ArrayList;
import java.util.List;

/** The byte form of models of numbers in a characterization: written with {@link AdaptiveEncoder} in the order of the code below. */
final class NumberCoding {

    private static final NumberModel.Kind[] KINDS = NumberModel.Kind.values();

    /** Ranks are coded by their distances, the first one from before the least. */
    private static final int BEFORE_RANKS = -NumberModel.MAX_BUCKET - 1;

    private static final int RANKS = 2 * NumberModel.MAX_BUCKET + 1;
    private static final int CODE_BITS = 7;

    private final short[] header = NumberShape.fresh(NumberShape.NUMBER);

    /** By place in a value: its bytes. */
    private final short[][] values = NumberShape.fresh(Long.BYTES, 256);

    private final short[] uses = NumberShape.fresh(NumberShape.NUMBER);
    private final short[] sizes = NumberShape.fresh(NumberShape.NUMBER);
    private final short[] groupGaps = NumberShape.fresh(NumberShape.NUMBER);
    private final short[] gaps = NumberShape.fresh(NumberShape.NUMBER);

    /** By the code before. */
    private final short[][] codes = NumberShape.fresh(ContextTable.MAX_CODE + 1, 1 << CODE_BITS);

    private NumberCoding() {}

    /** Returns the byte form of a model. */
    static byte[] encode(NumberModel model) {
        NumberCoding coding = new NumberCoding();
        AdaptiveEncoder out = new AdaptiveEncoder();
        out.number(coding.header, model.width());
        out.number(coding.header, model.isBigEndian() ? 1 : 0);
        out.number(coding.header, model.stride());
        out.number(coding.header, model.columns().size());
        model.columns().forEach(column -> coding.write(out, column));
        return out.finish();
    }

    /**
     * Reads a model.
     *
     * @throws IllegalArgumentException if the bytes are not one
     */
    static NumberModel decode(byte[] bytes, int offset, int length) {
        NumberCoding coding = new NumberCoding();
        AdaptiveDecoder in = new AdaptiveDecoder(bytes, offset, length);
        int width = in.number(coding.header);
        boolean isBigEndian = MimicCoding.limited(in.number(coding.header), 1) == 1;
        int stride = in.number(coding.header);
        int count = MimicCoding.limited(in.number(coding.header), NumberModel.MAX_STRIDE);
        List<NumberModel.Column> columns = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            columns.add(coding.readColumn(in));
            NumberModel.checkTables(columns);
        }
        in.finish();
        return new NumberModel(width, isBigEndian, stride, columns);
    }

    private void write(AdaptiveEncoder out, NumberModel.Column column) {
        out.number(header, List.of(KINDS).indexOf(column.kind()));
        out.number(header, column.shift());
        out.number(header, column.levels());
        out.number(header, column.groups().size());
        long last = 0;
        for (long bound : column.bounds()) {
            writeValue(out, bound - last);
            last = bound;
        }
        writeRanks(out, groupGaps, column.groups());
        int next = 0;
        for (int use : column.use()) {
            out.number(uses, next - use);
            next = Math.max(next, use + 1);
        }
        for (NumberModel.Change change : column.changes()) {
            out.number(sizes, change.ranks().size());
            writeRanks(out, gaps, change.ranks());
            int before = 0;
            for (int code : change.codes()) {
                out.tree(codes[before], CODE_BITS, code);
                before = code;
            }
        }
    }

    private NumberModel.Column readColumn(AdaptiveDecoder in) {
        NumberModel.Kind kind = KINDS[MimicCoding.limited(in.number(header), KINDS.length - 1)];
        int shift = in.number(header);
        int levels = MimicCoding.limited(in.number(header), NumberModel.MAX_LEVELS);
        int groups = MimicCoding.limited(in.number(header), NumberModel.MAX_GROUPS - 1);
        List<Long> bounds = new ArrayList<>();
        long last = 0;
        for (int i = 0; i <= levels; i++) {
            last += readValue(in);
            bounds.add(last);
        }
        List<Integer> groupRanks = readRanks(in, groupGaps, groups);
        List<Integer> use = new ArrayList<>();
        int next = 0;
        for (int i = 0; i < levels * (groups + 1); i++) {
            int its = next - MimicCoding.limited(in.number(uses), next);
            use.add(its);
            next = Math.max(next, its + 1);
        }
        List<NumberModel.Change> changes = new ArrayList<>();
        for (int i = 0; i < next; i++) {
            List<Integer> ranks = readRanks(in, gaps, MimicCoding.limited(in.number(sizes), RANKS));
            List<Integer> counts = new ArrayList<>();
            int before = 0;
            for (int j = 0; j < ranks.size(); j++) {
                before = MimicCoding.limited(in.tree(codes[before], CODE_BITS), ContextTable.MAX_CODE);
                counts.add(before);
            }
            changes.add(new NumberModel.Change(ranks, counts));
        }
        return new NumberModel.Column(kind, shift, bounds, groupRanks, use, changes);
    }

    private void writeValue(AdaptiveEncoder out, long value) {
        for (int i = 0; i < Long.BYTES; i++) {
            out.tree(values[i], Byte.SIZE, (int) (value >>> (Byte.SIZE * i)) & 0xff);
        }
    }

    private long readValue(AdaptiveDecoder in) {
        long value = 0;
        for (int i = 0; i < Long.BYTES; i++) {
            value |= (long) in.tree(values[i], Byte.SIZE) << (Byte.SIZE * i);
        }
        return value;
    }

    private static void writeRanks(AdaptiveEncoder out, short[] distances, List<Integer> ranks) {
        int last = BEFORE_RANKS;
        for (int rank : ranks) {
            out.number(distances, rank - last - 1);
            last = rank;
        }
    }

    private static List<Integer> readRanks(AdaptiveDecoder in, short[] distances, int count) {
        List<Integer> ranks = new ArrayList<>();
        int last = BEFORE_RANKS;
        for (int i = 0; i < count; i++) {
            last += 1 + MimicCoding.limited(in.number(distances), RANKS);
            ranks.add(last);
        }
        return ranks;
    }
}
