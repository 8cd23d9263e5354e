package dev.mimeo.analysis.nfs;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes 64 bits of a file handle: the first 8 bytes of its MD5, little-endian. For one thread at a time. */
final class HandleKey {

    private static final int DIGEST_BYTES = 16;

    private final MessageDigest md5;
    private final byte[] digest = new byte[DIGEST_BYTES];
    private final ByteBuffer words = ByteBuffer.wrap(digest).order(ByteOrder.LITTLE_ENDIAN);

    HandleKey() {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    long of(ByteSlice handle) {
        md5.update(handle.array(), handle.offset(), handle.length());
        try {
            md5.digest(digest, 0, DIGEST_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("MD5 has 16 bytes", e);
        }
        return words.getLong(0);
    }
}
