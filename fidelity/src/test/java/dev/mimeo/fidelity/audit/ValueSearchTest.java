package dev.mimeo.fidelity.audit;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.fidelity.audit.AuditResult.RepeatedValues;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Frequent values, against those that splitting and counting finds. */
final class ValueSearchTest {

    private static final String SEPARATORS = "[\\x00-\\x20,;|\"'`<>=&()\\[\\]{}]";

    /** Returns words of 14 to 67 bytes between separators. */
    private static String text(Random random) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 600; i++) {
            int word = random.nextInt(80);
            text.append("word" + word).append("-".repeat(10 + word % 53));
            text.append(",;|\"'`<>=&()[]{} \n\t\0".charAt(random.nextInt(20)));
        }
        return text.append("behind.the.last.separator").toString();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void countsWhatAnObviousSearchFinds(long seed) {
        Random random = new Random(seed);
        String original = text(random);
        String synthetic = text(random);
        Map<String, Integer> counts = new HashMap<>();
        for (String value : original.split(SEPARATORS)) {
            counts.merge(value, 1, Integer::sum);
        }
        Set<String> distinct = new HashSet<>();
        long occurrences = 0;
        long bytes = 0;
        for (String value : synthetic.split(SEPARATORS)) {
            if (value.length() >= 16 && value.length() <= 64 && counts.getOrDefault(value, 0) >= 6) {
                distinct.add(value);
                occurrences++;
                bytes += value.length();
            }
        }
        ValueSearch search = new ValueSearch();
        byte[] data = original.getBytes(ISO_8859_1);
        search.add(data, 0, data.length);
        byte[] other = synthetic.getBytes(ISO_8859_1);
        int length;
        for (int at = 0; at < other.length; at += length) {
            length = Math.min(other.length - at, random.nextInt(40));
            search.search(other, at, length);
        }
        RepeatedValues result = search.result();
        assertThat(distinct).hasSizeGreaterThan(10);
        assertThat(result.distinct()).isEqualTo(distinct.size());
        assertThat(result.occurrences()).isEqualTo(occurrences);
        assertThat(result.share()).isEqualTo((double) bytes / other.length);
        assertThat(result.examples())
                .hasSize(5)
                .allSatisfy(example -> assertThat(distinct).contains(example.text()));
    }
}
