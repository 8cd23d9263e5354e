package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Links between the pages of the repository lead to a file, and to a heading where they name one. */
final class LinksTest {

    @Test
    void noLinkIsDead() {
        List<MarkdownPage> pages = MarkdownPage.all();
        assertThat(pages)
                .extracting(MarkdownPage::name)
                .contains("README.md", "docs/reference/cli.md", "benchmarks/README.md");
        List<String> dead = new ArrayList<>();
        int checked = 0;
        for (MarkdownPage page : pages) {
            for (String link : page.links()) {
                if (link.matches("[a-z]+:.*")) {
                    continue;
                }
                checked++;
                if (!leadsSomewhere(page, link)) {
                    dead.add(page.name() + ": " + link);
                }
            }
        }
        assertThat(checked).isGreaterThan(50);
        assertThat(dead).isEmpty();
    }

    private static boolean leadsSomewhere(MarkdownPage page, String link) {
        int hash = link.indexOf('#');
        String file = hash < 0 ? link : link.substring(0, hash);
        Path target =
                file.isEmpty() ? page.path() : page.path().resolveSibling(file).normalize();
        if (!Files.exists(target)) {
            return false;
        }
        return hash < 0 || MarkdownPage.read(target).anchors().contains(link.substring(hash + 1));
    }
}
