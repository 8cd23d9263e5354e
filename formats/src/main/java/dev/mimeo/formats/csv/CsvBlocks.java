package dev.mimeo.formats.csv;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Cuts a stream into blocks of whole lines. A byte order mark at its start is left out. */
final class CsvBlocks implements OrderedPipeline.Source<TextBlock> {

    /** Size of blocks that keeps threads busy and costs little memory. */
    static final int BLOCK_BYTES = 1 << 19;

    private final InputStream in;
    private final String name;
    private final int maxLine;
    private final int blockBytes;
    private byte[] rest = {};
    private boolean started;
    private boolean ended;

    CsvBlocks(InputStream in, String name, int maxLine, int blockBytes) {
        this.in = in;
        this.name = name;
        this.maxLine = maxLine;
        this.blockBytes = blockBytes;
    }

    @Override
    public @Nullable TextBlock next() throws IOException {
        if (ended) {
            return null;
        }
        // One byte more, for the line feed that the last line may lack.
        byte[] bytes = Arrays.copyOf(rest, rest.length + blockBytes + 1);
        int length = rest.length;
        int read = 0;
        while (true) {
            int more = in.readNBytes(bytes, length, bytes.length - 1 - length);
            read += more;
            int searched = length;
            length += more;
            if (length < bytes.length - 1) {
                ended = true;
                return last(bytes, length, read);
            }
            int end = lastLineEnd(bytes, searched, length);
            if (end > 0) {
                rest = Arrays.copyOfRange(bytes, end, length);
                return block(bytes, end, read);
            }
            if (length > maxLine) {
                throw new DataSeriesException(
                        name, "a line is longer than " + maxLine + " bytes: split it, or end lines with a line feed");
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(2L * bytes.length, (long) maxLine + 2));
        }
    }

    private @Nullable TextBlock last(byte[] bytes, int length, int read) {
        rest = new byte[0];
        if (length == 0) {
            return null;
        }
        if (bytes[length - 1] == '\n') {
            return block(bytes, length, read);
        }
        bytes[length] = '\n';
        return block(bytes, length + 1, read);
    }

    private TextBlock block(byte[] bytes, int length, int read) {
        boolean mark = !started
                && length >= 3
                && bytes[0] == (byte) 0xef
                && bytes[1] == (byte) 0xbb
                && bytes[2] == (byte) 0xbf;
        started = true;
        if (mark) {
            return new TextBlock(Arrays.copyOfRange(bytes, 3, length), length - 3, read);
        }
        return new TextBlock(bytes, length, read);
    }

    private static int lastLineEnd(byte[] bytes, int from, int to) {
        for (int i = to - 1; i >= from; i--) {
            if (bytes[i] == '\n') {
                return i + 1;
            }
        }
        return 0;
    }
}
