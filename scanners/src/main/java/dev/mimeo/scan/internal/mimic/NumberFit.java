package dev.mimeo.scan.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds a model of the numbers that the chunks of a class are arrays of. For one thread. */
final class NumberFit {

    /** Details that are tried, see {@link NumberCounts.Detail}: the one by which model and numbers take the fewest bits is taken. */
    private static final List<NumberCounts.Detail> DETAILS = List.of(
            new NumberCounts.Detail(1, 1),
            new NumberCounts.Detail(16, 1),
            new NumberCounts.Detail(16, 4),
            new NumberCounts.Detail(48, 1),
            new NumberCounts.Detail(24, 12),
            new NumberCounts.Detail(48, 12));

    /** Bytes of chunks whose numbers are counted, more or less. */
    private static final long COUNTED = 1 << 19;

    /** Fewest bytes of a class of numbers. */
    private static final long LEAST_BYTES = 1 << 14;

    /** Greatest share of bytes that are those of text: its digits are numbers of a byte that models of text know more about. */
    private static final double TEXT = 0.9;

    /** Numbers whose changes take less of their bytes nearly always give back too many runs of the original where they are not moved. */
    private static final double LEAST_SHARE = 0.12;

    /** Bits that numbers may have in common, such as those of a key: as many as a string of five bytes, the longest of which a model tells. */
    private static final int MOST_TOLD_BITS = 40;

    /** Fewest bytes of numbers that are moved: of shorter ones it changes too many bytes of a chunk. */
    private static final int LEAST_MOVED = 4;

    /** Numbers of a class that are at each place where chunks may begin, on average, so that none is told. */
    private static final int NUMBERS_AT_A_PLACE = 16;

    /** Bytes that are drawn to see how much of the original they repeat. */
    private static final int DRAWN = 1 << 19;

    private final List<ChunkSample> chunks;
    private final AnonymityRule rule;
    private final @Nullable RepetitionBound bound;

    /**
     * A model that was found.
     *
     * @param isMoved whether its numbers are outside of the ranges of the original
     */
    record Found(NumberModel model, boolean isMoved) {}

    /**
     * @param rule limits on what the model may reveal
     * @param bound bound of what numbers may repeat of the original; null for none
     */
    NumberFit(List<ChunkSample> chunks, AnonymityRule rule, @Nullable RepetitionBound bound) {
        this.chunks = chunks;
        this.rule = rule;
        this.bound = bound;
    }

    /**
     * Returns a model, or null where chunks are no arrays of numbers: where zlib makes less of them, or the numbers would repeat too much of the
     * original. Counts with noise are those of text only.
     *
     * @param most bytes that the model may take
     */
    @Nullable Found fit(long most) {
        long bytes = bytes(chunks);
        if (rule.noiseScale() > 0 || bytes < LEAST_BYTES || isText()) {
            return null;
        }
        NumberLayout layout = NumberLayout.of(chunks);
        double share = layout.bits() / Byte.SIZE / layout.bytes();
        if (share * bytes > zlibBytes()) {
            return null;
        }
        NumberModel model = model(layout, most);
        if (model == null || toldBits(model) > MOST_TOLD_BITS) {
            return null;
        }
        if (bound == null || (share >= LEAST_SHARE && !repeatsTooMuch(model))) {
            return new Found(model, false);
        }
        NumberModel moved = model.width() < LEAST_MOVED ? null : moved(model);
        return moved == null || repeatsTooMuch(moved) ? null : new Found(moved, true);
    }

    /**
     * Returns a model whose numbers are outside of the ranges that the original has, so that they are not in it, but are as far from each other:
     * a bit that all numbers of a column have in common is the other one. Null where a column has no such bit.
     */
    private static @Nullable NumberModel moved(NumberModel model) {
        List<NumberModel.Column> columns = new ArrayList<>();
        for (NumberModel.Column column : model.columns()) {
            long least = column.bounds().get(0);
            long greatest = column.bounds().get(column.levels());
            if (least == greatest) {
                columns.add(column);
                continue;
            }
            int first = bits(least ^ greatest) + column.shift();
            int bit =
                    Math.min(first | (Byte.SIZE - 1), bits(column.kind().greatest(model.width())) - 1) - column.shift();
            if (least < 0 || bit + column.shift() < first) {
                return null;
            }
            columns.add(new NumberModel.Column(
                    column.kind(),
                    column.shift(),
                    column.bounds().stream().map(bound -> bound ^ (1L << bit)).toList(),
                    column.groups(),
                    column.use(),
                    column.changes()));
        }
        return new NumberModel(model.width(), model.isBigEndian(), model.stride(), columns);
    }

    /** Returns how many bits all numbers have in common above the highest one that differs, of all columns together. */
    private static long toldBits(NumberModel model) {
        long told = 0;
        for (NumberModel.Column column : model.columns()) {
            long least = column.bounds().get(0);
            long greatest = column.bounds().get(column.levels());
            int most = bits(Math.max(Math.abs(least), Math.abs(greatest)));
            told += least == greatest ? most + column.shift() : Math.max(0, most - bits(greatest - least));
        }
        return told;
    }

    private static int bits(long number) {
        return Long.SIZE - Long.numberOfLeadingZeros(number);
    }

