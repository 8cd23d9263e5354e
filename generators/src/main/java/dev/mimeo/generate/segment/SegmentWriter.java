package dev.mimeo.generate.segment;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.FullTransfers;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongConsumer;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/**
 * Writes segment files, from which programs in any language generate any amount of data; see the page "Segment files" of the reference.
 * Thread-safe: there is no state.
 */
public final class SegmentWriter {

    /** Blocks whose slots are chosen together. */
    private static final int REGION_BLOCKS = 64;

    private static final int REGION_BYTES = REGION_BLOCKS * SegmentFormat.BLOCK_BYTES;
    private static final int REGIONS_IN_FLIGHT = 8;
    private static final int RATIO_BLOCKS = 2048;
    private static final String CODEC = "zlib:6";

    private SegmentWriter() {}

    /**
     * Settings of a segment.
     *
     * @param name name of the characterization
     * @param bytes size of the data, rounded up to whole blocks of 4 KiB; 1 byte to 256 GiB
     * @param seed seed of the producer, for the record, and of the positions of added duplicates
     * @param threads at least 1
     */
    public record Settings(String name, long bytes, long seed, int threads) {

        /** @throws IllegalArgumentException if a number is out of range */
        public Settings {
            long most = (long) SegmentFormat.MAX_BLOCKS * SegmentFormat.BLOCK_BYTES;
            if (bytes < 1 || bytes > most) {
                throw new IllegalArgumentException("a segment has 1 byte to 256 GiB, got " + bytes + " bytes");
            }
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
        }

        int blocks() {
            return (int) ((bytes + SegmentFormat.BLOCK_BYTES - 1) / SegmentFormat.BLOCK_BYTES);
        }
    }

    /**
     * The main numbers of a segment that was written.
     *
     * @param name name of the characterization, shortened in the file to 63 bytes of UTF-8
     * @param seed seed of the generated data
     * @param blocks blocks of 4 KiB, at least 1
     * @param distinctBlocks blocks with different content
     * @param constantBlocks how many of the distinct ones repeat a single byte; these are the same in every pass over the segment
     * @param markedBlocks how many of the distinct ones differ from pass to pass in six adjacent bytes, because they have too few
     *     bytes that can be swapped
     * @param ratio compression ratio of a sample of the blocks, each compressed alone with zlib at level 6
     */
    public record Summary(
            String name,
            long seed,
            int blocks,
            int distinctBlocks,
            int constantBlocks,
            int markedBlocks,
            double ratio) {

        /** Returns the dedup ratio of the segment in blocks of 4 KiB, which every pass over it has. */
        public double dedupRatio() {
            return (double) blocks / distinctBlocks;
        }

        /** Returns the bytes of data in the segment. */
        public long bytes() {
            return (long) SegmentFormat.BLOCK_BYTES * blocks;
        }
    }

    /**
     * Writes the segment of a characterization to a new file, of data by the default generator; in random order if the segment is smaller than
     * what was scanned, so that it has chunks from all over it.
     *
     * @param file appears when it is complete
     * @throws java.nio.file.FileAlreadyExistsException if the file exists
     * @throws IOException if the file cannot be written or the characterization not be read
     */
    public static Summary write(Path file, Characterization source, Settings settings) throws IOException {
        DataProducer.Builder producers = DataProducer.of(source)
                .seed(settings.seed())
                .order(settings.bytes() < source.scannedBytes() ? DataProducer.Order.RANDOM : DataProducer.Order.STORED)
                .threads(settings.threads());
        try (AtomicFile output = AtomicFile.create(file, AtomicFile.Mode.NEW);
                DataProducer producer = producers.build()) {
            Summary summary;
            try (FileChannel channel =
                    FileChannel.open(output.temporary(), StandardOpenOption.READ, StandardOpenOption.WRITE)) {
                summary = write(channel, producer, source.dataset(), settings, done -> {});
            }
            output.commit();
            return summary;
        }
    }

    /**
     * Writes a segment. The bytes depend on the stream of the producer, the duplicates of the data set and the settings, but not on the
     * number of threads. Takes about 100 bytes of memory for each distinct block.
     *
     * @param file an empty file, open for reading and writing; remains open
     * @param producer the stream from its beginning; its position does not matter
     * @param dataset what was scanned
     * @param progress given the number of bytes generated so far
     * @throws IOException if the file cannot be written or the characterization not be read
     */
    public static Summary write(
            FileChannel file,
            DataProducer producer,
            DatasetCharacterization dataset,
            Settings settings,
            LongConsumer progress)
            throws IOException {
        int blocks = settings.blocks();
        BlockStream stream = new BlockStream(file, blocks, DuplicateRuns.of(dataset, settings.seed()));
        producer.writeTo(stream, 0, (long) blocks * SegmentFormat.BLOCK_BYTES, progress);
        SegmentTables tables = new SegmentTables(file, stream.contents());
        tables.write(settings.threads());
        Summary summary = new Summary(
                settings.name(),
                settings.seed(),
                blocks,
                stream.distinctBlocks(),
                stream.constantBlocks(),
                tables.marked,
                ratio(file, blocks));
        SegmentHeader header = new SegmentHeader(
                settings.name(),
                blocks,
                dataset.chunkSize(),
                settings.seed(),
                stream.distinctBlocks(),
                stream.constantBlocks(),
                tables.contentsCrc(),
                tables.slotsCrc(),
                stream.checksum());
        file.position(0);
        FullTransfers.write(file, ByteBuffer.wrap(header.bytes()));
        return summary;
    }

