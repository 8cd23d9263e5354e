package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.report.PageRecipe;
import dev.mimeo.testing.Browser;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class HtmlReportTest {

    @TempDir
    Path directory;

    private static HtmlReport report() {
        return HtmlReport.of("Mail <1>")
                .goal(new Tolerance(0.05, 0.15))
                .recipe(new PageRecipe(List.of("mimeo compare a 'b <'"), Map.of("Seed", "7")));
    }

    private static String render(HtmlReport report) throws IOException {
        StringBuilder out = new StringBuilder();
        report.write(out);
        return out.toString();
    }

    @Test
    void isOneFileThatLoadsNothing() throws IOException {
        String html = render(report().add("motif", Samples.result()));
        assertThat(html)
                .contains("default-src 'none'")
                .doesNotContain("<link")
                .doesNotContain("<img")
                .doesNotContainPattern("<script[^>]*\\bsrc")
                .doesNotContain("@import")
                .doesNotContain("unsafe-eval")
                .doesNotContainPattern("url\\(");
    }

    @Test
    void namesFromTheDataCannotBecomeMarkup() throws IOException {
        String html = render(report().add("</script><b>", Samples.result()).add("</pre><b>", Samples.result()));
        // Nothing but the page's own script opens or closes one.
        assertThat(count(html, "</script>")).isEqualTo(1);
        assertThat(html)
                .contains("<title>Mail &lt;1&gt;</title>")
                .contains("mail &lt;/script&gt; &amp; co")
                .contains("mimeo compare a 'b &lt;'")
                .doesNotContain("</pre><b>")
                .doesNotContain("<b></");
        assertThat(count(html, "<pre")).isEqualTo(count(html, "</pre>"));
    }

    @Test
    void beginsWithTheVerdict() throws IOException {
        String html = render(report().add("motif", Samples.result()).add("mix", Samples.result()));
        assertThat(html)
                .contains("motif – FAIL: 1 of 1 ratios and 1 of 2 times outside the goal, ratio ±5 %, time ±15 %")
                .contains("Outside: zlib:6 ratio deviates by +25.0 %, tolerance 5 %.")
                .contains("▲ +25.0<")
                .contains("▲ −20.0 ± 1.0<")
                .contains("+10.0 ± 30.0 ~<");
        assertThat(html.indexOf("class=\"summary fail\"")).isLessThan(html.indexOf("<h2>"));
    }

    @Test
    void everyFigureHasACaptionAndItsData() throws IOException {
        String html = render(report().add("motif", Samples.result()));
        int figures = count(html, "<figure id=");
        assertThat(figures).isEqualTo(8);
        assertThat(count(html, "<figcaption>")).isEqualTo(figures);
        assertThat(count(html, "<pre class=\"data\"")).isEqualTo(figures);
        assertThat(html)
                .contains("cumulative distributions over 4 chunks")
                .contains("chart,series,compression ratio,cumulative fraction of chunks\n")
                // The steps of the distribution of 2, 4, 8 and 10.
                .contains("""
                        zlib:6,original,2,0
                        zlib:6,original,2,0.25
                        zlib:6,original,4,0.5
                        zlib:6,original,8,0.75
                        zlib:6,original,10,1
                        """)
                .contains(",original,4,0.6\n,original,10,0.4\n")
                // The name of the only comparison says nothing to a reader.
                .contains(",synthetic,fixed:524288,1.2,\n,synthetic,fastcdc:8192,2.5,\n")
                .contains(">synthetic</text>")
                .doesNotContain("motif");
    }

    @Test
    void refusesComparisonsThatDoNotGoTogether() throws IOException {
        HtmlReport report = report().add("motif", Samples.result());
        ComparisonResult other = Samples.compare(new byte[10], new byte[10]);
        assertThatIllegalArgumentException().isThrownBy(() -> report.add("other", other));
        assertThatIllegalArgumentException().isThrownBy(() -> report.add("motif", Samples.result()));
        assertThatIllegalStateException().isThrownBy(() -> report().write(new StringBuilder()));
    }

    @Test
    void aBrowserShowsAndSavesAllFigures() throws Exception {
        Optional<Path> browser = Browser.find();
        assumeTrue(browser.isPresent(), "no chromium on the path");
        byte[] text = Samples.words(100_000, 1);
        ComparisonResult result = Samples.compare(text, Samples.random(100_000, 1));
        String page = render(report().add("motif", result)
                .add("a generator with a long name", Samples.compare(new byte[1], new byte[1])));
        for (int width : new int[] {420, 1400}) {
            Browser.PageCheck check = Browser.check(browser.get(), directory, page, width);
            assertThat(check.overflow())
                    .as("pixels beyond a width of %d", width)
                    .isZero();
            assertThat(check.faults()).as("at a width of %d", width).isEmpty();
            assertThat(check.savedSvg())
                    .hasSize(8)
                    .allSatisfy(svg -> assertThat(svg).startsWith("<svg xmlns="));
            assertThat(check.savedCsv())
                    .hasSize(8)
                    .allSatisfy(csv -> assertThat(csv).startsWith("chart,series,"));
            for (String svg : check.savedSvg()) {
                DocumentBuilderFactory.newInstance()
                        .newDocumentBuilder()
                        .parse(new ByteArrayInputStream(svg.getBytes(StandardCharsets.UTF_8)));
            }
        }
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}
