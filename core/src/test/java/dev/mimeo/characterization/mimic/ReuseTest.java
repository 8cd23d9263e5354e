package dev.mimeo.characterization.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.random.Mixing;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ReuseTest {

    private static final int LEAD = ReuseProcess.LEAD;

    /** Sentences of some hundred words, the first of which are the most frequent. */
    private static byte[] sentences(long seed, int size) {
        Random random = new Random(seed);
        String[] words = new String[400];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 2 + random.nextInt(8); letters > 0; letters--) {
                word.append("aeiounrstldhmgbcfkpvw".charAt((int) (21 * random.nextDouble() * random.nextDouble())));
            }
            words[i] = word.toString();
        }
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            text.append(words[(int) (Math.pow(words.length, random.nextDouble()) - 1)]);
            text.append(random.nextInt(9) == 0 ? ". " : " ");
        }
        return text.substring(0, size).getBytes(StandardCharsets.US_ASCII);
    }

    /** A model of order 2 of all that is in some data. */
    private static ContextModel orderTwo(byte[] data) {
        int[] counts = new int[1 << 24];
        for (int i = 2; i < data.length; i++) {
            counts[(data[i - 1] & 0xff) << 16 | (data[i - 2] & 0xff) << 8 | (data[i] & 0xff)]++;
        }
        byte[] codes = new byte[256];
        Arrays.fill(codes, (byte) -1);
        for (byte b : data) {
            codes[b & 0xff] = 0;
        }
        ContextTable[] tables = new ContextTable[2];
        int[] contexts = new int[256];
        for (int order = 1; order <= 2; order++) {
            int bits = 8 * order;
            int[] parents = new int[1 << bits];
            byte[] bytes = new byte[1 << bits];
            byte[] escapes = new byte[1 << bits];
            int[] starts = new int[(1 << bits) + 1];
            byte[] symbols = new byte[data.length];
            byte[] symbolCodes = new byte[data.length];
            int size = 0;
            for (int context = 0; context < 1 << bits; context++) {
                int end = starts[size];
                for (int symbol = 0; symbol < 256; symbol++) {
                    int count = 0;
                    for (int older = 0; order == 1 && older < 256; older++) {
                        count += counts[context << 16 | older << 8 | symbol];
                    }
                    count += order == 2 ? counts[context << 8 | symbol] : 0;
                    if (count > 0) {
                        symbols[end] = (byte) symbol;
                        symbolCodes[end++] = ContextTable.code(count);
                    }
                }
                if (end > starts[size]) {
                    parents[size] = order == 1 ? 0 : contexts[context >>> 8];
                    bytes[size] = (byte) context;
                    escapes[size] = -1;
                    if (order == 1) {
                        contexts[context] = size;
                    }
                    starts[++size] = end;
                }
            }
            tables[order - 1] = new ContextTable(
                    Arrays.copyOf(parents, size),
                    Arrays.copyOf(bytes, size),
                    Arrays.copyOf(escapes, size),
                    Arrays.copyOf(starts, size + 1),
                    Arrays.copyOf(symbols, starts[size]),
                    Arrays.copyOf(symbolCodes, starts[size]));
        }
        return new ContextModel(codes, List.of(tables));
    }

    private static byte[] draw(ContextModel model, long seed, int size) {
        byte[] text = new byte[LEAD + size];
        model.draw(seed, text, LEAD, size);
        return Arrays.copyOfRange(text, LEAD, text.length);
    }

    private static int deflated(byte[] data) {
        Deflater deflater = new Deflater();
        deflater.setInput(data);
        deflater.finish();
        int size = deflater.deflate(new byte[2 * data.length + 100]);
        deflater.end();
        return size;
    }

    private static double share(Set<String> runs, byte[] data) {
        String text = new String(data, StandardCharsets.ISO_8859_1);
        int found = 0;
        for (int i = 0; i + 12 <= text.length(); i++) {
            found += runs.contains(text.substring(i, i + 12)) ? 1 : 0;
        }
        return (double) found / data.length;
    }

    /** Redundancy comes back, and runs of 12 bytes of the original no more often than by chance. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void aTextIsAsRepetitiveAsItsOriginalInOtherWords(long seed) {
        byte[] original = sentences(seed, 200_000);
        ContextModel chain = orderTwo(original);
        ContextModel reusing = chain.with(Reuse.of(original, 0, original.length, 64));
        Set<String> runs = new HashSet<>();
        String text = new String(original, StandardCharsets.ISO_8859_1);
        for (int i = 0; i + 12 <= original.length; i++) {
            runs.add(text.substring(i, i + 12));
        }
        double chance = 0;
        double repeated = 0;
        double plain = 0;
        double redundant = 0;
        for (int i = 0; i < 6; i++) {
            byte[] other = draw(chain, i, original.length);
            byte[] drawn = draw(reusing, i, original.length);
            chance += share(runs, other) / 6;
            repeated += share(runs, drawn) / 6;
            plain += deflated(other) / 6.0;
            redundant += deflated(drawn) / 6.0;
        }
        assertThat(repeated).as("seed %d", seed).isLessThan(1.1 * chance + 1e-5);
        double wanted = deflated(original);
        assertThat(Math.abs(Math.log(redundant / wanted)))
                .as("seed %d: %f of %f, a chain has %f", seed, redundant, wanted, plain)
                .isLessThan(0.6 * Math.log(plain / wanted));
    }

    @Test
    void whatIsNewFollowsTheModelAlone() {
        byte[] original = sentences(4, 50_000);
        String all = new String(original, StandardCharsets.ISO_8859_1);
        ContextModel model = orderTwo(original).with(Reuse.of(original, 0, original.length, 0));
        String drawn = new String(draw(model, 5, 5000), StandardCharsets.ISO_8859_1);
        for (int i = 0; i + 3 <= drawn.length(); i++) {
            assertThat(all).contains(drawn.substring(i, i + 3));
        }
        assertThat(draw(model, 5, 5000)).isEqualTo(drawn.getBytes(StandardCharsets.ISO_8859_1));
        assertThat(draw(model, 6, 5000)).isNotEqualTo(drawn.getBytes(StandardCharsets.ISO_8859_1));
    }

    /** Lines of one byte are as long as in the original, and a text goes on after them. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6})
    void whatIsRepeatedOverAndOverEnds(long seed) {
        String words = new String(sentences(seed, 100_000), StandardCharsets.ISO_8859_1);
        StringBuilder lines = new StringBuilder();
        for (int at = 0; at + 500 <= words.length(); at += 500) {
            lines.append(words, at, at + 500)
                    .append("+".repeat(Reuse.LONGEST_RUN))
                    .append('\n');
        }
        byte[] original = lines.toString().getBytes(StandardCharsets.ISO_8859_1);
        ContextModel model = orderTwo(original).with(Reuse.of(original, 0, original.length, 64));
        for (double factor : new double[] {1, 0.5}) {
            byte[] drawn = draw(model.with(Objects.requireNonNull(model.reuse()).scaled(factor)), seed, 200_000);
            int longest = 0;
            for (int period = 1; period < 40; period++) {
                for (int at = period, same = 0; at < drawn.length; at++) {
                    same = drawn[at] == drawn[at - period] ? same + 1 : 0;
                    longest = Math.max(longest, same);
                }
            }
            assertThat(longest).as("factor %f", factor).isBetween(30, 4 * Reuse.LONGEST_RUN);
        }
    }

    /** Data that was generated from a file can be generated again. The numbers are of the first version that drew such texts byte by byte. */
    @Test
    void textsStayWhatTheyWere() {
        byte[] original = sentences(13, 300_000);
        ContextModel model = orderTwo(original)
                .with(Reuse.of(original, 0, original.length, 64).withSurprises(40));
        byte[] drawn = draw(model, 14, 300_000);
        assertThat(Mixing.fnv1a64(drawn, 0, drawn.length)).isEqualTo(-7377064461458492557L);
        assertThat(Reuse.of(drawn, 0, drawn.length, 100).hashCode()).isEqualTo(-445916092);
    }

    /** Entries need not have the first of five bytes. */
    @Test
    void contextsThatDifferInOneByteHaveDifferentPlaces() {
        for (int difference = 1; difference < 256; difference++) {
            long apart = Math.abs(Mixing.fibonacci64(difference));
            assertThat(apart).as("difference %d", difference).isGreaterThan(1L << (64 - ReuseProcess.MIN_BITS));
        }
    }

    @Test
    void textsBehindSixteenMebibytesAreRefused() {
        ContextModel model = orderTwo(sentences(15, 1000)).with(Reuse.of(sentences(15, 1000), 0, 1000, 0));
        byte[] target = new byte[ReuseProcess.MOST_BYTES + 1];
        model.draw(0, target, ReuseProcess.MOST_BYTES - 100, 100);
        assertThatThrownBy(() -> model.draw(0, target, ReuseProcess.MOST_BYTES - 99, 100))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("16777217");
    }

    @Test
    void dataWithoutRepetitionsReusesNothing() {
        byte[] once = new byte[256];
        for (int i = 0; i < 256; i++) {
            once[i] = (byte) i;
        }
        assertThat(Reuse.of(once, 0, 256, 0).odds()).containsOnly(0);
        assertThat(Reuse.of(once, 0, 0, 256).odds()).containsOnly(0);
        assertThat(Reuse.of(new byte[5000], 0, 5000, 0).odds()).contains((byte) 127);
    }

    @Test
    void aSmallerScaleOfTheNewIsMoreRepetitive() {
        byte[] original = sentences(7, 100_000);
        ContextModel chain = orderTwo(original);
        Reuse counted = Reuse.of(original, 0, original.length, 0);
        int before = Integer.MAX_VALUE;
        for (double factor : new double[] {2, 1.4, 1, 0.7, 0.5}) {
            int size = deflated(draw(chain.with(counted.scaled(factor)), 8, original.length));
            assertThat(size).as("factor %f", factor).isLessThan(before);
            before = size;
        }
        assertThat(counted.scaled(1)).isEqualTo(counted).hasSameHashCodeAs(counted);
        assertThat(counted.scaled(1e9).odds()).containsOnly(0);
    }

    /** Repetitions that may only be near are nearer: pieces of the text have more of them, the whole has not. */
    @Test
    void nearReuseIsSeenInPieces() {
        byte[] original = sentences(9, 300_000);
        ContextModel chain = orderTwo(original);
        double[] shares = new double[2];
        for (int i = 0; i < 2; i++) {
            byte[] drawn = draw(chain.with(Reuse.of(original, 0, original.length, 256 * i)), 10, original.length);
            for (int at = 0; at < drawn.length; at += 30_000) {
                shares[i] += (double) deflated(Arrays.copyOfRange(drawn, at, at + 30_000)) / deflated(drawn);
            }
        }
        assertThat(shares[1]).isLessThan(shares[0]);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 128, 255, 256})
    void isKeptWithItsModel(int near) {
        byte[] original = sentences(11, 20_000);
        Reuse reuse = Reuse.of(original, 0, original.length, near).withSurprises(256 - near);
        ContextModel model = orderTwo(original);
        byte[] coded = MimicCoding.encode(model.with(reuse));
        assertThat(MimicCoding.decodeModel(coded, 0, coded.length).reuse()).isEqualTo(reuse);
        assertThat(reuse.near()).isEqualTo(near);
        assertThat(reuse.surprises()).isEqualTo(256 - near);
        Reuse earlier = new Reuse(reuse.odds(), reuse.near(), reuse.surprises(), false);
        byte[] codedEarlier = MimicCoding.encode(model.with(earlier));
        assertThat(MimicCoding.decodeModel(codedEarlier, 0, codedEarlier.length).reuse())
                .isEqualTo(earlier)
                .isNotEqualTo(reuse);
        byte[] without = MimicCoding.encode(model);
        assertThat(MimicCoding.decodeModel(without, 0, without.length).reuse()).isNull();
        assertThat(coded.length - without.length).isBetween(1, 40);
    }

    /** Runs of the original are the rarer the more new bytes depend on one byte alone. */
    @Test
    void surprisesMakeRunsOfTheOriginalRarer() {
        byte[] original = sentences(12, 200_000);
        String text = new String(original, StandardCharsets.ISO_8859_1);
        Set<String> runs = new HashSet<>();
        for (int i = 0; i + 12 <= original.length; i++) {
            runs.add(text.substring(i, i + 12));
        }
        ContextModel chain = orderTwo(original);
        Reuse reuse = Reuse.of(original, 0, original.length, 0);
        double[] shares = new double[3];
        for (int i = 0; i < 3; i++) {
            for (int seed = 0; seed < 6; seed++) {
                shares[i] += share(runs, draw(chain.with(reuse.withSurprises(128 * i)), seed, original.length));
            }
        }
        assertThat(shares[1]).isLessThan(shares[0] / 3);
        assertThat(shares[2]).isLessThanOrEqualTo(shares[1]);
    }

    @Test
    void whatIsOutOfRangeIsRefused() {
        byte[] none = new byte[Reuse.SIZE];
        assertThat(new Reuse(none, 0, 256, true).odds()).isEqualTo(none);
        assertThatThrownBy(() -> new Reuse(new byte[Reuse.SIZE - 1], 0, 0, true))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reuse(none, 257, 0, true)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Reuse(none, 0, -1, true)).isInstanceOf(IllegalArgumentException.class);
        none[3] = (byte) 128;
        assertThatThrownBy(() -> new Reuse(none, 0, 0, true)).hasMessageContaining("128");
    }
}
