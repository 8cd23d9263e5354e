package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.HexFormat;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class StrictUtf8Test {

    @ParameterizedTest
    @ValueSource(strings = {"", "a", "\u0000", "\u007f\u0080\u07ff\u0800", "\ud83d\ude00", "\ufffd", "a\ufffdb"})
    void textsAreDecoded(String text) {
        assertThat(StrictUtf8.decode(text.getBytes(UTF_8))).isEqualTo(text);
    }

    /** Lone bytes, characters that are cut, too long, surrogates, or beyond U+10FFFF; the last has the replacement character besides. */
    @ParameterizedTest
    @ValueSource(strings = {"ff", "80", "c3", "e282", "f09f98", "c080", "e08080", "eda080", "f4908080", "efbfbdff"})
    void otherBytesAreNot(String hex) {
        assertThat(StrictUtf8.decode(HexFormat.of().parseHex(hex))).isNull();
    }

    @Test
    void ofARangeOnlyItsBytesCount() {
        byte[] bytes = HexFormat.of().parseHex("ff41c3a9ff");
        assertThat(StrictUtf8.decode(bytes, 1, 3)).isEqualTo("A\u00e9");
        assertThat(StrictUtf8.decode(bytes, 1, 2)).isNull();
        assertThat(StrictUtf8.decode(bytes, 0, 0)).isEmpty();
    }

    /** The decoder of the JDK that reports malformed bytes is the other implementation. */
    @Test
    void everyRangeIsDecodedAsTheReportingDecoderDoes() {
        byte[] likely = HexFormat.of().parseHex("00417f80bfc2c3dfe0edefeebdf0f4f5ff");
        Random random = new Random(7);
        for (int i = 0; i < 200_000; i++) {
            byte[] bytes = new byte[random.nextInt(7)];
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = likely[random.nextInt(likely.length)];
            }
            String expected;
            try {
                expected = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
            } catch (CharacterCodingException e) {
                expected = null;
            }
            assertThat(StrictUtf8.decode(bytes))
                    .as(HexFormat.of().formatHex(bytes))
                    .isEqualTo(expected);
        }
    }
}
