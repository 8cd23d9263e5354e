package dev.mimeo.internal.bytes;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

/** Single bytes of a stream that is read in ranges. */
final class BulkInputStreamTest {

    @Test
    void aByteIsNeverTakenForTheEnd() throws IOException {
        byte[] all = new byte[256];
        for (int value = 0; value < all.length; value++) {
            all[value] = (byte) value;
        }
        InputStream ranges = new ByteArrayInputStream(all);
        try (InputStream in = new BulkInputStream() {
            @Override
            public int read(byte[] target, int offset, int length) throws IOException {
                return ranges.read(target, offset, length);
            }
        }) {
            for (int value = 0; value < all.length; value++) {
                assertThat(in.read()).isEqualTo(value);
            }
            assertThat(in.read()).isEqualTo(-1);
        }
    }
}
