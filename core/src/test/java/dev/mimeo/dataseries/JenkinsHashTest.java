package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The vectors of the format's description. */
final class JenkinsHashTest {

    @ParameterizedTest
    @CsvSource({
        "0, '', bd49d10d",
        "1972, '', 096a2819",
        "1776, '', 25481311",
        "0, a, 29eec818",
        "1972, a, e70c05a4",
        "1776, a, bb962653",
        "1972, ab, e50be400",
        "1972, abc, c60a6c17",
        "0, abcdefgh, 053f775e",
        "1972, abcdefgh, 79f998f4",
        "0, abcdefghi, 3a7b0a5f",
        "1972, abcdefghi, 79fb46cc",
        "0, abcdefghijk, e52b8e4c",
        "1972, abcdefghijk, adfcfb83",
        "0, abcdefghijkl, 0b1b3ea5",
        "1972, abcdefghijkl, f8845c94",
        "1776, abcdefghijkl, d3358e6b",
        "1972, abcdefghijklm, cd968599",
        "0, DataSeries: XmlType, 785e7b57",
        "1972, DataSeries: XmlType, 5dbb64a4",
        "1776, DataSeries: XmlType, 87c8fc58",
        "0, The quick brown fox jumps over the lazy dog, fc1558de",
        "1972, The quick brown fox jumps over the lazy dog, 0b4c9062",
        "1776, The quick brown fox jumps over the lazy dog, 279fa2fb"
    })
    void hashesText(int seed, String text, String expected) {
        assertHash(seed, text.getBytes(US_ASCII), expected);
    }

    @ParameterizedTest
    @CsvSource({
        "4, 00, b378db6d",
        "11, 00, d016c153",
        "12, 00, d5a8bc53",
        "8, ff, 5cf5b964",
        "9, ff, 636d0ec4",
        "11, ff, 16c452e3",
        "12, ff, b4e9e6c3"
    })
    void hashesRuns(int length, String value, String expected) {
        byte[] bytes = new byte[length];
        Arrays.fill(bytes, (byte) Integer.parseInt(value, 16));
        assertHash(1972, bytes, expected);
    }

    @ParameterizedTest
    @CsvSource({"0, 95d7fc03", "1972, 7e3f9eae", "1776, 53e759a8"})
    void hashesAllBytes(int seed, String expected) {
        byte[] bytes = new byte[256];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) i;
        }
        assertHash(seed, bytes, expected);
    }

    private static void assertHash(int seed, byte[] bytes, String expected) {
        byte[] shifted = new byte[bytes.length + 5];
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        assertThat(JenkinsHash.hash(seed, bytes, 0, bytes.length)).isEqualTo(Integer.parseUnsignedInt(expected, 16));
        assertThat(JenkinsHash.hash(seed, shifted, 3, bytes.length)).isEqualTo(Integer.parseUnsignedInt(expected, 16));
    }

    @Test
    void pairsAreTwoHashes() {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] one = new byte[random.nextInt(100)];
            byte[] other = new byte[random.nextInt(100)];
            random.nextBytes(one);
            random.nextBytes(other);
            int length = random.nextInt(one.length + 1);
            long pair = JenkinsHash.hashPair(seed, one, length, -seed, other, other.length);
            assertThat((int) pair).as("seed %s", seed).isEqualTo(JenkinsHash.hash(seed, one, 0, length));
            assertThat((int) (pair >>> 32))
                    .as("seed %s", seed)
                    .isEqualTo(JenkinsHash.hash(-seed, other, 0, other.length));
        }
    }
}
