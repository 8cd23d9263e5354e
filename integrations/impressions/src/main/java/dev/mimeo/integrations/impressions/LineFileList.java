package dev.mimeo.integrations.impressions;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a list line by line, in bounded memory whatever the input is. Not thread-safe. */
final class LineFileList implements FileList {

    static final int MAX_LINE_BYTES = 4096;

    private final InputStream in;
    private final LineFormat format;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private long number;

    LineFileList(InputStream in, LineFormat format) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.format = format;
    }

    @Override
    public @Nullable FileRequest next() throws IOException {
        for (long length = readLine(); length >= 0; length = readLine()) {
            FileRequest request = parse(length);
            if (request != null) {
                return request;
            }
        }
        return null;
    }

    /** Reads a line without its end; returns its length, of which only the beginning is kept, or -1 at the end. */
    private long readLine() throws IOException {
        long length = 0;
        int next = in.read();
        if (next < 0) {
            return -1;
        }
        number++;
        while (next >= 0 && next != '\n') {
            if (length < MAX_LINE_BYTES) {
                line[(int) length] = (byte) next;
            }
            length++;
            next = in.read();
        }
        if (length > 0 && length <= MAX_LINE_BYTES && line[(int) length - 1] == '\r') {
            length--;
        }
        return length;
    }

    private @Nullable FileRequest parse(long length) {
        if (length > MAX_LINE_BYTES) {
            return defect(MAX_LINE_BYTES, "the line is longer than " + MAX_LINE_BYTES + " bytes");
        }
        try {
            String text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(line, 0, (int) length))
                    .toString();
            return format.parse(number, text);
        } catch (CharacterCodingException e) {
            return defect((int) length, "the line is not UTF-8");
        }
    }

    private FileRequest defect(int length, String what) {
        String shown = new String(line, 0, Math.min(length, 80), StandardCharsets.ISO_8859_1);
        return new FileRequest(number, shown, 0, what);
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
