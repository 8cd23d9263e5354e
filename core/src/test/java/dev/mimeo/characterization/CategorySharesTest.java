package dev.mimeo.characterization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The file of the shares of categories. */
final class CategorySharesTest {

    private static final CategoryShares SHARES =
            new CategoryShares(Map.of(FileCategory.TEXT, 5L, FileCategory.PROGRAM, 7_000_000_000L));

    private static byte[] file(CategoryShares shares) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        shares.write(Channels.newChannel(out));
        return out.toByteArray();
    }

    @Test
    void readsWhatItWrote() throws IOException {
        assertThat(CategoryShares.read(file(SHARES), "test")).isEqualTo(SHARES);
        assertThat(CategoryShares.read(file(CategoryShares.NONE), "test")).isEqualTo(CategoryShares.NONE);
    }

    @Test
    void aDamagedFileIsAnErrorOrReadsTheSame() throws IOException {
        byte[] file = file(SHARES);
        for (int i = 0; i < file.length; i++) {
            byte[] damaged = file.clone();
            damaged[i] ^= 0x11;
            try {
                assertThat(CategoryShares.read(damaged, "test")).isEqualTo(SHARES);
            } catch (DataSeriesException e) {
                assertThat(e).hasMessageContaining("test");
            }
        }
    }

    @Test
    void aShareHasAByte() {
        assertThatThrownBy(() -> new CategoryShares(Map.of(FileCategory.LOG, 0L)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("log has 0 bytes");
        assertThatThrownBy(() -> FileCategory.ofLabel("logs")).isInstanceOf(IllegalArgumentException.class);
    }
}
