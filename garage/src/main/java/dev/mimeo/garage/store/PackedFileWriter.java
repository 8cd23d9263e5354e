package dev.mimeo.garage.store;

import dev.mimeo.garage.codec.Scheme;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.codec.ByteSink;
import dev.mimeo.garage.internal.codec.Loss;
import dev.mimeo.garage.internal.codec.RowTimes;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.text.Failures;
import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Makes a packed file, table by table. For one thread at a time.
 *
 * <p>The file is an {@link AtomicFile}: it takes its name in {@link #commit}; without that nothing is left. Memory is that of one
 * packed block of a column and, for each column, of its statistics.
 *
 * <p>A file is: 8 bytes that say what it is, the last of them the version of the format, 2; the chunks, see {@link
 * ChunkWriter}; three sections, each compressed with Zstandard if that is shorter: {@link SchemaSection}, {@link BlockDirectory},
 * {@link StatisticsSection}; the {@link Footer}. Every byte is covered by a CRC-32C or compared with what it must be.
 */
public final class PackedFileWriter implements Closeable {

    private final AtomicFile file;
    private final FileChannel channel;
    private final FileDescription description;
    private final Options options;
    private final List<TableSchema> tables = new ArrayList<>();
    private final ByteSink directory = new ByteSink();
    private final ByteSink statistics = new ByteSink();
    private final ByteSink chunk = new ByteSink();
    private final ChunkWriter chunks;
    private long position;
    private boolean closed;

    /**
     * Server, day and properties that a packed file declares.
     *
     * @param server name of the server; empty if the tables are not of one server
     * @param day day of the samples in UTC, null if they are not of one day
     * @param properties anything else that is known, for example the version of the collector or its time zone, by name
     */
    public record FileDescription(String server, @Nullable LocalDate day, Map<String, String> properties) {

        /** Property with digests of what the file was packed from, separated by spaces. */
        private static final String INPUTS = "inputs";

        /** Copies the properties. */
        public FileDescription {
            properties = Collections.unmodifiableMap(new TreeMap<>(properties));
        }

        /**
         * Describes a file that is packed from inputs.
         *
         * @param digest hash of the inputs and of the options
         */
        public static FileDescription packedFrom(String server, @Nullable LocalDate day, String digest) {
            return new FileDescription(server, day, Map.of(INPUTS, digest));
        }

        /** Describes a file with the rows of several of one server: it has the properties that are the same in all, and all digests. */
        public static FileDescription joined(List<FileDescription> files) {
            Map<String, String> common = new TreeMap<>(files.get(0).properties);
            Set<String> digests = new TreeSet<>();
            for (FileDescription file : files) {
                common.entrySet().retainAll(file.properties.entrySet());
                digests.addAll(file.digests());
            }
            if (!digests.isEmpty()) {
                common.put(INPUTS, String.join(" ", digests));
            }
            return new FileDescription(files.get(0).server, null, common);
        }

        private List<String> digests() {
            String inputs = properties.get(INPUTS);
            return inputs == null ? List.of() : List.of(inputs.split(" "));
        }

        /** Returns whether the rows of inputs are in the file. */
        public boolean isPackedFrom(String digest) {
            return digests().contains(digest);
        }
    }

    /**
     * Options for packing columns.
     *
     * @param scheme strategy for encoding columns
     * @param maxRelativeError largest relative error of floating point values; 0 keeps every bit
     * @param columnErrors other errors for columns, by name in any case
     */
    public record Options(Scheme scheme, double maxRelativeError, Map<String, Double> columnErrors) {

        /** Every bit is kept. */
        public static final Options LOSSLESS = new Options(Scheme.AUTO, 0, Map.of());

        /** Checks the errors. */
        public Options {
            Map<String, Double> byKey = new HashMap<>();
            columnErrors.forEach((name, error) -> byKey.put(AnyCase.key(name), checked(error)));
            columnErrors = Map.copyOf(byKey);
            checked(maxRelativeError);
        }

        private static double checked(double error) {
            if (!(error >= 0 && error < 1)) {
                throw new IllegalArgumentException("the largest relative error must be 0 to less than 1, got " + error);
            }
            return error;
        }

        double error(ColumnSchema column) {
            return columnErrors.getOrDefault(AnyCase.key(column.name()), maxRelativeError);
        }
    }

    /** Makes the columns of a table. */
    @FunctionalInterface
    public interface ColumnSource {

        /** Returns the column of a number, from 0. */
        ColumnArray read(int column) throws IOException;
    }

    private PackedFileWriter(AtomicFile file, FileDescription description, Options options) {
        this.file = file;
        this.channel = file.channel();
        this.description = description;
        this.options = options;
        this.chunks = new ChunkWriter(options.scheme());
    }

    /**
     * Starts a file of a new name.
     *
     * @throws FileAlreadyExistsException if there is a file of that name
     * @throws IOException if the folder cannot be written to
     */
    public static PackedFileWriter create(Path target, FileDescription description, Options options)
            throws IOException {
        return start(AtomicFile.create(target, AtomicFile.Mode.NEW), description, options);
    }

    /** Starts a file as {@link #create}, which takes the place of one of that name when it is complete. */
    public static PackedFileWriter replace(Path target, FileDescription description, Options options)
            throws IOException {
        return start(AtomicFile.create(target, AtomicFile.Mode.REPLACE), description, options);
    }

    private static PackedFileWriter start(AtomicFile file, FileDescription description, Options options)
            throws IOException {
        PackedFileWriter writer = new PackedFileWriter(file, description, options);
        try {
            Footer.writeMagic(writer.chunk);
            writer.flush();
            return writer;
        } catch (IOException | RuntimeException | Error e) {
            writer.close();
            throw e;
        }
    }

    /**
     * Adds a table.
     *
     * @param values one of each column of the table, of its type, all with the rows of the table
     * @throws IllegalArgumentException if they are not, or there is a table of that name
     * @throws IllegalStateException if the file is finished
     * @throws IOException if writing fails
     */
    public void add(TableSchema table, List<ColumnArray> values) throws IOException {
        if (values.size() != table.columns().size()) {
            throw new IllegalArgumentException(
                    "table '" + table.name() + "' has " + table.columns().size() + " columns, got " + values.size());
        }
        add(table, values::get);
    }

    /**
     * Adds a table whose columns are made one after the other, so that they need not be in memory together. Those of times are made
     * twice.
     *
     * @throws IllegalArgumentException if a column has not its type and rows, or there is a table of that name
     * @throws IllegalStateException if the file is finished
     * @throws IOException if writing fails, or making a column
     */
    public void add(TableSchema table, ColumnSource columns) throws IOException {
        requireOpen();
        if (tables.stream().anyMatch(other -> AnyCase.equal(other.name(), table.name()))) {
            throw new IllegalArgumentException("there is a table '" + table.name() + "' already");
        }
        tables.add(table);
        RowTimes[] times = BlockTimes.ofBlocks(table, columns);
        for (int i = 0; i < table.columns().size(); i++) {
            ColumnArray values = columns.read(i);
            table.requireColumn(i, values);
            add(table, i, values, times);
        }
    }

    /**
     * Adds the tables of another file with some of their columns, whose packed bytes are copied as they are.
     *
     * @param source a file of the same server
     * @param isKept says which columns to keep; those of {@link ColumnSchema#isFixed} are kept in any case
     * @throws IllegalStateException if the file is finished
     * @throws PackedFile.DamagedException if a chunk is damaged
     * @throws IOException if reading or writing fails
     */
    public void copy(PackedFile source, BiPredicate<TableSchema, ColumnSchema> isKept) throws IOException {
        requireServerOf(source);
        for (int table = 0; table < source.tables().size(); table++) {
            TableSchema schema = source.tables().get(table);
            List<ColumnSchema> kept = new ArrayList<>();
            for (int i = 0; i < schema.columns().size(); i++) {
                ColumnSchema column = schema.columns().get(i);
                if (ColumnSchema.isFixed(column.name()) || isKept.test(schema, column)) {
                    kept.add(column);
                    copy(source, table, i);
                }
            }
            if (!kept.isEmpty()) {
                tables.add(new TableSchema(schema.name(), schema.rows(), kept));
            }
        }
    }

    private void requireOpen() {
        if (!channel.isOpen()) {
            throw new IllegalStateException(file.target() + ": the file is finished");
        }
    }

    private void requireServerOf(PackedFile source) {
        requireOpen();
        if (!source.description().server().equals(description.server())) {
            throw new IllegalArgumentException("the file is one of server '"
                    + source.description().server() + "', not '" + description.server() + "'");
        }
    }

    /**
     * Adds the tables of another file, columns of floating point numbers with the errors of the options where that makes them
     * shorter; all others are copied as they are.
     *
     * @param source a file of the same server
     * @return columns that are shorter, {@code TABLE.COLUMN}
     * @throws IllegalStateException if the file is finished
     * @throws PackedFile.DamagedException if a chunk is damaged
     * @throws IOException if reading or writing fails
     */
    public Set<String> reencode(PackedFile source) throws IOException {
        requireServerOf(source);
        Set<String> changed = new TreeSet<>();
        for (int table = 0; table < source.tables().size(); table++) {
            TableSchema schema = source.tables().get(table);
            RowTimes[] times = BlockTimes.ofBlocks(schema, column -> source.read(schema.name(), column)[0]);
            for (int i = 0; i < schema.columns().size(); i++) {
                ColumnSchema column = schema.columns().get(i);
                boolean isLossy = column.type().isFloating() && options.error(column) > 0;
                if (isLossy && source.directory().hasChunks(table, i) && addIfShorter(source, schema, i, times)) {
                    changed.add(schema.name() + "." + column.name());
                } else {
                    copy(source, table, i);
                }
            }
            tables.add(schema);
        }
        return changed;
    }

    /** Adds a column, but leaves no trace of it if it takes as much as in another file. */
    private boolean addIfShorter(PackedFile source, TableSchema schema, int column, RowTimes[] times)
            throws IOException {
        long start = position;
        int directoryStart = directory.size();
        int statisticsStart = statistics.size();
        add(schema, column, source.read(schema.name(), column)[0], times);
        if (position - start < source.packedBytes(schema.name(), column)) {
            return true;
        }
        position = start;
        channel.truncate(start);
        directory.truncate(directoryStart);
        statistics.truncate(statisticsStart);
        return false;
    }

    private void copy(PackedFile source, int table, int column) throws IOException {
        TableSchema schema = source.tables().get(table);
        ColumnSchema.Type type = schema.columns().get(column).type();
        for (int block = 0; block < schema.blocks(); block++) {
            int entry = source.directory().entry(table, column, block);
            BlockDirectory.Kind kind = source.directory().kind(entry);
            switch (kind) {
                case CHUNK -> {
                    byte[] bytes = source.chunk(table, column, block);
                    chunk.write(bytes, 0, bytes.length);
                    BlockDirectory.writeChunk(bytes.length, source.directory().checksum(entry), directory);
                    flush();
                }
                case CONSTANT ->
                    BlockDirectory.writeConstant(type, source.directory().value(entry), directory);
                case NULL, SERVER -> BlockDirectory.writeKind(kind, directory);
            }
        }
        if (source.directory().hasChunks(table, column)) {
            StatisticsSection.write(type, source.statistics(schema.name(), column), statistics);
        }
    }

    private void add(TableSchema table, int index, ColumnArray values, RowTimes[] times) throws IOException {
        ColumnSchema column = table.columns().get(index);
        boolean previous = index == BlockTimes.previousColumn(table);
        Loss loss = column.loss(options.error(column));
        boolean hasChunks = false;
        // Statistics are of what readers get.
        ColumnArray stored = loss.maxRelativeError() == 0 ? values : values.copyOfFloating();
        for (int block = 0; block < table.blocks(); block++) {
            int from = block * TableSchema.BLOCK_ROWS;
            int rows = table.blockRows(block);
            if (!ConstantBlock.write(values, from, rows, description.server(), directory)) {
                if (chunks.write(values, from, rows, loss, times.length == 0 ? null : times[block], previous, chunk)) {
                    stored.round(loss, from, rows);
                }
                BlockDirectory.writeChunk(chunk.size(), Footer.checksum(chunk.array(), 0, chunk.size()), directory);
                flush();
                hasChunks = true;
            }
        }
        if (hasChunks) {
            StatisticsSection.write(column.type(), StatisticsCounter.of(column, stored), statistics);
        }
    }

    private void flush() throws IOException {
        try {
            FullTransfers.write(channel, ByteBuffer.wrap(chunk.array(), 0, chunk.size()));
        } catch (IOException e) {
            throw Failures.ofFile(file.target(), e);
        }
        position += chunk.size();
        chunk.truncate(0);
    }

    /**
     * Finishes the file and gives it its name.
     *
     * @return its size in bytes
     * @throws IllegalStateException if that is done already, or the file is closed
     * @throws FileAlreadyExistsException if a file of that name came into being and may not be replaced
     * @throws IOException if writing fails
     */
    public long commit() throws IOException {
        requireOpen();
        ByteSink schema = new ByteSink();
        SchemaSection.write(description, tables, schema);
        long size;
        try (SectionCodec sections = new SectionCodec()) {
            Footer.Section schemaSection = sections.write(schema, chunk);
            Footer.Section directorySection = sections.write(directory, chunk);
            Footer.Section statisticsSection = sections.write(statistics, chunk);
            size = position + chunk.size() + Footer.BYTES;
            new Footer(schemaSection, directorySection, statisticsSection, size).write(chunk);
        }
        flush();
        file.commit();
        return size;
    }

    /** Removes what is not committed; closing twice is harmless. */
    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            chunks.close();
            file.close();
        }
    }
}
