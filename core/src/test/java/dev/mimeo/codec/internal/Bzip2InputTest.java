package dev.mimeo.codec.internal;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.codec.Codec;
import dev.mimeo.codec.Codecs;
import dev.mimeo.internal.bytes.UnreadableRestException;
import dev.mimeo.testing.CodecContract;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Random;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorInputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Compares what is read with what commons-compress reads and writes. */
final class Bzip2InputTest {
    private static final int STREAM = 2_000;

    /** Streams of all levels and of several blocks, read in pieces of all sizes from a source that gives pieces of all sizes. */
    @Test
    void readsWhatCommonsCompressReads() throws IOException {
        for (int seed = 0; seed < 200; seed++) {
            Random random = new Random(seed);
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            for (int streams = 1 + random.nextInt(3); streams > 0; streams--) {
                byte[] data = data(random, random.nextInt(seed % 10 == 0 ? 300_000 : 3_000));
                packed.write(random.nextBoolean() ? packed(data, 1 + random.nextInt(9)) : packedByOthers(data, 1));
            }
            byte[] expected;
            try (InputStream in =
                    new BZip2CompressorInputStream(new ByteArrayInputStream(packed.toByteArray()), true)) {
                expected = in.readAllBytes();
            }
            int longest = 1 + random.nextInt(5_000);
            InputStream source = new Pieces(packed.toByteArray(), seed, 1 + random.nextInt(40));
            assertThat(readInPieces(source, random, longest))
                    .as("seed %s", seed)
                    .isEqualTo(expected);
        }
    }

    /** The end of a file that is cut off at the end of a stream is an end like any other. */
    @Test
    void givesAllBlocksBeforeACut() throws IOException {
        byte[] data = data(new Random(3), STREAM);
        byte[] packed = packed(data, 9);
        byte[] both = joined(packed, packed);
        byte[] expected = joined(data, data);
        for (int length = 4; length < both.length; length++) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            IOException failure = readUntilFailure(Arrays.copyOf(both, length), read);
            if (length == packed.length) {
                assertThat(failure).isNull();
            } else {
                assertThat(failure)
                        .as("%s bytes", length)
                        .isExactlyInstanceOf(EOFException.class)
                        .hasMessage("the bzip2 file is cut off");
            }
            assertThat(read.size()).as("%s bytes", length).isGreaterThanOrEqualTo(length < packed.length ? 0 : STREAM);
            assertThat(read.toByteArray()).isEqualTo(Arrays.copyOf(expected, read.size()));
        }
    }

    @Test
    void refusesAHeaderThatIsCutOff() {
        for (int length = 0; length < 4; length++) {
            InputStream start = new ByteArrayInputStream("BZh9".getBytes(US_ASCII), 0, length);
            assertThatThrownBy(() -> Bzip2Input.open(start)).isInstanceOf(EOFException.class);
        }
    }

    /** A file ends with the checksum of its last stream, so its last bytes can be damaged as well as missing. */
    @Test
    void tellsDamageFromACut() throws IOException {
        byte[] packed = packed(data(new Random(5), STREAM), 9);
        for (int place : new int[] {5, packed.length - 8, packed.length - 5, packed.length - 3}) {
            byte[] damaged = packed.clone();
            damaged[place] ^= 0x10;
            assertThat(readUntilFailure(damaged, new ByteArrayOutputStream()))
                    .as("byte %s of %s", place, packed.length)
                    .isExactlyInstanceOf(MimeoException.class);
        }
    }

    @Test
    void givesNoOtherBytesWithoutAFailureWhereABitIsChanged() throws IOException {
        byte[] data = data(new Random(4), STREAM);
        byte[] packed = packed(data, 9);
        for (int bit = 0; bit < packed.length * Byte.SIZE; bit++) {
            byte[] changed = packed.clone();
            changed[bit / Byte.SIZE] ^= (byte) (0x80 >> bit % Byte.SIZE);
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            if (readUntilFailure(changed, read) == null) {
                assertThat(read.toByteArray()).as("bit %s", bit).isEqualTo(data);
            }
        }
    }

    @Test
    void givesAllBytesBeforeSomethingElse() throws IOException {
        byte[] data = data(new Random(6), STREAM);
        byte[] packed = packed(data, 9);
        for (String rest : new String[] {"x", "BX", "BZx9", "BZh0", "BZhx", "plain text", "\0", "\0\0\0\0\0\0\0\0\0"}) {
            ByteArrayOutputStream read = new ByteArrayOutputStream();
            assertThat(readUntilFailure(joined(packed, rest.getBytes(US_ASCII)), read))
                    .as(rest)
                    .isInstanceOf(UnreadableRestException.class);
            assertThat(read.toByteArray()).as(rest).isEqualTo(data);
        }
    }

    @Test
    void givesABlockBeforeItWaitsForTheNextStream() throws IOException {
        byte[] data = data(new Random(7), STREAM);
        InputStream waiting = new SequenceInputStream(new ByteArrayInputStream(packed(data, 9)), new Failing());
        try (InputStream in = Bzip2Input.open(waiting)) {
            assertThat(in.readNBytes(STREAM)).isEqualTo(data);
            assertThatThrownBy(in::read).isExactlyInstanceOf(IOException.class).hasMessage("input/output error");
            assertThatThrownBy(in::read).hasMessage("input/output error");
        }
    }

    private static byte[] readInPieces(InputStream source, Random random, int longest) throws IOException {
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        byte[] piece = new byte[longest + 2];
        try (InputStream in = Bzip2Input.open(source)) {
            while (true) {
                int length = random.nextInt(longest + 1);
                int count = in.read(piece, 1, length);
                if (count < 0) {
                    return read.toByteArray();
                }
                assertThat(count).isBetween(Math.min(1, length), length);
                read.write(piece, 1, count);
            }
        }
    }

    private static @Nullable IOException readUntilFailure(byte[] packed, ByteArrayOutputStream read) {
        byte[] piece = new byte[700];
        try (InputStream in = Bzip2Input.open(new ByteArrayInputStream(packed))) {
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                read.write(piece, 0, count);
            }
            return null;
        } catch (IOException e) {
            return e;
        }
    }

    private static byte[] data(Random random, int size) {
        byte[] data = CodecContract.data(random.nextInt(5), size);
        for (int run = random.nextInt(20); run > 0; run--) {
            int start = random.nextInt(size + 1);
            Arrays.fill(data, start, Math.min(size, start + random.nextInt(600)), (byte) run);
        }
        return data;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    private static byte[] packed(byte[] data, int level) {
        try (Codec codec = Codecs.open("bzip2:" + level)) {
            byte[] packed = new byte[codec.maxCompressedLength(data.length)];
            return Arrays.copyOf(packed, codec.compress(data, 0, data.length, packed, 0, packed.length));
        }
    }

    private static byte[] packedByOthers(byte[] data, int level) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (var out = new BZip2CompressorOutputStream(packed, level)) {
            out.write(data);
        }
        return packed.toByteArray();
    }

    /** Gives fewer bytes than asked for, as pipes do. */
    private static class Pieces extends FilterInputStream {
        private final Random random;
        private final int longest;

        Pieces(byte[] bytes, int seed, int longest) {
            super(new ByteArrayInputStream(bytes));
            this.random = new Random(seed);
            this.longest = longest;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            return super.read(target, offset, Math.min(length, 1 + random.nextInt(longest)));
        }
    }

    private static class Failing extends InputStream {
        @Override
        public int read() throws IOException {
            throw new IOException("input/output error");
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            throw new IOException("input/output error");
        }
    }
}
