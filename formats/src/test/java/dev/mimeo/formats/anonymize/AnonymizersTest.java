package dev.mimeo.formats.anonymize;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.testing.FaultyFiles;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class AnonymizersTest {

    private static final NameKeys KEYS =
            NameKeys.of("abcdefghijklmnop".getBytes(US_ASCII), "0123456789qrstuv".getBytes(US_ASCII));

    private static String hex(byte[] bytes) {
        return HexFormat.of().formatHex(bytes);
    }

    private static byte[] bytes(String hex) {
        return HexFormat.of().parseHex(hex);
    }

    /** The tokens that the published tooling gives. */
    @ParameterizedTest
    @CsvSource({
        "eric, ed76debf248fbfc322ae42328a555125",
        "1, 61933f64b9227ca12c6d4d217c2545d3",
        "123456789, 49a1656523fd8c62842d7c74057267c95d5f5f8cc969f372cfcccda8bec0cfeb",
        "0123456789abcdef, 7d58830ebf0c8a07a7033e03ea06e795023ffa5c3bd8fcdf19a7b73561324e3e",
        "the quick brown fox jumps over the lazy dog, 0b4590d4d762ad91cce4144a30c1fbf6b26801121cebbd81484300367db6ae"
                + "bffdfb2442477cb230f4168035cc68e09e6168d660a82ccc75c35778584b4fee40"
    })
    void classicTokens(String name, String token) {
        NameAnonymizer.Reversible cipher = Anonymizers.classic(KEYS);
        assertThat(hex(cipher.anonymize(name.getBytes(US_ASCII)))).isEqualTo(token);
        assertThat(cipher.decrypt(bytes(token))).isEqualTo(name.getBytes(US_ASCII));
    }

    /** RFC 5297, A.1. */
    @Test
    void sivWithAssociatedData() {
        SivCipher cipher =
                new SivCipher(bytes("fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0"), bytes("f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff"));
        byte[] associated = bytes("101112131415161718191a1b1c1d1e1f2021222324252627");
        byte[] token = cipher.encrypt(bytes("112233445566778899aabbccddee"), associated);
        assertThat(hex(token)).isEqualTo("85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c");
        assertThat(cipher.decrypt(token, associated)).isEqualTo(bytes("112233445566778899aabbccddee"));
        assertThat(cipher.decrypt(token)).isNull();
    }

    /** RFC 5297, A.2. */
    @Test
    void sivWithANonce() {
        SivCipher cipher =
                new SivCipher(bytes("7f7e7d7c7b7a79787776757473727170"), bytes("404142434445464748494a4b4c4d4e4f"));
        byte[] plain =
                bytes("7468697320697320736f6d6520706c61696e7465787420746f20656e6372797074207573696e67205349562d414553");
        byte[] token = cipher.encrypt(
                plain,
                bytes("00112233445566778899aabbccddeeffdeaddadadeaddadaffeeddccbbaa99887766554433221100"),
                bytes("102030405060708090a0"),
                bytes("09f911029d74e35bd84156c5635688c0"));
        assertThat(hex(token))
                .isEqualTo(
                        "7bdb6e3b432667eb06f4d14bff2fbd0fcb900f2fddbe404326601965c889bf17dba77ceb094fa663b7a3f748ba8a"
                                + "f829ea64ad544a272e9c485b62a3fd5c0d");
    }

    @ParameterizedTest
    @ValueSource(strings = {"classic", "siv"})
    void namesOfAllLengthsComeBack(String layout) {
        NameAnonymizer.Reversible cipher = layout.equals("siv") ? Anonymizers.siv(KEYS) : Anonymizers.classic(KEYS);
        Random random = new Random(11);
        Set<String> tokens = new HashSet<>();
        for (int length = 0; length < 300; length++) {
            byte[] name = new byte[length];
            random.nextBytes(name);
            byte[] token = cipher.anonymize(name);
            assertThat(tokens.add(hex(token))).isTrue();
            assertThat(cipher.anonymize(name)).isEqualTo(token);
            assertThat(cipher.decrypt(token)).as("%d bytes", length).isEqualTo(name);
            for (int bit = 0; bit < 8 * token.length; bit += 13) {
                byte[] damaged = token.clone();
                damaged[bit / 8] ^= (byte) (1 << bit % 8);
                assertThat(cipher.decrypt(damaged))
                        .as("bit %d of %d bytes", bit, length)
                        .isNull();
            }
        }
        for (int length = 0; length < 100; length++) {
            byte[] noise = new byte[length];
            random.nextBytes(noise);
            assertThat(cipher.decrypt(noise)).isNull();
        }
        NameKeys others = NameKeys.of("abcdefghijklmnoq".getBytes(US_ASCII), "0123456789qrstuv".getBytes(US_ASCII));
        NameAnonymizer.Reversible other = layout.equals("siv") ? Anonymizers.siv(others) : Anonymizers.classic(others);
        assertThat(other.decrypt(cipher.anonymize(new byte[] {1, 2, 3}))).isNull();
    }

    @Test
    void selfCheckFindsABrokenCipher() {
        NameAnonymizer.Reversible broken = new NameAnonymizer.Reversible() {
            @Override
            public byte[] anonymize(byte[] name) {
                return name.clone();
            }

            @Override
            public byte @Nullable [] decrypt(byte[] token) {
                return new byte[] {42};
            }
        };
        CheckedCipher checked = new CheckedCipher(broken, 2);
        assertThat(checked.anonymize(new byte[] {42})).isEqualTo(new byte[] {42});
        assertThatExceptionOfType(IllegalStateException.class).isThrownBy(() -> checked.anonymize(new byte[] {1}));
    }

    @Test
    void numbersAreInOrderOfAppearance(@TempDir Path folder) {
        NameAnonymizer numbers = Anonymizers.numbers(null, 1 << 20, folder);
        for (int i = 0; i < 300; i++) {
            byte[] expected = i < 256 ? new byte[] {(byte) i} : new byte[] {1, (byte) (i - 256)};
            assertThat(numbers.anonymize(("name" + i).getBytes(US_ASCII))).isEqualTo(expected);
        }
        assertThat(numbers.anonymize("name7".getBytes(US_ASCII))).isEqualTo(new byte[] {7});
    }

    /** Names beyond the memory are numbered by way of a file, as if there were memory, and nothing of it is left. */
    @Test
    void numbersGoToAFileWhereMemoryEnds(@TempDir Path folder) throws IOException {
        NameTable table = new NameTable(1 << 20, folder);
        int names = 200_000;
        for (int i = 0; i < names; i++) {
            assertThat(table.number(("name " + i).getBytes(US_ASCII))).isEqualTo(i);
            if (i == 20_000) {
                assertThat(table.isOnDisk()).as("24 bytes each").isFalse();
            }
        }
        assertThat(table.isOnDisk()).isTrue();
        assertThat(folder).as("removed by its name, and there by its mapping").isEmptyDirectory();
        for (int i = 0; i < names; i += 7) {
            assertThat(table.number(("name " + i).getBytes(US_ASCII))).isEqualTo(i);
        }
        assertThat(table.size()).isEqualTo(names);
    }

    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "the file system with faults has the paths of POSIX")
    void theErrorOfAFullDiskNamesTheFile(@TempDir Path folder) throws IOException {
        NameTable table = new NameTable(1 << 20, new FaultyFiles(folder, FaultyFiles.Fault.FULL).path(folder));
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> {
                    for (int i = 0; i < 200_000; i++) {
                        table.number(("name " + i).getBytes(US_ASCII));
                    }
                })
                .withMessageStartingWith(folder.resolve("mimeo-names").toString());
    }

    @Test
    void mapsTellEachNameOnce(@TempDir Path folder) {
        ByteArrayOutputStream map = new ByteArrayOutputStream();
        NameAnonymizer numbers = Anonymizers.numbers(map, 1 << 20, folder);
        for (String name : List.of("a b", "c%", "a b", "\u00e9\n", "c%")) {
            numbers.anonymize(name.getBytes(UTF_8));
        }
        assertThat(map.toString(US_ASCII)).isEqualTo("00\ta%20b\n01\tc%25\n02\t%c3%a9%0a\n");
        map.reset();
        NameAnonymizer hmac = Anonymizers.hmac(KEYS, map, 1 << 20, folder);
        byte[] token = hmac.anonymize("x".getBytes(US_ASCII));
        assertThat(hmac.anonymize("x".getBytes(US_ASCII))).isEqualTo(token);
        assertThat(token).isEqualTo(Anonymizers.hmac(KEYS).anonymize("x".getBytes(US_ASCII)));
        assertThat(map.toString(US_ASCII)).isEqualTo(hex(token) + "\tx\n");
    }

    /** RFC 4231, test case 6 has a longer key than a block of the hash; its tag is cut here. */
    @Test
    void hmacIsThatOfTheRfc() {
        byte[] key = new byte[131];
        Arrays.fill(key, (byte) 0xaa);
        NameAnonymizer hmac = Anonymizers.hmac(NameKeys.of(new byte[16], key));
        byte[] name = "Test Using Larger Than Block-Size Key - Hash Key First".getBytes(US_ASCII);
        assertThat(hex(hmac.anonymize(name))).isEqualTo("60e431591ee0b67f0d8a26aacbf5b77f");
    }

    @Test
    void keysAreReadAndNotShown(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("keys");
        String first = hex("abcdefghijklmnop!!".getBytes(US_ASCII));
        String second = hex("0123456789qrstuv".getBytes(US_ASCII));
        Files.writeString(file, "# of Monday\n\nNAME_KEY_1 = " + first + "\nNAME_KEY_2=" + second + "\n");
        NameKeys keys = NameKeys.read(file);
        assertThat(keys.fingerprint()).hasSize(16).isEqualTo(KEYS.fingerprint());
        assertThat(keys.toString()).doesNotContain(first, second);
        assertThat(NameKeys.random().fingerprint())
                .isNotEqualTo(NameKeys.random().fingerprint());

        Files.writeString(file, "NAME_KEY_1=" + first + "\nNAME_KEY_2=" + second + "x\n");
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> NameKeys.read(file))
                .withMessageContaining("NAME_KEY_2")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain(second));
        Files.writeString(file, "secret\n");
        assertThatExceptionOfType(FileSystemException.class)
                .isThrownBy(() -> NameKeys.read(file))
                .withMessageContaining("line 1")
                .satisfies(e -> assertThat(e.getMessage()).doesNotContain("secret"));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NameKeys.fromNamed(name -> null))
                .withMessageContaining("NAME_KEY_1");
        assertThatIllegalArgumentException().isThrownBy(() -> NameKeys.of(new byte[15], new byte[16]));
    }

    @Test
    void filterReplacesTokensOfBothLayouts() throws IOException {
        String classic = hex(Anonymizers.classic(KEYS).anonymize("passwd".getBytes(US_ASCII)));
        String siv = hex(Anonymizers.siv(KEYS).anonymize("gr\u00fcn.txt".getBytes(UTF_8)));
        String control = hex(Anonymizers.siv(KEYS).anonymize(new byte[] {'5', '%', '\n'}));
        String latin = hex(Anonymizers.classic(KEYS).anonymize("caf\u00e9".getBytes(ISO_8859_1)));
        String text = "lookup '" + classic + "' in /" + siv.toUpperCase(Locale.ROOT) + "/;" + control + "," + latin
                + "\n0" + classic + " " + "ab".repeat(40) + " " + "0".repeat(300_000) + "\n" + siv;
        String expected = "lookup 'passwd' in /gr\u00fcn.txt/;5%25%0a,caf%e9\n0" + classic + " " + "ab".repeat(40) + " "
                + "0".repeat(300_000) + "\ngr\u00fcn.txt";
        DecryptFilter filter = new DecryptFilter(Anonymizers.either(KEYS));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        filter.copy(new ByteArrayInputStream(text.getBytes(UTF_8)), out);
        assertThat(out.toString(UTF_8)).isEqualTo(expected);
        assertThat(filter.names()).isEqualTo(5);
        assertThat(filter.escapedNames()).isEqualTo(2);
        assertThat(filter.undecrypted()).isEqualTo(1);
    }
}
