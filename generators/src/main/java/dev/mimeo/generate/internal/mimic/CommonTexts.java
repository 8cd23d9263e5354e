package dev.mimeo.generate.internal.mimic;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the text that chunks of a class have in common with those of other classes: the same for classes of similar bytes, as chunks of a
 * page of markup do not end with the bytes of a program. Models of earlier versions have one for all classes.
 */
final class CommonTexts {

    /** Classes have a text in common if their bytes are distributed as those of the first one up to this distance (total variation). */
    private static final double SIMILAR = 0.4;

    private final MimicModel model;
    private final List<@Nullable TextPool> pools;

    private CommonTexts(MimicModel model, List<@Nullable TextPool> pools) {
        this.model = model;
        this.pools = pools;
    }

    /**
     * Returns the texts by class, null where a class has none.
     *
     * @param pools texts or literals by class, null where a class has none
     */
    static List<@Nullable CommonText> of(MimicModel model, List<@Nullable TextPool> pools) {
        CommonTexts texts = new CommonTexts(model, pools);
        List<Integer> withText = IntStream.range(0, pools.size())
                .boxed()
                .filter(i -> pools.get(i) != null)
                .toList();
        List<@Nullable CommonText> result = new ArrayList<>(Collections.nCopies(pools.size(), null));
        for (List<Integer> similar : texts.isBySimilarity() ? texts.similar(withText) : List.of(withText)) {
            CommonText common = similar.isEmpty() ? null : texts.of(similar);
            similar.forEach(i -> result.set(i, common));
        }
        return Collections.unmodifiableList(result);
    }

    private boolean isBySimilarity() {
        return model.classes().stream()
                .map(ContentClass::model)
                .anyMatch(contexts -> contexts != null && contexts.repeats() == ContextModel.Repeats.KEPT);
    }

    /** Groups classes: each joins the first group whose first class has similar bytes. */
    private List<List<Integer>> similar(List<Integer> classes) {
        List<List<Integer>> groups = new ArrayList<>();
        for (int number : classes) {
            groups.stream()
                    .filter(group -> distance(pool(group.get(0)), pool(number)) <= SIMILAR)
                    .findFirst()
                    .orElseGet(() -> {
                        List<Integer> group = new ArrayList<>();
                        groups.add(group);
                        return group;
                    })
                    .add(number);
        }
        return groups;
    }

    /** Returns the distance of the byte frequencies of two texts, 0 to 1. */
    private static double distance(TextPool a, TextPool b) {
        double sum = 0;
        for (int value = 0; value < a.counts.length; value++) {
            sum += Math.abs((double) a.counts[value] / a.places - (double) b.counts[value] / b.places);
        }
        return sum / 2;
    }

    /** Returns the text of classes: taken from the largest of theirs, if possible one without end. */
    private CommonText of(List<Integer> classes) {
        int endless = largest(classes, ContentClass::isText);
        int literals = largest(classes, Predicate.not(ContentClass::isText));
        return new CommonText(pool(endless < 0 ? literals : endless), replayed(literals));
    }

    /** Returns the first class with the largest text among those of a kind; -1 if there is none. */
    private int largest(List<Integer> classes, Predicate<ContentClass> kind) {
        int largest = -1;
        for (int number : classes) {
            if (kind.test(model.classes().get(number)) && (largest < 0 || pool(number).size > pool(largest).size)) {
                largest = number;
            }
        }
        return largest;
    }

    /**
     * Returns the template with the median number of steps for its bytes, whatever its class, and literals; null if there is none.
     *
     * @param literals class whose literals are taken, or -1
     */
    private CommonText.@Nullable Replayed replayed(int literals) {
        List<ParseTemplate> templates = model.templates().stream()
                .filter(template -> template.steps() > 0)
                .sorted(Comparator.comparingDouble(template -> (double) template.steps() / template.size()))
                .toList();
        return templates.isEmpty() || literals < 0
                ? null
                : new CommonText.Replayed(
                        templates.get(templates.size() / 2),
                        pool(literals),
                        model.classes().get(literals).stride());
    }

    private TextPool pool(int contentClass) {
        return Objects.requireNonNull(pools.get(contentClass));
    }
}
