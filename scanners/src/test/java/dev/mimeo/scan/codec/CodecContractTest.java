package dev.mimeo.scan.codec;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What every codec on the class path owes its callers. */
class CodecContractTest {

    private static final int GUARD = 16;
    private static final byte UNTOUCHED = 0x5a;

    static Stream<String> codecs() {
        return Stream.of(
                "lz4", "lz4hc:9", "zlib:1", "zlib:6", "zlib:9", "zstd:1", "zstd:3", "zstd:19", "snappy", "bzip2:1",
                "bzip2:9", "xz:0", "xz:6", "xz:9");
    }

    @Test
    void allAlgorithmsAreFound() {
        assertThat(Codecs.algorithms()).contains("bzip2", "lz4", "lz4hc", "snappy", "xz", "zlib", "zstd");
        assertThat(Codecs.canonicalName("zstd")).isEqualTo("zstd:3");
        assertThat(Codecs.canonicalName("snappy")).isEqualTo("snappy");
        assertThatThrownBy(() -> Codecs.open("zstd:20")).hasMessageContaining("levels 1 to 19");
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void givesBackWhatItTook(String name) throws DataFormatException {
        try (Codec codec = Codecs.open(name)) {
            assertThat(codec.name()).isEqualTo(Codecs.canonicalName(name));
            for (int size :
                    new int[] {0, 1, 2, 3, 4, 5, 7, 8, 15, 16, 17, 255, 4095, 4096, 65_535, 65_536, 65_537, 300_001}) {
                for (int kind = 0; kind < 3; kind++) {
                    roundTrip(codec, data(kind, size));
                }
            }
        }
    }

    private static void roundTrip(Codec codec, byte[] data) throws DataFormatException {
        byte[] source = new byte[data.length + 7];
        System.arraycopy(data, 0, source, 3, data.length);
        int bound = codec.maxCompressedLength(data.length);
        byte[] compressed = guarded(bound);
        int size = codec.compress(source, 3, data.length, compressed, GUARD, bound);
        assertThat(size).as("%s of %s bytes", codec.name(), data.length).isBetween(0, bound);
        assertGuards(compressed, bound);
        byte[] restored = guarded(data.length);
        assertThat(codec.decompress(compressed, GUARD, size, restored, GUARD, data.length))
                .isEqualTo(data.length);
        assertThat(Arrays.copyOfRange(restored, GUARD, GUARD + data.length)).isEqualTo(data);
        assertGuards(restored, data.length);
        byte[] roomy = guarded(data.length + 100);
        assertThat(codec.decompress(compressed, GUARD, size, roomy, GUARD, data.length + 100))
                .isEqualTo(data.length);
        assertGuards(roomy, data.length + 100);
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void saysThatTheResultDoesNotFit(String name) {
        try (Codec codec = Codecs.open(name)) {
            for (int kind = 0; kind < 3; kind++) {
                byte[] data = data(kind, 10_000);
                byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
                int size = codec.compress(data, 0, data.length, compressed, 0, compressed.length);
                for (int room : new int[] {size - 1, size / 2, 1, 0}) {
                    byte[] small = guarded(room);
                    int result = codec.compress(data, 0, data.length, small, GUARD, room);
                    // lz4's search depends on the room it has, so it may yet find a smaller result.
                    assertThat(result).as("%s into %s bytes", name, room).isBetween(-1, room);
                    if (!name.startsWith("lz4")) {
                        assertThat(result).isEqualTo(-1);
                    }
                    assertGuards(small, room);
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void rejectsOtherBytesWithTheDeclaredExceptionOnly(String name) throws DataFormatException {
        byte[] data = data(1, 3_000);
        try (Codec codec = Codecs.open(name)) {
            byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
            int size = codec.compress(data, 0, data.length, compressed, 0, compressed.length);
            byte[] block = Arrays.copyOf(compressed, size);
            assertMalformed(codec, Arrays.copyOf(block, size + 1), data.length);
            assertMalformed(codec, Arrays.copyOf(block, size + 40), data.length);
            assertMalformed(codec, Arrays.copyOf(block, size - 1), data.length);
            assertMalformed(codec, new byte[0], data.length);
            assertThatThrownBy(() -> codec.decompress(block, 0, size, new byte[data.length], 0, data.length - 1))
                    .isInstanceOf(DataFormatException.class);
            fuzz(codec, block, data.length);
            roundTrip(codec, data);
        }
    }

    private static void assertMalformed(Codec codec, byte[] block, int length) {
        assertThatThrownBy(() -> codec.decompress(block, 0, block.length, new byte[length + 100], 0, length + 100))
                .as("%s with %s bytes", codec.name(), block.length)
                .isInstanceOf(DataFormatException.class);
    }

    private static void fuzz(Codec codec, byte[] block, int length) {
        for (long seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] damaged = random.nextInt(4) == 0 ? new byte[random.nextInt(200)] : block.clone();
            if (random.nextInt(3) == 0) {
                damaged = Arrays.copyOf(damaged, random.nextInt(damaged.length + 1));
            }
            for (int i = random.nextInt(4); i >= 0 && damaged.length > 0; i--) {
                damaged[random.nextInt(random.nextBoolean() ? damaged.length : Math.min(20, damaged.length))] =
                        (byte) random.nextInt(256);
            }
            byte[] restored = guarded(length);
            try {
                int size = codec.decompress(damaged, 0, damaged.length, restored, GUARD, length);
                assertThat(size).isBetween(0, length);
            } catch (DataFormatException expected) {
                assertThat(expected).hasMessageNotContaining("\n");
            } catch (RuntimeException e) {
                fail(codec.name() + " with seed " + seed, e);
            }
            assertGuards(restored, length);
        }
    }

    @ParameterizedTest
    @MethodSource("codecs")
    void checksRanges(String name) {
        byte[] ten = new byte[10];
        try (Codec codec = Codecs.open(name)) {
            assertThatThrownBy(() -> codec.compress(ten, 5, 6, ten, 0, 10))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> codec.compress(ten, 0, 5, ten, 8, 3))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> codec.decompress(ten, -1, 6, ten, 0, 10))
                    .isInstanceOf(IndexOutOfBoundsException.class);
            assertThatThrownBy(() -> codec.maxCompressedLength(Integer.MAX_VALUE))
                    .isInstanceOfAny(IllegalArgumentException.class, ArithmeticException.class);
        }
        Codec codec = Codecs.open(name);
        codec.close();
        codec.close(); // twice is harmless
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 5, 9})
    void bzip2LevelChangesNothingWhereOneBlockIsEnough(int level) throws IOException {
        byte[] data = data(1, 70_000);
        try (Codec codec = Codecs.open("bzip2:" + level)) {
            byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
            int size = codec.compress(data, 0, data.length, compressed, 0, compressed.length);
            compressed[3] = '9';
            try (var in = new BZip2CompressorInputStream(new ByteArrayInputStream(compressed, 0, size))) {
                assertThat(in.readAllBytes()).isEqualTo(data);
            }
        }
    }

    private static byte[] data(int kind, int size) {
        Random random = new Random(kind * 31L + size);
        byte[] data = new byte[size];
        if (kind == 0) {
            random.nextBytes(data);
        } else if (kind == 1) {
            for (int i = 0; i < size; i++) {
                data[i] = (byte) ('a' + (i % 7) * random.nextInt(3));
            }
        }
        return data;
    }

    private static byte[] guarded(int size) {
        byte[] array = new byte[size + 2 * GUARD];
        Arrays.fill(array, UNTOUCHED);
        return array;
    }

    private static void assertGuards(byte[] array, int size) {
        for (int i = 0; i < GUARD; i++) {
            if (array[i] != UNTOUCHED || array[GUARD + size + i] != UNTOUCHED) {
                fail("bytes outside the range were written");
            }
        }
    }
}
