package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import com.sun.management.ThreadMXBean;
import dev.mimeo.MimeoException;
import dev.mimeo.internal.bytes.EitherEndian;
import dev.mimeo.internal.bytes.LittleEndian;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Damaged files give an error or the right rows, whatever the damage, and never take memory that they cannot fill. */
@Tag("thorough")
final class DamageTest {

    /** The check value NaN of the file header may be any NaN. */
    private static final int NAN_START = 32;

    private static final int NAN_END = 40;

    private static final String TINY = SpecificationFileTest.TINY;

    static List<Arguments> smallFiles() throws IOException {
        return List.of(
                Arguments.of("none", SpecificationFileTest.tinyFile(TINY, ByteOrder.LITTLE_ENDIAN)),
                Arguments.of("big-endian", SpecificationFileTest.tinyFile(TINY, ByteOrder.BIG_ENDIAN, "lz4")),
                Arguments.of("zlib", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib:9")));
    }

    static List<Arguments> files() throws IOException {
        return List.of(
                Arguments.of("none", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1)),
                Arguments.of("big-endian", SampleFiles.file(ByteOrder.BIG_ENDIAN, 1)),
                Arguments.of("zlib", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib:9")),
                Arguments.of("lzo", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "lzo:1")),
                Arguments.of("lzf", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "lzf")),
                Arguments.of("snappy", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "snappy")),
                Arguments.of("lz4", SampleFiles.file(ByteOrder.BIG_ENDIAN, 1, "lz4")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("smallFiles")
    void everyChangedByteIsNoticed(String name, byte[] file) throws IOException {
        String expected = rows(file);
        for (int at = 0; at < file.length; at++) {
            for (int mask : new int[] {1 << (at & 7), 0xff}) {
                byte[] damaged = file.clone();
                damaged[at] ^= (byte) mask;
                try {
                    assertThat(rows(damaged)).isEqualTo(expected);
                    assertThat(at).as("changed byte of " + name).isBetween(NAN_START, NAN_END - 1);
                } catch (DataSeriesException e) {
                    assertThat(e.getMessage()).startsWith("damaged: ").doesNotContain("\n");
                    assertThat(e.isRecoverable()).as(e.getMessage()).isEqualTo(isRecovered(damaged));
                }
            }
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("smallFiles")
    void everyTruncationIsNoticed(String name, byte[] file) {
        for (int length = 0; length < file.length; length++) {
            byte[] cut = Arrays.copyOf(file, length);
            assertThatExceptionOfType(DataSeriesException.class)
                    .as(name + " cut to " + length)
                    .isThrownBy(() -> readAll(cut))
                    .matches(e -> e.isRecoverable() == isRecovered(cut), "recoverable if it is recovered");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 4, 39})
    void aShortFileIsCutOffOrOfAnotherFormat(int length) throws IOException {
        byte[] file = SpecificationFileTest.tinyFile(TINY, ByteOrder.LITTLE_ENDIAN);
        assertThatThrownBy(() -> readAll(Arrays.copyOf(file, length)))
                .hasMessageContaining("the header alone takes 40")
                .hasFieldOrPropertyWithValue("reason", MimeoException.Reason.TRUNCATED);
        byte[] text = new byte[length + 1];
        Arrays.fill(text, (byte) 'D');
        text[length] = '\n';
        assertThatThrownBy(() -> readAll(text))
                .hasMessageContaining("does not start with DSv1")
                .hasFieldOrPropertyWithValue("reason", MimeoException.Reason.CORRUPT);
    }

    /** Returns whether the recovery finds something to start from, whether or not it then finds extents. */
    private static boolean isRecovered(byte[] damaged) {
        try {
            DataSeriesRecovery.recover(
                    RandomInput.of(damaged),
                    Channels.newChannel(OutputStream.nullOutputStream()),
                    WriterOptions.DEFAULT);
            return true;
        } catch (DataSeriesException e) {
            return false;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void bytesAfterTheTrailerAreNoticed(String name, byte[] file) {
        byte[] longer = Arrays.copyOf(file, file.length + 4);
        assertThatThrownBy(() -> readAll(longer))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("truncated, unfinished or damaged");
        assertThat(name).isNotEmpty();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void mutationsBeyondTheChecksumsDoNoHarm(String name, byte[] file) throws IOException {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        List<Integer> extents = extents(file);
        for (int seed = 0; seed < 5000; seed++) {
            byte[] mutated = mutate(file, extents, new Random(seed));
            long before = threads.getThreadAllocatedBytes(thread);
            try {
                readAll(mutated);
            } catch (DataSeriesException e) {
                assertThat(e.getMessage()).doesNotContain("\n");
            } catch (Throwable e) {
                fail(name + ", seed " + seed, e);
            }
            long allocated = threads.getThreadAllocatedBytes(thread) - before;
            assertThat(allocated).as(name + ", seed " + seed).isLessThan(32L << 20);
        }
    }

    private static List<Integer> extents(byte[] file) throws IOException {
        List<Integer> offsets = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "intact")) {
            reader.index().forEach(entry -> offsets.add(Math.toIntExact(entry.offset())));
        }
        return offsets;
    }

    /** Changes some bytes or words, preferably of extent headers, and seals the trailer again. */
    private static byte[] mutate(byte[] file, List<Integer> extents, Random random) {
        byte[] out = file.clone();
        boolean bigEndian = file[4] == 0x12;
        int changes = 1 + random.nextInt(4);
        for (int i = 0; i < changes; i++) {
            int extent = extents.get(random.nextInt(extents.size()));
            switch (random.nextInt(4)) {
                case 0 -> out[40 + random.nextInt(out.length - 40)] = (byte) random.nextInt();
                case 1 -> EitherEndian.putInt(out, extent + 4 * random.nextInt(4), interesting(random), bigEndian);
                case 2 -> out[extent + 24 + random.nextInt(3)] = (byte) random.nextInt(9);
                default ->
                    EitherEndian.putInt(
                            out, 40 + 4 * random.nextInt(out.length / 4 - 10), interesting(random), bigEndian);
            }
        }
        int trailer = out.length - FileFrame.TRAILER_SIZE;
        EitherEndian.putInt(out, trailer + 24, JenkinsHash.hash(1776, out, trailer, 24), bigEndian);
        return out;
    }

    private static int interesting(Random random) {
        int[] values = {0, 1, -1, 4, 12, 20, 28, 1 << 20, (1 << 29) - 1, 1 << 29, Integer.MAX_VALUE, 0x7ffffffc};
        return random.nextBoolean() ? values[random.nextInt(values.length)] : random.nextInt(1000);
    }

    /** Reads all values of a file without verifying checksums, and drops them. */
    private static void readAll(byte[] file) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.read(file, "damaged", Checksums.NONE)) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                Extent extent = reader.read(entry.offset());
                if (!extent.type().fields().isEmpty()) {
                    ExtentContents.copy(extent);
                }
            }
        }
    }

    /** Reads all values of a file, verifying checksums. */
    private static String rows(byte[] file) throws IOException {
        StringBuilder rows = new StringBuilder();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "damaged")) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                Extent extent = reader.read(entry.offset());
                Extent copy = ExtentContents.copy(extent);
                rows.append(extent.type().xml())
                        .append(HexFormat.of().formatHex(copy.fixed()))
                        .append(HexFormat.of().formatHex(copy.variable()));
            }
        }
        return rows.toString();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 2, 6, 7})
    void sizesThatThePartsCannotHoldAreRefusedBeforeMemoryIsTaken(int mode) throws IOException {
        byte[] file = SpecificationFileTest.tinyFile(SpecificationFileTest.TINY, ByteOrder.LITTLE_ENDIAN);
        int extent = 480;
        LittleEndian.putInt(file, extent + 8, 60_000_000);
        file[extent + 24] = (byte) mode;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "huge", Checksums.NONE)) {
            assertThatThrownBy(() -> reader.read(extent))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("cannot hold the 1920000000 bytes that the header says");
        }
    }

    @ParameterizedTest
    @CsvSource({"bzip2, 104857600", "zstd, 13107200"})
    void sizesThatThePartsCouldHoldTakeMemoryOnlyAsTheyDo(String codec, int claim) throws IOException {
        ExtentType type = ExtentType.parse(
                "<ExtentType name=\"Zeros\"><field type=\"int64\" name=\"n\" /><field type=\"variable32\" name=\"s\" />"
                        + "</ExtentType>");
        ExtentBuilder builder = new ExtentBuilder(type);
        byte[] zeros = new byte[12 << 20];
        for (int row = 0; row < 1 << 18; row++) {
            builder.addRow();
            builder.setBytes(1, zeros, 0, row == 7 ? zeros.length : 0);
        }
        Extent extent = builder.build();
        byte[] file = SampleFiles.file(List.of(extent), codec);
        int at = extents(file).get(1);
        try (DataSeriesReader reader = DataSeriesReader.read(file, "zeros", Checksums.ALL)) {
            assertThat(ExtentContents.copy(reader.read(at)).variable()).isEqualTo(extent.variable());
        }
        // The most that the packed bytes could unpack to.
        LittleEndian.putInt(file, at + 12, claim + 4);
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long thread = Thread.currentThread().getId();
        long before = threads.getThreadAllocatedBytes(thread);
        try (DataSeriesReader reader = DataSeriesReader.read(file, "claim", Checksums.NONE)) {
            assertThatThrownBy(() -> reader.read(at)).hasMessageContaining("the header says " + claim);
        }
        assertThat(threads.getThreadAllocatedBytes(thread) - before).isLessThan(100L << 20);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7})
    void partsOfAnotherCodecAreErrors(int mode) throws IOException {
        byte[] file = SpecificationFileTest.tinyFile(SpecificationFileTest.TINY, ByteOrder.LITTLE_ENDIAN);
        file[480 + 24] = (byte) mode;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "other", Checksums.NONE)) {
            assertThatThrownBy(() -> reader.read(480))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageMatching("other: damaged extent at byte 480 \\(extent 1\\): fixed part "
                            + "[^\\n]*\\((lzo|zlib|bz2|lzf|snappy|lz4|lz4hc)\\)[^\\n]*");
        }
    }

    @Test
    void unknownCompressionCodesAreErrors() throws IOException {
        byte[] file = SpecificationFileTest.tinyFile(SpecificationFileTest.TINY, ByteOrder.LITTLE_ENDIAN);
        file[480 + 25] = 8;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "code", Checksums.NONE)) {
            assertThatThrownBy(() -> reader.read(480))
                    .hasMessage("code: damaged extent at byte 480 (extent 1): variable part has the unknown "
                            + "compression code 8");
        }
    }

    @Test
    void modeOfAnEmptyPartMeansNothing() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1);
        int empty = extents(file).get(3);
        file[empty + 24] = 99;
        file[empty + 25] = (byte) 200;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "stale", Checksums.NONE)) {
            assertThat(reader.read(empty).rows()).isZero();
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void extentsBeforeADamagedOneAreHandedOut(int threads) throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib");
        List<Integer> extents = extents(file);
        for (Checksums checksums : List.of(Checksums.PACKED, Checksums.ALL)) {
            for (int damaged = 1; damaged < extents.size() - 1; damaged++) {
                byte[] content = file.clone();
                // The checksum itself: the sizes before it lead to the index still.
                content[extents.get(damaged) + (checksums == Checksums.ALL ? 20 : 16)] ^= 1;
                try (DataSeriesReader reader = DataSeriesReader.read(content, "damaged", checksums);
                        ExtentSource source = reader.extents("", threads)) {
                    for (int i = 0; i < damaged; i++) {
                        assertThat(Objects.requireNonNull(source.next()).fileOffset())
                                .isEqualTo((long) extents.get(i));
                    }
                    assertThatThrownBy(source::next)
                            .isInstanceOf(DataSeriesException.class)
                            .hasMessageContaining("damaged extent at byte " + extents.get(damaged));
                }
            }
        }
    }
}
