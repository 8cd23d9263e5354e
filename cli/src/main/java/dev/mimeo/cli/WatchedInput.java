package dev.mimeo.cli;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** An input whose reading is shown and whose errors name it. Closing standard input is left to the process. */
final class WatchedInput extends FilterInputStream {

    private final String name;
    private final long size;
    private final Progress progress;
    private long done;

    /** @param size bytes there are, -1 if not known */
    WatchedInput(String name, InputStream in, long size, Progress progress) {
        super(in);
        this.name = name;
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
        try {
            int count = in.read(target, offset, length);
            if (count > 0) {
                done += count;
                progress.update(done, size);
            }
            return count;
        } catch (IOException e) {
            throw new IOException(name + ": " + Errors.reason(e), e);
        }
    }

    @Override
    public boolean markSupported() {
        return false;
    }
}
