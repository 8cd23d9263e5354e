package dev.mimeo.formats.anonymize;

import dev.mimeo.internal.files.Folders;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The two keys of names: one to encrypt and one to check. Nothing here prints them. Immutable and thread-safe.
 */
public final class NameKeys {

    /** Name of the key to encrypt with, in the environment and in a key file. */
    public static final String FIRST = "NAME_KEY_1";

    /** Name of the key to check with, in the environment and in a key file. */
    public static final String SECOND = "NAME_KEY_2";

    /** Bytes that a key has at least. */
    public static final int LEAST_BYTES = 16;

    private static final int MOST_FILE_BYTES = 1 << 16;

    private final byte[] encryption;
    private final byte[] check;

    private NameKeys(byte[] encryption, byte[] check) {
        this.encryption = encryption;
        this.check = check;
    }

    /**
     * Takes keys.
     *
     * @param encryption at least 16 bytes, of which the first 16 count: a key of AES-128
     * @param check at least 16 bytes
     * @throws IllegalArgumentException if a key is too short
     */
    public static NameKeys of(byte[] encryption, byte[] check) {
        if (encryption.length < LEAST_BYTES || check.length < LEAST_BYTES) {
            throw new IllegalArgumentException("a key of names must have at least " + LEAST_BYTES + " bytes");
        }
        return new NameKeys(Arrays.copyOf(encryption, LEAST_BYTES), check.clone());
    }

    /** Makes new keys that nobody knows. */
    public static NameKeys random() {
        SecureRandom random = new SecureRandom();
        byte[] encryption = new byte[LEAST_BYTES];
        byte[] check = new byte[2 * LEAST_BYTES];
        random.nextBytes(encryption);
        random.nextBytes(check);
        return new NameKeys(encryption, check);
    }

    /**
     * Reads keys in hexadecimal digits, such as from the environment.
     *
     * @param values gives the value of {@link #FIRST} and {@link #SECOND}, null if there is none
     * @throws IllegalArgumentException if one is missing, too short or no hexadecimal digits; the message has no key
     */
    public static NameKeys fromNamed(Function<String, @Nullable String> values) {
        return of(parse(FIRST, values.apply(FIRST)), parse(SECOND, values.apply(SECOND)));
    }

    /**
     * Reads a key file: lines of a name, an equals sign and hexadecimal digits; empty lines and those that start with # are
     * passed over.
     *
     * @throws IOException if the file cannot be read, or has not the two keys; the message has no key
     */
    public static NameKeys read(Path file) throws IOException {
        Folders.refuse(file);
        if (Files.size(file) > MOST_FILE_BYTES) {
            throw new FileSystemException(file.toString(), null, "is too large for a file of keys");
        }
        Map<String, String> values = new HashMap<>();
        List<String> lines = new String(Files.readAllBytes(file), StandardCharsets.ISO_8859_1)
                .lines()
                .toList();
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int equals = line.indexOf('=');
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (equals < 0) {
                throw new FileSystemException(
                        file.toString(), null, "line " + (i + 1) + " is not a name, an equals sign and a key");
            }
            values.put(
                    line.substring(0, equals).strip(),
                    line.substring(equals + 1).strip());
        }
        try {
            return fromNamed(values::get);
        } catch (IllegalArgumentException e) {
            throw new FileSystemException(file.toString(), null, String.valueOf(e.getMessage()));
        }
    }

    private static byte[] parse(String name, @Nullable String digits) {
        if (digits == null) {
            throw new IllegalArgumentException("no " + name);
        }
        byte[] key;
        try {
            key = HexFormat.of().parseHex(digits);
        } catch (IllegalArgumentException e) {
            // The cause would show the key.
            key = new byte[0];
        }
        if (key.length < LEAST_BYTES) {
            throw new IllegalArgumentException(
                    name + " must be at least " + 2 * LEAST_BYTES + " hexadecimal digits, of an even number");
        }
        return key;
    }

    /** Returns 16 hexadecimal digits that tell keys apart and do not give them away. */
    public String fingerprint() {
        byte[] both = Arrays.copyOf(encryption, encryption.length + check.length);
        System.arraycopy(check, 0, both, encryption.length, check.length);
        byte[] mac = Primitives.hmac(both).doFinal("mimeo-key-id".getBytes(StandardCharsets.US_ASCII));
        return HexFormat.of().formatHex(mac, 0, Long.BYTES);
    }

    byte[] encryption() {
        return encryption;
    }

    byte[] check() {
        return check;
    }

    /** Returns the fingerprint. */
    @Override
    public String toString() {
        return "keys " + fingerprint();
    }
}
