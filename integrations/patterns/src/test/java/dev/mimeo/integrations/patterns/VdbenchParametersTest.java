package dev.mimeo.integrations.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class VdbenchParametersTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void vdbenchWritesTheBlocks() throws IOException {
        try (Characterization characterization = Characterization.read(BundledCharacterizations.bytes("logs"), "logs");
                DataProducer producer = DataProducer.of(characterization).build()) {
            PatternBlocks blocks = PatternBlocks.choose(characterization, producer, 4096, 6, 1);
            PatternBlocks.Workload workload =
                    new PatternBlocks.Workload("/dev/sdx", 1 << 30, PatternBlocks.Workload.Access.WRITE);
            VdbenchParameters.write(folder, folder.toAbsolutePath(), blocks, workload, "made by a test");
            byte[] memory = asVdbenchReads(folder.resolve("pattern.bin"));
            assertThat(memory).hasSize(6 * 4096);
            for (int i = 0; i < 6; i++) {
                assertThat(Arrays.copyOfRange(memory, i * 4096, (i + 1) * 4096)).isEqualTo(blocks.block(i));
            }
        }
        assertThat(Files.readAllLines(folder.resolve("parameters.txt")))
                .contains(
                        "pattern=" + folder.toAbsolutePath().resolve("pattern.bin"),
                        "sd=sd1,lun=/dev/sdx,size=1073741824",
                        "wd=wd1,sd=sd1,xfersize=4096,rdpct=0,seekpct=eof");
        try (var files = Files.list(folder)) {
            assertThat(files.map(file -> String.valueOf(file.getFileName())))
                    .hasSize(2)
                    .allMatch(VdbenchParameters::isOwnFile);
        }
    }

    /** Words of a file, most significant byte first, in the memory of a machine that has the least significant one first. */
    private static byte[] asVdbenchReads(Path pattern) throws IOException {
        ByteArrayOutputStream memory = new ByteArrayOutputStream();
        try (DataInputStream in = new DataInputStream(Files.newInputStream(pattern))) {
            for (long left = Files.size(pattern); left > 0; left -= 4) {
                int word = in.readInt();
                for (int bits = 0; bits < 32; bits += 8) {
                    memory.write(word >>> bits);
                }
            }
        }
        return memory.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"a b", "a,b", "a(b", "a=b", "a*", "$a", "a'b"})
    void namesThatVdbenchReadsOtherwiseAreRefused(String name) {
        PatternBlocks.Workload fine = new PatternBlocks.Workload("t", 1 << 20, PatternBlocks.Workload.Access.WRITE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VdbenchParameters.check(folder.resolve(name), 4096, 1, fine))
                .withMessageContaining("cannot be named");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VdbenchParameters.check(
                        folder,
                        4096,
                        1,
                        new PatternBlocks.Workload(name, 1 << 20, PatternBlocks.Workload.Access.WRITE)))
                .withMessageContaining("cannot be named");
    }

    @Test
    void sizesThatMakeNoSenseAreRefused() {
        PatternBlocks.Workload small = new PatternBlocks.Workload("t", 4095, PatternBlocks.Workload.Access.WRITE);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> VdbenchParameters.check(folder, 4096, 1, small))
                .withMessageContaining("needs a target of at least 4.0 KiB");
        for (int blocks : List.of(16385, 65536)) {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> VdbenchParameters.check(folder, 4096, blocks, small))
                    .withMessageContaining("at most 16384");
        }
    }
}
