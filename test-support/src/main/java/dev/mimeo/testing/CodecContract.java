package dev.mimeo.testing;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.fail;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tests that every codec must pass; a subclass names the codecs. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
public abstract class CodecContract {

    /** The number of kinds of test data. */
    public static final int KINDS = 5;

    private static final int GUARD = 16;
    private static final byte UNTOUCHED = 0x5a;

    private static final int[] BOUNDARIES = {
        63, 64, 65, 237, 238, 239, 255, 256, 263, 264, 265, 273, 274, 4095, 4096, 8191, 8192, 8193, 16_384, 49_152,
        65_535, 65_536, 65_537, 300_001
    };

    /** Returns names as {@link Codecs#open} takes them. */
    protected abstract Stream<String> codecs();

    @ParameterizedTest
    @MethodSource("codecs")
    void givesBackWhatItTook(String name) throws DataFormatException {
        try (Codec codec = Codecs.open(name)) {
            assertThat(codec.name()).isEqualTo(Codecs.canonicalName(name));
            for (int size : IntStream.concat(IntStream.range(0, 36), IntStream.of(BOUNDARIES))
                    .toArray()) {
                for (int kind = 0; kind < KINDS; kind++) {
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
        byte[] tight = guarded(size);
        assertThat(codec.compress(source, 3, data.length, tight, GUARD, size)).isEqualTo(size);
        assertGuards(tight, size);
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
            for (int kind = 0; kind < KINDS; kind++) {
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
            int roomy = data.length + 100;
            assertMalformed(codec, Arrays.copyOf(block, size + 1), roomy);
            assertMalformed(codec, Arrays.copyOf(block, size - 1), roomy);
            if (name.equals("lzf")) { // has no end mark, so these are blocks of other content
                assertMalformed(codec, Arrays.copyOf(block, size + 40), data.length);
            } else {
                assertMalformed(codec, Arrays.copyOf(block, size + 40), roomy);
                assertMalformed(codec, new byte[0], roomy);
            }
            assertThatThrownBy(() -> codec.decompress(block, 0, size, new byte[data.length], 0, data.length - 1))
                    .isInstanceOf(DataFormatException.class);
            fuzz(codec, block, data.length, 300);
            roundTrip(codec, data);
        }
    }

    private static void assertMalformed(Codec codec, byte[] block, int room) {
        byte[] restored = guarded(room);
        assertThatThrownBy(() -> codec.decompress(block, 0, block.length, restored, GUARD, room))
                .as("%s with %s bytes", codec.name(), block.length)
                .isInstanceOf(DataFormatException.class);
        assertGuards(restored, room);
    }

    /**
     * Decompresses a damaged block many times: each time it must fail or give some bytes, and write nothing outside the
     * range. It must do the same wherever in its arrays it stands, and whatever stands around it.
     *
     * @param block a valid block
     * @param length the size of its content, in bytes
     * @param cases the number of damaged blocks to try
     */
    public static void fuzz(Codec codec, byte[] block, int length, int cases) {
        for (long seed = 0; seed < cases; seed++) {
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
            String outcome = outcome(codec, damaged, 0, damaged.length, restored, seed);
            assertGuards(restored, length);
            int before = random.nextInt(50);
            byte[] amid = new byte[before + damaged.length + 50];
            random.nextBytes(amid);
            System.arraycopy(damaged, 0, amid, before, damaged.length);
            random.nextBytes(restored);
            assertThat(outcome(codec, amid, before, damaged.length, restored, seed))
                    .as("%s with seed %s, amid other bytes", codec.name(), seed)
                    .isEqualTo(outcome);
        }
    }

    /** Decompresses to what is between guards, and returns what that gives: the message of an error, or size and checksum. */
    private static String outcome(Codec codec, byte[] block, int offset, int length, byte[] restored, long seed) {
        int room = restored.length - 2 * GUARD;
        try {
            int size = codec.decompress(block, offset, length, restored, GUARD, room);
            assertThat(size).isBetween(0, room);
            return size + " bytes, " + Arrays.hashCode(Arrays.copyOfRange(restored, GUARD, GUARD + size));
        } catch (DataFormatException expected) {
            assertThat(expected).hasMessageNotContaining("\n");
            return String.valueOf(expected.getMessage());
        } catch (RuntimeException e) {
            throw new AssertionError(codec.name() + " with seed " + seed, e);
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
                    .isInstanceOf(IllegalArgumentException.class);
            assertThatThrownBy(() -> codec.maxCompressedLength(-1)).isInstanceOf(IllegalArgumentException.class);
        }
        Codec codec = Codecs.open(name);
        codec.close();
        codec.close(); // twice is harmless
    }

    /**
     * Returns test data: noise, letters, zeros, records of 50 bytes that share most, or pieces repeated from afar.
     *
     * @param kind 0 to {@link #KINDS} - 1
     * @param size in bytes
     */
    public static byte[] data(int kind, int size) {
        Random random = new Random(kind * 31L + size);
        byte[] data = new byte[size];
        if (kind == 0) {
            random.nextBytes(data);
        }
        for (int i = 0; i < size; i++) {
            switch (kind) {
                case 1 -> data[i] = (byte) ('a' + (i % 7) * random.nextInt(3));
                case 3 -> data[i] = (byte) (i % 50 < 45 ? i % 50 : random.nextInt());
                case 4 -> {
                    int piece = 1 + random.nextInt(300);
                    int stop = Math.min(size, i + piece);
                    int from = i < 100 || random.nextInt(3) == 0 ? -1 : random.nextInt(i);
                    for (int at = i; at < stop; at++) {
                        data[at] = from < 0 ? (byte) random.nextInt() : data[from++];
                    }
                    i = stop - 1;
                }
                default -> {}
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
