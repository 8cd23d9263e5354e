package dev.mimeo.characterization;

import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.WriterOptions;
import java.io.Closeable;
import java.io.IOException;
import java.nio.channels.WritableByteChannel;
import java.util.Map;
import java.util.TreeMap;

/**
 * Writes a characterization as a DataSeries file, chunk by chunk, in memory that does not depend on their number.
 *
 * <p>A file is complete only after {@link #finish}; one that is closed without it is recognised as unfinished by every
 * reader. Not thread-safe.
 */
public final class CharacterizationWriter implements Closeable {

    /** Unpacked bytes at which a group of chunk rows is written. */
    private static final long GROUP_BYTES = 256 * 1024;

    private final WritableByteChannel channel;
    private final DataSeriesWriter writer;
    private final ExtentBuilder chunks = new ExtentBuilder(CharacterizationTypes.CHUNK);
    private final ExtentBuilder costs = new ExtentBuilder(CharacterizationTypes.COST);
    private final ExtentBuilder statistics = new ExtentBuilder(CharacterizationTypes.STATISTIC);
    private final ExtentBuilder stretches = new ExtentBuilder(CharacterizationTypes.STRETCH);
    private final HistogramCoding coding = new HistogramCoding();
    private long nextNumber;
    private long nextOffset;
    private int largest;
    private boolean finished;

    private CharacterizationWriter(WritableByteChannel channel, DataSeriesWriter writer) {
        this.channel = channel;
        this.writer = writer;
    }

    /**
     * Starts a file.
     *
     * @param channel receives the file from its first byte on; closed with this writer
     * @param options codecs, byte order and threads of the file
     */
    public static CharacterizationWriter create(WritableByteChannel channel, WriterOptions options) throws IOException {
        return new CharacterizationWriter(
                channel, DataSeriesWriter.create(channel, CharacterizationTypes.ALL, options));
    }

    /**
     * Appends a chunk.
     *
     * @throws IllegalArgumentException if the chunk does not follow the one before it in number and offset
     */
    public void write(ChunkCharacterization chunk) throws IOException {
        if (finished || chunk.number() != nextNumber || chunk.offset() != nextOffset) {
            throw new IllegalArgumentException("chunk " + chunk.number() + " at " + chunk.offset() + " where chunk "
                    + nextNumber + " at " + nextOffset + " is due" + (finished ? ", after the end" : ""));
        }
        nextNumber++;
        nextOffset += chunk.size();
        largest = Math.max(largest, chunk.size());
        addRow(chunk);
        for (ChunkCharacterization.CodecCost cost : chunk.costs()) {
            costs.addRow();
            costs.setLong(0, chunk.number());
            costs.setString(1, cost.codec());
            costs.setLong(2, cost.compressedBytes());
            costs.setLong(3, cost.compressNanos());
            costs.setLong(4, cost.decompressNanos());
        }
        addRows(chunk.number(), chunk.statistics());
        chunk.stretches().forEach(stretch -> addRow(chunk.number(), stretch));
        if (chunks.sizeBytes() + costs.sizeBytes() + statistics.sizeBytes() + stretches.sizeBytes() >= GROUP_BYTES) {
            flush();
        }
    }

    private void addRows(long chunk, Map<String, Double> numbers) {
        for (Map.Entry<String, Double> statistic : new TreeMap<>(numbers).entrySet()) {
            statistics.addRow();
            statistics.setLong(0, chunk);
            statistics.setString(1, statistic.getKey());
            statistics.setDouble(2, statistic.getValue());
        }
    }

    private void addRow(ChunkCharacterization chunk) {
        chunks.addRow();
        chunks.setLong(0, chunk.number());
        chunks.setLong(1, chunk.offset());
        chunks.setInt(2, chunk.size());
        if (chunk.duplicateOf() < 0) {
            chunks.setNull(3);
        } else {
            chunks.setLong(3, chunk.duplicateOf());
        }
        ByteHistogram bytes = chunk.bytes();
        if (bytes == null) {
            chunks.setNull(4);
        } else {
            coding.encode(bytes);
            chunks.setBytes(4, coding.buffer(), 0, coding.length());
        }
        RepetitionHistogram repetitions = chunk.repetitions();
        if (repetitions == null) {
            chunks.setNull(5);
        } else {
            coding.encode(repetitions);
            chunks.setBytes(5, coding.buffer(), 0, coding.length());
        }
        if (chunk.deflateBytes() < 0) {
            chunks.setNull(6);
        } else {
            chunks.setInt(6, chunk.deflateBytes());
        }
    }

