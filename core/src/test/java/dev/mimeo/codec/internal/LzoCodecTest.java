package dev.mimeo.codec.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import io.airlift.compress.lzo.LzoCompressor;
import io.airlift.compress.lzo.LzoDecompressor;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class LzoCodecTest {

    /** A match at distance 16384, length 3: what ends every block. */
    private static final String END = "110000";

    @Test
    void decodesTheSpecificationsVector() throws DataFormatException {
        String vector =
                "392c0100004461746153657269657320636f6d7072657373696f6e207465737420766563746f723b2020e78c00110000";
        assertThat(decode(HexFormat.of().parseHex(vector), 304)).isEqualTo(LzfCodecTest.specificationInput());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void encodesTheSpecificationsVectorAsSmall(int level) throws DataFormatException {
        byte[] input = LzfCodecTest.specificationInput();
        byte[] block = encode(level, input);
        assertThat(block).hasSizeLessThanOrEqualTo(48);
        assertThat(decode(block, 304)).isEqualTo(input);
    }

    @Test
    void decodesEachKindOfInstruction() throws DataFormatException {
        assertThat(decode(END, 0)).isEmpty();
        assertThat(text("14414243" + END)).isEqualTo("ABC"); // first run of 3
        assertThat(text("01" + "41424344" + END)).isEqualTo("ABCD"); // run of 4 in state 0
        assertThat(text("14414243" + "4800" + END)).isEqualTo("ABCABC"); // 3 bytes, distance 3
        assertThat(text("14414243" + "4b00" + "444546" + END)).isEqualTo("ABCABCDEF"); // with 3 literals after it
        assertThat(text("14414243" + "e800" + END)).isEqualTo("ABCABCABCAB"); // 8 bytes, distance 3
        assertThat(text("14414243" + "0800" + END)).isEqualTo("ABCAB"); // 2 bytes in state 3
        assertThat(text("14414243" + "2a0800" + END)).isEqualTo("ABCABCABCABCABC"); // 12 bytes by 001LLLLL
        assertThat(text("14414243" + "20010800" + END)).hasSize(3 + 34); // 34 bytes, one extension byte
        assertThat(text("14414243" + "2000ff0800" + END)).hasSize(3 + 33 + 255 + 255);
        assertThat(text("00" + "01" + "41".repeat(19) + END)).isEqualTo("A".repeat(19)); // extended run
        assertThat(text("ff" + "41".repeat(238) + END)).isEqualTo("A".repeat(238)); // longest first run
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 9})
    void findsMatchesAgainAfterALongStretchOfNoise(int level) throws DataFormatException {
        Random random = new Random(5);
        byte[] data = new byte[3 << 20];
        random.nextBytes(data);
        byte[] words = new byte[1 << 20];
        for (int i = 0; i < words.length; i++) {
            words[i] = (byte)
                    ("the block that follows the noise ".charAt(i % 33) + (i % 1000 == 0 ? random.nextInt(20) : 0));
        }
        System.arraycopy(words, 0, data, 2 << 20, words.length);
        byte[] block = encode(level, data);
        assertThat(block.length - (2 << 20)).isLessThan(2 * encode(level, words).length + (64 << 10));
        byte[] decoded = new byte[data.length];
        LzoDecoder.decode(block, 0, block.length, decoded, 0, data.length);
        assertThat(decoded).isEqualTo(data);
    }

    @Test
    void decodesFarMatches() throws DataFormatException {
        // 2060 bytes, then 3 bytes at distance 2049 + 10, possible after a run only.
        String run = "00" + "00".repeat(8) + "02" + hexOf(2060, 0);
        assertThat(2060).isEqualTo(18 + 8 * 255 + 2);
        assertThat(decode(run + "0802" + END, 3000)).endsWith(1, 2, 3);
        // 20000 bytes, then 5 bytes at distance 16384 + 100; at 16385 the distance's bits are those of the end but one.
        String long20000 = "00" + "00".repeat(78) + "5c" + hexOf(20_000, 0);
        assertThat(20_000).isEqualTo(18 + 78 * 255 + 0x5c);
        assertThat(decode(long20000 + "139001" + END, 21_000)).endsWith(at(20_000 - 16_484, 5));
        assertThat(decode(long20000 + "130400" + END, 21_000)).endsWith(at(20_000 - 16_385, 5));
        // 40000 bytes, 5 bytes at distance 32768 + 100.
        String long40000 = "00" + "00".repeat(156) + "ca" + hexOf(40_000, 0);
        assertThat(40_000).isEqualTo(18 + 156 * 255 + 0xca);
        assertThat(decode(long40000 + "1b9001" + END, 41_000)).endsWith(at(40_000 - 32_868, 5));
    }

    private static byte[] at(int start, int length) {
        byte[] bytes = new byte[length];
        for (int i = 0; i < length; i++) {
            bytes[i] = (byte) (start + i);
        }
        return bytes;
    }

    private static String hexOf(int length, int start) {
        return HexFormat.of().formatHex(at(start, length));
    }

    @Test
    void refusesWhatIsNotABlock() {
        String[] blocks = {
            "",
            "11",
            "1100",
            "11000000",
            "100000",
            "120000",
            "110100",
            "190000",
            "14414243",
            "144142" + END,
            "4800" + END,
            "14414243" + "6800" + "11",
            "14414243" + "4c00" + END,
            "14414243" + "4b00" + "4445" + END,
            "00",
            "0000",
            "000000",
            "000001" + END,
            "01414243" + END,
            "20000000",
            "2000000000" + END
        };
        for (String block : blocks) {
            assertThatThrownBy(() -> decode(block, 1000)).as(block).isInstanceOf(DataFormatException.class);
        }
        assertThatThrownBy(() -> decode("14414243" + "e800" + END, 10)).hasMessageContaining("more than expected");
    }

    @Test
    void refusesLengthsBeyondEveryArray() {
        byte[] block = new byte[9_000_000];
        block[0] = 18;
        block[1] = 'A';
        block[2] = 32;
        block[block.length - 4] = 1;
        assertThatThrownBy(() -> decode(block, 1000))
                .isInstanceOf(DataFormatException.class)
                .hasMessageContaining("more than expected");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3, 4, 5, 6, 7, 8, 9})
    void anotherDecoderReadsOurBlocks(int level) {
        LzoDecompressor decoder = new LzoDecompressor();
        for (int kind = 0; kind < CodecContract.KINDS; kind++) {
            for (int size : new int[] {1, 2, 3, 4, 5, 17, 18, 19, 238, 239, 274, 300, 8200, 70_000, 200_000}) {
                byte[] data = CodecContract.data(kind, size);
                byte[] block = encode(level, data);
                byte[] decoded = new byte[size];
                assertThat(decoder.decompress(block, 0, block.length, decoded, 0, size))
                        .as("kind %s, %s bytes", kind, size)
                        .isEqualTo(size);
                assertThat(decoded).as("kind %s, %s bytes", kind, size).isEqualTo(data);
            }
        }
    }

    @Test
    void readsBlocksOfAnotherEncoder() throws DataFormatException {
        LzoCompressor encoder = new LzoCompressor();
        for (int kind = 0; kind < CodecContract.KINDS; kind++) {
            for (int size : new int[] {1, 3, 4, 5, 19, 238, 239, 300, 8200, 70_000, 200_000}) {
                byte[] data = CodecContract.data(kind, size);
                byte[] compressed = new byte[encoder.maxCompressedLength(size)];
                int length = encoder.compress(data, 0, size, compressed, 0, compressed.length);
                byte[] block = Arrays.copyOf(compressed, length);
                assertThat(decode(block, size))
                        .as("kind %s, %s bytes", kind, size)
                        .isEqualTo(data);
            }
        }
    }

    /** Matches of every form: their lengths and distances are what the data is made of. */
    @ParameterizedTest
    @ValueSource(ints = {1, 3, 4, 9})
    void givesBackMatchesAtEveryBoundary(int level) throws DataFormatException {
        int[] lengths = {2, 3, 4, 8, 9, 10, 33, 34, 263, 264, 265, 288, 289, 1000};
        int[] distances = {
            1, 2, 7, 8, 9, 1024, 1025, 2048, 2049, 3072, 3073, 16_383, 16_384, 16_385, 32_767, 32_768, 32_769, 49_150,
            49_151, 49_152
        };
        LzoDecompressor decoder = new LzoDecompressor();
        for (int distance : distances) {
            for (int length : lengths) {
                Random random = new Random(distance * 1009L + length);
                byte[] data = new byte[distance + length + 1 + random.nextInt(6)];
                random.nextBytes(data);
                for (int i = 0; i < length; i++) {
                    data[distance + i] = data[i];
                }
                byte[] block = encode(level, data);
                assertThat(decode(block, data.length)).isEqualTo(data);
                byte[] decoded = new byte[data.length];
                decoder.decompress(block, 0, block.length, decoded, 0, data.length);
                assertThat(decoded)
                        .as("length %s, distance %s", length, distance)
                        .isEqualTo(data);
            }
        }
    }

    @Test
    void higherLevelsAreNotLarger() {
        byte[] data = CodecContract.data(3, 100_000);
        int[] sizes = new int[10];
        for (int level = 1; level <= 9; level++) {
            sizes[level] = encode(level, data).length;
        }
        assertThat(sizes[4]).isLessThanOrEqualTo(sizes[1]);
        for (int level = 5; level <= 9; level++) {
            assertThat(sizes[level]).as("level %s", level).isLessThanOrEqualTo(sizes[level - 1] + 50);
        }
    }

    @Test
    void survivesDamage() {
        try (Codec codec = Codecs.open("lzo")) {
            for (int kind : new int[] {1, 3, 4}) {
                byte[] data = CodecContract.data(kind, 600);
                CodecContract.fuzz(codec, encode(9, data), data.length, 20_000);
            }
        }
    }

    private static byte[] encode(int level, byte[] data) {
        try (Codec codec = Codecs.open("lzo:" + level)) {
            byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
            return Arrays.copyOf(compressed, codec.compress(data, 0, data.length, compressed, 0, compressed.length));
        }
    }

    private static String text(String block) throws DataFormatException {
        return new String(decode(block, 1000), US_ASCII);
    }

    private static byte[] decode(String block, int room) throws DataFormatException {
        return decode(HexFormat.of().parseHex(block), room);
    }

    private static byte[] decode(byte[] block, int room) throws DataFormatException {
        byte[] decoded = new byte[room];
        try (Codec codec = Codecs.open("lzo")) {
            return Arrays.copyOf(decoded, codec.decompress(block, 0, block.length, decoded, 0, room));
        }
    }
}
