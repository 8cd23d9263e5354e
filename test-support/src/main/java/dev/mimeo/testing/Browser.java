package dev.mimeo.testing;

import dev.mimeo.internal.text.Markup;
import dev.mimeo.internal.text.TextTemplate;
import java.io.File;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** Shows pages of reports in a Chromium without a window, where one is installed. */
public final class Browser {

    /** Shows a page in a frame, presses all its buttons, and lists the texts that it saves instead of saving them. */
    private static final TextTemplate HARNESS = new TextTemplate("""
            <!DOCTYPE html>
            <meta charset="utf-8">
            <iframe id="page" width="${width}" height="900" style="border:0" srcdoc="${page}"></iframe>
            <pre id="result"></pre>
            <script>
            onload = () => {
              const shown = document.getElementById('page').contentWindow;
              const lines = ['overflow ' + (shown.document.documentElement.scrollWidth - shown.document.documentElement.clientWidth)];
              shown.Blob = function (parts, options) {
                lines.push(options.type + ' ' + encodeURIComponent(parts.join('')));
              };
              shown.URL.createObjectURL = () => 'about:blank';
              shown.HTMLAnchorElement.prototype.click = () => {};
              for (const chart of shown.document.querySelectorAll('svg.chart')) {
                const frame = chart.getBoundingClientRect();
                if (frame.width === 0) continue;
                const texts = [...chart.querySelectorAll('text')].map((text) => [text, text.getBoundingClientRect()]);
                texts.forEach(([text, box], i) => {
                  const name = encodeURIComponent(text.textContent);
                  if (box.left < frame.left - 1 || box.right > frame.right + 1 || box.top < frame.top - 1
                      || box.bottom > frame.bottom + 1) {
                    lines.push('fault cut:%20' + name);
                  }
                  for (const [other, next] of texts.slice(i + 1)) {
                    if (Math.min(box.right, next.right) - Math.max(box.left, next.left) > 2
                        && Math.min(box.bottom, next.bottom) - Math.max(box.top, next.top) > 5) {
                      lines.push('fault overlap:%20' + name + '%20and%20' + encodeURIComponent(other.textContent));
                    }
                  }
                });
              }
              for (const table of shown.document.querySelectorAll('.scroll')) {
                if (shown.innerWidth >= ${wide} && table.scrollWidth > table.clientWidth + 1) {
                  lines.push('fault wide:%20' + encodeURIComponent(table.textContent.trim().slice(0, 80)));
                }
              }
              for (const button of shown.document.querySelectorAll('button[data-save]')) button.click();
              document.getElementById('result').textContent = lines.join('\\n') + '\\nend';
            };
            </script>
            """);

    /** Width from which a page is to show its tables whole, pixels. */
    private static final int WIDE = 1200;

    private Browser() {}

    /**
     * The result of showing a page.
     *
     * @param overflow pixels by which the page is wider than its frame
     * @param faults texts of charts that are cut, or lie on other texts; tables that a wide page does not show whole
     * @param savedSvg pictures that the page saves, in order
     * @param savedCsv data that the page saves, in order
     */
    public record PageCheck(int overflow, List<String> faults, List<String> savedSvg, List<String> savedCsv) {}

    /** Returns the program, if there is one on the path. */
    public static Optional<Path> find() {
        String path = System.getenv().getOrDefault("PATH", "");
        return Stream.of(path.split(File.pathSeparator))
                .flatMap(folder -> Stream.of("chromium", "chromium-browser", "google-chrome")
                        .map(name -> Path.of(folder, name)))
                .filter(Files::isExecutable)
                .findFirst();
    }

    /**
     * Shows a page and saves what can be saved from it.
     *
     * @param folder takes files of the browser
     * @param page HTML
     * @param width width of the page in pixels
     * @throws AssertionError if the page logs anything, or is not shown within two minutes
     */
    public static PageCheck check(Path browser, Path folder, String page, int width)
            throws IOException, InterruptedException {
        Path file = folder.resolve("harness.html");
        Files.writeString(
                file,
                HARNESS.fill(Map.of(
                        "width",
                        Integer.toString(width),
                        "wide",
                        Integer.toString(WIDE),
                        "page",
                        Markup.escape(page))));
        Path output = folder.resolve("dom");
        Path log = folder.resolve("log");
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
                        "--user-data-dir=" + folder.resolve("profile"),
                        "--window-size=1600,1000",
                        "--dump-dom",
                        file.toUri().toString())
                .redirectOutput(output.toFile())
                .redirectError(log.toFile())
                .start();
        if (!process.waitFor(5, TimeUnit.MINUTES)) {
            process.destroyForcibly();
            throw new AssertionError("the browser did not end: " + Files.readString(log));
        }
        List<String> logged = Files.readAllLines(log).stream()
                .filter(line -> line.contains("CONSOLE"))
                .toList();
        if (!logged.isEmpty()) {
            throw new AssertionError("the page logs " + logged);
        }
        return result(Files.readString(output, StandardCharsets.UTF_8));
    }

    private static PageCheck result(String dom) {
        int start = dom.indexOf("<pre id=\"result\">") + "<pre id=\"result\">".length();
        List<String> lines =
                dom.substring(start, dom.indexOf("</pre>", start)).lines().toList();
        if (lines.isEmpty() || !lines.get(lines.size() - 1).equals("end")) {
            throw new AssertionError("the page was not shown to its end: " + lines);
        }
        List<String> svg = new ArrayList<>();
        List<String> csv = new ArrayList<>();
        List<String> faults = new ArrayList<>();
        for (String line : lines.subList(1, lines.size() - 1)) {
            int space = line.indexOf(' ');
            String text = URLDecoder.decode(line.substring(space + 1), StandardCharsets.UTF_8);
            (line.startsWith("fault ") ? faults : line.startsWith("image/svg+xml ") ? svg : csv).add(text);
        }
        return new PageCheck(Integer.parseInt(lines.get(0).substring("overflow ".length())), faults, svg, csv);
    }
}
