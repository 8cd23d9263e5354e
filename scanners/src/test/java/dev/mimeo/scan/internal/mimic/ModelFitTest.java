package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.BiFunction;
import java.util.function.IntConsumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("thorough")
final class ModelFitTest {

    private static final int CHUNK = 1 << 14;
    private static final int CHUNKS = 16;

    /** Letters in the first half of the chunks, digits in the other. */
    private static List<ChunkSample> chunks() {
        return chunks(
                CHUNKS,
                (number, word) -> number < CHUNKS / 2 ? word.replaceAll("[0-9]", "z") : word.replaceAll("[a-z]", "7"));
    }

    /** Returns chunks of words, each written as the number of its chunk asks for. */
    private static List<ChunkSample> chunks(int count, BiFunction<Integer, String, String> written) {
        Random random = new Random(1);
        List<ChunkSample> chunks = new ArrayList<>();
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            for (int number = 0; number < count; number++) {
                StringBuilder text = new StringBuilder();
                while (text.length() < CHUNK) {
                    String word = Integer.toString(random.nextInt(200) * random.nextInt(200), 36);
                    text.append(written.apply(number, word)).append(' ');
                }
                byte[] data = text.substring(0, CHUNK).getBytes(StandardCharsets.ISO_8859_1);
                chunks.add(new ChunkSample(number, data, codecs.ofChunk(data, data.length)));
            }
        }
        return chunks;
    }

    /** Runs steps one after the other, but leaves the first class to generator motif where a correction of recipes may do so. */
    private static final class LeavingToMotif implements DatasetFindings.StepRunner {
        private List<?> last = List.of();
        private int corrections;

        @Override
        @SuppressWarnings("unchecked")
        public <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> inputs, IntConsumer done)
                throws IOException {
            List<O> results = new ArrayList<>();
            for (I input : inputs) {
                O result = step.apply(input, done);
                if (step instanceof RecipeCorrection.Step correction
                        && correction.motif()
                        && ((RecipeCorrection.Task) input).chunks().get(0).number() == 0) {
                    MimicModel model = new MimicModel(List.of(ContentClass.MOTIF), List.of());
                    int chunks = ((RecipeCorrection.Task) input).chunks().size();
                    result = (O) new Fitted(
                            model,
                            Collections.nCopies(chunks, new MimicModel.Recipe(0, -1, 0, 0, 0)),
                            new MimicTexts(model));
                }
                results.add(result);
            }
            if (step instanceof RecipeCorrection.Step) {
                last = inputs;
                corrections++;
            }
            return results;
        }
    }

    @Test
    void recipesAreCorrectedWithTheTextsOfTheModel() throws IOException {
        List<ChunkSample> chunks = chunks();
        LeavingToMotif steps = new LeavingToMotif();
        Fitted fitted = new ModelFit(chunks, 0.028, Effort.NORMAL, true, AnonymityRule.DEFAULT).fit(steps, share -> {});

        assertThat(steps.corrections).isEqualTo(2);
        assertThat(fitted.model().classes().get(0).isMotif()).isTrue();
        ChunkMaker made = new ChunkMaker(fitted.texts());
        int compared = 0;
        for (Object input : steps.last) {
            RecipeCorrection.Task task = (RecipeCorrection.Task) input;
            ContentClass its = task.fitted().model().classes().get(0);
            ChunkMaker corrected = new ChunkMaker(task.fitted().texts());
            for (ChunkSample chunk : task.chunks()) {
                MimicModel.Recipe recipe = fitted.recipes().get((int) chunk.number());
                if (its.isMotif() || its.tail() == 0) {
                    continue;
                }
                byte[] expected = new byte[CHUNK];
                corrected.make(
                        chunk,
                        new MimicModel.Recipe(
                                0, recipe.template() < 0 ? -1 : 0, recipe.window(), recipe.rate(), recipe.noise()),
                        0,
                        expected,
                        0);
                byte[] actual = new byte[CHUNK];
                made.make(chunk, recipe, 0, actual, 0);
                int tail = CHUNK * its.tail() / 256;
                assertThat(new String(actual, CHUNK - tail, tail, StandardCharsets.ISO_8859_1))
                        .isEqualTo(new String(expected, CHUNK - tail, tail, StandardCharsets.ISO_8859_1));
                compared++;
            }
        }
        assertThat(compared).isPositive();
    }

    /** Sixteen chunks of lower case, of whose template there is one in the file, and four each of upper case and of accented letters. */
    private static String written(int number, String word) {
        if (number < 16) {
            return word;
        }
        String upper = word.toUpperCase(Locale.ROOT);
        return number < 20
                ? upper
                : upper.chars()
                        .mapToObj(letter -> String.valueOf((char) (letter + 0x80)))
                        .collect(Collectors.joining());
    }

    @Test
    void classesWithoutRoomForTemplatesHaveThoseOfOthers() throws IOException {
        List<ChunkSample> chunks = chunks(24, ModelFitTest::written);
        int template = TemplateChoice.first(chunks.subList(0, 16)).bytes();
        Fitted fitted = new ModelFit(chunks, 2.0 * template / (24 * CHUNK), Effort.NORMAL, false, AnonymityRule.DEFAULT)
                .fit(DatasetFindings.StepRunner.onThreads(1), share -> {});

        assertThat(fitted.model().classes()).hasSizeGreaterThan(1);
        assertThat(fitted.model().templates()).hasSize(1);
        assertThat(fitted.recipes()).hasSize(24).allMatch(recipe -> recipe.template() == 0);
        ChunkMaker maker = new ChunkMaker(fitted.texts());
        byte[] made = new byte[CHUNK];
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            for (ChunkSample chunk : chunks) {
                maker.make(chunk, fitted.recipes().get((int) chunk.number()), 0, made, 0);
                double ratio = (double) codecs.ofChunk(CodecSizes.ZLIB_6, made, CHUNK) / chunk.size(CodecSizes.ZLIB_6);
                assertThat(Math.log(ratio)).isCloseTo(0, within(0.03));
            }
        }
    }

    /** Words, and as many chunks whose first half is one of them and whose other half are pieces of that. */
    private static List<ChunkSample> withVariants() {
        List<ChunkSample> all = new ArrayList<>(chunks(CHUNKS, (number, word) -> word));
        Random random = new Random(2);
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            for (int number = CHUNKS; number < 2 * CHUNKS; number++) {
                byte[] data = all.get(number - CHUNKS).data().clone();
                for (int at = CHUNK / 2; at < CHUNK; ) {
                    int length = Math.min(40 + random.nextInt(160), CHUNK - at);
                    System.arraycopy(data, random.nextInt(CHUNK / 2 - length), data, at, length);
                    at += length;
                }
                all.add(new ChunkSample(number, data, codecs.ofChunk(data, data.length)));
            }
        }
        return all;
    }

    @Test
    void chunksThatRepeatTheirCopiesDoSoInWhatIsMade() throws IOException {
        List<ChunkSample> chunks = withVariants();
        Fitted fitted = new ModelFit(chunks, 0.05, Effort.NORMAL, false, AnonymityRule.DEFAULT)
                .fit(DatasetFindings.StepRunner.onThreads(1), share -> {});

        assertThat(fitted.recipes().subList(0, CHUNKS)).hasSize(CHUNKS).allMatch(recipe -> recipe.echo() == 0);
        assertThat(fitted.recipes().subList(CHUNKS, 2 * CHUNKS)).hasSize(CHUNKS).allMatch(recipe -> recipe.echo() > 0);
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs());
                CodecSizes joinedCodecs = new CodecSizes(Effort.NORMAL.joinedCodecs())) {
            JoinedSizes joined = new JoinedSizes(chunks, joinedCodecs, new LocalThreads(1), CodecSizes.JOINED_LZ4);
            joined.generate(fitted.texts(), fitted.recipes()::get, 0);
            assertThat(joined.deviationAlone(codecs, CodecSizes.ZLIB_6)).isLessThan(0.03);
        }
    }
}
