package dev.mimeo.generate.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.lang.management.ManagementFactory;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** Texts that are drawn when they are needed: of what no chunk takes anything, no memory is taken, and the bytes are the same. */
final class MimicTextsTest {

    private static final int LARGE_BITS = 20;
    private static final int LENGTH = 3000;

    /** A small text, a large one, a large one with text in common at the end of chunks, and literals. */
    private static final List<MimicModel.Recipe> RECIPES = List.of(
            new MimicModel.Recipe(0, -1, 0, 0, 0),
            new MimicModel.Recipe(1, -1, 0, 0, 0),
            new MimicModel.Recipe(2, -1, 0, 0, 0),
            new MimicModel.Recipe(3, 0, 64, 0, 0));

    private static final MimicModel.Recipe NOISE = new MimicModel.Recipe(1, -1, 0, 0, 255);

    private static MimicModel model() {
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        Arrays.fill(codes, 'A', 'Z' + 1, (byte) 9);
        ContextModel letters = new ContextModel(codes, List.of());
        return new MimicModel(
                List.of(
                        ContentClass.ofText(letters, 2, 12, 8),
                        ContentClass.ofText(letters, 2, LARGE_BITS, 8),
                        ContentClass.ofText(letters, 1, LARGE_BITS, 8).withTail(64, false),
                        ContentClass.ofLiterals(letters, 8, 1, 12, 3).with(256, 0, 100)),
                List.of(new ParseTemplate(new int[] {20, 9}, new int[] {15, 40}, new int[] {20, 30}, 110)));
    }

    private static byte[] chunk(ChunkSynthesizer synthesizer, MimicModel.Recipe recipe) {
        byte[] chunk = new byte[LENGTH];
        synthesizer.generate(recipe, 5, null, 7, chunk, 0, LENGTH);
        return chunk;
    }

    private static List<byte[]> chunks(MimicTexts texts, List<MimicModel.Recipe> recipes) {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(texts);
        return recipes.stream().map(recipe -> chunk(synthesizer, recipe)).toList();
    }

    /** Returns the bytes that the first chunk of a recipe allocates. */
    private static long allocated(MimicModel.Recipe recipe) {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        chunk(new ChunkSynthesizer(new MimicTexts(model())), recipe);
        MimicModel model = model();
        long before = threads.getCurrentThreadAllocatedBytes();
        chunk(new ChunkSynthesizer(new MimicTexts(model)), recipe);
        return threads.getCurrentThreadAllocatedBytes() - before;
    }

    @Test
    void chunkDrawsNoTextThatItTakesNothingOf() {
        assertThat(allocated(NOISE)).isLessThan(1 << LARGE_BITS);
        // The index of positions has more than half a megabyte for any text.
        assertThat(allocated(RECIPES.get(0))).isLessThan(2 << LARGE_BITS);
        assertThat(allocated(RECIPES.get(3))).isLessThan(2 << LARGE_BITS);
        assertThat(allocated(RECIPES.get(1))).isBetween(4L << LARGE_BITS, 7L << LARGE_BITS);
        // The text that chunks end with is chosen among those of all classes.
        assertThat(allocated(RECIPES.get(2))).isGreaterThan(8L << LARGE_BITS);
    }

    @Test
    void bytesDoNotDependOnWhatWasDrawnBefore() {
        List<byte[]> expected = new ArrayList<>();
        for (MimicModel.Recipe recipe : RECIPES) {
            expected.addAll(chunks(new MimicTexts(model()), List.of(recipe)));
        }
        MimicTexts drawn = new MimicTexts(model());
        drawn.drawAll();
        assertThat(chunks(drawn, RECIPES)).usingRecursiveComparison().isEqualTo(expected);
        assertThat(chunks(new MimicTexts(model()), RECIPES))
                .usingRecursiveComparison()
                .isEqualTo(expected);
    }

    @Test
    void templateIsKeptForEachClassThatHasIt() {
        MimicModel model = model();
        List<ContentClass> classes = new ArrayList<>(model.classes());
        classes.add(classes.get(3).with(256, 0, 200));
        MimicModel sharing = new MimicModel(classes, model.templates());
        MimicModel.Recipe first = RECIPES.get(3);
        MimicModel.Recipe second = new MimicModel.Recipe(4, 0, 64, 0, 0);
        List<byte[]> expected = List.of(
                chunk(new ChunkSynthesizer(new MimicTexts(sharing)), first),
                chunk(new ChunkSynthesizer(new MimicTexts(sharing)), second));

        MimicTexts texts = new MimicTexts(sharing);
        assertThat(chunks(texts, List.of(first, second, first, second)))
                .usingRecursiveComparison()
                .isEqualTo(List.of(expected.get(0), expected.get(1), expected.get(0), expected.get(1)));
        assertThat(texts.prepared(0, 3)).isNotNull();
        assertThat(texts.prepared(0, 4)).isNotNull().isNotSameAs(texts.prepared(0, 3));
        assertThat(texts.prepared(0, 2)).isNull();
    }

    @Test
    void threadsThatNeedTextsAtTheSameTimeHaveTheSame() throws Exception {
        List<byte[]> expected = chunks(new MimicTexts(model()), RECIPES);
        int threads = 6;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            for (int round = 0; round < 5; round++) {
                MimicTexts texts = new MimicTexts(model());
                CyclicBarrier start = new CyclicBarrier(threads);
                List<Future<List<byte[]>>> made = new ArrayList<>();
                for (int i = 0; i < threads; i++) {
                    made.add(pool.submit(() -> {
                        start.await();
                        return chunks(texts, RECIPES);
                    }));
                }
                for (Future<List<byte[]>> one : made) {
                    assertThat(one.get()).usingRecursiveComparison().isEqualTo(expected);
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void copyThatWasSentElsewhereMakesTheSameChunks() throws Exception {
        List<byte[]> expected = chunks(new MimicTexts(model()), RECIPES);
        MimicTexts unused = new MimicTexts(model());
        MimicTexts used = new MimicTexts(model());
        chunks(used, RECIPES);
        for (MimicTexts texts : List.of(unused, used)) {
            assertThat(chunks(sent(texts), RECIPES)).usingRecursiveComparison().isEqualTo(expected);
        }
    }

    private static MimicTexts sent(MimicTexts texts) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(texts);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (MimicTexts) in.readObject();
        }
    }
}
