package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.mimic.ContextModel;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Counts the statistics of a model again in a slower, obvious way. */
@Tag("thorough")
final class ContextCounterTest {

    private static final AnonymityRule FREE = new AnonymityRule(6, Anonymity.FREE, 0, 0);

    private static final int CHUNK = 4096;

    private static final String[] SYLLABLES = {
        "an", "bel", "cor", "dre", "el", "fi", "gar", "hen", "is", "jo", "kal", "lu", "mar", "no", "ot", "pe", "qui"
    };

    /** Words and log lines, with each of the strings put in as often as it is in the list, in random order. */
    private static String text(Random random, int size, List<String> planted) {
        List<String> strings = new ArrayList<>(planted);
        Collections.shuffle(strings, random);
        StringBuilder text = new StringBuilder();
        while (text.length() < size) {
            if (random.nextInt(3) == 0) {
                text.append("\n2020-01-").append(random.nextInt(10, 29)).append(" INFO login user=");
            }
            for (int i = random.nextInt(4); i >= 0; i--) {
                text.append(SYLLABLES[random.nextInt(SYLLABLES.length)]);
            }
            text.append(random.nextInt(4) == 0 ? ". " : " ");
            if (!strings.isEmpty()
                    && text.length() * (long) planted.size() > (long) (planted.size() - strings.size()) * size) {
                text.append(strings.remove(strings.size() - 1)).append(' ');
            }
        }
        return text.toString();
    }

    private static ContextModel model(String text, AnonymityRule rule, double thrift) {
        ContextCounter counter = ContextCounter.ofText(rule);
        byte[] data = text.getBytes(StandardCharsets.ISO_8859_1);
        for (int at = 0; at < data.length; at += CHUNK) {
            int length = Math.min(CHUNK, data.length - at);
            boolean[] counted = new boolean[length];
            Arrays.fill(counted, true);
            counter.add(data, at, length, counted);
        }
        return counter.build(thrift);
    }

    private static List<String> strings(ContextModel model) {
        List<String> strings = new ArrayList<>();
        model.forEachString((string, count) -> strings.add(new String(string, StandardCharsets.ISO_8859_1)));
        return strings;
    }

    private static String draw(ContextModel model, int size) {
        byte[] drawn = new byte[size];
        model.draw(11, drawn, 0, size);
        return new String(drawn, StandardCharsets.ISO_8859_1);
    }

    @ParameterizedTest
    @CsvSource({"6, FREE", "20, FREE", "6, NORMAL", "40, STRICT", "1, FREE"})
    void tellsOnlyOfWhatIsCommon(int occurrences, Anonymity anonymity) {
        String text = text(new Random(occurrences), 80 * CHUNK, List.of());
        List<String> strings = strings(model(text, new AnonymityRule(occurrences, anonymity, 0, 0), 0.01));
        assertThat(strings).hasSizeGreaterThan(100).allMatch(string -> string.length() <= anonymity.maxOrder() + 1);
        for (int i = 0; i < strings.size(); i += 1 + strings.size() / 400) {
            String string = strings.get(i);
            Set<Integer> chunks = new HashSet<>();
            Set<Character> before = new HashSet<>();
            int count = 0;
            for (int at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + 1)) {
                count++;
                chunks.add(at / CHUNK);
                before.add(at == 0 ? 0 : text.charAt(at - 1));
            }
            assertThat(count).as(string).isGreaterThanOrEqualTo(occurrences);
            assertThat(chunks.size()).as(string).isGreaterThanOrEqualTo(3);
            assertThat(before.size() >= 3 || (count >= 8 * occurrences && chunks.size() >= 16))
                    .as("'%s' occurs %d times after %d bytes in %d chunks", string, count, before.size(), chunks.size())
                    .isTrue();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 6, 10, 20, 40})
    void aKeyThatOccursInManyChunksIsNotDrawn(int occurrences) {
        Random random = new Random(occurrences);
        List<String> keys = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            StringBuilder key = new StringBuilder();
            for (int j = 0; j < 16; j++) {
                char any = (char) random.nextInt(256);
                key.append(i % 2 == 0 ? any : Character.forDigit(random.nextInt(i % 4 == 1 ? 10 : 36), 36));
            }
            keys.add(key.toString());
        }
        List<String> planted = new ArrayList<>();
        keys.forEach(key -> planted.addAll(Collections.nCopies(occurrences, key)));
        String text = text(random, Math.max(60 * CHUNK, 60 * planted.size()), planted);
        assertThat(text).contains(keys);
        // The least thrift, which keeps all that may be kept.
        String drawn = draw(model(text, FREE, 0.01), 1 << 20);
        for (String key : keys) {
            for (int from = 0; from + 8 <= key.length(); from++) {
                assertThat(drawn.contains(key.substring(from, from + 8)))
                        .as("a part of a key that occurs %d times", occurrences)
                        .isFalse();
            }
        }
    }

    @Test
    void whatOneChunkRepeatsIsNotTold() {
        String key = "k7Qz0!xW9_vB2@pL";
        Random random = new Random(4);
        String text =
                text(random, 20 * CHUNK, List.of()) + (key + "\n").repeat(100) + text(random, 20 * CHUNK, List.of());
        List<String> strings = strings(model(text, FREE, 0.01));
        assertThat(strings).isNotEmpty().noneMatch(key::contains);
    }

    @Test
    void whatIsEverywhereIsTold() {
        String text = text(new Random(3), 80 * CHUNK, List.of());
        assertThat(draw(model(text, FREE, 1), 10_000)).contains(" INFO login user=");
    }

    /** Bytes that a context does not list follow it as often as in the original, although shorter contexts draw what it lists again. */
    @Test
    void runsOfAByteEndAsInTheOriginal() {
        Random random = new Random(5);
        StringBuilder lines = new StringBuilder();
        while (lines.length() < 80 * CHUNK) {
            lines.append(text(random, 300, List.of()))
                    .append('\n')
                    .append("+".repeat(60))
                    .append('\n');
        }
        String original = lines.toString();
        String drawn = draw(model(original, FREE, 1), 1 << 20);
        double wanted = share(original, '+');
        assertThat(share(drawn, '+')).isBetween(0.7 * wanted, 1.4 * wanted);
    }

    private static double share(String text, char c) {
        return (double) text.chars().filter(other -> other == c).count() / text.length();
    }

    @Test
    void noiseChangesCountsAndIsTheSameForASeed() {
        String text = text(new Random(8), 40 * CHUNK, List.of());
        String exact = draw(model(text, FREE, 1), 10_000);
        String blurred = draw(model(text, new AnonymityRule(6, Anonymity.FREE, 20, 1), 1), 10_000);
        assertThat(blurred)
                .isNotEqualTo(exact)
                .isEqualTo(draw(model(text, new AnonymityRule(6, Anonymity.FREE, 20, 1), 1), 10_000))
                .isNotEqualTo(draw(model(text, new AnonymityRule(6, Anonymity.FREE, 20, 2), 1), 10_000));
        assertThat(strings(model(text, new AnonymityRule(6, Anonymity.FREE, 1e9, 1), 1)))
                .isNotNull();
    }

    @Test
    void rangesAreChecked() {
        assertThatThrownBy(() -> new AnonymityRule(0, Anonymity.FREE, 0, 0)).hasMessageContaining("1 to 1000000");
        assertThatThrownBy(() -> Anonymity.of("5")).hasMessageContaining("strict, normal or free, got '5'");
        assertThatThrownBy(() -> new AnonymityRule(6, Anonymity.FREE, Double.NaN, 0))
                .hasMessageContaining("NaN");
    }
}