    private void addRow(long chunk, ChunkCharacterization.Stretch stretch) {
        stretches.addRow();
        stretches.setLong(0, chunk);
        stretches.setInt(1, stretch.start());
        stretches.setInt(2, stretch.length());
        if (stretch.isCopy()) {
            stretches.setLong(3, stretch.source());
            stretches.setNull(4);
        } else {
            stretches.setNull(3);
            stretches.setByte(4, stretch.value());
        }
    }

    /**
     * Ends a group of chunks: what follows is in other extents. Equal histograms of a group are stored once. A group ends by itself when it
     * has 256 KiB.
     */
    public void endGroup() throws IOException {
        flush();
    }

    private void flush() throws IOException {
        for (ExtentBuilder builder : new ExtentBuilder[] {chunks, costs, statistics, stretches}) {
            if (builder.rows() > 0) {
                writer.write(builder.build());
                builder.clear();
            }
        }
    }

    /**
     * Writes how the chunks are made; after all of them.
     *
     * @throws IllegalArgumentException if it is about another number of chunks
     */
    public void write(MimicCharacterization mimic) throws IOException {
        if (finished || mimic.chunks() != nextNumber) {
            throw new IllegalArgumentException("recipes of " + mimic.chunks() + " chunks where " + nextNumber
                    + " were written" + (finished ? ", after the end" : ""));
        }
        flush();
        MimicRows.write(mimic, writer);
    }

    /**
     * Completes the file with what is known of the data set as a whole, and closes it.
     *
     * @throws IllegalArgumentException if the chunks counted there are not those written
     */
    public void finish(DatasetCharacterization dataset) throws IOException {
        if (dataset.chunks() != nextNumber || dataset.scannedBytes() != nextOffset) {
            throw new IllegalArgumentException("data set of " + dataset.chunks() + " chunks and "
                    + dataset.scannedBytes() + " bytes where " + nextNumber + " chunks and " + nextOffset
                    + " bytes were written");
        }
        if (largest > dataset.chunkSize()) {
            throw new IllegalArgumentException(
                    "chunk size of " + dataset.chunkSize() + " bytes where a chunk of " + largest + " was written");
        }
        flush();
        ExtentBuilder duplication = new ExtentBuilder(CharacterizationTypes.DUPLICATION);
        for (DuplicationCharacterization cut : dataset.duplication()) {
            duplication.addRow();
            duplication.setString(0, cut.boundaries());
            duplication.setLong(1, cut.blocks());
            duplication.setLong(2, cut.bytes());
            duplication.setLong(3, cut.distinctBlocks());
            duplication.setLong(4, cut.distinctBytes());
            duplication.setDouble(5, cut.samplingRate());
        }
        ExtentBuilder profiles = new ExtentBuilder(CharacterizationTypes.DUPLICATION_PROFILE);
        dataset.duplication().forEach(cut -> DuplicationRows.write(cut, profiles));
        for (ExtentBuilder builder : new ExtentBuilder[] {duplication, profiles}) {
            if (builder.rows() > 0) {
                writer.write(builder.build());
            }
        }
        ExtentBuilder row = new ExtentBuilder(CharacterizationTypes.DATASET);
        row.addRow();
        row.setString(0, dataset.name());
        row.setString(1, dataset.toolVersion());
        row.setLong(2, dataset.bytes());
        row.setLong(3, dataset.population());
        row.setLong(4, dataset.chunks());
        row.setLong(5, dataset.scannedBytes());
        row.setInt(6, dataset.chunkSize());
        row.setBoolean(7, dataset.sampled());
        row.setLong(8, dataset.seed());
        row.setString(9, dataset.scanners());
        row.setLong(10, dataset.skippedSources());
        writer.write(row.build());
        addRows(CharacterizationTypes.WHOLE_DATASET, dataset.statistics());
        flush();
        writer.close();
        finished = true;
    }

    /** Closes the channel. Without {@link #finish} before it, what was written is not a complete file. */
    @Override
    public void close() throws IOException {
        channel.close();
    }
}
