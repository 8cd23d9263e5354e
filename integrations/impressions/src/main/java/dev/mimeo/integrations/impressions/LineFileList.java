package dev.mimeo.integrations.impressions;

import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** Reads a list line by line, in bounded memory whatever the input is. Not thread-safe. */
final class LineFileList implements FileList {

    static final int MAX_LINE_BYTES = 4096;

    /** Ends the requests of a producer. */
    private static final String QUIT = "quit";

    private final InputStream in;
    private @Nullable FileLineFormat format;
    private final byte[] line = new byte[MAX_LINE_BYTES];
    private long number;
    private boolean terminated;
    private boolean ended;

    /** Prepares to read lines, in a format that the first one tells if it is null. */
    LineFileList(InputStream in, @Nullable FileLineFormat format) {
        this.in = new BufferedInputStream(in, 1 << 16);
        this.format = format;
    }

    @Override
    public FileList.@Nullable Request next() throws IOException {
        while (!ended) {
            long length = readLine();
            if (length < 0) {
                ended = true;
            } else {
                FileList.Request request = parse(length);
                if (request != null) {
                    return request;
                }
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
        // Of a followed pipe more lines may come after a line that was cut off.
        terminated = next >= 0;
        return length;
    }

    private FileList.@Nullable Request parse(long length) {
        String text = new String(line, 0, (int) Math.min(length, MAX_LINE_BYTES), StandardCharsets.ISO_8859_1);
        if (length > MAX_LINE_BYTES) {
            return FileLineFormat.defect(
                    number, beginning(text), "the line is longer than " + MAX_LINE_BYTES + " bytes");
        }
        if (format == null && !text.isBlank()) {
            format = FileLineFormat.of(text);
        }
        if (format == null) {
            return null;
        }
        if (format == FileLineFormat.REQUEST) {
            if (!terminated) {
                // The size, or a path that begins with quit, may be incomplete.
                return FileLineFormat.defect(
                        number, text, "the line has no end: it was cut off when the producer stopped");
            }
            if (text.equals(QUIT)) {
                ended = true;
                return null;
            }
        }
        return format.parse(number, text);
    }

    private static String beginning(String text) {
        return text.substring(0, Math.min(text.length(), 80));
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
