package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs the commands of the tutorial, and compares what they print with what stands there. */
final class NfsTutorialTest {

    private static final Pattern WORD = Pattern.compile("\"([^\"]*)\"|([^\" ]+)");

    /** Names of files that commands of the tutorial make. */
    private static final Pattern MADE = Pattern.compile(
            "(?<!/)\\b(office(?:\\.ds|\\.000000\\.pcap\\.zst)?|latency\\.(?:sql|svg)|figures)(?![\\w.])");

    @TempDir
    private Path folder;

    @Test
    void commandsPrintWhatTheTutorialSays() throws IOException {
        String text = Files.readString(Path.of("../docs/tutorials/nfs-traces.md"));
        StringBuilder run = new StringBuilder();
        boolean block = false;
        int commands = 0;
        for (String line : text.split("\n", -1)) {
            if (line.equals("```")) {
                block = !block;
            }
            if (!block || line.equals("```")) {
                run.append(line).append('\n');
            } else if (line.startsWith("$ ")) {
                commands++;
                run.append(line).append('\n').append(output(line.substring(2)));
            }
        }
        assertThat(commands).isGreaterThan(5);
        assertThat(run.substring(0, run.length() - 1)).isEqualTo(text);
        assertThat(Files.readString(folder.resolve("latency.svg"))).contains("Time to answer");
        assertThat(folder.resolve("figures/report.html")).isNotEmptyFile();
    }

    /** Runs commands with pipes between them, which are mimeo each, and returns what the last prints. */
    private String output(String line) throws IOException {
        byte[] input = {};
        String output = "";
        for (String command : line.split(" \\| ")) {
            List<String> words = words(command);
            assertThat(words.remove(0)).isEqualTo("mimeo");
            int redirected = words.indexOf("<");
            if (redirected >= 0) {
                input = Files.readAllBytes(Path.of(words.get(redirected + 1)));
                words = words.subList(0, redirected);
            }
            TestRun run = TestRun.withInput(input, words.toArray(new String[0]));
            assertThat(run.code()).as(run.err()).isZero();
            output = run.out();
            input = output.getBytes(StandardCharsets.UTF_8);
        }
        return output.replace(folder + "/", "");
    }

    private List<String> words(String command) {
        List<String> words = new ArrayList<>();
        Matcher matcher = WORD.matcher(command);
        while (matcher.find()) {
            String word = matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
            String path = word.startsWith("examples/") ? "../" + word : word;
            words.add(MADE.matcher(path).replaceAll(made -> Matcher.quoteReplacement(folder + "/" + made.group())));
        }
        return words;
    }
}
