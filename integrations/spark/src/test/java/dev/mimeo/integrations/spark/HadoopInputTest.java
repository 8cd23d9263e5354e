package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.fs.FileSystem;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Channels of Hadoop beside those of the JDK, on the same file. */
final class HadoopInputTest {

    @TempDir
    private Path folder;

    private Path file() throws Exception {
        byte[] content = new byte[200_000];
        new Random(7).nextBytes(content);
        return Files.write(folder.resolve("content"), content);
    }

    private static SeekableByteChannel open(Path file) throws Exception {
        return HadoopInput.open(FileSystem.getLocal(new Configuration()), new org.apache.hadoop.fs.Path(file.toUri()));
    }

    @Test
    void readsWhatTheChannelOfTheJdkReads() throws Exception {
        Path file = file();
        try (SeekableByteChannel ours = open(file);
                FileChannel other = FileChannel.open(file)) {
            assertThat(ours.size()).isEqualTo(other.size());
            for (long position : List.of(0L, 1L, 70_000L, 65_535L, 3L, 199_999L, 200_000L, 200_001L)) {
                ByteBuffer one = ByteBuffer.allocate(100);
                ByteBuffer two = ByteBuffer.allocate(100);
                int count = ours.position(position).read(one);
                assertThat(count)
                        .as("at %d", position)
                        .isEqualTo(other.position(position).read(two));
                assertThat(one).isEqualTo(two);
                assertThat(one.array()).isEqualTo(two.array());
                assertThat(ours.position()).isEqualTo(other.position());
            }
        }
    }

    @Test
    void refusesWhatTheChannelOfTheJdkRefuses() throws Exception {
        Path file = file();
        SeekableByteChannel ours = open(file);
        SeekableByteChannel other = FileChannel.open(file);
        List<Use> uses = List.of(
                channel -> channel.position(-1),
                channel -> channel.write(ByteBuffer.allocate(1)),
                channel -> channel.truncate(1));
        for (Use use : uses) {
            assertThatThrownBy(failing(use, ours)).isExactlyInstanceOf(error(use, other));
        }
        assertThat(ours.position()).isZero();
        ours.close();
        other.close();
        assertThat(ours.isOpen()).isFalse();
        List<Use> afterClose = List.of(
                SeekableByteChannel::size,
                SeekableByteChannel::position,
                channel -> channel.position(0),
                channel -> channel.read(ByteBuffer.allocate(1)),
                channel -> channel.read(ByteBuffer.allocate(0)),
                channel -> channel.write(ByteBuffer.allocate(1)),
                channel -> channel.truncate(1));
        for (Use use : afterClose) {
            assertThatThrownBy(failing(use, ours)).isExactlyInstanceOf(error(use, other));
        }
    }

    @FunctionalInterface
    private interface Use {
        Object of(SeekableByteChannel channel) throws Exception;
    }

    private static ThrowingCallable failing(Use use, SeekableByteChannel channel) {
        return () -> use.of(channel);
    }

    private static Class<? extends Exception> error(Use use, SeekableByteChannel channel) {
        try {
            use.of(channel);
        } catch (Exception e) {
            return e.getClass();
        }
        throw new AssertionError("the channel of the JDK refuses nothing");
    }
}
