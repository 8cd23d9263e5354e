package dev.mimeo.generate.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.testing.SegmentModel;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Reading of segment files, against a model that computes each byte as the reference page says. */
@Tag("slow")
final class SegmentFileTest {

    private static final int BLOCK = 4096;

    @TempDir
    Path folder;

    /** Swaps are in most data, letters in logs, constant and repeated blocks in the image. */
    @ParameterizedTest
    @ValueSource(strings = {"tables", "logs", "vm-image"})
    void rangesHaveTheBytesOfTheFormat(String name) throws IOException {
        Path file = folder.resolve("s");
        SegmentFixture.write(file, name, (1 << 20) + 1, 2);
        SegmentModel model = SegmentModel.read(file);
        SegmentFile segment = SegmentFile.open(file);
        Random random = new Random(3);
        for (int i = 0; i < 200; i++) {
            long seed = random.nextLong();
            int length = random.nextInt(i % 2 == 0 ? 200 : 20_000);
            long offset = i == 0 ? segment.streamBytes() - length : random.nextLong(1L << 40);
            PayloadSource source = segment.source(seed);
            source.seek(offset);
            byte[] bytes = new byte[length + 2];
            source.fill(bytes, 1, length);

            byte[] expected = new byte[length + 2];
            System.arraycopy(model.bytes(offset, length, seed), 0, expected, 1, length);
            assertThat(bytes).isEqualTo(expected);
            assertThat(source.position()).isEqualTo(offset + length);
        }
    }

    @Test
    void nothingIsReadAfterTheLastPosition() throws IOException {
        PayloadSource source = open("prose", 300_000).source(7);
        source.seek(Long.MAX_VALUE - 6);
        byte[] unchanged = new byte[7];
        assertThatIllegalStateException()
                .isThrownBy(() -> source.fill(unchanged, 0, 7))
                .withMessageContaining("exceed the 2^63 - 1 bytes");
        assertThat(unchanged).containsOnly(0);
        assertThatIllegalStateException().isThrownBy(() -> source.fill(ByteBuffer.allocateDirect(7)));
        source.fill(new byte[6], 0, 6);
        assertThat(source.position()).isEqualTo(Long.MAX_VALUE);
    }

    @Test
    void allWaysOfReadingGiveTheSame() throws IOException {
        SegmentFile segment = open("prose", 300_000);
        byte[] expected = new byte[50_000];
        segment.source(7).fill(expected, 0, expected.length);

        PayloadSource source = segment.source(7);
        ByteBuffer direct = ByteBuffer.allocateDirect(30_000);
        source.fill(direct);
        ByteBuffer heap = ByteBuffer.wrap(new byte[20_010], 10, 20_000);
        source.fill(heap);
        byte[] bytes = new byte[50_000];
        direct.flip().get(bytes, 0, 30_000);
        System.arraycopy(heap.array(), 10, bytes, 30_000, 20_000);
        assertThat(bytes).isEqualTo(expected);
        assertThat(heap.hasRemaining()).isFalse();

        try (InputStream in = segment.source(7).stream(50_000)) {
            assertThat(in.readAllBytes()).isEqualTo(expected);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        long[] progress = {0};
        segment.writeTo(Channels.newChannel(out), 7, 1000, 49_000, done -> progress[0] = done);
        assertThat(out.toByteArray()).isEqualTo(Arrays.copyOfRange(expected, 1000, 50_000));
        assertThat(progress[0]).isEqualTo(49_000);
    }

    @Test
    void objectsHaveStreamsOfTheirOwn() throws IOException {
        SegmentFile segment = open("prose", 300_000);
        SegmentModel model = SegmentModel.read(folder.resolve("prose"));
        PayloadFactory payloads = segment.payloads(7);
        PayloadSource source = payloads.source(5);
        source.seekObject(PayloadSource.keyOf("x"));
        byte[] bytes = new byte[10_000];
        source.fill(bytes, 0, bytes.length);

        assertThat(bytes).isEqualTo(model.bytes(0, bytes.length, SegmentModel.namedSeed(7, (byte) 'x')));
        source.seek(3);
        source.fill(bytes, 0, 5);
        assertThat(Arrays.copyOf(bytes, 5)).isEqualTo(model.bytes(3, 5, SegmentModel.namedSeed(7, (byte) 'x')));
        try (InputStream in = payloads.object("x", 100)) {
            assertThat(in.readAllBytes()).isEqualTo(model.bytes(0, 100, SegmentModel.namedSeed(7, (byte) 'x')));
        }
    }

    /** The stamps of a pass are those of the pass 2^24 later. */
    @Test
    void aStreamBeginsAnewAfterItsLastPass() throws IOException {
        SegmentFile segment = open("prose", BLOCK);
        long period = (1L << 24) * BLOCK;
        byte[] once = new byte[3 * BLOCK];
        byte[] again = new byte[3 * BLOCK];
        PayloadSource source = segment.source(1);
        source.fill(once, 0, once.length);
        source.seek(period);
        source.fill(again, 0, again.length);

        assertThat(segment.streamBytes()).isEqualTo(period - BLOCK);
        assertThat(again).isEqualTo(once);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> segment.writeTo(
                        Channels.newChannel(new ByteArrayOutputStream()), 1, period - BLOCK, 1, done -> {}))
                .withMessageContaining("a stream of this segment has " + (period - BLOCK) + " bytes");
        assertThatIllegalArgumentException().isThrownBy(() -> source.seek(-1));
    }

