package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** When a writer gives bytes to its channel. */
final class DataSeriesWriterTest {

    private static final int BLOCK = 128 << 10;
    private static final int EXTENTS = 100;

    /** Notes how many bytes it takes at a time. */
    private static final class Takes implements WritableByteChannel {
        private final List<Integer> sizes = new ArrayList<>();
        private boolean open = true;

        @Override
        public int write(ByteBuffer source) {
            int size = source.remaining();
            source.position(source.limit());
            sizes.add(size);
            return size;
        }

        @Override
        public boolean isOpen() {
            return open;
        }

        @Override
        public void close() {
            open = false;
        }

        long bytes() {
            return sizes.stream().mapToLong(Integer::longValue).sum();
        }
    }

    /** Starts a file of extents that take 10 KB each, however they are compressed. */
    private static DataSeriesWriter writer(Takes takes) throws IOException {
        ExtentType type =
                ExtentType.parse("<ExtentType name=\"t\"><field type=\"variable32\" name=\"s\"/></ExtentType>");
        DataSeriesWriter writer = DataSeriesWriter.create(takes, List.of(type), WriterOptions.DEFAULT);
        byte[] noise = new byte[10_000];
        Random random = new Random(1);
        for (int i = 0; i < EXTENTS; i++) {
            random.nextBytes(noise);
            ExtentBuilder builder = new ExtentBuilder(type);
            builder.addRow();
            builder.setBytes(0, noise);
            writer.write(builder.build());
        }
        return writer;
    }

    @Test
    void blocksAreWhole() throws IOException {
        Takes takes = new Takes();
        DataSeriesWriter writer = writer(takes);
        writer.close();
        assertThat(takes.bytes()).isEqualTo(writer.sizeBytes()).isGreaterThan(EXTENTS * 10_000L);
        List<Integer> blocks = takes.sizes.subList(2, takes.sizes.size() - 1);
        assertThat(blocks).isNotEmpty().containsOnly(BLOCK);
        // Header and types are written at once, and the rest of their block with what follows.
        assertThat(takes.sizes.get(0) + takes.sizes.get(1)).isEqualTo(BLOCK);
    }

    @Test
    void aFlushWritesAllThatIsAccepted() throws IOException {
        Takes takes = new Takes();
        try (DataSeriesWriter writer = writer(takes)) {
            writer.flush();
            assertThat(takes.bytes()).isEqualTo(writer.sizeBytes()).isGreaterThan(EXTENTS * 10_000L);
        }
    }

    @Test
    void whatIsPackedOfAnAbortedFileIsWritten() throws IOException {
        Takes takes = new Takes();
        DataSeriesWriter writer = writer(takes);
        writer.abort();
        assertThat(takes.bytes()).isEqualTo(writer.sizeBytes()).isPositive();
        assertThat(takes.isOpen()).isFalse();
    }
}
