package dev.mimeo.formats.anonymize;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.formats.anonymize.IdentityAnonymizer.Kind;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class IdentitiesTest {

    private static final byte[] KEY = key();

    private static NameKeys keys(int seed) {
        byte[] key = new byte[32];
        new Random(seed).nextBytes(key);
        return NameKeys.of(key, key);
    }

    /** The key of the sample that comes with Crypto-PAn. */
    private static byte[] key() {
        int[] values = {
            21, 34, 23, 141, 51, 164, 207, 128, 19, 10, 91, 22, 73, 144, 125, 16, 216, 152, 143, 131, 121, 121, 101, 39,
            98, 87, 76, 45, 42, 132, 34, 2
        };
        byte[] key = new byte[values.length];
        for (int i = 0; i < key.length; i++) {
            key[i] = (byte) values[i];
        }
        return key;
    }

    private static byte[] address(String text) {
        String[] parts = text.split("\\.");
        byte[] address = new byte[parts.length];
        for (int i = 0; i < parts.length; i++) {
            address[i] = (byte) Integer.parseInt(parts[i]);
        }
        return address;
    }

    /** From the sample traces that come with Crypto-PAn. */
    @ParameterizedTest
    @CsvSource({
        "128.11.68.132, 135.242.180.132",
        "129.118.74.4, 134.136.186.123",
        "130.132.252.244, 133.68.164.234",
        "141.223.7.43, 141.167.8.160",
        "141.233.145.108, 141.129.237.235"
    })
    void givesTheTokensOfCryptoPan(String address, String token) {
        assertThat(new PrefixCipher(KEY, 0).encrypt(address(address))).isEqualTo(address(token));
    }

    private static int common(byte[] a, byte[] b) {
        for (int bit = 0; bit < 8 * a.length; bit++) {
            if ((a[bit / 8] >> (7 - bit % 8) & 1) != (b[bit / 8] >> (7 - bit % 8) & 1)) {
                return bit;
            }
        }
        return 8 * a.length;
    }

    /** Tokens have common prefixes exactly as long as those of the addresses; so different addresses have different tokens. */
    @ParameterizedTest
    @CsvSource({"4, 0", "4, 4", "16, 0"})
    void keepsTheLengthsOfCommonPrefixes(int bytes, int fixedOnes) {
        Random random = new Random(bytes);
        PrefixCipher cipher = new PrefixCipher(KEY, fixedOnes);
        for (int i = 0; i < 300; i++) {
            byte[] a = new byte[bytes];
            random.nextBytes(a);
            byte[] b = a.clone();
            int turned = random.nextInt(8 * bytes);
            b[turned / 8] ^= (byte) (0x80 >> (turned % 8));
            for (int j = turned / 8 + 1; j < bytes; j++) {
                b[j] = (byte) random.nextInt();
            }
            assertThat(common(cipher.encrypt(a), cipher.encrypt(b)))
                    .isEqualTo(common(a, b))
                    .isEqualTo(turned);
        }
    }

    @Test
    void numbersOfHostsOfIpv6StayApartFromAddresses() {
        for (int seed = 0; seed < 20; seed++) {
            IdentityAnonymizer identities = Anonymizers.identities(keys(seed), Set.of(Kind.HOST));
            Random random = new Random(seed);
            for (int i = 0; i < 200; i++) {
                int host = random.nextInt();
                assertThat(identities.host(host) >>> 28 == 0xf).isEqualTo(host >>> 28 == 0xf);
                assertThat(identities.host(host)).isEqualTo(identities.host(host));
            }
        }
    }

    @Test
    void differentIdsGetDifferentOnesAndNoneStaysNone() {
        IdentityAnonymizer identities = Anonymizers.identities(keys(1), Set.of(Kind.ID));
        Set<Integer> users = new HashSet<>();
        int moved = 0;
        for (int id = -1; id < 70_000; id++) {
            users.add(identities.user(id));
            moved += identities.user(id) == id ? 0 : 1;
        }
        assertThat(users).hasSize(70_001);
        assertThat(moved).as("one stays, none").isGreaterThanOrEqualTo(69_999);
        assertThat(identities.user(-1)).isEqualTo(-1);
        assertThat(identities.group(-1)).isEqualTo(-1);
        assertThat(identities.user(1000)).isNotEqualTo(identities.group(1000));
        assertThat(identities.host(5)).as("as told").isEqualTo(5);
    }

    /** Every number is the token of one: the two halves of a smaller network, and -1 among all of them. */
    @Test
    void noTokenIsMinusOneButThatOfMinusOne() {
        NumberCipher cipher = new NumberCipher(Arrays.copyOf(KEY, 16));
        Random random = new Random(3);
        for (int i = 0; i < 10_000; i++) {
            int id = random.nextInt();
            assertThat(cipher.encrypt(id) == -1).isEqualTo(id == -1);
        }
    }

    @Test
    void equalHandlesGetEqualTokensOf16Bytes() {
        IdentityAnonymizer identities = Anonymizers.identities(keys(1), Set.of(Kind.HANDLE));
        IdentityAnonymizer same = Anonymizers.identities(keys(1), Set.of(Kind.HANDLE));
        IdentityAnonymizer other = Anonymizers.identities(keys(2), Set.of(Kind.HANDLE));
        byte[] handle = ByteBuffer.allocate(32).putInt(7).array();
        byte[] longer = new byte[50];
        System.arraycopy(handle, 0, longer, 9, 32);
        byte[] token = identities.handle(handle, 0, 32);
        assertThat(token)
                .hasSize(16)
                .isEqualTo(identities.handle(longer, 9, 32))
                .isEqualTo(same.handle(handle, 0, 32));
        assertThat(token).isNotEqualTo(other.handle(handle, 0, 32)).isNotEqualTo(identities.handle(handle, 0, 31));
        assertThat(identities.handle(handle, 3, 0))
                .as("a handle that is not known")
                .isEmpty();
    }
}
