package dev.mimeo.formats.anonymize;

import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * The layout of the published NFS traces: AES-128 in CBC mode, with no initial block, of a byte with the length of the
 * check, the check, and the name. The check is the start of SHA-1 over key and name, as long as it takes to fill the last
 * block, at least 7 bytes, and with spaces before it if it would have more than its 20 bytes.
 */
final class ClassicCipher implements NameAnonymizer.Reversible {

    private static final int BLOCK = 16;
    private static final int LEAST_CHECK = 7;
    private static final int MOST_CHECK = LEAST_CHECK + BLOCK - 1;
    private static final int DIGEST = 20;

    private final byte[] checkKey;
    private final MessageDigest sha1 = Primitives.sha1();
    private final Cipher encryption;
    private final Cipher decryption;

    ClassicCipher(NameKeys keys) {
        this.checkKey = keys.check();
        this.encryption = Primitives.aesChain(Cipher.ENCRYPT_MODE, keys.encryption());
        this.decryption = Primitives.aesChain(Cipher.DECRYPT_MODE, keys.encryption());
    }

    @Override
    public byte[] anonymize(byte[] name) {
        int over = (1 + LEAST_CHECK + name.length) % BLOCK;
        int check = LEAST_CHECK + (over == 0 ? 0 : BLOCK - over);
        byte[] plain = new byte[1 + check + name.length];
        plain[0] = (byte) check;
        fillCheck(plain, check, digest(name, 0));
        System.arraycopy(name, 0, plain, 1 + check, name.length);
        return Primitives.finish(encryption, plain);
    }

    private static void fillCheck(byte[] plain, int check, byte[] digest) {
        int spaces = Math.max(0, check - DIGEST);
        Arrays.fill(plain, 1, 1 + spaces, (byte) ' ');
        System.arraycopy(digest, 0, plain, 1 + spaces, check - spaces);
    }

    private byte[] digest(byte[] name, int offset) {
        sha1.update(checkKey);
        sha1.update(name, offset, name.length - offset);
        return sha1.digest();
    }

    @Override
    public byte @Nullable [] decrypt(byte[] token) {
        if (token.length == 0 || token.length % BLOCK != 0) {
            return null;
        }
        byte[] plain = Primitives.finish(decryption, token);
        int check = plain[0];
        if (check < LEAST_CHECK || check > MOST_CHECK || 1 + check > plain.length) {
            return null;
        }
        byte[] expected = plain.clone();
        fillCheck(expected, check, digest(plain, 1 + check));
        return MessageDigest.isEqual(expected, plain) ? Arrays.copyOfRange(plain, 1 + check, plain.length) : null;
    }
}
