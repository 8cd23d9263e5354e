package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.GoldenFiles;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Writing that does not come to its end, and what there is of the file then. */
final class UnfinishedFileTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** A real process, killed as by {@code kill -9} while it writes. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3})
    void whatWasFlushedBeforeAKillIsSaved(int threads) throws IOException, InterruptedException {
        Path file = folder.resolve("killed.ds");
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        UnfinishedWriter.class.getName(),
                        file.toString(),
                        String.valueOf(threads))
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        int acknowledged = 0;
        try (BufferedReader out = process.inputReader()) {
            while (acknowledged < 200 && out.readLine() != null) {
                acknowledged++;
            }
            process.destroyForcibly();
            process.waitFor();
        }
        assertThat(acknowledged).isGreaterThanOrEqualTo(200);
        DataSeriesRecovery.Report report = assertSaved(file, acknowledged);
        assertThat(report.skippedBytes()).isLessThan(1000);
    }

    /** A device that becomes full anywhere in the file. */
    @Test
    void aFullDiskLosesWhatDoesNotFit() throws IOException {
        byte[] whole = write(Integer.MAX_VALUE);
        Random random = new Random(3);
        for (int i = 0; i < 60; i++) {
            int room = i < 50 ? random.nextInt(whole.length) : whole.length - 10 * (i - 49);
            byte[] there = write(room);
            assertThat(there).as("room %d", room).isEqualTo(Arrays.copyOf(whole, room));
            Path file = folder.resolve("full.ds");
            Files.write(file, there);
            assertThatThrownBy(() -> DataSeriesReader.open(file)).isInstanceOf(DataSeriesException.class);
        }
    }

    /** Writes 20 extents to a device with limited room, and returns what is on it then. */
    private static byte[] write(int room) throws IOException {
        ByteArrayOutputStream disk = new ByteArrayOutputStream();
        WritableByteChannel out = new WritableByteChannel() {
            @Override
            public int write(ByteBuffer source) throws IOException {
                int fits = Math.min(source.remaining(), Math.min(777, room - disk.size()));
                if (fits == 0) {
                    throw new IOException("No space left on device");
                }
                byte[] bytes = new byte[fits];
                source.get(bytes);
                disk.write(bytes);
                return fits;
            }

            @Override
            public boolean isOpen() {
                return true;
            }

            @Override
            public void close() {}
        };
        try {
            DataSeriesWriter writer =
                    DataSeriesWriter.create(out, List.of(UnfinishedWriter.type()), WriterOptions.DEFAULT);
            try {
                for (int extent = 0; extent < 20; extent++) {
                    writer.write(UnfinishedWriter.extent(extent));
                }
                writer.close();
                assertThat(room).isEqualTo(Integer.MAX_VALUE);
            } finally {
                // After a failure this must not write a trailer.
                writer.close();
            }
        } catch (IOException e) {
            assertThat(e).hasMessage("No space left on device");
        }
        return disk.toByteArray();
    }

    @Test
    void aFileStillBeingWrittenIsRecognisedAndItsExtentsCanBeSaved() throws IOException {
        Path file = folder.resolve("growing.ds");
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE),
                List.of(UnfinishedWriter.type()),
                WriterOptions.DEFAULT.withThreads(2))) {
            for (int extent = 0; extent < 30; extent++) {
                writer.write(UnfinishedWriter.extent(extent));
                writer.flush();
                if (extent % 10 == 3) {
                    assertThatThrownBy(() -> DataSeriesReader.open(file))
                            .isInstanceOf(DataSeriesException.class)
                            .hasMessageContaining("truncated, unfinished or damaged");
                    DataSeriesRecovery.Report report = assertSaved(file, extent + 1);
                    assertThat(report.extents()).isEqualTo(extent + 1);
                    assertThat(report.skippedBytes()).isZero();
                }
            }
        }
        assertThat(Verification.of(file, 1, bytes -> {}).extents()).isEqualTo(30);
    }

    /** Recovers a file and checks that it has at least as many extents as expected, all with the right rows, and is not complete. */
    private DataSeriesRecovery.Report assertSaved(Path file, int extents) throws IOException {
        assertThatThrownBy(() -> DataSeriesReader.open(file)).isInstanceOf(DataSeriesException.class);
        Path saved = folder.resolve("saved.ds");
        DataSeriesRecovery.Report report = DataSeriesRecovery.recover(
                file,
                FileChannel.open(
                        saved,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                WriterOptions.DEFAULT,
                bytes -> {});
        assertThat(report.complete()).isFalse();
        assertThat(report.extents()).isGreaterThanOrEqualTo(extents);
        assertThat(report.rows()).isEqualTo(report.extents() * UnfinishedWriter.ROWS);
        try (DataSeriesReader reader = DataSeriesReader.open(saved);
                ExtentSource source = reader.extents("Test::Row", 1)) {
            int next = 0;
            for (Extent extent = source.next(); extent != null; extent = source.next()) {
                for (int id : extent.ints(0)) {
                    assertThat(id).isEqualTo(next);
                    next++;
                }
            }
            assertThat(next).isEqualTo(report.rows());
        }
        return report;
    }

    @Test
    void extentsAreAnnouncedInTheirOrder() throws IOException {
        List<ExtentHeader> announced = new ArrayList<>();
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        List<TypeStatistics> statistics;
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(out),
                List.of(SampleFiles.type(), SampleFiles.compactType(), SampleFiles.emptyType()),
                WriterOptions.DEFAULT.withThreads(3),
                announced::add)) {
            for (Extent extent : SampleFiles.extents()) {
                writer.write(extent);
            }
            writer.flush();
            // The types and all extents, not yet the index.
            assertThat(announced).hasSize(1 + SampleFiles.extents().size());
            statistics = writer.statistics();
        }
        try (DataSeriesReader reader = DataSeriesReader.read(out.toByteArray(), "file")) {
            List<ExtentHeader> expected = new ArrayList<>();
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                expected.add(reader.header(entry.offset()));
            }
            assertThat(announced).isEqualTo(expected);
            for (TypeStatistics type : statistics) {
                List<ExtentHeader> headers = expected.stream()
                        .filter(header -> header.typeName().equals(type.type().name()))
                        .toList();
                assertThat(type.storage().extents()).isEqualTo(headers.size());
                assertThat(type.storage().rows())
                        .isEqualTo(
                                headers.stream().mapToLong(ExtentHeader::rows).sum());
                assertThat(type.storage().storedBytes())
                        .isEqualTo(headers.stream()
                                .mapToLong(ExtentHeader::sizeBytes)
                                .sum());
            }
        }
    }

    /** The transcript of the original's test of its write callback: offset, type and size of each extent. */
    @Test
    void announcedOffsetsFollowEachOtherAsInTheOriginal() throws IOException {
        List<String> lines = Files.readAllLines(GoldenFiles.file("shipped/extent-write-callback.txt"));
        assertThat(lines.get(0)).startsWith("40\tDataSeries: XmlType\t");
        assertThat(lines.get(lines.size() - 1)).contains("DataSeries: ExtentIndex");
        List<ExtentHeader> announced = new ArrayList<>();
        try (DataSeriesWriter writer = DataSeriesWriter.create(
                Channels.newChannel(new ByteArrayOutputStream()),
                List.of(UnfinishedWriter.type()),
                WriterOptions.DEFAULT,
                announced::add)) {
            for (int extent = 0; extent < lines.size() - 2; extent++) {
                writer.write(UnfinishedWriter.extent(extent));
            }
        }
        assertThat(announced).hasSameSizeAs(lines);
        long end = 40;
        for (ExtentHeader header : announced) {
            assertThat(header.offset()).isEqualTo(end);
            end += header.sizeBytes();
        }
        assertThat(announced.get(0).typeName()).isEqualTo("DataSeries: XmlType");
        assertThat(announced.get(announced.size() - 1).typeName()).isEqualTo("DataSeries: ExtentIndex");
    }

    @Test
    void extentsTooLargeForTheFormatAreNamed() throws IOException {
        Extent extent = UnfinishedWriter.extent(0);
        try (ExtentPacker packer = new ExtentPacker(WriterOptions.DEFAULT.withCodecs(), 800)) {
            assertThatIOException()
                    .isThrownBy(() -> packer.seal(extent))
                    .withMessage("extent of type 'Test::Row' is too large: its records take 800 bytes even compressed,"
                            + " and the format has room for fewer than 800: write smaller extents");
        }
        try (ExtentPacker packer = new ExtentPacker(WriterOptions.DEFAULT.withCodecs(), 801)) {
            assertThat(packer.seal(extent).bytes()).hasSizeGreaterThan(800);
        }
    }

    @Test
    void filesClosedWithASyncAreFinished() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Path file = folder.resolve("synced.ds");
        List<WritableByteChannel> outputs = List.of(
                Channels.newChannel(bytes),
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE));
        for (WritableByteChannel out : outputs) {
            DataSeriesWriter writer =
                    DataSeriesWriter.create(out, List.of(UnfinishedWriter.type()), WriterOptions.DEFAULT);
            writer.closeSynced();
            writer.close();
            assertThat(out.isOpen()).isFalse();
        }
        assertThat(Files.readAllBytes(file)).isEqualTo(bytes.toByteArray());
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            assertThat(reader.types()).containsExactly(UnfinishedWriter.type());
        }
    }
}