    /** Returns the distance of the places at which the chunks of a class may begin. */
    static int step(NumberModel model, List<ChunkSample> chunks) {
        long places = Math.max(1, bytes(chunks) / model.width() / model.stride() / NUMBERS_AT_A_PLACE);
        return (int) Math.max(1, (MimicModel.Recipe.MAX_START + 1) / places);
    }

    /**
     * Returns the place at which a chunk begins.
     *
     * @param exact where its first number is
     * @param step distance of places
     */
    static int start(int exact, int step) {
        return Math.min(MimicModel.Recipe.MAX_START, exact - exact % step + step / 2);
    }

    private static long bytes(List<ChunkSample> chunks) {
        return chunks.stream().mapToLong(ChunkSample::length).sum();
    }

    private long zlibBytes() {
        return chunks.stream().mapToLong(chunk -> chunk.size(CodecSizes.ZLIB_6)).sum();
    }

    private boolean isText() {
        long printable = 0;
        for (ChunkSample chunk : chunks) {
            for (int value = 0; value < 256; value++) {
                boolean isPrintable = (value >= ' ' && value <= '~') || (value >= '\t' && value <= '\r');
                printable += isPrintable ? chunk.histogram().count(value) : 0;
            }
        }
        return printable > TEXT * bytes(chunks);
    }

    private @Nullable NumberModel model(NumberLayout layout, long most) {
        long bytes = bytes(chunks);
        int counted = (int) Math.max(1, Math.min(chunks.size(), COUNTED * chunks.size() / bytes));
        List<ChunkSample> some = Trial.some(chunks, counted);
        double scale = (double) bytes / bytes(some);
        NumberModel best = null;
        double least = Byte.SIZE * (double) zlibBytes();
        for (boolean isAlike : layout.stride() == 1 ? new boolean[] {true} : new boolean[] {true, false}) {
            List<NumberCounts> columns = columns(layout, some, isAlike);
            boolean isCounted = columns.stream().noneMatch(NumberCounts::isEmpty);
            if (!isCounted || columns.stream().noneMatch(NumberCounts::hasChanges)) {
                continue;
            }
            for (NumberCounts.Detail detail : DETAILS) {
                List<NumberCounts.Counted> counts =
                        columns.stream().map(column -> column.count(detail)).toList();
                List<NumberModel.Column> told =
                        counts.stream().map(NumberCounts.Counted::column).toList();
                if (NumberModel.tableBytes(told) > NumberModel.MAX_TABLE_BYTES) {
                    continue;
                }
                NumberModel model = new NumberModel(layout.width(), layout.isBigEndian(), layout.stride(), told);
                int size = model.encode().length;
                double bits = scale
                                * counts.stream()
                                        .mapToDouble(NumberCounts.Counted::bits)
                                        .sum()
                        + Byte.SIZE * (double) size;
                if (bits < least && size <= most) {
                    least = bits;
                    best = model;
                }
            }
        }
        return best;
    }

    /** Returns counts of all numbers, or of those of each place in a row. */
    private List<NumberCounts> columns(NumberLayout layout, List<ChunkSample> some, boolean isAlike) {
        int stride = layout.stride();
        List<NumberCounts> columns = new ArrayList<>();
        List<long[]> sequences = new ArrayList<>();
        for (int place = 0; place < stride; place++) {
            NumberModel.Kind kind = layout.kinds().get(isAlike ? 0 : place);
            for (ChunkSample chunk : some) {
                sequences.add(every(
                        stride,
                        place,
                        NumberLayout.values(chunk.data(), chunk.length(), layout.width(), layout.isBigEndian(), kind)));
            }
            if (!isAlike || place == stride - 1) {
                columns.add(new NumberCounts(sequences, kind, layout.width(), rule.occurrences()));
                sequences = new ArrayList<>();
            }
        }
        return columns;
    }

    private static long[] every(int stride, int place, long[] numbers) {
        if (stride == 1) {
            return numbers;
        }
        long[] own = new long[Math.max(0, (numbers.length - place + stride - 1) / stride)];
        for (int i = 0; i < own.length; i++) {
            own[i] = numbers[place + i * stride];
        }
        return own;
    }

    private boolean repeatsTooMuch(NumberModel model) {
        if (bound == null) {
            return false;
        }
        MimicModel all = new MimicModel(List.of(ContentClass.ofNumbers(model)), List.of());
        ChunkMaker maker = new ChunkMaker(new MimicTexts(all));
        byte[] drawn = new byte[DRAWN];
        int at = 0;
        for (int seed = 0; at < DRAWN; seed++) {
            for (ChunkSample chunk : Trial.some(chunks, DRAWN / chunks.get(0).length() + 1)) {
                int length = Math.min(chunk.length(), DRAWN - at);
                MimicModel.Recipe recipe = recipe(chunk, maker);
                maker.add(chunk, recipe, seed, drawn, at, length);
                at += length;
            }
        }
        return bound.excess(drawn, 0, DRAWN) > 0;
    }

    private static MimicModel.Recipe recipe(ChunkSample chunk, ChunkMaker maker) {
        return new MimicModel.Recipe(0, -1, MimicModel.Recipe.NEUTRAL_WINDOW, 0, maker.own(0, chunk));
    }
}
