package dev.mimeo.formats.anonymize;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A cipher that decrypts what it has encrypted and compares: of the first 100,000 names all, then one of 1024. It remembers
 * the tokens of up to a million names, and forgets all when there are more.
 */
final class CheckedCipher implements NameAnonymizer.Reversible {

    private static final int MOST_NAMES = 1_000_000;
    private static final int ALL_CHECKED = 100_000;
    private static final int SAMPLE = 1024;

    private final NameAnonymizer.Reversible cipher;
    private final int mostNames;
    private final Map<ByteBuffer, byte[]> tokens = new HashMap<>();
    private long encrypted;

    CheckedCipher(NameAnonymizer.Reversible cipher) {
        this(cipher, MOST_NAMES);
    }

    CheckedCipher(NameAnonymizer.Reversible cipher, int mostNames) {
        this.cipher = cipher;
        this.mostNames = mostNames;
    }

    @Override
    public byte[] anonymize(byte[] name) {
        byte[] known = tokens.get(ByteBuffer.wrap(name));
        if (known != null) {
            return known;
        }
        byte[] token = cipher.anonymize(name);
        if (encrypted < ALL_CHECKED || encrypted % SAMPLE == 0) {
            byte[] again = cipher.decrypt(token);
            if (again == null || !Arrays.equals(again, name)) {
                throw new IllegalStateException("an encrypted name does not decrypt to itself");
            }
        }
        encrypted++;
        if (tokens.size() >= mostNames) {
            tokens.clear();
        }
        tokens.put(ByteBuffer.wrap(name.clone()), token);
        return token;
    }

    @Override
    public byte @Nullable [] decrypt(byte[] token) {
        return cipher.decrypt(token);
    }
}
