package dev.mimeo.formats.trace;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.mimeo.internal.bytes.UnreadableRestException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.SequenceInputStream;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.apache.commons.compress.compressors.lz4.FramedLZ4CompressorOutputStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;

final class TraceInputsTest {

    private enum Format {
        GZIP {
            @Override
            OutputStream pack(OutputStream out) throws IOException {
                return new GZIPOutputStream(out);
            }
        },
        BZIP2 {
            @Override
            OutputStream pack(OutputStream out) throws IOException {
                return new BZip2CompressorOutputStream(out, 1);
            }
        },
        ZSTD {
            @Override
            OutputStream pack(OutputStream out) throws IOException {
                return new ZstdOutputStream(out).setChecksum(true);
            }
        },
        XZ {
            @Override
            OutputStream pack(OutputStream out) throws IOException {
                return new XZOutputStream(out, new LZMA2Options(1));
            }
        },
        LZ4 {
            @Override
            OutputStream pack(OutputStream out) throws IOException {
                return new FramedLZ4CompressorOutputStream(out);
            }
        };

        abstract OutputStream pack(OutputStream out) throws IOException;

        byte[] packed(byte[] bytes) throws IOException {
            ByteArrayOutputStream packed = new ByteArrayOutputStream();
            try (OutputStream out = pack(packed)) {
                out.write(bytes);
            }
            return packed.toByteArray();
        }
    }

    /** More than a block of bzip2 at level 1, and not a multiple of any buffer. */
    private static byte[] content() {
        byte[] bytes = new byte[150_001];
        new Random(7).nextBytes(bytes);
        return bytes;
    }

    private static byte[] joined(byte[] first, byte[] second) {
        byte[] both = Arrays.copyOf(first, first.length + second.length);
        System.arraycopy(second, 0, both, first.length, second.length);
        return both;
    }

    /** Returns the bytes before the failure, whose type is checked; the failure is final. */
    private static byte[] readUntil(Class<? extends IOException> failure, byte[] packed) throws IOException {
        ByteArrayOutputStream unpacked = new ByteArrayOutputStream();
        try (InputStream in = TraceInputs.unpacked(new ByteArrayInputStream(packed))) {
            byte[] buffer = new byte[1 << 16];
            assertThatThrownBy(() -> {
                        for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                            unpacked.write(buffer, 0, count);
                        }
                    })
                    .isInstanceOf(failure)
                    .hasMessageContaining("cut off");
            assertThatThrownBy(() -> in.read(buffer)).isInstanceOf(failure);
        }
        return unpacked.toByteArray();
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void streamsThatFollowEachOtherAreOne(Format format) throws IOException {
        byte[] packed = format.packed(content());
        try (InputStream in = TraceInputs.unpacked(new ByteArrayInputStream(joined(packed, packed)))) {
            assertThat(in.readAllBytes()).isEqualTo(joined(content(), content()));
        }
        try (InputStream in = TraceInputs.unpacked(new ByteArrayInputStream(packed))) {
            assertThat(in.read()).isEqualTo(content()[0] & 0xff);
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void allBytesBeforeSomethingElseAreRead(Format format) throws IOException {
        byte[] packed = format.packed(content());
        byte[] followed = joined(packed, "This is not compressed".getBytes(US_ASCII));
        assertThat(readUntil(UnreadableRestException.class, followed)).isEqualTo(content());
    }

    /** Less than the header of a stream, which begins otherwise. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void aFewOtherBytesAreNotACut(Format format) throws IOException {
        byte[] packed = format.packed(content());
        for (int length = 1; length <= 13; length++) {
            byte[] followed =
                    joined(packed, "not compressed".substring(0, length).getBytes(US_ASCII));
            assertThat(readUntil(UnreadableRestException.class, followed))
                    .describedAs("%d bytes", length)
                    .isEqualTo(content());
        }
    }

    /** The reader for gzip does not tell the start of a header from other bytes. */
    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "GZIP")
    void theStartOfAnotherStreamIsACut(Format format) throws IOException {
        byte[] packed = format.packed(content());
        byte[] both = joined(packed, packed);
        byte[] expected = joined(content(), content());
        for (int length = 1; length <= 32; length++) {
            byte[] read = readUntil(EOFException.class, Arrays.copyOf(both, packed.length + length));
            assertThat(read)
                    .describedAs("%d bytes", length)
                    .hasSizeBetween(content().length, content().length + length);
            assertThat(read).isEqualTo(Arrays.copyOf(expected, read.length));
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void allWholeBlocksBeforeACutAreRead(Format format) throws IOException {
        byte[] packed = format.packed(content());
        byte[] both = joined(packed, packed);
        byte[] expected = joined(content(), content());
        for (int length : new int[] {packed.length + 20, packed.length + 100, both.length - 1}) {
            byte[] read = readUntil(EOFException.class, Arrays.copyOf(both, length));
            assertThat(read).hasSizeBetween(content().length, expected.length);
            assertThat(read).isEqualTo(Arrays.copyOf(expected, read.length));
        }
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void aStreamThatIsCutOffInItsHeaderIsTold(Format format) throws IOException {
        byte[] start = Arrays.copyOf(format.packed(content()), 4);
        assertThatThrownBy(() -> {
                    try (InputStream in = TraceInputs.unpacked(new ByteArrayInputStream(start))) {
                        in.read();
                    }
                })
                .isInstanceOf(EOFException.class)
                .hasMessageContaining("cut off");
    }

    @ParameterizedTest
    @EnumSource(Format.class)
    void damageIsNamedWithARemedy(Format format) throws IOException {
        byte[] packed = format.packed(content());
        packed[packed.length / 2] ^= 1;
        assertThatThrownBy(() -> {
                    try (InputStream in = TraceInputs.unpacked(new ByteArrayInputStream(packed))) {
                        in.readAllBytes();
                    }
                })
                .hasMessageMatching("the " + format.name().toLowerCase(Locale.ROOT)
                        + " file cannot be decompressed \\(.+\\): copy it again, or decompress it with another"
                        + " program");
    }

    /** The failure of a disk is not that of the file. */
    @ParameterizedTest
    @EnumSource(Format.class)
    void failuresOfReadingStayWhatTheyAre(Format format) throws IOException {
        byte[] half = Arrays.copyOf(format.packed(content()), 1 << 16);
        InputStream failing = new SequenceInputStream(new ByteArrayInputStream(half), new InputStream() {
            @Override
            public int read() throws IOException {
                throw new IOException("input/output error");
            }

            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                throw new IOException("input/output error");
            }
        });
        assertThatThrownBy(() -> {
                    try (InputStream in = TraceInputs.unpacked(failing)) {
                        in.readAllBytes();
                    }
                })
                .hasMessage("input/output error");
    }
}
