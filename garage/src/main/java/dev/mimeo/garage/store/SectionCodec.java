package dev.mimeo.garage.store;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.garage.internal.codec.ByteSink;
import java.util.Arrays;
import java.util.zip.DataFormatException;

/**
 * Compresses the parts of a file that are not columns: Zstandard (RFC 8878), or as they are where that is not shorter. For one thread at
 * a time.
 */
final class SectionCodec implements AutoCloseable {

    private static final String CODEC = "zstd:9";

    /** No section needs more. */
    private static final int MAX_BYTES = 1 << 28;

    /** A section that is packed tighter is stored as it is, so that few bytes never ask for much memory. */
    private static final int MAX_RATIO = 512;

    private final Codec codec = Codecs.open(CODEC);

    /** Appends a section to a file. */
    Footer.Section write(ByteSink section, ByteSink file) {
        int size = section.size();
        if (size > MAX_BYTES) {
            throw new IllegalArgumentException("a section of " + size + " bytes is too large");
        }
        byte[] target = new byte[Math.max(0, size - 1)];
        int packed = codec.compress(section.array(), 0, size, target, 0, target.length);
        boolean isPacked = packed > 0 && size <= (long) packed * MAX_RATIO;
        byte[] bytes = isPacked ? target : section.array();
        int length = isPacked ? packed : size;
        file.write(bytes, 0, length);
        return new Footer.Section(length, size, Footer.checksum(bytes, 0, length));
    }

    /** Returns a section, checked and unpacked. */
    byte[] read(byte[] file, int offset, Footer.Section section) throws DataFormatException {
        int found = Footer.checksum(file, offset, section.bytes());
        if (found != section.checksum()) {
            throw new DataFormatException(Footer.wrongChecksum(section.checksum(), found));
        }
        int size = section.unpackedBytes();
        if (size == section.bytes()) {
            return Arrays.copyOfRange(file, offset, offset + size);
        }
        if (size < 0 || size > MAX_BYTES || size > (long) section.bytes() * MAX_RATIO) {
            throw new DataFormatException(
                    "expected a section of possible size, found " + size + " bytes in " + section.bytes());
        }
        byte[] bytes = new byte[size];
        int unpacked = codec.decompress(file, offset, section.bytes(), bytes, 0, size);
        if (unpacked != size) {
            throw new DataFormatException("expected " + size + " bytes, found " + unpacked);
        }
        return bytes;
    }

    @Override
    public void close() {
        codec.close();
    }
}
