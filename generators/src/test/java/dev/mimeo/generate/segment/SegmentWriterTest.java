package dev.mimeo.generate.segment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.DuplicationCharacterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.testing.SegmentModel;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.zip.Deflater;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class SegmentWriterTest {

    private static final int BLOCK = 4096;

    @TempDir
    Path folder;

    @Test
    void theFileDoesNotDependOnTheThreads() throws IOException {
        SegmentWriter.Summary one = SegmentFixture.write(folder.resolve("1"), "tables", 3 << 20, 1);
        SegmentWriter.Summary three = SegmentFixture.write(folder.resolve("3"), "tables", 3 << 20, 3);

        assertThat(folder.resolve("1")).hasSameBinaryContentAs(folder.resolve("3"));
        assertThat(one).isEqualTo(three);
        assertThat(SegmentModel.read(folder.resolve("1")).name()).isEqualTo("tables");
        assertThat(SegmentFile.isSegment(folder.resolve("1"))).isTrue();
        assertThat(SegmentFile.isSegment(folder)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {1, BLOCK - 1, BLOCK, BLOCK + 1, 64 * BLOCK, 65 * BLOCK})
    void sizesAreRoundedUpToBlocks(long bytes) throws IOException {
        SegmentWriter.Summary summary = SegmentFixture.write(folder.resolve("s"), "prose", bytes, 2);

        assertThat(summary.blocks()).isEqualTo((int) ((bytes + BLOCK - 1) / BLOCK));
        assertThat(SegmentModel.read(folder.resolve("s")).blocks()).isEqualTo(summary.blocks());
    }

    @Test
    void sizesThatNoFileCanHaveAreRefused() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentWriter.Settings("", 0, 1, 1))
                .withMessageContaining("got 0 bytes");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new SegmentWriter.Settings("", (1L << 38) + 1, 1, 1))
                .withMessageContaining("256 GiB");
    }

    /** Of 12 passes, no block occurs twice unless it is constant or repeats another one of its own pass. */
    @ParameterizedTest
    @ValueSource(strings = {"prose", "logs", "vm-image", "binaries"})
    void blocksDifferFromPassToPass(String name) throws IOException {
        SegmentWriter.Summary summary = SegmentFixture.write(folder.resolve("s"), name, 2 << 20, 2);
        SegmentModel model = SegmentModel.read(folder.resolve("s"));
        Set<ByteBuffer> distinct = new HashSet<>();
        Set<ByteBuffer> constant = new HashSet<>();
        int passes = 12;
        for (int pass = 0; pass < passes; pass++) {
            long start = (long) BLOCK * (model.blocks() - model.first(9)) + summary.bytes() * 1000 * pass;
            byte[] data = model.bytes(start, (int) summary.bytes(), 9);
            for (int at = 0; at < data.length; at += BLOCK) {
                ByteBuffer block = ByteBuffer.wrap(Arrays.copyOfRange(data, at, at + BLOCK));
                (BlockStream.isConstant(data, at) ? constant : distinct).add(block);
            }
        }

        assertThat(distinct.size()).isEqualTo(passes * (summary.distinctBlocks() - summary.constantBlocks()));
        assertThat(constant.size()).isEqualTo(summary.constantBlocks());
    }

    @ParameterizedTest
    @ValueSource(strings = {"prose", "logs", "tables", "binaries", "source-code", "vm-image", "images", "genome"})
    void passesCompressAsTheGeneratedDataDoes(String name) throws IOException {
        SegmentWriter.Summary summary = SegmentFixture.write(folder.resolve("s"), name, 4 << 20, 2);
        SegmentModel model = SegmentModel.read(folder.resolve("s"));
        byte[] data = new byte[(int) summary.bytes()];
        for (int i = 0; i < model.blocks(); i++) {
            System.arraycopy(model.data(i), 0, data, BLOCK * i, BLOCK);
        }
        byte[] pass = model.bytes(summary.bytes() * 77, data.length, 0);

        assertThat(ratio(pass, BLOCK)).isCloseTo(ratio(data, BLOCK), within(0.015 * ratio(data, BLOCK)));
        assertThat(ratio(pass, 8 * BLOCK)).isCloseTo(ratio(data, 8 * BLOCK), within(0.02 * ratio(data, 8 * BLOCK)));
    }

    /** The bundled image of a disk and the headers have blocks that occur more than once. */
    @ParameterizedTest
    @ValueSource(strings = {"vm-image", "mariadb", "ext4"})
    void alignedBlocksHaveTheDedupRatioOfTheScan(String name) throws IOException {
        SegmentWriter.Summary summary = SegmentFixture.write(folder.resolve("s"), name, 32 << 20, 2);
        double expected;
        try (Characterization characterization = BundledCharacterizations.open(name)) {
            expected = characterization.dataset().duplication().stream()
                    .filter(cut -> cut.boundaries().equals("fixed:4096"))
                    .mapToDouble(DuplicationCharacterization::dedupRatio)
                    .findFirst()
                    .orElseThrow();
        }

        assertThat(expected).isGreaterThan(1.01);
        assertThat(summary.dedupRatio()).isCloseTo(expected, within(0.03 * expected));
        SegmentModel model = SegmentModel.read(folder.resolve("s"));
        Set<ByteBuffer> blocks = new HashSet<>();
        for (int i = 0; i < model.blocks(); i++) {
            blocks.add(ByteBuffer.wrap(model.data(i)));
        }
        assertThat(blocks.size()).isEqualTo(summary.distinctBlocks());
    }

    private static double ratio(byte[] data, int bytes) {
        Deflater deflater = new Deflater(6);
        byte[] room = new byte[2 * bytes];
        long packed = 0;
        for (int at = 0; at < data.length; at += bytes) {
            deflater.reset();
            deflater.setInput(data, at, bytes);
            deflater.finish();
            packed += deflater.deflate(room);
        }
        deflater.end();
        return (double) data.length / packed;
    }
}
