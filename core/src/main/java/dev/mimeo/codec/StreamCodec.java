package dev.mimeo.codec;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Objects;
import java.util.zip.DataFormatException;

/**
 * A block codec on top of a library that has streams only: one whole stream per block.
 *
 * <p>For one thread at a time, like every codec.
 */
public abstract class StreamCodec implements Codec {
    private final String name;

    /**
     * Names the codec.
     *
     * @param name result of {@link #name()}
     */
    protected StreamCodec(String name) {
        this.name = name;
    }

    /**
     * Makes a stream that compresses {@code length} bytes.
     *
     * @throws IOException if the library refuses
     */
    protected abstract OutputStream compressor(OutputStream out, int length) throws IOException;

    /**
     * Makes a stream that decompresses up to {@code length} bytes and takes no byte beyond its end from its input.
     *
     * @throws IOException if the input does not begin as it must
     */
    protected abstract InputStream decompressor(InputStream in, int length) throws IOException;

    @Override
    public final String name() {
        return name;
    }

    @Override
    public final int compress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength) {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        RangeOutputStream out = new RangeOutputStream(dst, dstOffset, dstLength);
        try (OutputStream compressor = compressor(out, srcLength)) {
            compressor.write(src, srcOffset, srcLength);
        } catch (IOException e) {
            throw new IllegalStateException(name + " cannot compress " + srcLength + " bytes", e);
        }
        return out.size <= dstLength ? (int) out.size : -1;
    }

    @Override
    public final int decompress(byte[] src, int srcOffset, int srcLength, byte[] dst, int dstOffset, int dstLength)
            throws DataFormatException {
        Objects.checkFromIndexSize(srcOffset, srcLength, src.length);
        Objects.checkFromIndexSize(dstOffset, dstLength, dst.length);
        ByteArrayInputStream in = new ByteArrayInputStream(src, srcOffset, srcLength);
        int size;
        try (InputStream decompressor = decompressor(in, dstLength)) {
            size = decompressor.readNBytes(dst, dstOffset, dstLength);
            if (decompressor.read() >= 0) {
                throw new Codec.DestinationTooSmallException(name, dstLength);
            }
        } catch (IOException | RuntimeException e) {
            // The libraries' decoders meet some malformed input with unchecked exceptions.
            throw new DataFormatException("malformed " + name + " block: " + e.getMessage());
        }
        if (in.available() > 0) {
            throw new DataFormatException(name + " block is followed by " + in.available() + " other bytes");
        }
        return size;
    }

    @Override
    public void close() {}

    /** Writes into a range of an array; what is beyond its end is counted and dropped. */
    private static final class RangeOutputStream extends OutputStream {
        private final byte[] array;
        private final int offset;
        private final int room;
        private long size;

        RangeOutputStream(byte[] array, int offset, int room) {
            this.array = array;
            this.offset = offset;
            this.room = room;
        }

        @Override
        public void write(int b) {
            if (size < room) {
                array[offset + (int) size] = (byte) b;
            }
            size++;
        }

        @Override
        public void write(byte[] source, int start, int length) {
            if (size < room) {
                System.arraycopy(source, start, array, offset + (int) size, (int) Math.min(length, room - size));
            }
            size += length;
        }
    }
}
