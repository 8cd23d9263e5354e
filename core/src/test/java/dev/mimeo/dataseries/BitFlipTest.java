package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestReporter;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * One flipped bit of a file is noticed or changes no row, wherever it is. {@code -Dmimeo.test.flips=100000} tries that many
 * random bits of each larger file instead of some hundred.
 */
@Tag("thorough")
final class BitFlipTest {

    private static final int FLIPS = Integer.getInteger("mimeo.test.flips", 300);

    /** The most that reading may allocate, whatever the file says: the parser of the types takes most of it. */
    private static final long MAX_ALLOCATED = 16L << 20;

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();

    @ParameterizedTest
    @ValueSource(strings = {"none", "lzo:1", "lzo:9", "zlib:6", "bzip2:9", "lzf", "snappy", "lz4", "lz4hc:9"})
    void everyBitOfASmallFile(String codec) throws IOException {
        byte[] file = SpecificationFileTest.tinyFile(
                SpecificationFileTest.TINY,
                codec.equals("lz4") ? ByteOrder.BIG_ENDIAN : ByteOrder.LITTLE_ENDIAN,
                codecs(codec));
        long expected = fingerprint(file);
        for (int bit = 0; bit < 8 * file.length; bit++) {
            flip(file, bit, expected, codec);
        }
    }

    /**
     * A bit of an extent of rows can only matter when that extent is read, so only that is done; for any other bit, the
     * whole file is read again. Each bit is read with all checksums and with {@link Checksums#PACKED}, which finds every
     * single bit too: a byte that differs by a power of two always changes an Adler-32.
     */
    @ParameterizedTest
    @ValueSource(strings = {"none", "lzo:1", "lzo:9", "zlib:6", "bzip2:9", "lzf", "snappy", "lz4", "lz4hc:9", "zstd:3"})
    void randomBitsOfALargerFile(String codec, TestReporter reporter) throws IOException {
        byte[] file = largerFile(codec);
        long expected = fingerprint(file);
        Random random = new Random(codec.hashCode());
        int unchanged = 0;
        int inExtents = 0;
        try (DataSeriesReader all = DataSeriesReader.read(file, "flipped", Checksums.ALL);
                DataSeriesReader packed = DataSeriesReader.read(file, "flipped", Checksums.PACKED)) {
            Map<Long, Long> sums = new HashMap<>();
            for (DataSeriesReader.IndexEntry entry : all.index()) {
                if (!entry.typeName().startsWith("DataSeries:")) {
                    sums.put(entry.offset(), fingerprint(all.read(entry.offset())));
                }
            }
            for (int i = 0; i < FLIPS; i++) {
                int bit = random.nextInt(8 * file.length);
                long offset = extentOf(all, bit >> 3);
                Long sum = sums.get(offset);
                if (sum == null) {
                    unchanged += flip(file, bit, expected, codec) ? 0 : 1;
                } else {
                    inExtents++;
                    boolean noticed = flip(file, bit, codec, sum, () -> fingerprint(all.read(offset)));
                    boolean noticedPacked = flip(file, bit, codec, sum, () -> fingerprint(packed.read(offset)));
                    assertThat(noticedPacked).isEqualTo(noticed);
                    unchanged += noticed ? 0 : 1;
                }
            }
        }
        reporter.publishEntry(
                codec,
                file.length + " bytes, " + FLIPS + " bits flipped (" + inExtents + " in extents of rows): "
                        + (FLIPS - unchanged) + " noticed, " + unchanged + " changed no row");
    }

    private static long extentOf(DataSeriesReader reader, int at) {
        long offset = -1;
        for (DataSeriesReader.IndexEntry entry : reader.index()) {
            if (entry.offset() <= at) {
                offset = entry.offset();
            }
        }
        long last = reader.sizeBytes() - FileFrame.TRAILER_SIZE;
        return at < last ? offset : -1;
    }

    /** Reads what a flipped bit is part of. */
    @FunctionalInterface
    private interface Reading {
        long sum() throws IOException;
    }

    private boolean flip(byte[] file, int bit, long expected, String codec) {
        return flip(file, bit, codec, expected, () -> fingerprint(file));
    }

    /** Flips a bit, reads, and flips it back; tells whether it was noticed. */
    private boolean flip(byte[] file, int bit, String codec, long expected, Reading reading) {
        boolean noticed = false;
        file[bit >> 3] ^= (byte) (1 << (bit & 7));
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        try {
            if (reading.sum() != expected) {
                fail("bit %d of the %s file changed rows and was not noticed", bit, codec);
            }
        } catch (DataSeriesException e) {
            noticed = true;
            String message = String.valueOf(e.getMessage());
            if (!message.startsWith("flipped: ") || message.contains("\n")) {
                fail("bit %d of the %s file: %s", bit, codec, message);
            }
        } catch (Exception e) {
            fail("bit " + bit + " of the " + codec + " file", e);
        }
        long allocated = threads.getThreadAllocatedBytes(thread) - before;
        if (allocated >= MAX_ALLOCATED) {
            fail("bit %d of the %s file made reading allocate %d bytes", bit, codec, allocated);
        }
        file[bit >> 3] ^= (byte) (1 << (bit & 7));
        return noticed;
    }

    private static byte[] largerFile(String codec) throws IOException {
        List<ExtentType> types = List.of(SampleFiles.type(), SampleFiles.compactType());
        WriterOptions options = new WriterOptions(List.of(codecs(codec)), ByteOrder.LITTLE_ENDIAN, 1);
        Random random = new Random(7);
        TraceFixture file = TraceFixture.of(types).with(options);
        for (int i = 0; i < 16; i++) {
            file.extents(List.of(SampleFiles.extent(types.get(i & 1), 200, random)));
        }
        return file.bytes();
    }

    private static String[] codecs(String codec) {
        return codec.equals("none") ? new String[0] : new String[] {codec};
    }

    /** Sums up all types and values of a file, read with all checks. */
    private static long fingerprint(byte[] file) throws IOException {
        long sum = 1;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "flipped");
                ExtentSource source = reader.extents("", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                sum = 31 * sum + fingerprint(extent);
            }
        }
        return sum;
    }

    private static long fingerprint(Extent extent) {
        long sum = extent.type().hashCode();
        for (Field field : extent.type().fields()) {
            sum = 31 * sum + Arrays.hashCode(extent.nulls(field.index()));
            sum = 31 * sum + values(extent, field);
        }
        return sum;
    }

    private static int values(Extent extent, Field field) {
        int index = field.index();
        return switch (field.type()) {
            case BOOL -> Arrays.hashCode(extent.booleans(index));
            case BYTE -> Arrays.hashCode(extent.bytes(index));
            case INT32 -> Arrays.hashCode(extent.ints(index));
            case INT64 -> Arrays.hashCode(extent.longs(index));
            case DOUBLE -> Arrays.hashCode(extent.doubles(index));
            case VARIABLE32 -> {
                int sum = 1;
                for (int row = 0; row < extent.rows(); row++) {
                    sum = 31 * sum + Arrays.hashCode(extent.variables(index).copy(row));
                }
                yield sum;
            }
            case FIXEDWIDTH -> {
                int sum = 1;
                for (int row = 0; row < extent.rows(); row++) {
                    sum = 31 * sum + Arrays.hashCode(extent.fixedWidths(index).copy(row));
                }
                yield sum;
            }
        };
    }
}
