package dev.mimeo.characterization.mimic;

import dev.mimeo.internal.random.SplitMix64;
import java.io.Serializable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Context model of the bytes that follow up to {@value #MAX_ORDER} bytes, with escapes to the next shorter context, as
 * in prediction by partial matching (Cleary, Witten: "Data compression using adaptive coding and partial string
 * matching", IEEE Trans. Comm. 32(4), 1984). A text that is drawn may also repeat itself, see {@link Reuse}. Immutable and thread-safe.
 */
public final class ContextModel implements Serializable {

    private static final long serialVersionUID = 1L;

    /** Use of literals that the copies of a template repeat, in chunks of a model of literals. */
    public enum Repeats {
        /** They give all chunks the byte frequencies of the class, and any copy may be left out: of models of earlier versions. */
        OF_CLASS,
        /** They give each chunk its own byte frequencies, and most of a long copy stays where it is left out: of models of earlier versions. */
        OF_CHUNK,
        /**
         * As {@link #OF_CHUNK}, and copies stay that end with what much of the chunk repeats in turn. The most repeated literals leave room for
         * what the others give. Only classes of similar bytes have text in common.
         */
        KEPT
    }

    /** Bytes of the longest context. */
    public static final int MAX_ORDER = 4;

    /** Most bytes of the contexts that runs begin with, see {@link #drawRuns}: longer ones would leave too few of each. */
    public static final int RUN_CONTEXT = 2;

    private final byte[] codes;
    private final byte[] chunkCodes;
    private final List<ContextTable> tables;
    private final @Nullable Reuse reuse;
    private final Repeats repeats;

    private final transient ContextSampler sampler;

    /**
     * Takes the tables.
     *
     * @param codes code of the count of each of 256 bytes in no context, -1 where it does not occur; copied
     * @param tables contexts of order 1 up to at most {@value #MAX_ORDER}
     * @throws IllegalArgumentException if no byte occurs or the tables do not fit together
     */
    public ContextModel(byte[] codes, List<ContextTable> tables) {
        this(codes, new byte[0], tables, null, Repeats.OF_CLASS);
    }

    /**
     * Takes the tables of a model of literals.
     *
     * @param codes as of the literals alone
     * @param chunkCodes the same for all bytes of the chunks, copied ones included; empty if not known; copied
     * @throws IllegalArgumentException if no byte occurs or the tables do not fit together
     */
    public ContextModel(byte[] codes, byte[] chunkCodes, List<ContextTable> tables) {
        this(codes, chunkCodes, tables, null, Repeats.OF_CLASS);
    }

    /** Takes the tables, how a text without end repeats itself, not at all if null, and how chunks use repeated literals. */
    ContextModel(byte[] codes, byte[] chunkCodes, List<ContextTable> tables, @Nullable Reuse reuse, Repeats repeats) {
        this.reuse = reuse;
        this.repeats = repeats;
        this.codes = codes.clone();
        this.chunkCodes = chunkCodes.clone();
        this.tables = List.copyOf(tables);
        if (codes.length != 256 || (chunkCodes.length != 0 && chunkCodes.length != 256) || tables.size() > MAX_ORDER) {
            throw new IllegalArgumentException(
                    "a context model of " + codes.length + " bytes and order " + tables.size());
        }
        this.sampler = new ContextSampler(codes, this.tables);
        if (chunkCodes.length > 0) {
            ContextSampler.sums(chunkCodes);
        }
    }

    /** Takes the codes and tables of another model. */
    private ContextModel(ContextModel model, @Nullable Reuse reuse, Repeats repeats) {
        this.codes = model.codes;
        this.chunkCodes = model.chunkCodes;
        this.tables = model.tables;
        this.sampler = model.sampler;
        this.reuse = reuse;
        this.repeats = repeats;
    }

    /** The serialized form: the sampler follows from it. */
    private static final class Form implements Serializable {
        private static final long serialVersionUID = 1L;

        private final byte[] codes;
        private final byte[] chunkCodes;
        private final List<ContextTable> tables;
        private final @Nullable Reuse reuse;
        private final Repeats repeats;

        Form(ContextModel model) {
            codes = model.codes;
            chunkCodes = model.chunkCodes;
            tables = model.tables;
            reuse = model.reuse;
            repeats = model.repeats;
        }

        private Object readResolve() {
            return new ContextModel(codes, chunkCodes, tables, reuse, repeats);
        }
    }

    private Object writeReplace() {
        return new Form(this);
    }

    /** Writes the bytes of a context to the start of an array. */
    static void spell(List<ContextTable> tables, int order, int context, byte[] target) {
        int node = context;
        for (int depth = order; depth >= 0; depth--) {
            target[order - depth] = tables.get(depth).bytes[node];
            node = tables.get(depth).parents[node];
        }
    }

    /** Returns the code of the count of each byte in no context, -1 where it does not occur; a copy. */
    public byte[] codes() {
        return codes.clone();
    }

    /** Returns the same of all bytes of the chunks whose literals the model is of, copied ones included; empty if not known. */
    public byte[] chunkCodes() {
        return chunkCodes.clone();
    }

    /** Returns how a text repeats itself, or null if it depends on its last bytes alone. */
    public @Nullable Reuse reuse() {
        return reuse;
    }

    /** Returns this model of texts without end that repeat themselves in a way. */
    public ContextModel with(Reuse otherReuse) {
        return new ContextModel(this, otherReuse, repeats);
    }

    /** Returns how chunks use literals that copies repeat. */
    public Repeats repeats() {
        return repeats;
    }

    /** Returns this model of literals for chunks that use those that copies repeat in another way. */
    public ContextModel with(Repeats otherRepeats) {
        return new ContextModel(this, reuse, otherRepeats);
    }

    /** Returns the contexts of order 1 and up. */
    public List<ContextTable> tables() {
        return tables;
    }

    /** Returns the number of contexts of all orders from 1. */
    public int contexts() {
        return tables.stream().mapToInt(ContextTable::size).sum();
    }

    /** Takes the strings that a model tells of. */
    @FunctionalInterface
    public interface StringVisitor {

        /**
         * Takes one.
         *
         * @param string a context and a byte that follows it, 2 to 5 bytes; only valid during the call
         * @param count number of occurrences, rounded to a third of an octave
         */
        void visit(byte[] string, int count);
    }

    /** Hands out all strings that the model tells of, those of short contexts first. */
    public void forEachString(StringVisitor visitor) {
        for (int order = 1; order <= tables.size(); order++) {
            ContextTable table = tables.get(order - 1);
            byte[] string = new byte[order + 1];
            for (int context = 0; context < table.size(); context++) {
                spell(tables, order - 1, context, string);
                for (int i = table.starts[context]; i < table.starts[context + 1]; i++) {
                    string[order] = table.symbols[i];
                    visitor.visit(string, ContextTable.weight(table.codes[i]));
                }
            }
        }
    }

    /**
     * Fills a range with text drawn from the model.
     *
     * @param seed decides the text
     * @param offset where the text begins; at least 8 if it repeats itself, as the bytes before it are read
     * @throws IllegalArgumentException if the text repeats itself and ends behind 16 MiB
     */
    public void draw(long seed, byte[] target, int offset, int length) {
        if (reuse == null) {
            sampler.draw(new SplitMix64(seed), target, offset, offset, offset + length);
        } else {
            ReuseDraw.draw(this, reuse, seed, target, offset, length);
        }
    }

    /**
     * Fills a range with pieces of text, each after two bytes that are a context of the model, or one or none where it has no
     * longer ones. How often a context is taken follows how often it occurs.
     *
     * @param seed decides contexts and text
     * @param run bytes of text after each context, at least 1
     */
    public void drawRuns(long seed, byte[] target, int offset, int length, int run) {
        sampler.drawRuns(seed, target, offset, length, run);
    }

    /** Returns the source of the bytes of texts. */
    ContextSampler sampler() {
        return sampler;
    }
}
