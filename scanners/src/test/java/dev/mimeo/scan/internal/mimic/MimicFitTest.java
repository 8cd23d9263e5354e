package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.generate.internal.mimic.ChunkSynthesizer;
import dev.mimeo.generate.internal.mimic.MimicTexts;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.DoubleConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("thorough")
final class MimicFitTest {

    private static final int CHUNK = 8192;

    private enum Kind {
        WORDS,
        RECORDS,
        NOISE,
        BASES
    }

    private static byte[] data(Kind kind, int size) {
        Random random = new Random(kind.name().length());
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            switch (kind) {
                case WORDS ->
                    text.append("w")
                            .append((int) (300 * random.nextDouble() * random.nextDouble()))
                            .append(random.nextInt(9) == 0 ? ".\n" : " ");
                case RECORDS ->
                    text.append("id=")
                            .append(random.nextInt(100_000))
                            .append(",status=ok,count=")
                            .append(random.nextInt(10))
                            .append('\n');
                case NOISE -> text.append((char) random.nextInt(256));
                case BASES -> text.append("acgt".charAt(random.nextInt(4)));
            }
        }
        return text.substring(0, size).getBytes(StandardCharsets.ISO_8859_1);
    }

    private static MimicCharacterization fit(byte[] data, Effort effort) throws IOException {
        return fit(data, effort, share -> {});
    }

    private static MimicCharacterization fit(byte[] data, Effort effort, DoubleConsumer progress) throws IOException {
        MimicFit fit = new MimicFit(CHUNK, effort, true, AnonymityRule.DEFAULT);
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        for (int at = 0; at < data.length; at += CHUNK) {
            int length = Math.min(CHUNK, data.length - at);
            Arrays.fill(sketch, (byte) 0);
            sketch(data, at, length, sketch);
            byte[] chunk = Arrays.copyOfRange(data, at, at + length);
            fit.add(length, sketch, 0, new ChunkCharacterization.Builder(), () -> chunk);
        }
        return fit.fit(DatasetFindings.StepRunner.onThreads(2), progress);
    }

    private static void sketch(byte[] data, int offset, int length, byte[] target) {
        try (ChunkSketcher sketcher = new ChunkSketcher(Effort.NORMAL)) {
            sketcher.sketch(data, offset, length, target, 0);
        }
    }

    private static byte[] generate(MimicCharacterization mimic, byte[] data) {
        ChunkSynthesizer synthesizer = new ChunkSynthesizer(new MimicTexts(mimic.model()));
        byte[] made = new byte[data.length];
        for (int chunk = 0; chunk * CHUNK < data.length; chunk++) {
            int at = chunk * CHUNK;
            ChunkSample sample =
                    new ChunkSample(chunk, Arrays.copyOfRange(data, at, Math.min(data.length, at + CHUNK)), new int[0]);
            synthesizer.generate(
                    mimic.recipes().get(mimic.recipeOfChunk(chunk)),
                    chunk,
                    sample.histogram(),
                    SplitMix64.derive(5, chunk),
                    made,
                    at,
                    sample.length());
        }
        return made;
    }

    @ParameterizedTest
    @EnumSource(Kind.class)
    void codecsMakeAsMuchOfTheChunksAsOfTheOriginals(Kind kind) throws IOException {
        byte[] data = data(kind, 40 * CHUNK + 100);
        byte[] made = generate(fit(data, Effort.NORMAL), data);
        assertThat(made).isNotEqualTo(data);
        for (String name : new String[] {"lz4", "zlib:6"}) {
            assertThat(packed(name, made, CHUNK) / packed(name, data, CHUNK))
                    .as("%s of %s", name, kind)
                    .isCloseTo(1, within(0.08));
        }
        for (String name : new String[] {"lz4", "snappy", "zlib:1", "zlib:6", "zstd:1", "zstd:3"}) {
            assertThat(packed(name, made, data.length) / packed(name, data, data.length))
                    .as("%s of %s as one stream", name, kind)
                    .isCloseTo(1, within(0.08));
        }
    }

    @Test
    void theSameDataGivesTheSameFit() throws IOException {
        byte[] data = data(Kind.RECORDS, 12 * CHUNK);
        MimicCharacterization first = fit(data, Effort.NORMAL);
        MimicCharacterization second = fit(data, Effort.NORMAL);
        assertThat(second.recipes()).isEqualTo(first.recipes());
        assertThat(generate(second, data)).isEqualTo(generate(first, data));
    }

    @ParameterizedTest
    @EnumSource(Effort.class)
    void tellsHowFarItIs(Effort effort) throws IOException {
        byte[] data = Arrays.copyOf(data(Kind.RECORDS, 12 * CHUNK), 24 * CHUNK);
        System.arraycopy(data(Kind.NOISE, 12 * CHUNK), 0, data, 12 * CHUNK, 12 * CHUNK);
        List<Double> shares = Collections.synchronizedList(new ArrayList<>());
        fit(data, effort, shares::add);
        assertThat(shares).hasSizeGreaterThan(4).isSorted();
        assertThat(shares.get(0)).isZero();
        assertThat(shares.get(shares.size() - 1)).isEqualTo(1);
    }

    @Test
    void constantChunksHaveNoRecipe() throws IOException {
        byte[] data = Arrays.copyOf(data(Kind.WORDS, 6 * CHUNK), 9 * CHUNK);
        MimicCharacterization mimic = fit(data, Effort.FAST);
        assertThat(mimic.chunks()).isEqualTo(9);
        assertThat(mimic.recipeOfChunk(5)).isNotNegative();
        assertThat(mimic.recipeOfChunk(6)).isEqualTo(-1);
        assertThat(fit(new byte[3 * CHUNK], Effort.NORMAL).recipes()).isEmpty();
    }

    @Test
    void tinyChunksAreFitted() throws IOException {
        for (int size = 1; size < 40; size += 3) {
            byte[] data = data(Kind.WORDS, size);
            MimicCharacterization mimic = fit(data, Effort.NORMAL);
            assertThat(mimic.chunks()).isEqualTo(1);
        }
    }

    @Test
    void ofSmallChunksMoreAreHeld() throws IOException {
        byte[] data = data(Kind.WORDS, 200);
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        sketch(data, 0, data.length, sketch);
        MimicFit fit = new MimicFit(1 << 21, Effort.FAST, true, AnonymityRule.DEFAULT);
        for (int i = 0; i < 100; i++) {
            fit.add(data.length, sketch, 0, new ChunkCharacterization.Builder(), () -> data);
        }
        // One run, of which 16 chunks of 2 MiB would be held.
        assertThat(fit.fit(DatasetFindings.StepRunner.onThreads(1), share -> {}).recipes())
                .hasSize(64);
    }

    @Test
    void aParseCoversItsChunkWithCopiesOfWhatIsThere() {
        for (int seed = 0; seed < 60; seed++) {
            byte[] data = data(Kind.values()[seed % 4], 1 + new Random(seed).nextInt(5000));
            ParseTemplate parse = new ChunkParser().copies(data, 0, data.length, 3 + seed % 5);
            int at = 0;
            for (int step = 0; step < parse.steps(); step++) {
                at += parse.run(step);
                assertThat(parse.length(step)).as("seed %d", seed).isGreaterThanOrEqualTo(3 + seed % 5);
                for (int i = 0; i < parse.length(step); i++, at++) {
                    assertThat(data[at]).as("seed %d", seed).isEqualTo(data[at - parse.distance(step)]);
                }
            }
            assertThat(at).as("seed %d", seed).isLessThanOrEqualTo(data.length);
        }
    }

    private static double packed(String name, byte[] data, int piece) {
        double sum = 0;
        try (Codec codec = Codecs.open(name)) {
            byte[] target = new byte[codec.maxCompressedLength(piece)];
            for (int at = 0; at < data.length; at += piece) {
                sum += codec.compress(data, at, Math.min(piece, data.length - at), target, 0, target.length);
            }
        }
        return sum;
    }
}
