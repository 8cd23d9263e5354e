package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

@Tag("thorough")
final class HtmlReportTest {

    @TempDir
    Path directory;

    private static HtmlReport report() {
        return HtmlReport.of("Mail <1>").tolerance(new Tolerance(0.05, 0.15)).recipe("mimeo compare a b");
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
                .doesNotContain("sourceMappingURL")
                .doesNotContain("unsafe-eval")
                .contains("Chart.js v");
    }

    @Test
    void namesFromTheDataCannotBecomeMarkup() throws IOException {
        String html = render(report().add("</script><b>", Samples.result()));
        // The data, the library and the report's script; nothing else opens or closes a script.
        assertThat(count(html, "</script>")).isEqualTo(3);
        assertThat(html)
                .contains("<title>Mail &lt;1&gt;</title>")
                .contains("mail &lt;/script&gt; &amp; co")
                .doesNotContain("<b></");
        Matcher data =
                Pattern.compile("id=\"data\">(.*?)</script>", Pattern.DOTALL).matcher(html);
        assertThat(data.find()).isTrue();
        JsonNode root = JsonMapper.builder().build().readTree(data.group(1));
        assertThat(root.at("/labels/0").stringValue()).isEqualTo("</script><b>");
    }

    @Test
    void showsEveryFigureAndTheVerdict() throws IOException {
        String html = render(report().add("motif", Samples.result()).add("mix", Samples.result()));
        assertThat(html)
                .contains("▲ +25.0&nbsp;%")
                .contains("▲ −20.0&nbsp;%")
                .contains("+10.0&nbsp;%&nbsp;~")
                .contains("2 figures lie outside the tolerance (ratio ±5 %, time ±15 %)")
                .contains("mimeo compare a b");
        for (String chart : List.of("ratio", "time", "along", "bytes", "entropy", "repetitions", "duplicates")) {
            assertThat(count(html, "data-chart=\"" + chart + "\"")).as(chart).isEqualTo(1);
        }
    }

    @Test
    void distributionFunctionsReachOneAndKeepTheExtremes() throws IOException {
        JsonNode root = JsonMapper.builder()
                .build()
                .readTree(ReportData.json(List.of(new HtmlReport.Entry("motif", Samples.result()))));
        JsonNode curve = root.at("/codecs/0/ratio/0");
        assertThat(curve.toString()).isEqualTo("[[2.0,0.0],[2.0,0.25],[4.0,0.5],[8.0,0.75],[10.0,1.0]]");
        assertThat(root.at("/repetitions/0").toString()).isEqualTo("[[4.0,0.6],[10.0,0.4]]");
        assertThat(root.at("/duplicates/ratios/1").toString()).isEqualTo("[1.2,2.5]");
    }

    @Test
    void refusesComparisonsThatDoNotGoTogether() throws IOException {
        HtmlReport report = report().add("motif", Samples.result());
        ComparisonResult other = Samples.compare(new byte[10], new byte[10]);
        assertThatIllegalArgumentException().isThrownBy(() -> report.add("other", other));
        assertThatIllegalStateException().isThrownBy(() -> report().write(new StringBuilder()));
    }

    @Test
    void aBrowserDrawsAllFigures() throws Exception {
        Optional<Path> browser = browser();
        assumeTrue(browser.isPresent(), "no chromium on the path");
        Path file = directory.resolve("report.html");
        ComparisonResult empty = Samples.compare(new byte[0], new byte[0]);
        byte[] text = Samples.words(100_000, 1);
        ComparisonResult result = Samples.compare(text, Samples.random(100_000, 1));
        report().add("motif", result).write(file);
        assertDraws(browser.get(), file, 9);
        report().add("nothing", empty).write(file);
        assertDraws(browser.get(), file, 9);
    }

    private void assertDraws(Path browser, Path file, int figures) throws Exception {
        Path output = directory.resolve("dom");
        Path log = directory.resolve("log");
        Process process = new ProcessBuilder(
                        browser.toString(),
                        "--headless",
                        "--no-sandbox",
                        "--disable-gpu",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--enable-logging=stderr",
                        "--user-data-dir=" + directory.resolve("profile"),
                        "--dump-dom",
                        file.toUri().toString())
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        if (!process.waitFor(120, TimeUnit.SECONDS)) {
            process.destroyForcibly();
        }
        String dom = Files.readString(output, StandardCharsets.UTF_8);
        assertThat(Files.readAllLines(log)).isNotEmpty().noneMatch(line -> line.contains("CONSOLE"));
        assertThat(dom).contains("data-drawn=\"" + figures + "\"");
        assertThat(count(dom, "<canvas")).isEqualTo(figures);
    }

    private static Optional<Path> browser() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static int count(String text, String part) {
        int count = 0;
        for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + 1)) {
            count++;
        }
        return count;
    }
}
