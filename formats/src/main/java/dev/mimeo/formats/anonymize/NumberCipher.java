package dev.mimeo.formats.anonymize;

import dev.mimeo.internal.bytes.BigEndian;
import java.nio.ByteBuffer;
import javax.crypto.Cipher;

/**
 * Replaces numbers of 32 bits by others, each by another one; -1 stays. A Feistel network of ten rounds, as NIST SP 800-38G has
 * them for small domains, whose round function is AES on the number of the round and a half. Not thread-safe.
 */
final class NumberCipher {

    private static final int ROUNDS = 10;
    private static final int BLOCK = 16;
    private static final int HALF = 16;
    private static final int HALF_MASK = 0xffff;

    private final Cipher aes;

    /** @param key 16 bytes */
    NumberCipher(byte[] key) {
        aes = Primitives.aesBlocks(key);
    }

    int encrypt(int number) {
        if (number == -1) {
            return -1;
        }
        int token = permuted(number);
        // The number that would become -1 becomes what -1 would.
        return token == -1 ? permuted(-1) : token;
    }

    private int permuted(int number) {
        int left = number >>> HALF;
        int right = number & HALF_MASK;
        for (int round = 0; round < ROUNDS; round++) {
            byte[] block =
                    ByteBuffer.allocate(BLOCK).putInt(round).putInt(right).array();
            byte[] out = Primitives.finish(aes, block);
            int next = left ^ BigEndian.getUnsignedShort(out, 0);
            left = right;
            right = next;
        }
        return left << HALF | right;
    }
}
