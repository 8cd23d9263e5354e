package dev.mimeo.characterization.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class MimicCodingTest {

    /** The ends of runs are a property of texts that repeat themselves. */
    @Test
    void endsOfRunsWithoutReuseAreRefused() {
        for (int flags : new int[] {32, 32 + 16}) {
            AdaptiveEncoder out = new AdaptiveEncoder();
            short[] numbers = NumberShape.fresh(NumberShape.NUMBER);
            for (int value = 0; value < 256; value++) {
                out.number(numbers, 10);
            }
            out.number(NumberShape.fresh(NumberShape.NUMBER), flags);
            byte[] coded = out.finish();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> MimicCoding.decodeModel(coded, 0, coded.length))
                    .withMessageContaining("end runs");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void modelsSurvive(int orders) {
        for (int seed = 0; seed < 20; seed++) {
            ContextModel model = randomModel(new Random(seed), orders);
            byte[] coded = MimicCoding.encode(model);
            ContextModel read = MimicCoding.decodeModel(coded, 0, coded.length);
            assertThat(read.codes()).as("seed %d", seed).isEqualTo(model.codes());
            assertThat(read.tables()).as("seed %d", seed).hasSize(orders);
            for (int i = 0; i < orders; i++) {
                ContextTable a = read.tables().get(i);
                ContextTable b = model.tables().get(i);
                assertThat(a.parents).as("seed %d", seed).isEqualTo(b.parents);
                assertThat(a.bytes).as("seed %d", seed).isEqualTo(b.bytes);
                assertThat(a.escapes).as("seed %d", seed).isEqualTo(b.escapes);
                assertThat(a.starts).as("seed %d", seed).isEqualTo(b.starts);
                assertThat(a.symbols).as("seed %d", seed).isEqualTo(b.symbols);
                assertThat(a.codes).as("seed %d", seed).isEqualTo(b.codes);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4})
    void modelsOfLiteralsTellOfAllBytesOfTheChunks(int orders) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            ContextModel literals = randomModel(random, orders);
            ContextModel model = new ContextModel(literals.codes(), randomCodes(random), literals.tables());
            byte[] coded = MimicCoding.encode(model);
            ContextModel read = MimicCoding.decodeModel(coded, 0, coded.length);
            assertThat(read.codes()).as("seed %d", seed).isEqualTo(model.codes());
            assertThat(read.chunkCodes()).as("seed %d", seed).isEqualTo(model.chunkCodes());
            assertThat(read.contexts()).as("seed %d", seed).isEqualTo(model.contexts());
            for (ContextModel.Repeats repeats : ContextModel.Repeats.values()) {
                byte[] repeating = MimicCoding.encode(model.with(repeats));
                ContextModel again = MimicCoding.decodeModel(repeating, 0, repeating.length);
                assertThat(again.repeats()).isEqualTo(repeats);
                assertThat(again.chunkCodes()).as("seed %d", seed).isEqualTo(model.chunkCodes());
            }
            byte[] without = MimicCoding.encode(literals);
            assertThat(MimicCoding.decodeModel(without, 0, without.length).chunkCodes())
                    .as("seed %d", seed)
                    .isEmpty();
        }
    }

    /** Flags of a model without contexts that only make sense with another one: ends runs (32) with reuse, keeps copies (128) by chunk. */
    @ParameterizedTest
    @ValueSource(ints = {32, 128})
    void flagsWithoutThoseTheyNeedAreRefused(int flag) {
        AdaptiveEncoder out = new AdaptiveEncoder();
        short[] numbers = NumberShape.fresh(NumberShape.NUMBER);
        for (byte code : randomModel(new Random(1), 0).codes()) {
            out.number(numbers, code + 1);
        }
        out.number(NumberShape.fresh(NumberShape.NUMBER), flag);
        byte[] coded = out.finish();
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MimicCoding.decodeModel(coded, 0, coded.length))
                .withMessageContaining("a model whose chunks");
    }

    @Test
    void chunkCodesWithoutAByteAreRefused() {
        byte[] none = new byte[256];
        Arrays.fill(none, (byte) -1);
        byte[] codes = randomModel(new Random(1), 0).codes();
        assertThatIllegalArgumentException().isThrownBy(() -> new ContextModel(codes, none, List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new ContextModel(codes, new byte[3], List.of()));
    }

    @Test
    void bothKindsOfClassesTellWhatAllHaveInCommon() {
        ContextModel model = randomModel(new Random(1), 1);
        ContentClass text = ContentClass.ofText(model, 3, 15, 8).withRecent(20).with(200, 100, 77);
        ContentClass literals = ContentClass.ofLiterals(model, 8, 1, 15, 3).with(256, 77, 160);
        for (ContentClass content : List.of(text, literals)) {
            assertThat(content.common()).isEqualTo(77);
            assertThat(content.tail()).isZero();
            assertThat(content.withTail(0, false).common()).isZero();
            assertThat(content.withTail(0, false).tail()).isZero();
            assertThat(content.withTail(128, false).common()).isZero();
            assertThat(content.withTail(128, false).tail()).isEqualTo(128);
            assertThat(content.withTail(128, false).isTailReplayed()).isFalse();
            for (int tail : new int[] {1, 77, 128}) {
                assertThat(content.withTail(tail, true).tail()).isEqualTo(tail);
                assertThat(content.withTail(tail, true).isTailReplayed()).isTrue();
                assertThat(content.withTail(tail, true).common()).isZero();
            }
            assertThat(content.withTail(0, true)).isEqualTo(content.withTail(0, false));
            assertThatIllegalArgumentException().isThrownBy(() -> content.withTail(129, true));
            assertThatIllegalArgumentException().isThrownBy(() -> content.withTail(129, false));
            assertThatIllegalArgumentException().isThrownBy(() -> content.withTail(-1, false));
        }
        assertThat(text.withTail(77, false).near()).isEqualTo(100);
        assertThat(literals.withTail(77, false).shared()).isEqualTo(160);
        assertThat(text.isText()).isTrue();
        assertThat(literals.isText()).isFalse();
        assertThat(ContentClass.PLAIN.isText()).isFalse();
    }

    @Test
    void parsesSurvive() {
        for (int seed = 0; seed < 50; seed++) {
            ParseTemplate parse = randomParse(new Random(seed));
            byte[] coded = MimicCoding.encode(parse);
            ParseTemplate read = MimicCoding.decodeTemplate(coded, 0, coded.length, parse.size());
            assertThat(read.steps()).as("seed %d", seed).isEqualTo(parse.steps());
            for (int i = 0; i < parse.steps(); i++) {
                assertThat(List.of(read.run(i), read.length(i), read.distance(i)))
                        .as("seed %d step %d", seed, i)
                        .isEqualTo(List.of(parse.run(i), parse.length(i), parse.distance(i)));
            }
        }
    }

    @Test
    void aParseIsNoLongerThanTheLargestChunk() {
        int[] none = {};
        assertThat(new ParseTemplate(none, none, none, ParseTemplate.MAX_SIZE).size())
                .isEqualTo(ParseTemplate.MAX_SIZE);
        for (int size : new int[] {-1, ParseTemplate.MAX_SIZE + 1, Integer.MAX_VALUE}) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> new ParseTemplate(none, none, none, size))
                    .withMessageContaining("a parse of " + size);
        }
    }

    /** Whatever was changed is refused or is another model, and never another error nor a lot of memory. */
    @Test
    void damageIsRefusedOrHarmless() {
        Random random = new Random(1);
        byte[] model = MimicCoding.encode(randomModel(random, 3));
        byte[] parse = MimicCoding.encode(randomParse(random));
        for (int i = 0; i < 3000; i++) {
            byte[] bad = (i % 2 == 0 ? model : parse).clone();
            for (int changes = random.nextInt(1, 4); changes > 0; changes--) {
                bad[random.nextInt(bad.length)] = (byte) random.nextInt();
            }
            int length = random.nextInt(3) == 0 ? random.nextInt(bad.length + 1) : bad.length;
            try {
                if (random.nextBoolean()) {
                    ContextModel read = MimicCoding.decodeModel(bad, 0, length);
                    read.draw(i, new byte[100], 0, 100);
                    read.drawRuns(i, new byte[100], 0, 100, 5);
                } else {
                    MimicCoding.decodeTemplate(bad, 0, length, 4096);
                }
            } catch (IllegalArgumentException e) {
                assertThat(e).as("case %d", i).hasMessageMatching("[^\n]+");
            }
        }
    }

    @Test
    void whatIsMissingOrLeftOverIsRefused() {
        byte[] coded = MimicCoding.encode(randomModel(new Random(3), 2));
        assertThatIllegalArgumentException().isThrownBy(() -> MimicCoding.decodeModel(coded, 0, coded.length - 5));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> MimicCoding.decodeModel(Arrays.copyOf(coded, coded.length + 5), 0, coded.length + 5));
        assertThatIllegalArgumentException().isThrownBy(() -> MimicCoding.decodeModel(new byte[3], 0, 3));
    }

    @Test
    void countsAreRoundedByNoMoreThanASixthOfAnOctave() {
        for (int count = 1; count < 1 << 24; count += 1 + count / 50) {
            double ratio = (double) ContextTable.weight(ContextTable.code(count)) / count;
            assertThat(ratio).as("count %d", count).isBetween(count < 8 ? 0.75 : 0.88, count < 8 ? 1.34 : 1.13);
        }
    }

    @Test
    void textFollowsTheModel() {
        // After a comes b three times out of four, else anything.
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        codes['a'] = 30;
        codes['b'] = 30;
        ContextTable table = new ContextTable(
                new int[] {0},
                new byte[] {'a'},
                new byte[] {ContextTable.code(25)},
                new int[] {0, 1},
                new byte[] {'b'},
                new byte[] {ContextTable.code(75)});
        byte[] text = new byte[100_000];
        new ContextModel(codes, List.of(table)).draw(7, text, 0, text.length);
        int a = 0;
        int ab = 0;
        for (int i = 0; i + 1 < text.length; i++) {
            assertThat(text[i]).isIn((byte) 'a', (byte) 'b');
            a += text[i] == 'a' ? 1 : 0;
            ab += text[i] == 'a' && text[i + 1] == 'b' ? 1 : 0;
        }
        // Escapes choose b once more half of the time.
        assertThat((double) ab / a).isBetween(0.85, 0.9);
    }

    private static ParseTemplate randomParse(Random random) {
        int steps = random.nextInt(200);
        int[] runs = new int[steps];
        int[] lengths = new int[steps];
        int[] distances = new int[steps];
        int at = 0;
        for (int i = 0; i < steps; i++) {
            runs[i] = random.nextInt(i == 0 ? 1 : 0, 1 << random.nextInt(1, 9));
            at += runs[i];
            lengths[i] = random.nextInt(1, 1 << random.nextInt(1, 9));
            distances[i] =
                    i > 2 && random.nextBoolean() ? distances[i - random.nextInt(1, 3)] : random.nextInt(1, at + 1);
            at += lengths[i];
        }
        return new ParseTemplate(runs, lengths, distances, at + random.nextInt(10));
    }

    private static byte[] randomCodes(Random random) {
        byte[] codes = new byte[256];
        for (int i = 0; i < 256; i++) {
            codes[i] = (byte) (random.nextInt(3) == 0 ? random.nextInt(ContextTable.MAX_CODE + 1) : -1);
        }
        codes[random.nextInt(256)] = 3;
        return codes;
    }

    private static ContextModel randomModel(Random random, int orders) {
        byte[] codes = randomCodes(random);
        List<ContextTable> tables = new ArrayList<>();
        int parents = 1;
        for (int order = 0; order < orders; order++) {
            List<int[]> contexts = new ArrayList<>();
            List<int[]> symbols = new ArrayList<>();
            List<Integer> starts = new ArrayList<>(List.of(0));
            for (int parent = 0; parent < parents; parent++) {
                for (int b = random.nextInt(150); b < 256; b += random.nextInt(1, 200)) {
                    contexts.add(new int[] {parent, b, random.nextInt(-1, ContextTable.MAX_CODE + 1)});
                    for (int n = random.nextInt(1, 5); n > 0; n--) {
                        symbols.add(new int[] {random.nextInt(256), random.nextInt(ContextTable.MAX_CODE + 1)});
                    }
                    starts.add(symbols.size());
                }
            }
            tables.add(new ContextTable(
                    contexts.stream().mapToInt(c -> c[0]).toArray(),
                    bytes(contexts, 1),
                    bytes(contexts, 2),
                    starts.stream().mapToInt(s -> s).toArray(),
                    bytes(symbols, 0),
                    bytes(symbols, 1)));
            parents = contexts.size();
        }
        return new ContextModel(codes, tables);
    }

    private static byte[] bytes(List<int[]> rows, int column) {
        byte[] bytes = new byte[rows.size()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) rows.get(i)[column];
        }
        return bytes;
    }
}
