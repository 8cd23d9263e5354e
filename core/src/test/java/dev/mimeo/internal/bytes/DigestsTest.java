package dev.mimeo.internal.bytes;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.security.MessageDigest;
import java.util.HexFormat;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Digests of texts as {@code xxhsum -H1} and {@code sha256sum} print them. */
final class DigestsTest {

    @ParameterizedTest
    @CsvSource({"'', ef46db3751d8e999", "a, d24ec4f1a98c6e5b", "abc, 44bc2cf5ad770999"})
    void xxh64IsThatOfXxhsum(String text, String digest) {
        assertThat(hex(Digests.xxh64(), text)).isEqualTo(digest);
    }

    @ParameterizedTest
    @CsvSource({
        "'', e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855",
        "abc, ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"
    })
    void sha256IsThatOfTheStandard(String text, String digest) {
        assertThat(hex(Digests.sha256(), text)).isEqualTo(digest);
    }

    @Test
    void piecesGiveTheDigestOfTheWhole() {
        String text = "a text of more than the thirty-two bytes that are mixed at a time";
        MessageDigest digest = Digests.xxh64();
        String whole = hex(digest, text);
        for (byte value : text.getBytes(UTF_8)) {
            digest.update(value);
        }
        assertThat(HexFormat.of().formatHex(digest.digest())).isEqualTo(whole);
        assertThat(hex(digest, "")).isEqualTo("ef46db3751d8e999");
    }

    private static String hex(MessageDigest digest, String text) {
        return HexFormat.of().formatHex(digest.digest(text.getBytes(UTF_8)));
    }
}