    @Test
    void theNameAndTheIdentityAreThoseOfTheContent() throws IOException {
        SegmentFile segment = open("prose", 2 * BLOCK);
        SegmentFile same = open("prose", 2 * BLOCK);
        SegmentFile other = open("tables", 2 * BLOCK);

        assertThat(segment.name()).isEqualTo("prose");
        assertThat(segment.bytes()).isEqualTo(2 * BLOCK);
        assertThat(segment.identity()).hasSize(32).isEqualTo(same.identity()).isNotEqualTo(other.identity());
    }

    @Test
    void damagedDataIsFoundOnRequest() throws IOException {
        Path file = folder.resolve("prose");
        open("prose", 2 * BLOCK).verify();
        byte[] content = Files.readAllBytes(file);
        content[content.length - 1] ^= 1;
        Path damaged = Files.write(folder.resolve("damaged"), content);

        SegmentFile segment = SegmentFile.open(damaged);
        assertThatExceptionOfType(MimeoException.class)
                .isThrownBy(segment::verify)
                .withMessage(damaged + ": the data of the segment file is damaged")
                .matches(e -> e.reason() == Reason.CORRUPT);
    }

    /** Each byte of the header and of the tables is covered by a checksum, and each length by the header. */
    @Test
    void everyFlippedByteAndEveryCutIsAnError() throws IOException {
        open("prose", 2 * BLOCK);
        byte[] content = Files.readAllBytes(folder.resolve("prose"));
        int tables = 256 + 2 * (4 + 48);
        Path file = folder.resolve("damaged");
        for (int i = 0; i < tables; i++) {
            byte[] flipped = content.clone();
            flipped[i] ^= (byte) (1 << i % 8);
            assertRefused(Files.write(file, flipped));
        }
        for (int length : new int[] {0, 1, 7, 8, 9, 255, 256, 257, tables, BLOCK, content.length - 1}) {
            assertRefused(Files.write(file, Arrays.copyOf(content, length)));
        }
        assertRefused(Files.write(file, Arrays.copyOf(content, content.length + 1)));
    }

    /** Hostile tables with checksums that are right are refused, or every range of the stream can be read. */
    @Test
    void hostileTablesNeverReadOutsideTheirBlock() throws IOException {
        open("prose", 4 * BLOCK);
        byte[] content = Files.readAllBytes(folder.resolve("prose"));
        Path file = folder.resolve("hostile");
        Random random = new Random(5);
        int refused = 0;
        byte[] bytes = new byte[8 * BLOCK];
        for (int i = 0; i < 400; i++) {
            byte[] hostile = content.clone();
            for (int changes = 1 + random.nextInt(3); changes > 0; changes--) {
                int at = 256 + random.nextInt(i % 2 == 0 ? 4 * 4 : 4 * (4 + 48));
                hostile[at] = (byte) random.nextInt();
            }
            Files.write(file, withChecksums(hostile, 4));
            try {
                SegmentFile.open(file).source(i).fill(bytes, 0, bytes.length);
            } catch (MimeoException e) {
                assertThat(e).hasMessage(file + ": the tables of the segment file are damaged");
                refused++;
            }
        }
        assertThat(refused).isBetween(100, 399);
    }

    @Test
    void otherFilesAreRefused() throws IOException {
        Path text = Files.writeString(folder.resolve("text"), "MIMEOSE");

        assertThat(SegmentFile.isSegment(text)).isFalse();
        assertThat(SegmentFile.isSegment(folder)).isFalse();
        assertThatExceptionOfType(MimeoException.class)
                .isThrownBy(() -> SegmentFile.open(text))
                .withMessage(text + ": not a segment file");
        assertThatExceptionOfType(MimeoException.class)
                .isThrownBy(() -> SegmentFile.open(folder))
                .withMessage(folder + ": a segment is a regular file");
        open("prose", BLOCK);
        byte[] content = Files.readAllBytes(folder.resolve("prose"));
        content[8] = 2;
        Path newer = Files.write(folder.resolve("newer"), content);
        assertThatExceptionOfType(MimeoException.class)
                .isThrownBy(() -> SegmentFile.open(newer))
                .withMessage(newer + ": a segment file of version 2, and this version of Mimeo reads version 1")
                .matches(e -> e.reason() == Reason.TOO_NEW);
    }

    private SegmentFile open(String name, long bytes) throws IOException {
        Path file = folder.resolve(name);
        Files.deleteIfExists(file);
        SegmentFixture.write(file, name, bytes, 1);
        return SegmentFile.open(file);
    }

    private static void assertRefused(Path file) {
        assertThatExceptionOfType(MimeoException.class)
                .isThrownBy(() -> SegmentFile.open(file))
                .withMessageStartingWith(file.toString());
    }

    private static byte[] withChecksums(byte[] content, int blocks) {
        putChecksum(content, 256, 4 * blocks, 40);
        putChecksum(content, 256 + 4 * blocks, 48 * blocks, 44);
        putChecksum(content, 0, 252, 252);
        return content;
    }

    private static void putChecksum(byte[] content, int from, int length, int at) {
        CRC32C crc = new CRC32C();
        crc.update(content, from, length);
        ByteBuffer.wrap(content).order(ByteOrder.LITTLE_ENDIAN).putInt(at, (int) crc.getValue());
    }
}
