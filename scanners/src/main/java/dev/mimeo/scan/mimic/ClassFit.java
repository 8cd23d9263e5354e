package dev.mimeo.scan.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses how the chunks of a class are made: tries every way on some of its chunks and takes the one whose sizes are nearest
 * to those of the originals. For one thread.
 */
final class ClassFit {

    /** Chunks that the contexts are counted in. */
    private static final int COUNTED_CHUNKS = 96;

    /** Content that zlib leaves more of than this may have nothing but its byte histogram. */
    private static final double RANDOM_SHARE = 0.9;

    /** A way without templates that is as good as this needs no other. */
    private static final double GOOD = 0.006;

    /** Templates cost bytes, and must be better by this factor. */
    private static final double TEMPLATE_GAIN = 0.9;

    private static final int STRIDE = 8;

    /** Bytes drawn from the histogram of each chunk. */
    private static final ContentClass PLAIN = new ContentClass(null, 0, 1, 12, STRIDE, 0, 0, 0);

    private static final int LITERAL_STRIDE = 3;
    private static final int LITERAL_RUN = 8;
    private static final int LITERAL_POOL_BITS = 16;
    private static final int SHORTEST_COPY = 3;

    private final List<ChunkSample> chunks;
    private final Trial trial;
    private final AnonymityRule rule;
    private final ChunkParser parser = new ChunkParser();

    ClassFit(List<ChunkSample> chunks, Trial trial, AnonymityRule rule) {
        this.chunks = chunks;
        this.trial = trial;
        this.rule = rule;
    }

    /**
     * Returns the best way.
     *
     * @param modelBytes most bytes that the context model may take
     * @param templates whether templates may be used
     */
    Trial.Way choose(long modelBytes, boolean templates) {
        boolean random = share() > RANDOM_SHARE;
        ContextModel model = model(modelBytes, false);
        int bits = poolBits();
        Trial.Way best = trial.run(chunks, text(model, 1, bits, 0, 0), null);
        for (int longer = 2; longer <= ContextModel.MAX_ORDER; longer++) {
            best = better(best, text(model, longer, bits, 0, 0), null);
        }
        int order = Math.max(3, best.content().order());
        for (int recent = 40; recent < 256 && best.error() > GOOD; recent += 50) {
            best = better(best, text(model, order, bits, recent, 0), null);
        }
        for (int change : new int[] {-1, 1, 2}) {
            int changed = Math.max(15, Math.min(19, bits + change));
            if (best.error() > GOOD && changed != best.content().poolBits()) {
                best = better(
                        best,
                        text(
                                model,
                                best.content().order(),
                                changed,
                                best.content().recent(),
                                0),
                        null);
            }
        }
        if (best.error() > GOOD) {
            ContentClass content = best.content();
            best = better(best, text(model, content.order(), content.poolBits(), content.recent(), 256), null);
        }
        if (random) {
            best = better(best, PLAIN, null);
        }
        if (templates && best.error() > GOOD) {
            best = withTemplates(best, model(modelBytes, true), random);
        }
        return best;
    }

    private Trial.Way withTemplates(Trial.Way without, ContextModel literals, boolean random) {
        ChunkSample middle = chunks.get(chunks.size() / 2);
        ParseTemplate parse = parser.parse(middle.data(), 0, middle.length(), SHORTEST_COPY);
        Trial.Way best = without;
        for (int order = 1; order <= 2; order++) {
            best = better(best, literal(literals, order, 0, 0), parse);
        }
        if (random) {
            best = better(best, PLAIN, parse);
        }
        if (best.content().run() == 0) {
            return best;
        }
        // How many literals chunks of the same template have in common.
        int order = best.content().order();
        for (int step = 96; step >= 24; step /= 2) {
            for (int[] direction : new int[][] {{0, 1}, {1, 0}, {0, -1}, {-1, 0}, {1, -1}, {-1, 1}}) {
                int near = best.content().near() + step * direction[0];
                int far = best.content().far() + step * direction[1];
                if (near >= 0 && far >= 0 && near + far <= 256) {
                    best = better(best, literal(literals, order, near, far), parse);
                }
            }
        }
        return best;
    }

    private static ContentClass text(ContextModel model, int order, int poolBits, int recent, int near) {
        return new ContentClass(model, 0, order, poolBits, STRIDE, recent, near, 0);
    }

    private static ContentClass literal(ContextModel model, int order, int near, int far) {
        return new ContentClass(model, LITERAL_RUN, order, LITERAL_POOL_BITS, LITERAL_STRIDE, 0, near, far);
    }

    /** Returns the size of a text of which every piece occurs in the data a few times. */
    private int poolBits() {
        long bytes = chunks.stream().mapToLong(ChunkSample::length).sum();
        return Math.max(15, Math.min(18, 63 - Long.numberOfLeadingZeros(bytes / 4 + 1)));
    }

    /** Returns the share of the content that zlib leaves. */
    private double share() {
        double bytes = 0;
        double packed = 0;
        for (ChunkSample chunk : chunks) {
            bytes += chunk.length();
            packed += chunk.size(1);
        }
        return packed / bytes;
    }

    /** Returns a model of the class, or of its literals, that takes no more than so many bytes. */
    private ContextModel model(long most, boolean literals) {
        ContextModel model = null;
        for (double thrift = 1;
                model == null || (MimicCoding.encode(model).length > most && thrift < 1000);
                thrift *= 1.6) {
            ContextCounter counter = new ContextCounter(rule, literals ? 2 : 4, thrift);
            for (ChunkSample chunk : trial.some(chunks, COUNTED_CHUNKS)) {
                boolean[] counted = new boolean[chunk.length()];
                Arrays.fill(counted, true);
                if (literals) {
                    uncount(chunk, counted);
                }
                counter.add(chunk.data(), 0, chunk.length(), counted);
            }
            model = counter.build();
        }
        return model;
    }

    private void uncount(ChunkSample chunk, boolean[] counted) {
        ParseTemplate parse = parser.parse(chunk.data(), 0, chunk.length(), SHORTEST_COPY);
        int at = 0;
        for (int step = 0; step < parse.steps(); step++) {
            at += parse.run(step);
            Arrays.fill(counted, at, at + parse.length(step), false);
            at += parse.length(step);
        }
    }

    private Trial.Way better(Trial.Way best, ContentClass content, @Nullable ParseTemplate template) {
        Trial.Way way = trial.run(chunks, content, template);
        boolean dearer = template != null && best.template() == null;
        return way.error() < best.error() * (dearer ? TEMPLATE_GAIN : 1) ? way : best;
    }
}
