package dev.mimeo.formats.anonymize;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Set;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/**
 * Makes anonymizers of names. Those that encrypt are tried with known names first, check what they encrypt, and remember the
 * tokens of up to a million names.
 */
public final class Anonymizers {

    private static final String VECTOR_KEY = "abcdefghijklmnop";
    private static final String VECTOR_CHECK_KEY = "0123456789qrstuv";
    private static final String VECTOR_TOKEN = "ed76debf248fbfc322ae42328a555125";

    /** RFC 5297, A.1: key, associated data, plaintext, output. */
    private static final String[] SIV = {
        "fffefdfcfbfaf9f8f7f6f5f4f3f2f1f0f0f1f2f3f4f5f6f7f8f9fafbfcfdfeff",
        "101112131415161718191a1b1c1d1e1f2021222324252627",
        "112233445566778899aabbccddee",
        "85632d07c6e8f37f950acd320a2ecc9340c02b9690c4dc04daef7f6afe5c"
    };

    private Anonymizers() {}

    /** Encrypts as the published NFS traces are: AES-128 in CBC mode with a check of SHA-1. */
    public static NameAnonymizer.Reversible classic(NameKeys keys) {
        NameKeys known = NameKeys.of(VECTOR_KEY.getBytes(US_ASCII), VECTOR_CHECK_KEY.getBytes(US_ASCII));
        byte[] token = new ClassicCipher(known).anonymize("eric".getBytes(US_ASCII));
        require(HexFormat.of().formatHex(token).equals(VECTOR_TOKEN));
        return new CheckedCipher(new ClassicCipher(keys));
    }

    /** Encrypts with AES-SIV, RFC 5297: the first key is that of the counter, the first 16 bytes of the second check. */
    public static NameAnonymizer.Reversible siv(NameKeys keys) {
        HexFormat hex = HexFormat.of();
        byte[] key = hex.parseHex(SIV[0]);
        SivCipher cipher = new SivCipher(Arrays.copyOf(key, 16), Arrays.copyOfRange(key, 16, 32));
        byte[] token = cipher.encrypt(hex.parseHex(SIV[2]), hex.parseHex(SIV[1]));
        require(hex.formatHex(token).equals(SIV[3]));
        return new CheckedCipher(new SivCipher(keys));
    }

    private static void require(boolean good) {
        if (!good) {
            throw new IllegalStateException("encryption gives a wrong result for a known name");
        }
    }

    /** Replaces names by 16 bytes of HMAC-SHA-256 with the second key. */
    public static NameAnonymizer hmac(NameKeys keys) {
        return new HmacAnonymizer(keys);
    }

    /**
     * Replaces names as {@link #hmac(NameKeys)} does, and writes down which token stands for which name.
     *
     * @param map takes a line per name, as docs/reference/nfs.md has them; not closed, and its errors are {@link UncheckedIOException}s
     * @param maxMemory bytes of memory to know which names are new; more of them take a temporary file
     * @param folder for the temporary file
     */
    public static NameAnonymizer hmac(NameKeys keys, OutputStream map, long maxMemory, Path folder) {
        return new MappedAnonymizer(hmac(keys), new NameTable(maxMemory, folder), new NameMap(map));
    }

    /**
     * Numbers names in the order in which they come, however many there are. Errors of files are {@link UncheckedIOException}s.
     *
     * @param map takes a line per name, as docs/reference/nfs.md has them; not closed; null for none
     * @param maxMemory bytes of memory for names; more of them take a temporary file
     * @param folder for the temporary file
     */
    public static NameAnonymizer numbers(@Nullable OutputStream map, long maxMemory, Path folder) {
        return new NumberAnonymizer(new NameTable(maxMemory, folder), map == null ? null : new NameMap(map));
    }

    /**
     * Replaces what tells hosts, files and users apart, with keys made of the second one. Memory is bounded.
     *
     * <p>Addresses keep common prefixes (Crypto-PAn, see docs/reference/nfs.md), handles become 16 bytes of HMAC-SHA-256, numbers of users
     * and groups other numbers.
     *
     * @param replaced the kinds that are replaced; others stay as they are
     */
    public static IdentityAnonymizer identities(NameKeys keys, Set<IdentityAnonymizer.Kind> replaced) {
        return new KeyedIdentities(keys, replaced);
    }

