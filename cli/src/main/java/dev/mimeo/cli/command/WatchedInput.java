package dev.mimeo.cli.command;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input whose reading is shown. */
public final class WatchedInput extends FilterInputStream {

    private final long size;
    private final Progress progress;
    private long done;

    /**
     * Watches an input.
     *
     * @param size bytes there are, -1 if not known
     */
    public WatchedInput(InputStream in, long size, Progress progress) {
        super(in);
        this.size = size;
        this.progress = progress;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = in.read(target, offset, length);
        if (count > 0) {
            done += count;
            progress.update(done, size);
        }
        return count;
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
