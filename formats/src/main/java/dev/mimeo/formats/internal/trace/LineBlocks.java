package dev.mimeo.formats.internal.trace;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Cuts text into blocks of whole lines, each ended by its line feed. The last line of all may lack one. A line longer
 * than a block is cut, and a block has a bounded number of lines, for memory is bounded.
 */
final class LineBlocks implements OrderedPipeline.Source<byte[]> {

    /** A row may take much more memory than its line if lines are very short. */
    private static final int MIN_MEAN_LINE = 128;

    private final InputStream in;
    private final byte[] buffer;
    private final int maxLines;
    private int start;
    private int size;
    private boolean ended;

    LineBlocks(InputStream in, int blockSize) {
        this.in = in;
        this.buffer = new byte[blockSize];
        this.maxLines = Math.max(1, blockSize / MIN_MEAN_LINE);
    }

    @Override
    public byte @Nullable [] next() throws IOException {
        int end = blockEnd();
        if (end == start || (end == size && !ended)) {
            refill();
            end = blockEnd();
        }
        if (end == start) {
            return null;
        }
        byte[] block = Arrays.copyOfRange(buffer, start, end);
        start = end;
        return block;
    }

    private void refill() throws IOException {
        if (!ended) {
            System.arraycopy(buffer, start, buffer, 0, size - start);
            size -= start;
            start = 0;
            size += in.readNBytes(buffer, size, buffer.length - size);
            ended = size < buffer.length;
        }
    }

    /** Returns where the last line feed is passed that is not too many, or else everything there is. */
    private int blockEnd() {
        int end = start;
        int lines = 0;
        for (int at = start; at < size && lines < maxLines; at++) {
            if (buffer[at] == '\n') {
                end = at + 1;
                lines++;
            }
        }
        // The rest may be a line that goes on, unless nothing follows or it fills the buffer.
        return end == start || (ended && lines < maxLines) ? size : end;
    }
}
