package dev.mimeo.internal.bytes;

import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/**
 * Decompresses members of gzip (RFC 1952) that follow each other. {@link GZIPInputStream} ends without an error where the header of
 * a later member is damaged or cut off, and where a pipe has nothing ready between two members. Here the first is an error, and the
 * second is waited for. Zeros behind the last member are padding. Not thread-safe.
 */
public final class GzipInput extends GZIPInputStream {

    private static final int TRAILER = 8;

    private final Recorder recorder;
    private boolean ended;

    private GzipInput(Recorder recorder, int bufferBytes) throws IOException {
        super(recorder, bufferBytes);
        this.recorder = recorder;
    }

    /**
     * Opens a stream, and reads the header of the first member.
     *
     * @param in closed with the stream returned
     * @param bufferBytes bytes that are read at a time
     * @throws ZipException if it is not gzip
     * @throws IOException if reading fails
     */
    public static InputStream open(InputStream in, int bufferBytes) throws IOException {
        return new GzipInput(new Recorder(in), bufferBytes);
    }

    @Override
    protected void fill() throws IOException {
        super.fill();
        recorder.bytes.reset();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int read = super.read(target, offset, length);
        if (read < 0 && !ended) {
            ended = true;
            checkRest();
        }
        return read;
    }

    /** Checks the bytes behind the last member: those in the buffer, those that were read as a header, and those in the file. */
    private void checkRest() throws IOException {
        int left = inf.getRemaining();
        byte[] read = recorder.bytes.toByteArray();
        checkPadding(buf, len - Math.max(0, left - TRAILER), len);
        checkPadding(read, Math.min(read.length, Math.max(0, TRAILER - left)), read.length);
        InputStream source = recorder.source();
        for (int next = source.read(); next >= 0; next = source.read()) {
            checkPadding(next);
        }
    }

    private static void checkPadding(byte[] bytes, int from, int to) throws UnreadableRestException {
        for (int i = from; i < to; i++) {
            checkPadding(bytes[i]);
        }
    }

    private static void checkPadding(int value) throws UnreadableRestException {
        if (value != 0) {
            throw new UnreadableRestException("gzip");
        }
    }

    /** Keeps the bytes that are read one by one: trailers, headers and what is taken for one. */
    private static final class Recorder extends FilterInputStream {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

        Recorder(InputStream in) {
            super(in);
        }

        InputStream source() {
            return in;
        }

        @Override
        public int read() throws IOException {
            int next = super.read();
            if (next >= 0) {
                bytes.write(next);
            }
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return in.read(target, offset, length);
        }

        /** Returns a number above 0, so that the header of another member is looked for. */
        @Override
        public int available() {
            return 1;
        }
    }
}
