package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ModelBudgetTest {

    private static final int CHUNK = 1 << 14;

    /** A class of chunks of words, which repeat each other. */
    private static List<ChunkSample> chunks(int count) {
        try (CodecSizes codecs = new CodecSizes(CodecSizes.CHUNK)) {
            List<ChunkSample> chunks = new ArrayList<>();
            for (int number = 0; number < count; number++) {
                Random random = new Random(number);
                byte[] data = new byte[CHUNK];
                for (int i = 0; i < CHUNK; i++) {
                    data[i] = i < 64 || random.nextInt(8) == 0
                            ? (byte) ('a' + random.nextInt(20))
                            : data[i - 32 - random.nextInt(4)];
                }
                chunks.add(new ChunkSample(number, data, codecs.ofChunk(data, CHUNK)));
            }
            return chunks;
        }
    }

    @Test
    void allClassesTogetherTakeNoMoreThanAll() {
        Random random = new Random(5);
        for (int run = 0; run < 20; run++) {
            List<List<ChunkSample>> classes = new ArrayList<>();
            long all = 0;
            for (int left = 1 + random.nextInt(6); left > 0; left--) {
                int count = 1 + random.nextInt(10);
                classes.add(chunks(count));
                all += (long) count * CHUNK;
            }
            check(classes, all, Math.pow(2, -1 - 9 * random.nextDouble()));
        }
    }

    private static List<TemplateChoice.Candidate> firsts(List<List<ChunkSample>> classes) {
        return classes.stream().map(TemplateChoice::first).toList();
    }

    private static void check(List<List<ChunkSample>> classes, long all, double share) {
        List<ModelBudget> budgets = ModelBudget.of(classes, firsts(classes), share);
        assertThat(budgets).hasSameSizeAs(classes);
        assertThat(budgets.stream().mapToLong(ModelBudget::bytes).sum()).isLessThanOrEqualTo((long) (all * share));
        for (int i = 0; i < budgets.size(); i++) {
            ModelBudget budget = budgets.get(i);
            long template = TemplateChoice.first(classes.get(i)).bytes();
            assertThat(budget.firstTemplate()).isEqualTo(budget.hasTemplates() ? template : 0);
            assertThat(budget.bytes()).isGreaterThanOrEqualTo(budget.firstTemplate());
            assertThat(budget.ofLiterals()).isLessThanOrEqualTo(budget.ofText());
        }
    }

    @Test
    void smallClassesDoWithoutTemplatesFirst() {
        List<List<ChunkSample>> classes = List.of(chunks(1), chunks(12), chunks(2));
        List<TemplateChoice.Candidate> templates = firsts(classes);
        double bytes = 15.0 * CHUNK;

        List<ModelBudget> roomy =
                ModelBudget.of(classes, templates, 8.0 * templates.get(0).bytes() / bytes);
        assertThat(roomy).isNotEmpty().allMatch(ModelBudget::hasTemplates);
        List<ModelBudget> tight =
                ModelBudget.of(classes, templates, 2.0 * templates.get(1).bytes() / bytes);
        assertThat(tight.stream().map(ModelBudget::hasTemplates)).containsExactly(false, true, false);
    }
}
