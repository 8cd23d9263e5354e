package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Files that change while they are open, and such that are read before they are finished. */
@Tag("thorough")
final class ReopeningTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private Path write(String name, int... numbers) throws IOException {
        TraceFixture file = TraceFixture.of(UnfinishedWriter.type());
        for (int number : numbers) {
            file.extents(List.of(UnfinishedWriter.extent(number)));
        }
        return file.write(folder.resolve(name));
    }

    private static int firstId(DataSeriesReader reader) throws IOException {
        return reader.read(reader.index().get(1).offset()).ints(0)[0];
    }

    @Test
    void aFileThatStaysAsItIsIsNotOpenedAgain() throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(write("file.ds", 1))) {
            assertThat(reader.isChanged()).isFalse();
            assertThat(reader.reopened()).isSameAs(reader);
        }
        byte[] content = SampleFiles.file(ByteOrder.BIG_ENDIAN, 1);
        try (DataSeriesReader reader = DataSeriesReader.read(content, "memory")) {
            assertThat(reader.isChanged()).isFalse();
            assertThat(reader.reopened()).isSameAs(reader);
        }
    }

    @Test
    void aFileInPlaceOfAnotherIsNoticed() throws IOException {
        Path file = write("file.ds", 1);
        FileTime modified = Files.getLastModifiedTime(file);
        DataSeriesReader before = DataSeriesReader.open(file);
        Path other = write("other.ds", 2);
        // Of the same size and time, so that only its being another file tells.
        Files.setLastModifiedTime(other, modified);
        assertThat(Files.size(other)).isEqualTo(Files.size(file));
        Files.move(other, file, StandardCopyOption.REPLACE_EXISTING);
        assertThat(before.isChanged()).isTrue();
        assertThat(firstId(before)).isEqualTo(UnfinishedWriter.ROWS);
        try (DataSeriesReader after = before.reopened()) {
            assertThat(after).isNotSameAs(before);
            assertThat(after.isChanged()).isFalse();
            assertThat(firstId(after)).isEqualTo(2 * UnfinishedWriter.ROWS);
        }
        assertThatThrownBy(() -> firstId(before)).isInstanceOf(IOException.class);
    }

    @Test
    void anotherTimeOrSizeIsAChange() throws IOException {
        Path file = write("file.ds", 1);
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            FileTime modified = Files.getLastModifiedTime(file);
            Files.setLastModifiedTime(file, FileTime.fromMillis(modified.toMillis() - 5000));
            assertThat(reader.isChanged()).isTrue();
            Files.setLastModifiedTime(file, modified);
            assertThat(reader.isChanged()).isFalse();
            Files.write(file, new byte[] {0}, StandardOpenOption.APPEND);
            Files.setLastModifiedTime(file, modified);
            assertThat(reader.isChanged()).isTrue();
            // The file has no trailer any more; the reader continues with what it has.
            assertThatThrownBy(reader::reopened).isInstanceOf(DataSeriesException.class);
            assertThat(firstId(reader)).isEqualTo(UnfinishedWriter.ROWS);
            Files.delete(file);
            assertThat(reader.isChanged()).isTrue();
            assertThatThrownBy(reader::reopened).isInstanceOf(NoSuchFileException.class);
            assertThat(firstId(reader)).isEqualTo(UnfinishedWriter.ROWS);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"none", "zlib"})
    void whatIsThereOfAnUnfinishedFileIsFound(String codec) throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            byte[] content = SampleFiles.file(order, 1, codec);
            Path file = folder.resolve("part.ds");
            try (DataSeriesReader whole = DataSeriesReader.read(content, "whole")) {
                List<Long> ends = whole.index().stream()
                        .map(entry -> {
                            try {
                                return entry.offset()
                                        + whole.header(entry.offset()).sizeBytes();
                            } catch (IOException e) {
                                throw new AssertionError(e);
                            }
                        })
                        .toList();
                for (int length = 0; length <= content.length; length++) {
                    Files.write(file, Arrays.copyOf(content, length));
                    int known = length;
                    int count = (int) ends.stream().filter(end -> end <= known).count();
                    if (count == 0) {
                        assertThatThrownBy(() -> DataSeriesReader.openUnfinished(file, Checksums.ALL)
                                        .close())
                                .as("%d bytes", length)
                                .isInstanceOf(DataSeriesException.class);
                        continue;
                    }
                    try (DataSeriesReader part = DataSeriesReader.openUnfinished(file, Checksums.ALL)) {
                        assertThat(part.index())
                                .as("%d bytes", length)
                                .isEqualTo(whole.index().subList(0, count));
                        assertThat(part.types()).isEqualTo(whole.types());
                    }
                }
            }
        }
    }

    @Test
    void whatHasComeSinceIsSeenByReopening() throws IOException {
        Path file = folder.resolve("growing.ds");
        DataSeriesWriter writer = DataSeriesWriter.create(
                FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                List.of(UnfinishedWriter.type()),
                WriterOptions.DEFAULT);
        DataSeriesReader reader = DataSeriesReader.openUnfinished(file, Checksums.ALL);
        assertThat(reader.index()).hasSize(1);
        for (int number = 0; number < 5; number++) {
            writer.write(UnfinishedWriter.extent(number));
            writer.flush();
            reader = reader.reopened();
            assertThat(reader.index()).hasSize(number + 2);
            try (ExtentSource source = reader.extents("Test::Row", 2)) {
                for (int expected = 0; expected <= number; expected++) {
                    ExtentContents.assertSame(source.next(), UnfinishedWriter.extent(expected));
                }
                assertThat(source.next()).isNull();
            }
        }
        writer.close();
        reader = reader.reopened();
        try (DataSeriesReader finished = DataSeriesReader.open(file)) {
            assertThat(reader.index()).isEqualTo(finished.index());
        }
        reader.close();
    }

    @Test
    void whatIsNoExtentIsNotPassedOver() throws IOException {
        Path file = write("file.ds", 1, 2, 3);
        byte[] content = Files.readAllBytes(file);
        long offset;
        try (DataSeriesReader reader = DataSeriesReader.open(file)) {
            offset = reader.index().get(2).offset();
        }
        content[(int) offset + 28] ^= 1;
        Files.write(file, content);
        assertThatThrownBy(() -> DataSeriesReader.openUnfinished(file, Checksums.ALL))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("unknown type")
                .hasMessageContaining("byte " + offset);
        Arrays.fill(content, (int) offset, content.length, (byte) 0);
        Files.write(file, content);
        assertThatThrownBy(() -> DataSeriesReader.openUnfinished(file, Checksums.ALL))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("bad extent");
    }

    /** Whatever is there, it is a list of extents within the file, or refused. */
    @Test
    void anyContentIsAnUnfinishedFileOrRefused() throws IOException {
        long seed = 61;
        Random random = new Random(seed);
        byte[] content = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib");
        int first;
        try (DataSeriesReader reader = DataSeriesReader.read(content, "file")) {
            first = (int) reader.index().get(1).offset();
        }
        int refused = 0;
        for (int i = 0; i < 5000; i++) {
            byte[] changed = Arrays.copyOf(content, first + random.nextInt(content.length - first));
            for (int k = random.nextInt(4); k >= 0 && changed.length > first; k--) {
                // Mostly in the headers, small and large values alike.
                int place = first + random.nextInt(Math.min(60, changed.length - first));
                changed[place] = (byte) (random.nextBoolean() ? 0xff : random.nextInt(4));
            }
            try {
                long end = 0;
                for (DataSeriesReader.IndexEntry entry :
                        FileDirectory.scan(RandomInput.of(changed), "changed").index()) {
                    assertThat(entry.offset()).as("seed %d, %d", seed, i).isGreaterThan(end);
                    end = entry.offset();
                }
                assertThat(end).isLessThan(changed.length);
            } catch (DataSeriesException e) {
                refused++;
            }
        }
        assertThat(refused).isBetween(1000, 4900);
    }

    /** Without its checksum a changed list of types or of extents gives wrong rows, or none. */
    @Test
    void listsOfTypesAndExtentsAreVerifiedInAnyCase() throws IOException {
        byte[] content = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "none");
        long types;
        long index;
        try (DataSeriesReader reader = DataSeriesReader.read(content, "file")) {
            types = reader.header(40).sizeBytes() + 40 - 20;
            index = reader.index().get(reader.index().size() - 1).offset() + 60;
        }
        for (long place : new long[] {types, index}) {
            byte[] damaged = content.clone();
            damaged[(int) place] ^= 1;
            assertThatThrownBy(() -> DataSeriesReader.read(damaged, "file", Checksums.NONE))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageContaining("Adler-32");
        }
    }
}