    /** Returns a cipher that decrypts tokens of both layouts, and encrypts with AES-SIV. */
    public static NameAnonymizer.Reversible either(NameKeys keys) {
        NameAnonymizer.Reversible siv = siv(keys);
        NameAnonymizer.Reversible classic = classic(keys);
        return new NameAnonymizer.Reversible() {
            @Override
            public byte[] anonymize(byte[] name) {
                return siv.anonymize(name);
            }

            @Override
            public byte @Nullable [] decrypt(byte[] token) {
                byte[] name = siv.decrypt(token);
                return name != null ? name : classic.decrypt(token);
            }
        };
    }

    /** The first 16 bytes of HMAC-SHA-256 of names, which nobody can turn back. */
    private static final class HmacAnonymizer implements NameAnonymizer {

        private static final int TOKEN = 16;

        private final Mac mac;

        HmacAnonymizer(NameKeys keys) {
            this.mac = Primitives.hmac(keys.check());
        }

        @Override
        public byte[] anonymize(byte[] name) {
            return Arrays.copyOf(mac.doFinal(name), TOKEN);
        }
    }

    /** Tells a map of each name once, and does what another anonymizer does. */
    private static final class MappedAnonymizer implements NameAnonymizer {

        private final NameAnonymizer anonymizer;
        private final NameTable seen;
        private final NameMap map;

        MappedAnonymizer(NameAnonymizer anonymizer, NameTable seen, NameMap map) {
            this.anonymizer = anonymizer;
            this.seen = seen;
            this.map = map;
        }

        @Override
        public byte[] anonymize(byte[] name) {
            byte[] token = anonymizer.anonymize(name);
            try {
                long known = seen.size();
                if (seen.number(name) == known) {
                    map.write(token, name);
                }
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return token;
        }
    }

    /**
     * Numbers names from 0 in the order in which they come; a token is the number in as few bytes as it needs, at least one, the
     * highest first.
     */
    private static final class NumberAnonymizer implements NameAnonymizer {

        private final NameTable table;
        private final @Nullable NameMap map;

        /** @param map is told of each name once; null for none */
        NumberAnonymizer(NameTable table, @Nullable NameMap map) {
            this.table = table;
            this.map = map;
        }

        @Override
        public byte[] anonymize(byte[] name) {
            try {
                long known = table.size();
                long number = table.number(name);
                byte[] token = token(number);
                if (map != null && number == known) {
                    map.write(token, name);
                }
                return token;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private static byte[] token(long number) {
            byte[] all = ByteBuffer.allocate(Long.BYTES).putLong(number).array();
            int bytes = Math.max(1, (Long.SIZE - Long.numberOfLeadingZeros(number) + 7) / 8);
            return Arrays.copyOfRange(all, Long.BYTES - bytes, Long.BYTES);
        }
    }

    /**
     * Writes a text by which tokens can be turned back into names: a line for each pair, with the token in hexadecimal digits, a
     * tab, and the {@linkplain #escaped escaped} name. Not thread-safe.
     */
    private static final class NameMap {
        private final OutputStream out;

        /** @param out receives the text; not closed, and should be buffered */
        NameMap(OutputStream out) {
            this.out = out;
        }

        /** Adds the pair of a token and a name. */
        void write(byte[] token, byte[] name) throws IOException {
            String line = HexFormat.of().formatHex(token) + '\t' + escaped(name) + '\n';
            out.write(line.getBytes(US_ASCII));
        }
    }

    /** Returns a name with a percent sign and two hexadecimal digits for each byte that is not printable ASCII, and for the percent sign. */
    static String escaped(byte[] name) {
        StringBuilder escaped = new StringBuilder(name.length);
        for (byte value : name) {
            if (value <= ' ' || value == '%' || value == 0x7f) {
                escaped.append('%').append(HexFormat.of().toHexDigits(value));
            } else {
                escaped.append((char) value);
            }
        }
        return escaped.toString();
    }
}
