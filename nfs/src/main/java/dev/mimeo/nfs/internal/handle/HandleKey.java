package dev.mimeo.nfs.internal.handle;

import dev.mimeo.internal.bytes.LittleEndian;
import java.security.DigestException;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** Makes 64 bits of a file handle: the first 8 bytes of its MD5, little-endian. For one thread at a time. */
public final class HandleKey {

    private static final int DIGEST_BYTES = 16;

    private final MessageDigest md5;
    private final byte[] digest = new byte[DIGEST_BYTES];

    /** Makes a maker of keys. */
    public HandleKey() {
        try {
            md5 = MessageDigest.getInstance("MD5");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has MD5", e);
        }
    }

    /** Returns the key of a handle. */
    public long of(ByteSlice handle) {
        md5.update(handle.array(), handle.offset(), handle.length());
        try {
            md5.digest(digest, 0, DIGEST_BYTES);
        } catch (DigestException e) {
            throw new IllegalStateException("MD5 has 16 bytes", e);
        }
        return LittleEndian.getLong(digest, 0);
    }
}
