package dev.mimeo.garage.store;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.codec.ByteSource;
import dev.mimeo.garage.internal.codec.RowTimes;
import dev.mimeo.internal.files.InterruptibleFile;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * A packed file of tables, see {@link PackedFileWriter}, open for reading.
 *
 * <p>Opening reads the schema and the directory, not the columns; reading reads and decodes the columns that are asked for
 * only. Thread-safe: several threads can read at the same time, and one that is interrupted fails alone; after closing they fail
 * with an {@link IOException}.
 *
 * <p>A file that is cut off or damaged gives a {@link DamagedException}, at the latest when the part that is damaged is read.
 * Sizes in a file are compared with its own size before memory is taken for them, with one exception: a table says how many
 * rows it has, at most {@link TableSchema#MAX_ROWS}, and a column of few bytes can be that long.
 */
public final class PackedFile implements Closeable {

    /** Bytes read first: enough for the sections of most files. More would take longer to read than a second part of a few files. */
    private static final int TAIL_BYTES = 1 << 14;

    private final Path path;
    private final InterruptibleFile file;
    private final Footer footer;
    private final PackedFileWriter.FileDescription description;
    private final List<TableSchema> tables;
    private final Map<String, Integer> numbers = new HashMap<>();
    private final KnownTimes knownTimes;
    private final BlockDirectory directory;
    private final ColumnStatistics[][] statistics;

    private PackedFile(
            Path path,
            InterruptibleFile file,
            Footer footer,
            PackedFileWriter.FileDescription description,
            List<TableSchema> tables,
            BlockDirectory directory,
            ColumnStatistics[][] statistics) {
        this.path = path;
        this.file = file;
        this.footer = footer;
        this.description = description;
        this.tables = tables;
        this.directory = directory;
        this.statistics = statistics;
        this.knownTimes = new KnownTimes(tables);
        for (int i = 0; i < tables.size(); i++) {
            numbers.putIfAbsent(AnyCase.key(tables.get(i).name()), i);
        }
    }

    /**
     * Opens a file.
     *
     * @param path in any file system
     * @throws DamagedException if it is not a whole packed file
     * @throws IOException if it cannot be read
     */
    public static PackedFile open(Path path) throws IOException {
        InterruptibleFile file = InterruptibleFile.open(path);
        try {
            return open(path, file);
        } catch (IOException | RuntimeException | Error e) {
            file.close();
            throw e;
        }
    }

    private static PackedFile open(Path path, InterruptibleFile file) throws IOException {
        String place = "header";
        try (SectionCodec sections = new SectionCodec()) {
            long size = file.size();
            byte[] tail = bytes(file, Math.max(0, size - TAIL_BYTES), (int) Math.min(size, TAIL_BYTES));
            byte[] head = size <= TAIL_BYTES ? tail : bytes(file, 0, Footer.MAGIC_BYTES);
            int version = Footer.version(head);
            if (version == 0) {
                throw new DataFormatException("expected a packed file of counters");
            }
            if (version > Footer.VERSION) {
                String problem = "expected version 1 to " + Footer.VERSION + " of the format, found " + version;
                throw new DamagedException(Reason.TOO_NEW, path.toString(), place, problem);
            }
            place = "end of the file";
            if (size < Footer.MAGIC_BYTES + Footer.BYTES) {
                throw new DataFormatException("expected at least " + (Footer.MAGIC_BYTES + Footer.BYTES)
                        + " bytes, found " + size + "; the file was cut off");
            }
            Footer footer = Footer.read(tail, tail.length - Footer.BYTES, size, head);
            long start = footer.sectionsStart();
            byte[] bytes = tail;
            int at = (int) (start - (size - tail.length));
            if (start < size - tail.length) {
                bytes = bytes(file, start, Math.toIntExact(size - Footer.BYTES - start));
                at = 0;
            }
            place = "schema";
            byte[] schema = sections.read(bytes, at, footer.schema());
            ByteSource in = new ByteSource(schema, 0, schema.length);
            PackedFileWriter.FileDescription description = SchemaSection.readDescription(in);
            List<TableSchema> tables = SchemaSection.readTables(in);
            if (in.remaining() != 0) {
                throw new DataFormatException("expected the end, found " + in.remaining() + " bytes more");
            }
            place = "directory";
            at += footer.schema().bytes();
            byte[] entries = sections.read(bytes, at, footer.directory());
            BlockDirectory directory =
                    BlockDirectory.read(new ByteSource(entries, 0, entries.length), tables, Footer.MAGIC_BYTES);
            if (directory.end() != start) {
                throw new DataFormatException(
                        "expected chunks up to byte " + directory.end() + ", found them up to byte " + start);
            }
            place = "statistics";
            at += footer.directory().bytes();
            byte[] counts = sections.read(bytes, at, footer.statistics());
            ColumnStatistics[][] statistics =
                    StatisticsSection.read(new ByteSource(counts, 0, counts.length), tables, directory);
            return new PackedFile(path, file, footer, description, tables, directory, statistics);
        } catch (DataFormatException e) {
            throw new DamagedException(path.toString(), place, String.valueOf(e.getMessage()));
        } catch (EOFException | ArithmeticException e) {
            throw new DamagedException(
                    Reason.TRUNCATED, path.toString(), place, "the file was cut off while it was read");
        }
    }

    private static byte[] bytes(InterruptibleFile file, long offset, int length) throws IOException {
        byte[] bytes = new byte[length];
        if (file.read(offset, bytes, 0, length) < length) {
            throw new EOFException("expected " + length + " bytes at byte " + offset);
        }
        return bytes;
    }

    /** Returns the file's place. */
    public Path path() {
        return path;
    }

    /** Returns its size in bytes. */
    public long sizeBytes() {
        return footer.fileBytes();
    }

    /**
     * Returns the CRC-32C in the footer, which tells files of equal size apart. It depends on all bytes of the file: it covers the
     * checksums of the sections, and one of these has the checksums of all columns.
     */
    public int checksum() {
        return footer.checksum();
    }

    /** Returns what the file says of itself. */
    public PackedFileWriter.FileDescription description() {
        return description;
    }

    /** Returns the tables. */
    public List<TableSchema> tables() {
        return tables;
    }

    /** Returns a table, in any case, or null if there is none. */
    public @Nullable TableSchema table(String name) {
        Integer index = numbers.get(AnyCase.key(name));
        return index == null ? null : tables.get(index);
    }

    private int require(String name) {
        Integer index = numbers.get(AnyCase.key(name));
        if (index == null) {
            throw new IllegalArgumentException(path + " has no table '" + name + "'");
        }
        return index;
    }

    /**
     * Returns the statistics of a column, which decodes nothing.
     *
     * @throws IllegalArgumentException if there is no such table
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public ColumnStatistics statistics(String table, int column) {
        return statistics[require(table)][column];
    }

    /**
     * Returns the bytes that a column takes in the file, without its entries in directory and schema; 0 if it is constant.
     *
     * @throws IllegalArgumentException if there is no such table
     * @throws IndexOutOfBoundsException if there is no such column
     */
    public long packedBytes(String table, int column) {
        int index = require(table);
        TableSchema schema = tables.get(index);
        schema.columns().get(column);
        long bytes = 0;
        for (int block = 0; block < schema.blocks(); block++) {
            bytes += directory.size(directory.entry(index, column, block));
        }
        return bytes;
    }

    /**
     * Reads columns.
     *
     * @param columns their numbers, in any order
     * @return the columns in that order
     * @throws DamagedException if what is read is damaged
     * @throws IllegalArgumentException if there is no such table
     * @throws IndexOutOfBoundsException if there is no such column
     * @throws IOException if reading fails
     */
    public ColumnArray[] read(String table, int... columns) throws IOException {
        int index = require(table);
        TableSchema schema = tables.get(index);
        ColumnArray[] result = new ColumnArray[columns.length];
        try (ChunkReader reader = new ChunkReader()) {
            BlockReader[] blocks = new BlockReader[schema.blocks()];
            for (int block = 0; block < blocks.length; block++) {
                blocks[block] = new BlockReader(reader, index, block);
            }
            for (int i = 0; i < columns.length; i++) {
                result[i] = allocate(index, columns[i], schema.rows());
                for (BlockReader block : blocks) {
                    block.read(columns[i], result[i], block.number * TableSchema.BLOCK_ROWS);
                }
            }
        }
        return result;
    }

    /**
     * Reads one block of columns, as {@link #read(String, int...)} reads all.
     *
     * @param block 0 to {@link TableSchema#blocks()} - 1
     */
    public ColumnArray[] readBlock(String table, int block, int... columns) throws IOException {
        int index = require(table);
        TableSchema schema = tables.get(index);
        Objects.checkIndex(block, schema.blocks());
        ColumnArray[] result = new ColumnArray[columns.length];
        try (ChunkReader reader = new ChunkReader()) {
            BlockReader blockReader = new BlockReader(reader, index, block);
            for (int i = 0; i < columns.length; i++) {
                result[i] = allocate(index, columns[i], schema.blockRows(block));
                blockReader.read(columns[i], result[i], 0);
            }
        }
        return result;
    }

    private ColumnArray allocate(int table, int column, int rows) {
        ColumnSchema.Type type = tables.get(table).columns().get(column).type();
        return statistics[table][column].nulls() > 0
                ? ColumnArray.allocateNullable(type, rows)
                : ColumnArray.allocate(type, rows);
    }

    BlockDirectory directory() {
        return directory;
    }

    /** Returns a chunk as it is in the file, after its checksum was verified. */
    byte[] chunk(int table, int column, int block) throws IOException {
        int entry = directory.entry(table, column, block);
        try {
            byte[] chunk = bytes(file, directory.offset(entry), directory.size(entry));
            int checksum = Footer.checksum(chunk, 0, chunk.length);
            if (checksum != directory.checksum(entry)) {
                throw new DataFormatException(Footer.wrongChecksum(directory.checksum(entry), checksum));
            }
            return chunk;
        } catch (DataFormatException | EOFException e) {
            throw damaged(table, column, block, e);
        }
    }

    private DamagedException damaged(int table, int column, int block, Exception cause) {
        TableSchema schema = tables.get(table);
        return new DamagedException(
                path.toString(),
                "table '" + schema.name() + "', column '"
                        + schema.columns().get(column).name() + "', block " + block,
                String.valueOf(cause.getMessage()));
    }

    /** Reads a block of the columns of a table, and keeps its times for those that need them. For one thread. */
    private final class BlockReader {

        private final ChunkReader reader;
        private final int table;
        private final int number;
        private @Nullable RowTimes times;

        BlockReader(ChunkReader reader, int table, int number) {
            this.reader = reader;
            this.table = table;
            this.number = number;
        }

        void read(int column, ColumnArray values, int from) throws IOException {
            TableSchema schema = tables.get(table);
            boolean isTime = column == knownTimes.timeColumn(table);
            boolean isPrevious = column == knownTimes.previousColumn(table);
            read(column, values, from, () -> isTime ? null : times(schema, isPrevious));
        }

        private @Nullable RowTimes times(TableSchema schema, boolean forPrevious) throws IOException {
            int time = knownTimes.timeColumn(table);
            if (times != null || time < 0) {
                return times;
            }
            int entry = directory.entry(table, time, number);
            times = knownTimes.get(entry);
            if (times != null) {
                return times;
            }
            int rows = schema.blockRows(number);
            ColumnArray timeValues = allocate(table, time, rows);
            read(time, timeValues, 0, () -> null);
            if (forPrevious) {
                return new RowTimes(timeValues.longs(), new double[rows]);
            }
            int previous = knownTimes.previousColumn(table);
            ColumnArray previousValues = null;
            if (previous >= 0) {
                previousValues = allocate(table, previous, rows);
                read(previous, previousValues, 0, () -> new RowTimes(timeValues.longs(), new double[rows]));
            }
            RowTimes decoded = BlockTimes.of(timeValues, previousValues, 0, rows);
            times = decoded;
            knownTimes.put(entry, decoded);
            return decoded;
        }

        private void read(int column, ColumnArray values, int from, ChunkReader.TimesSource source) throws IOException {
            TableSchema schema = tables.get(table);
            int entry = directory.entry(table, column, number);
            int rows = schema.blockRows(number);
            BlockDirectory.Kind kind = directory.kind(entry);
            if (kind != BlockDirectory.Kind.CHUNK) {
                ConstantBlock.fill(values, from, rows, kind, directory.value(entry), description.server());
                return;
            }
            byte[] chunk = chunk(table, column, number);
            try {
                reader.read(new ByteSource(chunk, 0, chunk.length), values, from, rows, source);
            } catch (DataFormatException e) {
                throw damaged(table, column, number, e);
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }

    /**
     * Reports content that is not what the format of packed files expects.
     *
     * <p>The message is one line, {@code FILE: PLACE: WHAT WAS EXPECTED}.
     */
    public static final class DamagedException extends MimeoException {

        private static final long serialVersionUID = 1L;

        /**
         * Makes an exception.
         *
         * @param file name of the file
         * @param place part of the file that is wrong, for example a table and a column
         * @param problem expected and found values
         */
        public DamagedException(String file, String place, String problem) {
            this(Reason.CORRUPT, file, place, problem);
        }

        DamagedException(Reason reason, String file, String place, String problem) {
            super(file, -1, reason, file + ": " + place + ": " + problem);
        }
    }
}
