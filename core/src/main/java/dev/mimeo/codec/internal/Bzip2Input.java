package dev.mimeo.codec.internal;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.bytes.BulkInputStream;
import dev.mimeo.internal.bytes.UnreadableRestException;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses bzip2 streams that follow each other, block by block: it keeps the largest block in memory, at most 3.6 MB, whatever the size of
 * the file. All bytes before a place where it cannot go on are given, those of a damaged block included, and then the failure, again and again.
 * Not thread-safe.
 */
public final class Bzip2Input extends BulkInputStream {
    private static final int BUFFER = 1 << 16;

    private final InputStream source;
    private final BitSource bits;
    private final Bzip2Blocks blocks = new Bzip2Blocks();
    private boolean ended;
    private @Nullable IOException failure;

    private Bzip2Input(InputStream source) {
        this.source = source;
        this.bits = new BitSource(source, BUFFER);
    }

    /**
     * Opens a stream, and reads the header of the first stream in it.
     *
     * @param in closed with the stream returned
     * @throws EOFException if it is cut off in the header
     * @throws MimeoException if it is not bzip2
     * @throws IOException if reading fails
     */
    public static InputStream open(InputStream in) throws IOException {
        Bzip2Input input = new Bzip2Input(in);
        try {
            input.blocks.start(input.bits);
        } catch (DataFormatException e) {
            throw named(e);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        return input;
    }

    /**
     * {@inheritDoc}
     *
     * @throws EOFException if the file is cut off
     * @throws UnreadableRestException if something else follows a whole stream
     * @throws MimeoException if it is damaged
     */
    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (failure != null) {
            throw failure;
        }
        if (length == 0) {
            return 0;
        }
        int at = offset;
        try {
            while (at == offset && !ended) {
                if (blocks.isWritten()) {
                    advance();
                } else {
                    at = blocks.write(target, offset, offset + length);
                }
            }
        } catch (DataFormatException e) {
            failure = named(e);
        } catch (UnreadableRestException e) {
            failure = e;
        } catch (UncheckedIOException e) {
            failure = e.getCause();
        }
        if (failure != null) {
            throw failure;
        }
        return at == offset ? -1 : at - offset;
    }

    /** Goes on to the next block, of the next stream if this one has none. */
    private void advance() throws DataFormatException, UnreadableRestException {
        if (blocks.next(bits, Bzip2Format.LARGEST)) {
            return;
        }
        bits.skipToByte();
        int header = bits.peek(Integer.SIZE);
        int there = Math.min(Integer.BYTES, bits.remainingBytes());
        if (there == 0) {
            ended = true;
            return;
        }
        int missing = (Integer.BYTES - there) * Byte.SIZE;
        boolean starts =
                missing > 0 ? header >>> missing == Bzip2Format.HEADER >>> missing : Bzip2Blocks.isHeader(header);
        if (!starts) {
            throw new UnreadableRestException("bzip2");
        }
        blocks.start(bits);
    }

    private static IOException named(DataFormatException e) {
        if (e instanceof BitSource.CutOffException) {
            return new EOFException("the bzip2 file is cut off");
        }
        return new MimeoException("", -1, MimeoException.Reason.CORRUPT, String.valueOf(e.getMessage()), e);
    }

    @Override
    public void close() throws IOException {
        source.close();
    }
}
