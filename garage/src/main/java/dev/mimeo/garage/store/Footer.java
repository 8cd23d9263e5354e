package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.zip.CRC32C;
import java.util.zip.DataFormatException;

/**
 * The end of a packed file: the sizes and checksums of its sections, in the order in which they lie before it.
 *
 * @param fileBytes size of the file
 */
record Footer(Section schema, Section directory, Section statistics, long fileBytes) {

    /** The version of files that are written, and the newest that can be read. It has more codecs of columns than version 1. */
    static final int VERSION = 2;

    /** The first of eight bytes at both ends of a file; the last of them is the version of the format. */
    private static final byte[] MAGIC = "MGARAGE".getBytes(StandardCharsets.US_ASCII);

    static final int MAGIC_BYTES = 8;

    /** Sections, size of the file, checksum of all before it, magic. */
    static final int BYTES = 3 * Section.BYTES + 8 + 4 + MAGIC_BYTES;

    /**
     * A part of the file.
     *
     * @param bytes its size in the file
     * @param unpackedBytes its size after decompression; the same if it is not compressed
     * @param checksum CRC-32C of what is in the file
     */
    record Section(int bytes, int unpackedBytes, int checksum) {
        static final int BYTES = 12;
    }

    /** Returns where the sections start. */
    long sectionsStart() {
        return fileBytes - BYTES - schema.bytes - directory.bytes - statistics.bytes;
    }

    static void writeMagic(ByteSink out) {
        out.write(MAGIC, 0, MAGIC.length);
        out.writeByte(VERSION);
    }

    /** Returns the version of the format that the first bytes of a file name, 0 if it is not a packed file. */
    static int version(byte[] head) {
        return head.length >= MAGIC_BYTES && Arrays.equals(head, 0, MAGIC.length, MAGIC, 0, MAGIC.length)
                ? head[MAGIC.length] & 0xff
                : 0;
    }

    void write(ByteSink out) {
        writeSections(out);
        out.writeInt(checksum());
        writeMagic(out);
    }

    private void writeSections(ByteSink out) {
        for (Section section : new Section[] {schema, directory, statistics}) {
            out.writeInt(section.bytes);
            out.writeInt(section.unpackedBytes);
            out.writeInt(section.checksum);
        }
        out.writeLong(fileBytes);
    }

    /** Returns the CRC-32C of the sizes and checksums. */
    int checksum() {
        ByteSink out = new ByteSink();
        writeSections(out);
        return checksum(out.array(), 0, out.size());
    }

    /**
     * Reads a footer.
     *
     * @param offset offset in the array
     * @param fileBytes size that the file has
     * @param head first bytes of the file, which are the last ones too
     */
    static Footer read(byte[] bytes, int offset, long fileBytes, byte[] head) throws DataFormatException {
        if (!Arrays.equals(bytes, offset + BYTES - MAGIC_BYTES, offset + BYTES, head, 0, MAGIC_BYTES)) {
            throw new DataFormatException("expected the end of a packed file; the file was cut off or is damaged");
        }
        ByteSource in = new ByteSource(bytes, offset, BYTES);
        Section schema = new Section(in.readInt(), in.readInt(), in.readInt());
        Section directory = new Section(in.readInt(), in.readInt(), in.readInt());
        Section statistics = new Section(in.readInt(), in.readInt(), in.readInt());
        Footer footer = new Footer(schema, directory, statistics, in.readLong());
        int expected = footer.checksum();
        int found = in.readInt();
        if (found != expected) {
            throw new DataFormatException(wrongChecksum(expected, found));
        }
        if (footer.fileBytes != fileBytes) {
            throw new DataFormatException("expected a file of " + footer.fileBytes + " bytes, found " + fileBytes);
        }
        if (Math.min(schema.bytes, Math.min(directory.bytes, statistics.bytes)) < 0
                || footer.sectionsStart() < MAGIC_BYTES) {
            throw new DataFormatException("expected sections that fit into " + fileBytes + " bytes");
        }
        return footer;
    }

    static int checksum(byte[] bytes, int offset, int length) {
        CRC32C crc = new CRC32C();
        crc.update(bytes, offset, length);
        return (int) crc.getValue();
    }

    static String wrongChecksum(int expected, int found) {
        return String.format("expected checksum %08x, found %08x", expected, found);
    }
}
