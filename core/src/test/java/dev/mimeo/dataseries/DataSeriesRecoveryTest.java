package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.testing.GoldenFiles;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Every extent that is not touched by damage is recovered, in order, and nothing else ever is. */
@Tag("thorough")
final class DataSeriesRecoveryTest {

    /** As the file under test is written by, so that extents of one row stay comparable. */
    private static final WriterOptions PLAIN = WriterOptions.DEFAULT.withCodecs();

    static List<Arguments> files() throws IOException {
        return List.of(
                Arguments.of("none", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1)),
                Arguments.of("big-endian lz4", SampleFiles.file(ByteOrder.BIG_ENDIAN, 1, "lz4")),
                Arguments.of("zlib", SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib:9")),
                Arguments.of("equal extents", equalExtents()));
    }

    static Stream<Path> goldens() {
        return Stream.concat(
                GoldenFiles.files("recover", ".*/(bad|truncated)-[a-z-]+\\.a\\.ds"),
                GoldenFiles.files("shipped/recovery", ".*/corrupt-.*\\.ds"));
    }

    /** Extents of one size, so that a damaged size can lead exactly past some. */
    private static byte[] equalExtents() throws IOException {
        TraceFixture file = TraceFixture.of(
                        "<ExtentType name=\"E\"><field type=\"int64\" name=\"a\"/><field type=\"variable32\" name=\"s\"/></ExtentType>")
                .with(PLAIN);
        for (int extent = 0; extent < 12; extent++) {
            file.extent().row(100L * extent, "0123456789a").row(100L * extent + 1, "0123456789a");
        }
        return file.bytes();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void anIntactFileIsCopied(String name, byte[] file) throws IOException {
        Recovered recovered = recover(file);
        assertThat(recovered.report.faults()).as(name).isEmpty();
        assertThat(recovered.report.complete()).isTrue();
        assertThat(recovered.report.skippedBytes()).isZero();
        assertSame(recovered.extents, dataExtents(file));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void whatIsNotTouchedIsRecovered(String name, byte[] file) throws IOException {
        List<Extent> all = dataExtents(file);
        int start = Math.toIntExact(all.get(0).fileOffset());
        for (int seed = 0; seed < 800; seed++) {
            Random random = new Random(seed);
            byte[] damaged = file.clone();
            boolean[] touched = new boolean[file.length];
            for (int i = random.nextInt(3); i >= 0; i--) {
                int at = start + random.nextInt(file.length - start);
                int length = random.nextBoolean() ? 1 : Math.min(1 + random.nextInt(64), file.length - at);
                for (int j = at; j < at + length; j++) {
                    damaged[j] ^= (byte) (length == 1 ? 1 << random.nextInt(8) : 1 + random.nextInt(255));
                    touched[j] = true;
                }
            }
            int end = random.nextInt(4) == 0 ? start + random.nextInt(file.length - start) : file.length;
            Arrays.fill(touched, end, file.length, true);
            Recovered recovered = recover(Arrays.copyOf(damaged, end));
            try {
                assertSame(recovered.extents, untouched(file, all, touched));
                assertThat(recovered.report.extents()).isEqualTo(recovered.extents.size());
                assertThat(recovered.report.complete() && recovered.report.faultCount() == 0)
                        .isFalse();
                assertThat(recovered.report.skippedBytes()).isLessThanOrEqualTo(end);
            } catch (AssertionError e) {
                throw new AssertionError(name + ", seed " + seed + ": " + recovered.report, e);
            }
        }
    }

    private static List<Extent> untouched(byte[] file, List<Extent> all, boolean[] touched) throws IOException {
        List<Extent> intact = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "intact")) {
            for (Extent extent : all) {
                int from = Math.toIntExact(extent.fileOffset());
                long to = from + reader.header(from).sizeBytes();
                boolean hit = false;
                for (int at = from; at < to; at++) {
                    hit |= touched[at];
                }
                if (!hit) {
                    intact.add(extent);
                }
            }
        }
        return intact;
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("files")
    void everyBitOfSizesMayBeWrong(String name, byte[] file) throws IOException {
        List<Extent> all = dataExtents(file);
        for (int number = 0; number < all.size(); number++) {
            int at = Math.toIntExact(all.get(number).fileOffset());
            for (int bit = 0; bit < 8 * ExtentHeader.FIXED_SIZE; bit++) {
                byte[] damaged = file.clone();
                damaged[at + bit / 8] ^= (byte) (1 << (bit % 8));
                List<Extent> expected = new ArrayList<>(all);
                expected.remove(number);
                try {
                    assertSame(recover(damaged).extents, expected);
                } catch (AssertionError e) {
                    throw new AssertionError(name + ", extent " + number + ", bit " + bit, e);
                }
            }
        }
    }

    @Test
    void withoutHeaderOrTypesNothingCanBeDone() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib");
        for (int at : new int[] {0, 5, 20, 41, 60, 100}) {
            byte[] damaged = file.clone();
            damaged[at] ^= 0x10;
            assertThatThrownBy(() -> recover(damaged)).as("changed byte " + at).isInstanceOf(DataSeriesException.class);
        }
        assertThatThrownBy(() -> recover(new byte[0])).isInstanceOf(DataSeriesException.class);
    }

