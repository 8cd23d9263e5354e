package dev.mimeo.codec.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.testing.CodecContract;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.util.Objects;
import java.util.zip.Adler32;
import java.util.zip.DataFormatException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Blocks of the original library: files made by {@code lzop -1}, {@code -3} and {@code -9} of the data of
 * {@link CodecContract#data} and of the text of a licence. Each block has the Adler-32 of what it holds.
 */
final class LzopFilesTest {

    private static final int MAGIC_SIZE = 9;

    /** Flags of the header: each block has an Adler-32 of its content, and nothing else. */
    private static final int CHECKS_MASK = 0x303;

    private static final int ADLER_OF_CONTENT = 1;

    @ParameterizedTest
    @CsvSource({
        "1, 8000, 1", "1, 8000, 3", "1, 8000, 9",
        "3, 20000, 1", "3, 20000, 3", "3, 20000, 9",
        "4, 20000, 1", "4, 20000, 3", "4, 20000, 9"
    })
    void givesTheKnownData(int kind, int size, int level) throws IOException, DataFormatException {
        assertThat(unpack("kind" + kind + "-" + size + "-" + level)).isEqualTo(CodecContract.data(kind, size));
    }

    @ParameterizedTest
    @CsvSource({"1", "3", "9"})
    void givesText(int level) throws IOException, DataFormatException {
        assertThat(new String(unpack("license-" + level), US_ASCII))
                .contains("Apache License")
                .contains("END OF TERMS AND CONDITIONS");
    }

    private static byte[] unpack(String name) throws IOException, DataFormatException {
        ByteBuffer file;
        try (InputStream in = LzopFilesTest.class.getResourceAsStream("lzop/" + name + ".lzo")) {
            file = ByteBuffer.wrap(Objects.requireNonNull(in, name).readAllBytes());
        }
        file.position(MAGIC_SIZE + 3 * Short.BYTES + 2);
        assertThat(file.getInt() & CHECKS_MASK).isEqualTo(ADLER_OF_CONTENT);
        file.position(file.position() + 3 * Integer.BYTES);
        file.position(file.position() + 1 + file.get(file.position()) + Integer.BYTES);
        ByteArrayOutputStream content = new ByteArrayOutputStream();
        try (Codec codec = Codecs.open("lzo")) {
            for (int size = file.getInt(); size != 0; size = file.getInt()) {
                int packedSize = file.getInt();
                int adler = file.getInt();
                assertThat(packedSize).isLessThan(size);
                byte[] block = new byte[size];
                assertThat(codec.decompress(file.array(), file.position(), packedSize, block, 0, size))
                        .isEqualTo(size);
                Adler32 sum = new Adler32();
                sum.update(block);
                assertThat((int) sum.getValue()).isEqualTo(adler);
                content.write(block);
                file.position(file.position() + packedSize);
            }
        }
        assertThat(file.hasRemaining()).isFalse();
        return content.toByteArray();
    }
}
