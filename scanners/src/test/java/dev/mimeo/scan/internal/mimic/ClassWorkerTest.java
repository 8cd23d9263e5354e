package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("thorough")
final class ClassWorkerTest {

    private static final int CHUNK = 1 << 14;
    private static final int CHUNKS = 12;

    /** Chunks that strategies are tried on, one by one: three at equal distances. */
    private static final Set<Integer> TRIED = Set.of(2, 6, 10);

    private static final int MIDDLE = 6;

    private static byte letter(Random random) {
        return (byte) ('a' + random.nextInt(16));
    }

    /**
     * Letters that repeat what is 128 letters before, except for one of 64. Of the chunks that strategies are tried on, two repeat what is 2 KiB
     * before, and the one in the middle nothing: its parse cannot give what the other two are.
     */
    private static byte[] chunk(int number, Random random) {
        int distance = !TRIED.contains(number) ? 128 : number == MIDDLE ? CHUNK : 2048;
        byte[] data = new byte[CHUNK];
        for (int i = 0; i < CHUNK; i++) {
            data[i] = i < distance || i % 64 == 7 ? letter(random) : data[i - distance];
        }
        return data;
    }

    private static List<ChunkSample> samples(CodecSizes codecs, int count, IntFunction<byte[]> made) {
        return IntStream.range(0, count)
                .mapToObj(number -> {
                    byte[] data = made.apply(number);
                    return new ChunkSample(number, data, codecs.ofChunk(data, data.length));
                })
                .toList();
    }

    private static Fitted fit(List<ChunkSample> chunks, ModelBudget budget) {
        ClassWorker.Task task = new ClassWorker.Task(
                chunks, chunks.stream().map(SampleClasses::features).toList(), budget, chunks.size(), false, List.of());
        return new ClassWorker.Step(AnonymityRule.DEFAULT, null, Effort.NORMAL)
                .apply(task, done -> {})
                .get(0);
    }

    @Test
    void chunksThatWereNotTriedHaveTheirSizesToo() {
        Random random = new Random(1);
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            List<ChunkSample> chunks = samples(codecs, CHUNKS, number -> chunk(number, random));

            Fitted fitted = fit(chunks, new ModelBudget(4000, 1000));

            ChunkMaker maker = new ChunkMaker(fitted.texts());
            byte[] made = new byte[CHUNK];
            for (int number = 0; number < CHUNKS; number++) {
                if (!TRIED.contains(number)) {
                    maker.make(chunks.get(number), fitted.recipes().get(number), 0, made, 0);
                    double ratio = (double) codecs.ofChunk(0, made, CHUNK)
                            / chunks.get(number).size(0);
                    assertThat(Math.log(ratio)).isCloseTo(0, within(0.2));
                }
            }
        }
    }

    /** Chunks of random letters, made of pieces of 70 bytes of a text: right one by one, and all of the same pieces where the text is small. */
    @ParameterizedTest
    @CsvSource({"15, true", "20, false"})
    void smallTextsRepeatThemselvesMoreThanTheirChunks(int textBits, boolean isRepetitive) {
        Random random = new Random(3);
        ContextCounter counter = ContextCounter.ofText(AnonymityRule.DEFAULT);
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs());
                CodecSizes joined = new CodecSizes(Effort.NORMAL.joinedCodecs())) {
            List<ChunkSample> chunks = samples(codecs, 2 * CHUNKS, number -> {
                byte[] data = new byte[CHUNK];
                boolean[] counted = new boolean[CHUNK];
                for (int i = 0; i < CHUNK; i++) {
                    data[i] = letter(random);
                    counted[i] = true;
                }
                counter.add(data, 0, CHUNK, counted);
                return data;
            });
            MimicModel model =
                    new MimicModel(List.of(ContentClass.ofText(counter.build(1), 2, textBits, 8)), List.of());
            MimicModel.Recipe recipe = new MimicModel.Recipe(0, -1, 0, 100, 0);
            Fitted fitted = new Fitted(model, Collections.nCopies(chunks.size(), recipe), new MimicTexts(model));

            assertThat(ClassWorker.isRepetitive(chunks, fitted, joined)).isEqualTo(isRepetitive);
        }
    }

    /** Entries of random bytes, each after a header that says nearly the same, as in an archive: most blocks hold some of both. */
    private static byte[] archive(Random random) {
        byte[] data = new byte[2 * CHUNK];
        random.nextBytes(data);
        for (int at = random.nextInt(300); at + 120 < data.length; at += 1000 + random.nextInt(1000)) {
            for (int i = 0; i < 120; i++) {
                data[at + i] = (byte) ('a' + (i % 12 == 5 ? random.nextInt(16) : i * i % 7));
            }
        }
        return data;
    }

    @Test
    void chunksOfAnArchiveHaveTheirSizes() {
        Random random = new Random(1);
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            List<ChunkSample> chunks = samples(codecs, 16, number -> archive(random));

            Fitted fitted = fit(chunks, new ModelBudget(4000, 0));

            ChunkMaker maker = new ChunkMaker(fitted.texts());
            byte[] made = new byte[2 * CHUNK];
            double ratios = 0;
            for (int number = 0; number < chunks.size(); number++) {
                assertThat(fitted.recipes().get(number).noise()).isPositive();
                maker.make(chunks.get(number), fitted.recipes().get(number), 0, made, 0);
                ratios += (double) codecs.ofChunk(CodecSizes.ZLIB_6, made, made.length)
                        / chunks.get(number).size(CodecSizes.ZLIB_6)
                        / chunks.size();
            }
            assertThat(ratios).isCloseTo(1, within(0.006));
        }
    }
}
