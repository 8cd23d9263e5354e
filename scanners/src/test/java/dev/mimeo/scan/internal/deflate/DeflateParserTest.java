package dev.mimeo.scan.internal.deflate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.scan.Corpora;
import dev.mimeo.scan.StructuredData;
import dev.mimeo.testing.DeflateTokens;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Holds the parser against the streams of the platform's zlib, token by token and byte by byte. */
@Tag("slow")
final class DeflateParserTest {

    private final Recorder recorder = new Recorder();
    private final DeflateParser parser = new DeflateParser(recorder);

    @BeforeAll
    static void platformHasClassicZlib() {
        DeflateTokens.assumeClassicZlib();
    }

    @ParameterizedTest
    @ValueSource(ints = {4096, 32768, 65536, 10_007, 1 << 30})
    void findsTheTokensOfZlibInEveryCorpus(int chunkSize) throws IOException {
        for (Path file : Corpora.files()) {
            byte[] data = Files.readAllBytes(file);
            for (int offset = 0; offset < data.length; offset += chunkSize) {
                check(file + " at " + offset, data, offset, Math.min(chunkSize, data.length - offset));
                if (chunkSize == 1 << 30) {
                    break;
                }
            }
        }
    }

    @Test
    void findsTheTokensOfZlibInStructuredNoise() {
        for (long seed = 0; seed < 400; seed++) {
            byte[] data = StructuredData.generate(seed, 300_000);
            check("seed " + seed, data, 0, data.length);
        }
    }

    @Test
    void handlesTheSmallestInputs() {
        byte[] data = "aaaaabcabcaaaabbbcabc".getBytes(StandardCharsets.US_ASCII);
        for (int offset = 0; offset <= data.length; offset++) {
            for (int length = 0; length <= data.length - offset; length++) {
                check("range " + offset + "+" + length, data, offset, length);
            }
        }
    }

    /** The window is 32 KiB, but the farthest match is at 32506, and the window moves when 262 bytes are left of 64 KiB. */
    @Test
    void findsTheTokensOfZlibAroundTheEdgesOfTheWindow() {
        for (int period : new int[] {32_505, 32_506, 32_507, 32_508, 32_768, 4095, 4096, 4097}) {
            byte[] data = new byte[140_000];
            Random random = new Random(period);
            for (int i = 0; i < data.length; i++) {
                // Single words return after exactly one period, in noise.
                boolean word = i >= period && i % 97 < 3 + i % 3;
                data[i] = word ? data[i - period] : (byte) random.nextInt(256);
            }
            for (int length : new int[] {32_768, 65_274, 65_275, 65_536, 65_537, 98_042, 98_043, 131_000, 140_000}) {
                check("period " + period + ", length " + length, data, 0, length);
                check("period " + period + ", shifted, length " + length, data, 140_000 - length, length);
            }
        }
    }

    @Test
    void accountsForEveryByte() {
        byte[] data = StructuredData.generate(3, 100_000);
        parser.parse(data, 0, data.length);
        long sum = parser.literals();
        int[] counts = parser.lengthCounts();
        for (int length = 0; length < counts.length; length++) {
            sum += (long) length * counts[length];
        }
        assertThat(sum).isEqualTo(data.length);
        assertThat(parser.histogram().repeatedBytes() + parser.histogram().literals())
                .isEqualTo(data.length);
    }

    private void check(String what, byte[] data, int offset, int length) {
        byte[] stream = DeflateTokens.deflate(data, offset, length);
        recorder.count = 0;
        parser.parse(data, offset, length);
        int[] expected = DeflateTokens.of(stream);
        int at = recorder.firstDifference(expected);
        if (at >= 0) {
            assertThat("token " + at + " is " + recorder.describe(at))
                    .as(what)
                    .isEqualTo("token " + at + " is " + (at < expected.length ? expected[at] : "absent"));
        }
        assertThat(parser.deflateBytes()).as("size of %s", what).isEqualTo(stream.length);
    }

    private static final class Recorder implements DeflateParser.TokenSink {
        private int[] tokens = new int[1 << 16];
        private int count;

        @Override
        public void block(int[] block, int n) {
            if (count + n > tokens.length) {
                tokens = Arrays.copyOf(tokens, 2 * (count + n));
            }
            System.arraycopy(block, 0, tokens, count, n);
            count += n;
        }

        String describe(int at) {
            return at < count ? Integer.toString(tokens[at]) : "absent";
        }

        /** Compares, taking a run of stored bytes for any tokens that cover as many bytes. */
        int firstDifference(int[] expected) {
            int own = 0;
            for (int i = 0; i < expected.length; ) {
                if (expected[i] >= 0) {
                    if (own >= count || tokens[own] != expected[i]) {
                        return own;
                    }
                    own++;
                    i++;
                } else {
                    if (own >= count) {
                        return own;
                    }
                    int covered = tokens[own] < 1 << 9 ? 1 : tokens[own] & 0x1ff;
                    for (int end = i + covered; i < end; i++) {
                        if (i >= expected.length || expected[i] >= 0) {
                            return own;
                        }
                    }
                    own++;
                }
            }
            return own == count ? -1 : own;
        }
    }
}
