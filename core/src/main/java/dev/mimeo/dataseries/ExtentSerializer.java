package dev.mimeo.dataseries;

import java.io.IOException;
import java.nio.ByteOrder;

/**
 * Packs extents to bytes and unpacks them again, without a file: to keep them elsewhere or to send them. The bytes are those
 * of an extent in a file, with its checksums; who unpacks them must know the types and the byte order.
 *
 * <p>For one thread at a time. Holds codecs, some of which have memory that is not the heap's.
 */
public final class ExtentSerializer implements AutoCloseable {

    private final TypeLibrary types;
    private final boolean bigEndian;
    private final ExtentPacker packer;
    private final ExtentUnpacker unpacker;

    /**
     * Makes a serializer that verifies both checksums of what it unpacks.
     *
     * @param types those of the extents to unpack; types may be added to it later
     * @param options codecs to pack with, and the byte order of what is packed and unpacked. The rest has no effect
     */
    public ExtentSerializer(TypeLibrary types, WriterOptions options) {
        this(types, options, Checksums.ALL);
    }

    /**
     * Makes a serializer.
     *
     * @param types as above
     * @param options as above
     * @param checksums checksums to verify of the extents it unpacks
     */
    public ExtentSerializer(TypeLibrary types, WriterOptions options, Checksums checksums) {
        this.types = types;
        this.bigEndian = options.order().equals(ByteOrder.BIG_ENDIAN);
        this.packer = new ExtentPacker(options);
        this.unpacker = new ExtentUnpacker(checksums);
    }

    /**
     * Packs an extent of any type.
     *
     * @throws IllegalArgumentException if extents of its type cannot be written
     * @throws DataSeriesException if it was read without verifying its checksums, and is damaged
     * @throws IOException if it is too large for the format: a compressed part must stay below 512 MiB
     */
    public byte[] pack(Extent extent) throws IOException {
        ExtentPacker.checkWritable(extent.type());
        return packer.seal(extent).bytes();
    }

    /**
     * Tells what packed bytes hold, without unpacking them: the name of the type, the number of rows, the size of the
     * strings. Only that the sizes are possible is verified.
     *
     * @throws DataSeriesException if they are not an extent
     */
    public ExtentHeader header(byte[] packed) throws DataSeriesException {
        return ExtentHeader.parse(packed, bigEndian, new Place("packed extent", -1, -1));
    }

    /**
     * Unpacks an extent. Memory is only taken for what the bytes can hold.
     *
     * @param packed as {@link #pack} gives them; not kept
     * @param sourceName name of them in messages, and the {@link Extent#source()}
     * @throws DataSeriesException if they are not an extent of one of the types, or damaged
     */
    public Extent unpack(byte[] packed, String sourceName) throws DataSeriesException {
        return unpacker.unpack(StoredExtent.of(new Place(sourceName, -1, -1), packed, bigEndian, types));
    }

    @Override
    public void close() {
        packer.close();
        unpacker.close();
    }
}