    /** Returns the ratio of blocks from all over the data, each compressed alone. */
    private static double ratio(FileChannel file, int blocks) throws IOException {
        int count = Math.min(blocks, RATIO_BLOCKS);
        byte[] block = new byte[SegmentFormat.BLOCK_BYTES];
        long packed = 0;
        try (Codec codec = Codecs.open(CODEC)) {
            byte[] room = new byte[codec.maxCompressedLength(block.length)];
            for (int i = 0; i < count; i++) {
                long number = (long) blocks * i / count;
                FullTransfers.read(
                        file,
                        SegmentFormat.dataOffset(blocks) + number * SegmentFormat.BLOCK_BYTES,
                        block,
                        0,
                        block.length);
                packed += codec.compress(block, 0, block.length, room, 0, room.length);
            }
        }
        return (double) count * SegmentFormat.BLOCK_BYTES / packed;
    }

    /** The tables of a segment, computed from the data in the file. */
    private static final class SegmentTables {
        private final FileChannel file;
        private final int[] contents;
        private final byte[] words;
        private final CRC32C slotsCrc = new CRC32C();
        private int marked;
        private int next;

        SegmentTables(FileChannel file, int[] contents) {
            this.file = file;
            this.contents = contents;
            this.words = new byte[Math.toIntExact(SegmentFormat.contentsBytes(contents.length))];
        }

        void write(int threads) throws IOException {
            file.position(SegmentFormat.slotsOffset(contents.length));
            try (OrderedPipeline<Integer, Region> regions = new OrderedPipeline<>(
                    this::nextRegion,
                    () -> new RegionWorker(file, contents),
                    first -> 1,
                    (long) REGIONS_IN_FLIGHT * threads,
                    threads)) {
                for (Region region = regions.next(); region != null; region = regions.next()) {
                    putWords(region);
                    slotsCrc.update(region.slots);
                    FullTransfers.write(file, ByteBuffer.wrap(region.slots));
                }
            }
            file.position(SegmentFormat.HEADER_BYTES);
            FullTransfers.write(file, ByteBuffer.wrap(words));
        }

        private @Nullable Integer nextRegion() {
            if (next >= contents.length) {
                return null;
            }
            int first = next;
            next = Math.min(contents.length, first + REGION_BLOCKS);
            return first;
        }

        private void putWords(Region region) {
            for (int i = 0; i < region.kinds.length; i++) {
                int block = region.first + i;
                int word = region.kinds[i] << SegmentFormat.KIND_SHIFT | block;
                if (contents[block] != block) {
                    word = LittleEndian.getInt(words, Integer.BYTES * contents[block]);
                } else if (region.kinds[i] == SegmentFormat.KIND_LETTERS) {
                    marked++;
                }
                LittleEndian.putInt(words, Integer.BYTES * block, word);
            }
        }

        int contentsCrc() {
            CRC32C crc = new CRC32C();
            crc.update(words);
            return (int) crc.getValue();
        }

        int slotsCrc() {
            return (int) slotsCrc.getValue();
        }
    }

    /**
     * The choice for consecutive blocks.
     *
     * @param first number of the first block
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Region(int first, byte[] slots, int[] kinds) {}

    /** Chooses the slots of regions; for one thread at a time. */
    private static final class RegionWorker implements OrderedPipeline.Worker<Integer, Region> {
        private final FileChannel file;
        private final int[] contents;
        private final SlotChooser chooser = new SlotChooser();
        private final byte[] window = new byte[REGION_BYTES + 2 * SlotChooser.CONTEXT_BYTES];

        RegionWorker(FileChannel file, int[] contents) {
            this.file = file;
            this.contents = contents;
        }

        @Override
        public Region apply(Integer first) throws IOException {
            int blocks = Math.min(REGION_BLOCKS, contents.length - first);
            long start = (long) first * SegmentFormat.BLOCK_BYTES;
            long windowStart = Math.max(0, start - SlotChooser.CONTEXT_BYTES);
            long windowEnd = Math.min((long) contents.length * SegmentFormat.BLOCK_BYTES, windowStart + window.length);
            int length = (int) (windowEnd - windowStart);
            long dataOffset = SegmentFormat.dataOffset(contents.length);
            FullTransfers.read(file, dataOffset + windowStart, window, 0, length);
            int from = (int) (start - windowStart);
            boolean[] constant = new boolean[blocks];
            boolean[] wanted = new boolean[blocks];
            for (int i = 0; i < blocks; i++) {
                constant[i] = BlockStream.isConstant(window, from + i * SegmentFormat.BLOCK_BYTES);
                wanted[i] = contents[first + i] == first + i && !constant[i];
            }
            byte[] slots = new byte[SegmentFormat.SLOT_BYTES * blocks];
            boolean[] swaps =
                    chooser.choose(window, length, from, from + blocks * SegmentFormat.BLOCK_BYTES, wanted, slots);
            int[] kinds = new int[blocks];
            for (int i = 0; i < blocks; i++) {
                kinds[i] = constant[i]
                        ? SegmentFormat.KIND_CONSTANT
                        : swaps[i] ? SegmentFormat.KIND_SWAP : SegmentFormat.KIND_LETTERS;
            }
            return new Region(first, slots, kinds);
        }
    }
}
