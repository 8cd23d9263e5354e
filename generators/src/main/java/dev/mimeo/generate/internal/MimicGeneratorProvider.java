package dev.mimeo.generate.internal;

import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.generate.DataGenerator;
import dev.mimeo.generate.DataGeneratorProvider;
import dev.mimeo.generate.internal.mimic.ChunkSynthesizer;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The generator {@code mimic}: texts of content models and replayed parses, see {@link ChunkSynthesizer}, and {@link MotifGenerator}
 * for classes of chunks that it makes better.
 */
public final class MimicGeneratorProvider implements DataGeneratorProvider {

    /** For {@link java.util.ServiceLoader}. */
    public MimicGeneratorProvider() {}

    @Override
    public String name() {
        return "mimic";
    }

    @Override
    public String description() {
        return "text of fitted content models, and the repetitions of representative chunks replayed with it";
    }

    @Override
    public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options)
            throws IOException {
        new GeneratorOptions(name(), options).end();
        MimicModel model = characterization.mimicModel();
        if (model == null) {
            throw new IllegalArgumentException(
                    "generator 'mimic' needs the model of scanner 'mimic'; scan again with scanner"
                            + " 'mimic', or use generator 'motif'");
        }
        if (characterization.chunkCount() > 0) {
            histogram(characterization.chunk(0));
        }
        if (characterization.chunkCount() > 0 && model.classes().stream().anyMatch(ContentClass::isMotif)) {
            MotifGenerator.check(characterization.chunk(0));
        }
        MimicTexts texts = new MimicTexts(model);
        return () -> new Generator(characterization, texts);
    }

    /** Returns the byte frequencies of a chunk, or throws an exception if it has none. */
    private static ByteHistogram histogram(ChunkCharacterization chunk) {
        ByteHistogram histogram = chunk.bytes();
        if (histogram == null) {
            throw new IllegalArgumentException("generator 'mimic' needs a statistic of chunk " + chunk.number()
                    + " that was not scanned: the byte histogram (scanner 'histogram'); scan again with the"
                    + " default scanners");
        }
        return histogram;
    }

    private static final class Generator implements DataGenerator {
        private final Characterization characterization;
        private final MimicTexts texts;

        /** Distance of the numbers of a chunk from one time to the next: more than there are chunks, and odd, so that it begins elsewhere. */
        private final long distance;

        private final ChunkSynthesizer synthesizer;
        private final MotifGenerator motif = new MotifGenerator();

        Generator(Characterization characterization, MimicTexts texts) {
            this.characterization = characterization;
            this.texts = texts;
            this.distance = characterization.chunkCount() | 1;
            this.synthesizer = new ChunkSynthesizer(texts);
        }

        @Override
        public void generate(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length) {
            add(chunk, seed, destination, offset, length);
            finish();
        }

        @Override
        public void finish() {
            synthesizer.finish();
        }

        @Override
        public void prepare() {
            texts.drawAll();
        }

        @Override
        public void add(ChunkCharacterization chunk, long seed, byte[] destination, int offset, int length) {
            add(chunk, 0, seed, destination, offset, length);
        }

        @Override
        public void add(ChunkCharacterization chunk, long time, long seed, byte[] destination, int offset, int length) {
            Objects.checkFromIndexSize(offset, length, destination.length);
            long number = number(chunk);
            MimicModel.Recipe recipe = recipe(number);
            if (recipe == null) {
                Arrays.fill(destination, offset, offset + length, constant(chunk));
            } else if (texts.isMotif(recipe)) {
                motif.generate(chunk, seed, destination, offset, length);
            } else {
                ByteHistogram histogram = texts.hasModel(recipe) ? chunk.bytes() : histogram(chunk);
                // Another number of the chunk has other neighbours.
                long place = (number + time * distance) & Long.MAX_VALUE;
                synthesizer.add(recipe, place, histogram, seed, destination, offset, length);
            }
        }

        @Override
        public int echo(ChunkCharacterization chunk) {
            MimicModel.Recipe recipe = recipe(number(chunk));
            return recipe == null ? 0 : recipe.echo();
        }

        /** A duplicate must be generated in the same way as the chunk that it repeats. */
        private static long number(ChunkCharacterization chunk) {
            return chunk.duplicateOf() >= 0 ? chunk.duplicateOf() : chunk.number();
        }

        private MimicModel.@Nullable Recipe recipe(long number) {
            try {
                return characterization.recipe(number);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static byte constant(ChunkCharacterization chunk) {
            ByteHistogram histogram = histogram(chunk);
            int value = 0;
            while (value < 255 && histogram.count(value) == 0) {
                value++;
            }
            return (byte) value;
        }
    }
}
