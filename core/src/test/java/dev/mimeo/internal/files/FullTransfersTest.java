package dev.mimeo.internal.files;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FullTransfersTest {

    private static final int SIZE = 300_000;

    @TempDir
    private Path folder;

    private final Random random = new Random(3);

    /** Takes a limited number of bytes at a call, and at times none. */
    private static final class SlowChannel implements WritableByteChannel {
        private final ByteArrayOutputStream out = new ByteArrayOutputStream();
        private final Random random = new Random(4);
        private final int most;

        private SlowChannel(int most) {
            this.most = most;
        }

        @Override
        public int write(ByteBuffer source) {
            int taken = Math.min(source.remaining(), random.nextInt(most + 1));
            for (int i = 0; i < taken; i++) {
                out.write(source.get());
            }
            return taken;
        }

        @Override
        public boolean isOpen() {
            return true;
        }

        @Override
        public void close() {}
    }

    private byte[] bytes(int size) {
        byte[] bytes = new byte[size];
        random.nextBytes(bytes);
        return bytes;
    }

    @Test
    void writesWhatRemains() throws IOException {
        byte[] data = bytes(1000);
        for (int from : new int[] {0, 1, 999, 1000}) {
            for (int most : new int[] {1, 7, 1000}) {
                SlowChannel channel = new SlowChannel(most);
                ByteBuffer source = ByteBuffer.wrap(data, from, data.length - from);
                FullTransfers.write(channel, source);
                assertThat(channel.out.toByteArray()).isEqualTo(Arrays.copyOfRange(data, from, data.length));
                assertThat(source.hasRemaining()).isFalse();
            }
        }
    }

    @Test
    void readsAnyRangeOfAFileAndNothingElse() throws IOException {
        byte[] data = bytes(SIZE);
        Path file = Files.write(folder.resolve("data"), data);
        try (FileChannel channel = FileChannel.open(file)) {
            for (int length :
                    new int[] {0, 1, 1000, (128 << 10) - 1, 128 << 10, (128 << 10) + 1, SIZE - 10, SIZE + 5}) {
                for (int position : new int[] {0, 1, 10, SIZE - 1, SIZE, SIZE + 1}) {
                    byte[] found = new byte[length + 30];
                    int expected = Math.max(0, Math.min(length, SIZE - position));
                    assertThat(FullTransfers.read(channel, position, found, 20, length))
                            .as("%s bytes at %s", length, position)
                            .isEqualTo(expected);
                    byte[] whole = new byte[length + 30];
                    System.arraycopy(data, Math.min(SIZE, position), whole, 20, expected);
                    assertThat(found).isEqualTo(whole);
                }
            }
            assertThat(channel.position()).isZero();
        }
    }

    @Test
    void rejectsARangeOutsideOfTheArray() throws IOException {
        Path file = Files.write(folder.resolve("data"), bytes(100));
        try (FileChannel channel = FileChannel.open(file)) {
            byte[] target = new byte[10];
            assertThatThrownBy(() -> FullTransfers.read(channel, 0, target, 5, 6))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> FullTransfers.read(channel, 0, target, -1, 5))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThat(target).containsOnly(0);
        }
    }
}
