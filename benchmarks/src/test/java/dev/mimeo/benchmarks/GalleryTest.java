package dev.mimeo.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The table of the bundled characterizations, the files, their catalog and the page say the same. */
final class GalleryTest {

    private static final Path FOLDER = MarkdownPage.ROOT.resolve(Gallery.FOLDER);

    @Test
    void thePageShowsTheCatalog() throws IOException {
        assertThat(MarkdownPage.ROOT.resolve(Gallery.PAGE))
                .hasContent(GalleryPage.render(Gallery.catalog(FOLDER), FOLDER));
    }

    @Test
    void theTableListsTheFiles() throws IOException {
        List<String> names = table().stream().map(Gallery.Exhibit::name).toList();
        assertThat(names).isSorted().doesNotHaveDuplicates();
        try (Stream<Path> files = Files.list(FOLDER)) {
            assertThat(files.map(file -> file.getFileName().toString().replaceFirst("\\.ds$", ""))
                            .filter(name -> !name.equals("catalog")))
                    .containsExactlyInAnyOrderElementsOf(names);
        }
    }

    @Test
    void catalogAndFilesAreMadeFromTheTable() throws IOException {
        List<CharacterizationCatalog.Entry> entries = Gallery.catalog(FOLDER);
        List<Gallery.Exhibit> table = table();
        assertThat(entries).hasSameSizeAs(table);
        for (int i = 0; i < table.size(); i++) {
            Gallery.Exhibit piece = table.get(i);
            CharacterizationCatalog.Entry entry = entries.get(i);
            assertThat(entry)
                    .extracting("name", "content", "origin", "licence")
                    .containsExactly(piece.name(), piece.content(), piece.origin(), piece.licence());
            try (Characterization characterization = Characterization.open(FOLDER.resolve(piece.name() + ".ds"))) {
                assertThat(characterization.dataset().name()).isEqualTo(piece.name());
                assertThat(characterization.dataset().chunkSize()).isEqualTo(piece.chunkSize());
                assertThat(characterization.dataset().bytes()).isEqualTo(entry.originalBytes());
            }
        }
    }

    private static List<Gallery.Exhibit> table() throws IOException {
        return Gallery.table(MarkdownPage.ROOT.resolve(Gallery.TABLE));
    }
}
