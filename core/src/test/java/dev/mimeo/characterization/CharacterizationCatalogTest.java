package dev.mimeo.characterization;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CharacterizationCatalogTest {

    private static final CharacterizationCatalog.Entry PROSE = new CharacterizationCatalog.Entry(
            "prose",
            "Books",
            "Canterbury corpus",
            "public domain",
            5_000_000_000L,
            1.25,
            -0.01,
            List.of(
                    new CharacterizationCatalog.Entry.CodecFidelity("lz4", 1.7, 0.01, -0.02),
                    new CharacterizationCatalog.Entry.CodecFidelity("zlib:6", 2.5, 0, Double.NaN)));

    private static final CharacterizationCatalog.Entry OTHER =
            new CharacterizationCatalog.Entry("source-code-2", "Quellen, möglichst frei", "", "", 0, 1, 0, List.of());

    @Test
    void catalogsAreReadAsTheyWereWritten() throws IOException {
        assertThat(CharacterizationCatalog.read(file(PROSE, OTHER), "test")).containsExactly(PROSE, OTHER);
        assertThat(CharacterizationCatalog.read(file(), "test")).isEmpty();
    }

    @Test
    void damageIsNoticed() throws IOException {
        byte[] file = file(PROSE, OTHER);
        for (int at = 0; at < file.length; at++) {
            byte[] damaged = file.clone();
            damaged[at] ^= 0x10;
            try {
                assertThat(CharacterizationCatalog.read(damaged, "test")).containsExactly(PROSE, OTHER);
            } catch (DataSeriesException e) {
                assertThat(e.getMessage()).startsWith("test: ").doesNotContain("\n");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-", "Prose", "a b", "a--b", "../a", "a.ds"})
    void namesAreSimple(String name) {
        assertThatThrownBy(() -> new CharacterizationCatalog.Entry(name, "", "", "", 0, 1, 0, List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("'" + name + "'");
    }

    private static byte[] file(CharacterizationCatalog.Entry... list) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        CharacterizationCatalog.write(List.of(list), Channels.newChannel(out));
        return out.toByteArray();
    }
}
