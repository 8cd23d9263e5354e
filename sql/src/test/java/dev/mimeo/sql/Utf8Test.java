package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The check of text against the decoder of the JDK. */
@Tag("thorough")
final class Utf8Test {

    private static final int[] EDGES = {
        0x00, 0x41, 0x7f, 0x80, 0x8f, 0x90, 0x9f, 0xa0, 0xbf, 0xc0, 0xc1, 0xc2, 0xdf, 0xe0, 0xe1, 0xec, 0xed, 0xee,
        0xef, 0xf0, 0xf1, 0xf3, 0xf4, 0xf5, 0xff
    };

    @Test
    void agreesWithTheDecoderOnAllSequencesOfEdges() {
        byte[] text = new byte[4];
        int n = EDGES.length;
        for (int i = 0; i < n * n * n * n; i++) {
            text[0] = (byte) EDGES[i % n];
            text[1] = (byte) EDGES[i / n % n];
            text[2] = (byte) EDGES[i / n / n % n];
            text[3] = (byte) EDGES[i / n / n / n];
            check(text);
        }
    }

    @Test
    void agreesWithTheDecoderOnRandomText() {
        long seed = 20261121;
        Random random = new Random(seed);
        for (int i = 0; i < 20_000; i++) {
            byte[] text = random.ints(random.nextInt(40), 0, 4)
                    .mapToObj(kind -> new int[] {'a', 0xe9, 0x20ac, 0x1f600}[kind])
                    .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
                    .toString()
                    .getBytes(UTF_8);
            if (text.length > 0 && random.nextBoolean()) {
                text[random.nextInt(text.length)] = (byte) EDGES[random.nextInt(EDGES.length)];
            }
            check(text);
        }
    }

    private static void check(byte[] text) {
        boolean expected;
        try {
            UTF_8.newDecoder().decode(ByteBuffer.wrap(text));
            expected = true;
        } catch (CharacterCodingException e) {
            expected = false;
        }
        byte[] padded = new byte[text.length + 3];
        Arrays.fill(padded, (byte) 0x80);
        System.arraycopy(text, 0, padded, 1, text.length);
        if (Utf8.isValid(padded, 1, text.length) != expected) {
            assertThat(text).as("valid: " + expected).isEmpty();
        }
    }
}