    @Test
    void falseHeadersAreNotTakenForExtents() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1);
        Recovered recovered = recover(withFalseHeaders(file, 4400));
        assertSame(recovered.extents, dataExtents(file));
        // The trailer says where the index was before.
        assertThat(recovered.report.skippedBytes()).isEqualTo(4400 + FileFrame.TRAILER_SIZE);
    }

    @Test
    void headersEverywhereDoNotMakeItSlow() throws IOException {
        byte[] content = withFalseHeaders(SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1), 4_400_000);
        AtomicLong bytesRead = new AtomicLong();
        RandomInput memory = RandomInput.of(content);
        RandomInput counting = new RandomInput() {
            @Override
            public long size() {
                return memory.size();
            }

            @Override
            public void read(long position, byte[] out, int offset, int length) throws IOException {
                bytesRead.addAndGet(length);
                memory.read(position, out, offset, length);
            }

            @Override
            public void close() {
                // In memory.
            }
        };
        DataSeriesRecovery.Report report =
                DataSeriesRecovery.recover(counting, Channels.newChannel(new ByteArrayOutputStream()), PLAIN);
        assertThat(report.faults()).first().asString().contains("too full of false headers");
        assertThat(bytesRead.get()).isLessThan(40L * content.length);
    }

    /** Puts headers that make sense, each of an extent up to the end of all of them, before the first extent. */
    private static byte[] withFalseHeaders(byte[] file, int size) throws IOException {
        int start = Math.toIntExact(dataExtents(file).get(0).fileOffset());
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.write(file, 0, start);
        byte[] name = "Sample::Empty".getBytes(UTF_8);
        for (int left = size; left > 0; left -= 44) {
            byte[] header = new byte[44];
            LittleEndian.putInt(header, 4, Math.max(1, left - 48));
            LittleEndian.putInt(header, 12, 20 + (left & ~7));
            header[25] = 2;
            header[26] = (byte) name.length;
            System.arraycopy(name, 0, header, ExtentHeader.FIXED_SIZE, name.length);
            out.write(header);
        }
        out.write(file, start, file.length - start);
        return out.toByteArray();
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void findsAllThatTheOriginalToolFinds(Path file) throws IOException {
        Path expected = file.resolveSibling(file.getFileName()
                .toString()
                .replaceFirst("^corrupt-", "recovered-")
                .replaceFirst("^((?:bad|truncated).*)\\.ds$", "$1.recovered.ds"));
        byte[] damaged = Files.readAllBytes(file);
        if (!Files.exists(expected)) {
            assertThatThrownBy(() -> recover(damaged)).isInstanceOf(DataSeriesException.class);
            return;
        }
        byte[] saved = Files.readAllBytes(expected);
        Path original = file.resolveSibling(file.toString().contains("shipped") ? "original.ds" : "original.a.ds");
        byte[] whole = Files.readAllBytes(original);
        List<Extent> ours = recover(damaged).extents;
        // Finds what the original tool gives up after a damaged size: more, in the order of the original.
        assertContainsInOrder(ours, dataExtents(saved));
        assertContainsInOrder(dataExtents(whole), ours);
        if (!file.toString().contains("bad-size")) {
            assertThat(ours).hasSameSizeAs(dataExtents(saved));
        }
    }

    private static void assertContainsInOrder(List<Extent> larger, List<Extent> smaller) {
        int at = 0;
        for (Extent extent : smaller) {
            while (at < larger.size() && !same(larger.get(at), extent)) {
                at++;
            }
            assertThat(at).as("extent of " + extent.rows() + " rows is missing").isLessThan(larger.size());
            at++;
        }
    }

    private static boolean same(Extent one, Extent other) {
        if (!one.type().equals(other.type()) || one.rows() != other.rows()) {
            return false;
        }
        try {
            ExtentContents.assertSame(one, other);
            return true;
        } catch (AssertionError e) {
            return false;
        }
    }

    private static void assertSame(List<Extent> actual, List<Extent> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < actual.size(); i++) {
            ExtentContents.assertSame(actual.get(i), expected.get(i));
        }
    }

    private record Recovered(DataSeriesRecovery.Report report, List<Extent> extents) {}

    private static Recovered recover(byte[] damaged) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        DataSeriesRecovery.Report report =
                DataSeriesRecovery.recover(RandomInput.of(damaged), Channels.newChannel(out), PLAIN);
        return new Recovered(report, dataExtents(out.toByteArray()));
    }

    private static List<Extent> dataExtents(byte[] file) throws IOException {
        List<Extent> extents = new ArrayList<>();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "recovered");
                ExtentSource source = reader.extents("", 1)) {
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                if (!extent.type().name().startsWith("DataSeries: ")) {
                    extents.add(extent);
                }
            }
        }
        return Collections.unmodifiableList(extents);
    }
}
