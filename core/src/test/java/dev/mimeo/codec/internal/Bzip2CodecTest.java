package dev.mimeo.codec.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Compares streams with those of libbz2 and of commons-compress. */
final class Bzip2CodecTest {
    private static final int RUNS = 9_000_000;

    /** Sizes and checksums (of {@link CRC32}) are those of streams of libbz2 1.0.8. */
    @ParameterizedTest
    @CsvSource({
        "0, 5000, 5508, 3f6fcbbb, 5508, 9d06c09b",
        "0, 350000, 353003, a8f67fac, 352005, 7f78722b",
        "1, 5000, 1223, 9924f9ad, 1223, 3bed1976",
        "1, 350000, 70385, c065128e, 69196, 56be687f",
        "2, 5000, 45, 8c683fe7, 45, 85f30b50",
        "2, 350000, 48, 80ba61b3, 48, 9c5c3014",
        "3, 5000, 929, 0e862658, 929, 07f54a2c",
        "3, 350000, 43756, 2cd9b330, 41593, 664ddb03",
        "4, 5000, 1871, f93ab0d3, 1871, 0a039e82",
        "4, 350000, 216753, 884809fc, 150474, b858d97e"
    })
    void hasTheBytesOfLibbz2(int kind, int size, int size1, String crc1, int size9, String crc9)
            throws DataFormatException {
        byte[] data = CodecContract.data(kind, size);
        assertStream(data, 1, size1, crc1);
        assertStream(data, 9, size9, crc9);
    }

    /** Runs of all lengths that matter end at, before and behind the ends of blocks. */
    @ParameterizedTest
    @CsvSource({"1, 117949, 91f92a39", "2, 115828, a37f8ac0", "9, 113570, 09f283da"})
    void hasTheBytesOfLibbz2WhereRunsGoOnInTheNextBlock(int level, int size, String crc) throws DataFormatException {
        assertStream(runs(), level, size, crc);
    }

    private static void assertStream(byte[] data, int level, int size, String crc) throws DataFormatException {
        byte[] stream = compressed(data, level);
        CRC32 sum = new CRC32();
        sum.update(stream);
        assertThat(stream).as("level %s", level).hasSize(size);
        assertThat(HexFormat.of().toHexDigits((int) sum.getValue()))
                .as("level %s", level)
                .isEqualTo(crc);
        assertThat(decompressed(stream, data.length)).isEqualTo(data);
    }

    @Test
    void readsAndIsReadByCommonsCompress() throws IOException, DataFormatException {
        for (int seed = 0; seed < 300; seed++) {
            Random random = new Random(seed);
            byte[] data = random.nextBoolean()
                    ? CodecContract.data(seed % 5, random.nextInt(3_000))
                    : Arrays.copyOfRange(runs(random, 3_000), 0, random.nextInt(3_000));
            int level = 1 + random.nextInt(9);
            byte[] stream = compressed(data, level);
            try (var in = new BZip2CompressorInputStream(new ByteArrayInputStream(stream))) {
                assertThat(in.readAllBytes()).as("seed %s", seed).isEqualTo(data);
            }
            ByteArrayOutputStream other = new ByteArrayOutputStream();
            try (var out = new BZip2CompressorOutputStream(other, level)) {
                out.write(data);
            }
            assertThat(decompressed(other.toByteArray(), data.length))
                    .as("seed %s", seed)
                    .isEqualTo(data);
        }
    }

    /** Other levels, other bits behind the end, another code for a group and other lengths of unused codes may make no difference. */
    @Test
    void givesNoOtherBytesWhereABitIsChanged() throws DataFormatException {
        byte[] data = CodecContract.data(4, 2_000);
        byte[] stream = compressed(data, 9);
        int refused = 0;
        for (int bit = 0; bit < stream.length * Byte.SIZE; bit++) {
            byte[] changed = stream.clone();
            changed[bit / Byte.SIZE] ^= (byte) (0x80 >> bit % Byte.SIZE);
            try {
                assertThat(decompressed(changed, data.length)).as("bit %s", bit).isEqualTo(data);
            } catch (DataFormatException e) {
                refused++;
            }
        }
        assertThat(refused).isGreaterThan(stream.length * Byte.SIZE * 9 / 10);
    }

    @Test
    void refusesEveryStreamThatIsCutOff() throws DataFormatException {
        byte[] stream = compressed(CodecContract.data(4, 2_000), 9);
        for (int length = 0; length < stream.length; length++) {
            byte[] cut = Arrays.copyOf(stream, length);
            assertThatThrownBy(() -> decompressed(cut, 2_000))
                    .as("%s bytes", length)
                    .isExactlyInstanceOf(DataFormatException.class);
        }
    }

    @Test
    void tellsMissingRoomFromDamage() throws DataFormatException {
        for (byte[] data :
                new byte[][] {CodecContract.data(2, 5_000), CodecContract.data(0, 5_000), runs(new Random(1), 5_000)}) {
            byte[] stream = compressed(data, 1);
            for (int room : new int[] {0, 1, data.length / 2, data.length - 1}) {
                assertThatThrownBy(() -> decompressed(stream, room))
                        .isInstanceOf(Codec.DestinationTooSmallException.class)
                        .hasMessage("bzip2 block holds more than the %s bytes expected", room);
            }
        }
    }

    @Test
    void refusesBlocksInRandomOrder() throws DataFormatException {
        byte[] stream = compressed(CodecContract.data(1, 100), 9);
        stream[14] |= (byte) 0x80;
        assertThatThrownBy(() -> decompressed(stream, 100))
                .hasMessage("malformed bzip2 block: in random order, as made by bzip2 before 0.9.5");
    }

    private static byte[] runs() {
        return runs(new Random(7), RUNS);
    }

    private static byte[] runs(Random random, int size) {
        int[] lengths = {1, 2, 4, 5, 6, 300};
        byte[] data = new byte[size];
        for (int at = 0; at < size; ) {
            int end = Math.min(size, at + lengths[random.nextInt(lengths.length)]);
            Arrays.fill(data, at, end, (byte) random.nextInt(5));
            at = end;
        }
        return data;
    }

    private static byte[] compressed(byte[] data, int level) {
        try (Codec codec = Codecs.open("bzip2:" + level)) {
            byte[] stream = new byte[codec.maxCompressedLength(data.length)];
            return Arrays.copyOf(stream, codec.compress(data, 0, data.length, stream, 0, stream.length));
        }
    }

    private static byte[] decompressed(byte[] stream, int room) throws DataFormatException {
        try (Codec codec = Codecs.open("bzip2")) {
            byte[] data = new byte[room];
            return Arrays.copyOf(data, codec.decompress(stream, 0, stream.length, data, 0, room));
        }
    }
}
