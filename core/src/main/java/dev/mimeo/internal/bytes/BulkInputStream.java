package dev.mimeo.internal.bytes;

import java.io.IOException;
import java.io.InputStream;

/** A stream that is read in ranges; a single byte is a range of one. Not thread-safe. */
public abstract class BulkInputStream extends InputStream {

    private final byte[] one = new byte[1];

    @Override
    public final int read() throws IOException {
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public abstract int read(byte[] target, int offset, int length) throws IOException;
}
