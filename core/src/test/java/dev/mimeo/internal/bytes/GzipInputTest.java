package dev.mimeo.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Arrays;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

final class GzipInputTest {

    private static final int BYTES = 300;
    private static final int[] BUFFERS = {1, 7, 512};

    private final byte[] content = new byte[BYTES];
    private final byte[] member;
    private final byte[] twoMembers;

    GzipInputTest() throws IOException {
        new Random(1).nextBytes(content);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        member = packed.toByteArray();
        twoMembers = Arrays.copyOf(member, 2 * member.length);
        System.arraycopy(member, 0, twoMembers, member.length, member.length);
    }

    /** Reads as from a pipe whose writer is slower. */
    private static byte[] read(byte[] packed, int bufferBytes, int pieceBytes) throws IOException {
        InputStream pipe = new FilterInputStream(new ByteArrayInputStream(packed)) {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return super.read(target, offset, Math.min(length, pieceBytes));
            }

            @Override
            public int available() {
                return 0;
            }
        };
        try (InputStream in = GzipInput.open(pipe, bufferBytes)) {
            return in.readAllBytes();
        }
    }

    private int[] pieces() {
        return new int[] {1, member.length - 8, member.length - 3, member.length, member.length + 4, 4096};
    }

    @Test
    void membersAreReadWhereverAPipeStalls() throws IOException {
        for (int bufferBytes : BUFFERS) {
            for (int pieceBytes : pieces()) {
                byte[] whole = read(twoMembers, bufferBytes, pieceBytes);
                assertThat(whole).hasSize(2 * BYTES).startsWith(content).endsWith(content);
            }
        }
    }

    @Test
    void zerosBehindTheLastMemberArePadding() throws IOException {
        for (int bufferBytes : BUFFERS) {
            for (int pieceBytes : pieces()) {
                byte[] padded = Arrays.copyOf(member, member.length + 40);
                assertThat(read(padded, bufferBytes, pieceBytes)).isEqualTo(content);
            }
        }
    }

    @Test
    void aMemberThatIsCutAnywhereIsAnError() {
        for (int bufferBytes : BUFFERS) {
            for (int pieceBytes : pieces()) {
                for (int length = 1; length < twoMembers.length; length++) {
                    if (length != member.length) {
                        byte[] cut = Arrays.copyOf(twoMembers, length);
                        assertThatThrownBy(() -> read(cut, bufferBytes, pieceBytes))
                                .as("%d bytes, buffer %d, pieces %d", cut.length, bufferBytes, pieceBytes)
                                .isInstanceOf(IOException.class);
                    }
                }
            }
        }
    }

    @Test
    void aLaterMemberWithADamagedHeaderIsAnError() {
        for (int at = 0; at < 3; at++) {
            byte[] damaged = twoMembers.clone();
            damaged[member.length + at]++;
            assertThatThrownBy(() -> read(damaged, 512, 4096))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a later part of the gzip file is damaged or cut off");
        }
    }

    @Test
    void theSourceIsClosedWithTheStreamAndNotBefore() throws IOException {
        AtomicInteger closed = new AtomicInteger();
        InputStream source = new FilterInputStream(new ByteArrayInputStream(member)) {
            @Override
            public void close() {
                closed.incrementAndGet();
            }
        };
        try (InputStream in = GzipInput.open(source, 512)) {
            assertThat(in.readAllBytes()).isEqualTo(content);
            assertThat(closed).hasValue(0);
        }
        assertThat(closed).hasValue(1);
    }
}
