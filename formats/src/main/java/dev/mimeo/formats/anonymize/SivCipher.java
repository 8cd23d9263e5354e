package dev.mimeo.formats.anonymize;

import java.security.MessageDigest;
import java.util.Arrays;
import javax.crypto.Cipher;
import org.jspecify.annotations.Nullable;

/**
 * AES-SIV of RFC 5297 without a nonce: a token is the synthetic initial vector, which checks the name, and the name
 * encrypted in counter mode. So it is 16 bytes longer than the name.
 */
final class SivCipher implements NameAnonymizer.Reversible {

    private static final int BLOCK = 16;

    private final Cipher check;
    private final byte[] counterKey;

    /** Subkeys of CMAC (RFC 4493) that are mixed into the last block if it is full, and if it is not. */
    private final byte[] full;

    private final byte[] partial;

    SivCipher(NameKeys keys) {
        this(Arrays.copyOf(keys.check(), BLOCK), keys.encryption());
    }

    /**
     * Makes a cipher.
     *
     * @param checkKey K1 of the RFC, for S2V
     * @param counterKey K2 of the RFC, for CTR
     */
    SivCipher(byte[] checkKey, byte[] counterKey) {
        this.check = Primitives.aesBlocks(checkKey);
        this.counterKey = counterKey.clone();
        this.full = Primitives.finish(check, new byte[BLOCK]);
        doubled(full);
        this.partial = full.clone();
        doubled(partial);
    }

    @Override
    public byte[] anonymize(byte[] name) {
        return encrypt(name);
    }

    byte[] encrypt(byte[] plain, byte[]... associated) {
        byte[] vector = vector(plain, associated);
        byte[] encrypted = Primitives.aesCounter(counterKey, counter(vector), plain, 0);
        byte[] token = Arrays.copyOf(vector, BLOCK + plain.length);
        System.arraycopy(encrypted, 0, token, BLOCK, encrypted.length);
        return token;
    }

    @Override
    public byte @Nullable [] decrypt(byte[] token) {
        return decrypt(token, new byte[0][]);
    }

    byte @Nullable [] decrypt(byte[] token, byte[]... associated) {
        if (token.length < BLOCK) {
            return null;
        }
        byte[] vector = Arrays.copyOf(token, BLOCK);
        byte[] plain = Primitives.aesCounter(counterKey, counter(vector), token, BLOCK);
        return MessageDigest.isEqual(vector, vector(plain, associated)) ? plain : null;
    }

    /** Clears two bits, so that counters of 32 bits are enough: section 2.5. */
    private static byte[] counter(byte[] vector) {
        byte[] counter = vector.clone();
        counter[8] &= 0x7f;
        counter[12] &= 0x7f;
        return counter;
    }

    /** S2V, section 2.4. */
    private byte[] vector(byte[] plain, byte[]... associated) {
        byte[] sum = mac(new byte[BLOCK]);
        for (byte[] data : associated) {
            doubled(sum);
            byte[] mac = mac(data);
            for (int i = 0; i < BLOCK; i++) {
                sum[i] ^= mac[i];
            }
        }
        byte[] last;
        int start;
        if (plain.length >= BLOCK) {
            last = plain.clone();
            start = plain.length - BLOCK;
        } else {
            doubled(sum);
            last = Arrays.copyOf(plain, BLOCK);
            last[plain.length] = (byte) 0x80;
            start = 0;
        }
        for (int i = 0; i < BLOCK; i++) {
            last[start + i] ^= sum[i];
        }
        return mac(last);
    }

    /** CMAC, RFC 4493. */
    private byte[] mac(byte[] data) {
        byte[] block = new byte[BLOCK];
        int at = 0;
        while (data.length - at > BLOCK) {
            for (int i = 0; i < BLOCK; i++) {
                block[i] ^= data[at + i];
            }
            block = Primitives.finish(check, block);
            at += BLOCK;
        }
        int left = data.length - at;
        byte[] subkey = left == BLOCK ? full : partial;
        for (int i = 0; i < BLOCK; i++) {
            int value = i < left ? data[at + i] : i == left ? 0x80 : 0;
            block[i] ^= (byte) (value ^ subkey[i]);
        }
        return Primitives.finish(check, block);
    }

    /** Doubles a number of GF(2^128), section 2.3. */
    private static void doubled(byte[] block) {
        int carry = 0;
        for (int i = BLOCK - 1; i >= 0; i--) {
            int value = (block[i] & 0xff) << 1 | carry;
            block[i] = (byte) value;
            carry = value >>> 8;
        }
        block[BLOCK - 1] ^= (byte) (carry == 0 ? 0 : 0x87);
    }
}
