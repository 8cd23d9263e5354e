package dev.mimeo.garage.store;

import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.ByteSource;
import java.util.List;
import java.util.zip.DataFormatException;

/**
 * The offsets of the blocks of all columns, or the values of blocks that need none.
 *
 * <p>Of each table, of each column, of each block: a byte of its {@link Kind}, and what belongs to it. Chunks lie behind one
 * another in that order, so that only their sizes are needed. Thread-safe.
 */
@SuppressWarnings("EnumOrdinal") // The order is part of the format.
final class BlockDirectory {

    /** Storage of a block. The order is part of the format. */
    enum Kind {
        /** In a chunk: its size and, in 4 bytes, its CRC-32C. */
        CHUNK,
        /** One value, as many bytes as the type has; of integers and times a number of variable size. */
        CONSTANT,
        /** All NULL. */
        NULL,
        /** The text is the name of the server in every row. */
        SERVER
    }

    private static final Kind[] KINDS = Kind.values();

    private final int[] firstEntries;
    private final int[] blocks;
    private final byte[] kinds;
    /** Place of a chunk in the file, or bits of the value. */
    private final long[] values;

    private final int[] sizes;
    private final int[] checksums;
    private final long end;

    private BlockDirectory(
            int[] firstEntries, int[] blocks, int entries, ByteSource in, List<TableSchema> tables, long start)
            throws DataFormatException {
        this.firstEntries = firstEntries;
        this.blocks = blocks;
        this.kinds = new byte[entries];
        this.values = new long[entries];
        this.sizes = new int[entries];
        this.checksums = new int[entries];
        int entry = 0;
        long place = start;
        for (int table = 0; table < blocks.length; table++) {
            for (ColumnSchema column : tables.get(table).columns()) {
                for (int block = 0; block < blocks[table]; block++) {
                    int kind = in.readByte();
                    if (kind >= KINDS.length) {
                        throw new DataFormatException("unknown kind " + kind + " of a block");
                    }
                    kinds[entry] = (byte) kind;
                    if (kind == Kind.CHUNK.ordinal()) {
                        values[entry] = place;
                        sizes[entry] = in.readCount(Integer.MAX_VALUE);
                        checksums[entry] = in.readInt();
                        place += sizes[entry];
                    } else if (kind == Kind.CONSTANT.ordinal()) {
                        values[entry] = readValue(column.type(), in);
                    } else if (kind == Kind.SERVER.ordinal() && column.type() != ColumnSchema.Type.TEXT) {
                        throw new DataFormatException("expected numbers in column '" + column.name() + "'");
                    }
                    entry++;
                }
            }
        }
        if (in.remaining() != 0) {
            throw new DataFormatException("expected the end, found " + in.remaining() + " bytes more");
        }
        end = place;
    }

    /**
     * Reads a directory.
     *
     * @param start offset of the first chunk in the file
     */
    static BlockDirectory read(ByteSource in, List<TableSchema> tables, long start) throws DataFormatException {
        int[] first = new int[tables.size()];
        int[] blocks = new int[tables.size()];
        long entries = 0;
        for (int i = 0; i < first.length; i++) {
            TableSchema table = tables.get(i);
            first[i] = (int) entries;
            blocks[i] = table.blocks();
            entries += (long) table.columns().size() * blocks[i];
            if (entries > in.remaining()) {
                throw new DataFormatException(
                        "expected at least " + entries + " bytes of directory, found " + in.remaining());
            }
        }
        return new BlockDirectory(first, blocks, (int) entries, in, tables, start);
    }

    private static long readValue(ColumnSchema.Type type, ByteSource in) throws DataFormatException {
        return switch (type) {
            case FLOAT32 -> in.readInt();
            case FLOAT64 -> in.readLong();
            case INT64, TIMESTAMP -> in.readSigned();
            case BOOL -> in.readByte();
            case TEXT -> throw new DataFormatException("expected text to be no constant");
        };
    }

    static void writeConstant(ColumnSchema.Type type, long bits, ByteSink out) {
        out.writeByte(Kind.CONSTANT.ordinal());
        switch (type) {
            case FLOAT32 -> out.writeInt((int) bits);
            case FLOAT64 -> out.writeLong(bits);
            case INT64, TIMESTAMP -> out.writeSigned(bits);
            case BOOL -> out.writeByte((int) bits);
            case TEXT -> throw new IllegalArgumentException("text is not a constant");
        }
    }

    static void writeChunk(int size, int checksum, ByteSink out) {
        out.writeByte(Kind.CHUNK.ordinal());
        out.writeVariable(size);
        out.writeInt(checksum);
    }

    static void writeKind(Kind kind, ByteSink out) {
        out.writeByte(kind.ordinal());
    }

    /** Returns where the last chunk ends in the file. */
    long end() {
        return end;
    }

    /** Returns the number of an entry, for the methods below. */
    int entry(int table, int column, int block) {
        return firstEntries[table] + column * blocks[table] + block;
    }

    Kind kind(int entry) {
        return KINDS[kinds[entry]];
    }

    /** Returns the bits of the value of a constant. */
    long value(int entry) {
        return values[entry];
    }

    /** Returns where a chunk starts in the file. */
    long offset(int entry) {
        return values[entry];
    }

    /** Returns the bytes of a chunk; 0 where there is none. */
    int size(int entry) {
        return sizes[entry];
    }

    int checksum(int entry) {
        return checksums[entry];
    }

    /** Returns whether a column has any chunk. */
    boolean hasChunks(int table, int column) {
        for (int block = 0; block < blocks[table]; block++) {
            if (kinds[entry(table, column, block)] == Kind.CHUNK.ordinal()) {
                return true;
            }
        }
        return false;
    }
}
