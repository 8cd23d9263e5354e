package dev.mimeo.codec.internal;

import dev.mimeo.internal.bytes.BigEndian;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * Reads bits from a range of an array or from a stream, the highest bit of a byte first. Of a stream, no more than 8 bytes are waited for
 * beyond those that are asked for. Not thread-safe.
 */
final class BitSource {
    private final byte[] source;

    /** Refills the array, and null if there is nothing behind it. */
    private final @Nullable InputStream stream;

    private int end;
    private int at;

    /** The next bits, the first of them highest; zeros behind the last. */
    private long bits;

    private int available;

    BitSource(byte[] source, int offset, int length) {
        this.source = source;
        this.stream = null;
        this.at = offset;
        this.end = offset + length;
    }

    /**
     * Makes a source of all bytes of a stream. If reading it fails, methods throw an {@link UncheckedIOException}.
     *
     * @param bufferBytes bytes that are read at a time, at least 8
     */
    BitSource(InputStream stream, int bufferBytes) {
        this.source = new byte[bufferBytes];
        this.stream = stream;
    }

    /** There are fewer bits than were asked for. */
    static final class CutOffException extends DataFormatException {
        private static final long serialVersionUID = 1L;

        CutOffException() {
            super("the block is cut off");
        }
    }

    /**
     * Returns the next bits without going on. Behind the end are zeros.
     *
     * @param count 1 to 32
     */
    int peek(int count) {
        if (available < Integer.SIZE) {
            refill();
        }
        return (int) (bits >>> (Long.SIZE - count));
    }

    /**
     * Goes on.
     *
     * @param count bits of those that were {@linkplain #peek seen}, at most
     * @throws CutOffException if there are fewer
     */
    void skip(int count) throws CutOffException {
        bits <<= count;
        available -= count;
        if (available < 0) {
            throw new CutOffException();
        }
    }

    /** Goes on to the next whole byte. */
    void skipToByte() {
        int rest = available % Byte.SIZE;
        bits <<= rest;
        available -= rest;
    }

    /**
     * Does nothing if bits that were {@linkplain #peek seen} are there.
     *
     * @throws CutOffException if some of them are behind the end
     */
    void require(int count) throws CutOffException {
        if (available < count) {
            throw new CutOffException();
        }
    }

    /**
     * Returns the next bits as a number without sign, or all 32 as they are.
     *
     * @param count 1 to 32
     * @throws CutOffException if there are fewer
     */
    int next(int count) throws CutOffException {
        int value = peek(count);
        skip(count);
        return value;
    }

    /** Returns the whole bytes that are left; of a stream, those that were read. */
    int remainingBytes() {
        return end - at + available / Byte.SIZE;
    }

    private void refill() {
        if (stream != null && end - at < Integer.BYTES) {
            readMore(stream);
        }
        if (end - at >= Integer.BYTES) {
            bits |= (BigEndian.getInt(source, at) & 0xffff_ffffL) << (Integer.SIZE - available);
            at += Integer.BYTES;
            available += Integer.SIZE;
            return;
        }
        for (; at < end; at++) {
            available += Byte.SIZE;
            bits |= (source[at] & 0xffL) << (Long.SIZE - available);
        }
    }

    /** Reads until there are four bytes, or the stream ends. */
    private void readMore(InputStream more) {
        System.arraycopy(source, at, source, 0, end - at);
        end -= at;
        at = 0;
        try {
            while (end < Integer.BYTES) {
                int count = more.read(source, end, source.length - end);
                if (count < 0) {
                    return;
                }
                end += count;
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
