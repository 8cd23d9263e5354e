package dev.mimeo.scan.internal.mimic;

import java.io.Serializable;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Bytes that the model of a class may take in a file. Immutable and thread-safe.
 *
 * @param bytes bytes of its context model and its templates together
 * @param firstTemplate bytes of these that its first template takes; 0 for a class without templates of its own
 */
record ModelBudget(long bytes, long firstTemplate) implements Serializable {

    /** Part of the bytes of all models that the first templates of classes may take together. */
    private static final double FIRST_TEMPLATES = 0.85;

    /**
     * The same of a single class, unless it is most of the data, so that a file of one chunk does not consist of templates.
     */
    private static final double TEMPLATE_SHARE = 0.25;

    /** A class whose model may take less has no templates of its own, bytes. */
    private static final int LEAST_WITH_TEMPLATES = 500;

    /** The context models of a text and of literals may take as much in any case, bytes. */
    private static final int LEAST_TEXT = 600;

    private static final int LEAST_LITERALS = 400;

    /**
     * Divides the bytes of all models: each class gets those of its first template, except for the classes whose template would be largest for
     * their size where not all fit, and of what is left a part by its size. So no class takes what another one needs, whatever is chosen
     * for it.
     *
     * @param classes chunks by class
     * @param firsts first templates by class
     * @param share bytes that all models may take, as a share of those of the chunks
     */
    static List<ModelBudget> of(List<List<ChunkSample>> classes, List<TemplateChoice.Candidate> firsts, double share) {
        long[] sizes = classes.stream()
                .mapToLong(own -> own.stream().mapToLong(ChunkSample::length).sum())
                .toArray();
        long[] templates =
                firsts.stream().mapToLong(TemplateChoice.Candidate::bytes).toArray();
        List<Integer> cheapestFirst = IntStream.range(0, sizes.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> (double) templates[i] / sizes[i]))
                .toList();
        long all = 0;
        for (long size : sizes) {
            all += size;
        }
        double left = all * share;
        double reserve = (1 - FIRST_TEMPLATES) * left;
        double most = TEMPLATE_SHARE * left;
        for (int i : cheapestFirst) {
            double own = sizes[i] * share;
            if (own <= LEAST_WITH_TEMPLATES || templates[i] > Math.max(own, most) || left - templates[i] < reserve) {
                templates[i] = 0;
            }
            left -= templates[i];
        }
        List<ModelBudget> budgets = new ArrayList<>();
        for (int i = 0; i < sizes.length; i++) {
            budgets.add(new ModelBudget(templates[i] + (long) (left * sizes[i] / all), templates[i]));
        }
        return budgets;
    }

    /** Returns whether the class may have templates of its own. */
    boolean hasTemplates() {
        return firstTemplate > 0;
    }

    /** Returns the most bytes of the context model of its text. */
    long ofText() {
        return Math.max(LEAST_TEXT, bytes * 2 / 3);
    }

    /** Returns the most bytes of the context model of its literals. */
    long ofLiterals() {
        return Math.min(ofText(), Math.max(LEAST_LITERALS, bytes - firstTemplate));
    }
}
