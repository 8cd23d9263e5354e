package dev.mimeo.integrations.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.testing.JavaSnippet;
import dev.mimeo.testing.JavaSnippet.Variable;
import dev.mimeo.testing.MarkdownPage;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The Java code of docs/how-to/rocksdb.md. */
final class RocksDbPageTest {

    @Test
    void theLoadRuns(@TempDir Path folder) throws Exception {
        List<MarkdownPage.CodeBlock> blocks =
                MarkdownPage.of("docs/how-to/rocksdb.md").blocks("java");
        assertThat(blocks).hasSize(1);
        try (Characterization prose = BundledCharacterizations.open("prose");
                DataProducer producer = DataProducer.of(prose).build()) {
            new JavaSnippet(
                            blocks.get(0).code().replace("100_000", "100"),
                            List.of("dev.mimeo.integrations.rocksdb.*"),
                            List.of(
                                    new Variable("java.nio.file.Path", "folder", folder),
                                    new Variable("dev.mimeo.generate.DataProducer", "producer", producer)))
                    .run(folder);
        }
    }
}
