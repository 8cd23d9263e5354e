package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

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

    @Test
    void chunksThatWereNotTriedHaveTheirSizesToo() {
        Random random = new Random(1);
        List<ChunkSample> chunks = new ArrayList<>();
        try (CodecSizes codecs = new CodecSizes(Effort.NORMAL.chunkCodecs())) {
            for (int number = 0; number < CHUNKS; number++) {
                byte[] data = chunk(number, random);
                chunks.add(new ChunkSample(number, data, codecs.ofChunk(data, data.length)));
            }
            ClassWorker.Task task = new ClassWorker.Task(
                    chunks,
                    chunks.stream().map(SampleClasses::features).toList(),
                    new ModelBudget(4000, 1000),
                    CHUNKS,
                    false,
                    List.of());

            Fitted fitted = new ClassWorker.Step(AnonymityRule.DEFAULT, null, Effort.NORMAL)
                    .apply(task, done -> {})
                    .get(0);

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
}
