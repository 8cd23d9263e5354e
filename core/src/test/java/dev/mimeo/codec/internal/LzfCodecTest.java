package dev.mimeo.codec.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.ning.compress.lzf.ChunkDecoder;
import com.ning.compress.lzf.util.ChunkDecoderFactory;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.io.IOException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.DataFormatException;
import org.junit.jupiter.api.Test;

final class LzfCodecTest {

    /** The variable part that the specification of the file format compresses with each codec. */
    static byte[] specificationInput() {
        byte[] input = new byte[304];
        byte[] text = "DataSeries compression test vector; ".getBytes(US_ASCII);
        input[0] = 0x2c;
        input[1] = 1;
        for (int i = 4; i < input.length; i++) {
            input[i] = text[(i - 4) % text.length];
        }
        return input;
    }

    @Test
    void encodesTheSpecificationsVector() throws DataFormatException {
        byte[] expected = HexFormat.of()
                .parseHex(
                        "1f2c0100004461746153657269657320636f6d7072657373696f6e20746573742007766563746f723b20e0fd23012063");
        byte[] compressed = new byte[expected.length];
        try (Codec codec = Codecs.open("lzf")) {
            byte[] input = specificationInput();
            assertThat(codec.compress(input, 0, input.length, compressed, 0, compressed.length))
                    .isEqualTo(expected.length);
            assertThat(compressed).isEqualTo(expected);
        }
        assertThat(decode(expected, 304)).isEqualTo(specificationInput());
    }

    @Test
    void decodesEachKindOfItem() throws DataFormatException {
        // Literal; match of 3 at distance 1; match of 264 at distance 4; literals.
        byte[] decoded = decode(HexFormat.of().parseHex("0061" + "2000" + "e0ff03" + "017879"), 300);
        assertThat(decoded)
                .hasSize(1 + 3 + 264 + 2)
                .startsWith('a', 'a', 'a', 'a')
                .endsWith('a', 'x', 'y');
        byte[] far = new byte[8192 / 32 * 33 + 2];
        for (int i = 0; i < 256; i++) {
            far[33 * i] = 31;
            Arrays.fill(far, 33 * i + 1, 33 * i + 33, (byte) i);
        }
        far[far.length - 2] = 0x3f;
        far[far.length - 1] = (byte) 0xff;
        assertThat(decode(far, 9000)).hasSize(8195).endsWith(-1, 0, 0, 0);
    }

    @Test
    void refusesWhatIsNotABlock() {
        for (String block :
                new String[] {"00", "1f00", "2000", "00612001", "0061e0", "0061e001", "006120", "00613f00"}) {
            assertThatThrownBy(() -> decode(HexFormat.of().parseHex(block), 1000))
                    .as(block)
                    .isInstanceOf(DataFormatException.class);
        }
        assertThatThrownBy(() -> decode(HexFormat.of().parseHex("0061e0ff00"), 264))
                .hasMessageContaining("more than expected");
    }

    @Test
    void anotherDecoderReadsOurBlocks() throws IOException {
        ChunkDecoder decoder = ChunkDecoderFactory.safeInstance();
        try (Codec codec = Codecs.open("lzf")) {
            for (int kind = 0; kind < CodecContract.KINDS; kind++) {
                for (int size : new int[] {1, 4, 5, 6, 35, 300, 8200, 70_000, 300_000}) {
                    byte[] data = CodecContract.data(kind, size);
                    byte[] compressed = new byte[codec.maxCompressedLength(size)];
                    int length = codec.compress(data, 0, size, compressed, 0, compressed.length);
                    byte[] decoded = new byte[size];
                    decoder.decodeChunk(compressed, 0, length, decoded, 0, size);
                    assertThat(decoded).as("kind %s, %s bytes", kind, size).isEqualTo(data);
                }
            }
        }
    }

    @Test
    void decodesWhatAnotherDecoderDecodes() throws DataFormatException, IOException {
        ChunkDecoder decoder = ChunkDecoderFactory.safeInstance();
        for (long seed = 0; seed < 2000; seed++) {
            Random random = new Random(seed);
            byte[] block = randomBlock(random);
            byte[] decoded = decode(block, 20_000);
            byte[] expected = new byte[decoded.length];
            decoder.decodeChunk(block, 0, block.length, expected, 0, expected.length);
            assertThat(decoded).as("seed %s", seed).isEqualTo(expected);
        }
    }

    /** Makes literals and valid matches of all lengths and many distances. */
    private static byte[] randomBlock(Random random) {
        byte[] block = new byte[400];
        int at = 0;
        int decoded = 0;
        while (at < 350) {
            if (decoded == 0 || random.nextInt(3) == 0) {
                int count = 1 + random.nextInt(32);
                block[at++] = (byte) (count - 1);
                for (int i = 0; i < count; i++) {
                    block[at++] = (byte) random.nextInt();
                }
                decoded += count;
            } else {
                int back = random.nextInt(Math.min(decoded, random.nextBoolean() ? 12 : 8192));
                int code = random.nextInt(8);
                int more = random.nextInt(256);
                block[at++] = (byte) (code == 0 ? 32 | back >> 8 : code << 5 | back >> 8);
                if (code == 7) {
                    block[at++] = (byte) more;
                }
                block[at++] = (byte) back;
                decoded += Math.max(code, 1) + 2 + (code == 7 ? more : 0);
            }
        }
        return Arrays.copyOf(block, at);
    }

    @Test
    void survivesDamage() throws DataFormatException {
        try (Codec codec = Codecs.open("lzf")) {
            for (int kind : new int[] {1, 3, 4}) {
                byte[] data = CodecContract.data(kind, 600);
                byte[] compressed = new byte[codec.maxCompressedLength(data.length)];
                int size = codec.compress(data, 0, data.length, compressed, 0, compressed.length);
                CodecContract.fuzz(codec, Arrays.copyOf(compressed, size), data.length, 20_000);
            }
        }
    }

    private static byte[] decode(byte[] block, int room) throws DataFormatException {
        byte[] decoded = new byte[room];
        try (Codec codec = Codecs.open("lzf")) {
            return Arrays.copyOf(decoded, codec.decompress(block, 0, block.length, decoded, 0, room));
        }
    }
}
