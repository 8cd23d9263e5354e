package dev.mimeo.formats.anonymize;

import java.util.Arrays;
import javax.crypto.Cipher;

/**
 * Replaces addresses so that those with a common prefix get tokens with a common prefix of the same length: J. Xu, J. Fan, M. H.
 * Ammar and S. B. Moon, "Prefix-preserving IP address anonymization", ICNP 2002. Whether a bit is turned over follows, by
 * a pseudo-random function, from the bits before it. The function is that of the paper's Crypto-PAn: the first bit of what
 * AES makes of the bits before, followed by those of a secret pad. Not thread-safe.
 */
final class PrefixCipher {

    /** Bytes of a key: half for AES, half for the pad. */
    static final int KEY = 32;

    private static final int BLOCK = 16;

    private final Cipher aes;
    private final byte[] pad;
    private final int fixedOnes;

    /**
     * Makes a cipher.
     *
     * @param fixedOnes bits that stay as they are behind nothing but ones, so that a prefix of that many ones is kept, and is
     *     that of no other address's token
     */
    PrefixCipher(byte[] key, int fixedOnes) {
        if (key.length != KEY) {
            throw new IllegalArgumentException("a key must have " + KEY + " bytes");
        }
        this.aes = Primitives.aesBlocks(Arrays.copyOf(key, BLOCK));
        this.pad = Primitives.finish(aes, Arrays.copyOfRange(key, BLOCK, KEY));
        this.fixedOnes = fixedOnes;
    }

    /** Returns the token of an address of up to 16 bytes, as long as it. */
    byte[] encrypt(byte[] address) {
        byte[] token = address.clone();
        byte[] input = pad.clone();
        boolean ones = true;
        for (int bit = 0; bit < Byte.SIZE * address.length; bit++) {
            int at = bit / Byte.SIZE;
            int mask = 0x80 >>> (bit % Byte.SIZE);
            boolean turned = (Primitives.finish(aes, input)[0] & 0x80) != 0;
            if (turned && !(ones && bit < fixedOnes)) {
                token[at] ^= (byte) mask;
            }
            ones &= (address[at] & mask) != 0;
            input[at] = (byte) ((input[at] & ~mask) | (address[at] & mask));
        }
        return token;
    }
}
