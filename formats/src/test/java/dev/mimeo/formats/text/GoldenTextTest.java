package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.testing.GoldenFiles;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The text of files made by the original tools is that of the original {@code ds2txt}. */
@Tag("thorough")
final class GoldenTextTest {

    private static final Pattern DIGEST =
            Pattern.compile("gives (\\d+) lines, (\\d+) bytes, sha256 ([0-9a-f]+); the first (\\d+) lines");

    static Stream<Path> files() {
        return Stream.of("generated", "csv", "shipped", "repack").flatMap(GoldenFiles::dataSeriesFiles);
    }

    static Stream<Path> intactFiles() {
        return GoldenFiles.dataSeriesFiles("recover")
                .filter(file -> file.toString().matches(".*(recovered|original).*"));
    }

    @ParameterizedTest
    @MethodSource({"files", "intactFiles"})
    void textEqualsThatOfTheOriginalTool(Path file) throws IOException {
        String name = file.getFileName().toString().replaceFirst("\\.ds(-\\w+)?$", "");
        Path whole = file.resolveSibling(name + ".txt.gz");
        if (Files.exists(whole)) {
            assertSame(text(TextOptions.DEFAULT, file), GoldenFiles.gunzip(whole));
            return;
        }
        if (file.getParent() != null && file.getParent().endsWith("repack")) {
            assertSameRows(file, file.resolveSibling(group(name) + ".skip-index.txt.gz"));
            return;
        }
        byte[] text = text(TextOptions.DEFAULT.withoutIndex(), file);
        Path group = file.resolveSibling(group(name) + ".skip-index.txt.gz");
        if (Files.exists(group)) {
            assertSame(text, GoldenFiles.gunzip(group));
        } else {
            assertDigest(text, file);
        }
    }

    /** The rows of repacked files are spread over other extents than those of the file that was printed. */
    private static void assertSameRows(Path file, Path expected) throws IOException {
        TextOptions rowsOnly = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames()
                .withType("*");
        String text = new String(GoldenFiles.gunzip(expected), ISO_8859_1);
        String extents = text.substring(text.indexOf("# Extent, type="));
        String rows = extents.replaceAll("(?m)^# Extent, type='Info:.*\n.*\n.*\n", "")
                .replaceAll("(?m)^# Extent, type=.*\n.*\n", "");
        assertSame(text(rowsOnly, file), rows.getBytes(ISO_8859_1));
    }

    private static String group(String name) {
        if (name.startsWith("ellard") || name.startsWith("nfs-2.set-0.ip.")) {
            return name.replaceFirst("\\.[a-z0-9+]+-l\\d-.*", "");
        }
        return name.replaceFirst("-.*(?=\\.[ab]$)", "");
    }

    private static void assertDigest(byte[] text, Path file) throws IOException {
        String key = "| " + GoldenFiles.file("").relativize(file) + " |";
        String entry = Files.readAllLines(GoldenFiles.file("MANIFEST.md")).stream()
                .filter(line -> line.startsWith(key))
                .findFirst()
                .orElseThrow();
        Matcher facts = DIGEST.matcher(entry);
        assertThat(facts.find()).as(entry).isTrue();
        String name = file.getFileName().toString().replaceFirst("\\.ds(-\\w+)?$", "");
        byte[] head = GoldenFiles.gunzip(file.resolveSibling(name + ".head.txt.gz"));
        assertSame(Arrays.copyOf(text, head.length), head);
        assertThat(text).hasSize(Integer.parseInt(facts.group(2)));
        assertThat(sha256(text)).isEqualTo(facts.group(3));
    }

    private static String sha256(byte[] text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text));
        } catch (NoSuchAlgorithmException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "t00.out.gz",
                "t01.out.gz",
                "t02.out",
                "t03.out",
                "t04.out",
                "t05.out",
                "t06.out",
                "t08.out",
                "t09.out"
            })
    void optionsWorkAsThoseOfTheOriginalTool(String output) throws IOException {
        Path folder = GoldenFiles.file("");
        String command = Files.readAllLines(folder.resolve("tools/COMMANDS.tsv")).stream()
                .filter(line -> line.startsWith(output + "\t"))
                .findFirst()
                .orElseThrow()
                .split("\t")[1];
        Path expectedFile = folder.resolve("tools/" + output);
        byte[] expected = output.endsWith(".gz") ? GoldenFiles.gunzip(expectedFile) : Files.readAllBytes(expectedFile);
        byte[] text = run(command, folder);
        assertSame(command.contains("| head -") ? Arrays.copyOf(text, expected.length) : text, expected);
    }

    @Test
    void printsWhatTheShippedTestsExpect() throws IOException {
        Path folder = GoldenFiles.file("");
        byte[] expected = Files.readAllBytes(folder.resolve("shipped/ds2txt.test.ref"));
        byte[] text = run(COMMON + "shipped/nfs-2.set-1.20k.ds", folder);
        assertSame(Arrays.copyOf(text, expected.length), expected);
    }

    private static final String COMMON = "ds2txt --skip-all --select common record_id,packet_at,dest"
            + " --printSpec='type=\"Trace::NFS::common\" name=\"packet_at\" print_format=\"sec.nsec\""
            + " units=\"2^-32 seconds\" epoch=\"unix\"'"
            + " --printSpec='type=\"Trace::NFS::common\" name=\"dest\" print_format=\"ipv4\"' ";

    /** Runs a command line of the original tool, in compatible mode. */
    private static byte[] run(String command, Path folder) throws IOException {
        TextOptions options = command.contains("--csv") ? TextOptions.CSV : TextOptions.DEFAULT;
        options = options.withCompat();
        Matcher words = Pattern.compile("(?:[^\\s']|'[^']*')+").matcher(command.replaceFirst(" \\| .*", ""));
        List<Path> files = new ArrayList<>();
        while (words.find()) {
            String word = words.group().replace("'", "");
            String value = word.substring(word.indexOf('=') + 1);
            switch (word.replaceFirst("=.*", "")) {
                case "ds2txt", "--csv" -> {}
                case "--separator" -> options = options.withSeparator(value);
                case "--skip-types" -> options = options.withoutTypes();
                case "--skip-index" -> options = options.withoutIndex();
                case "--skip-extent-type" -> options = options.withoutExtentType();
                case "--skip-extent-fieldnames" -> options = options.withoutFieldNames();
                case "--skip-all" ->
                    options = options.withoutTypes()
                            .withoutIndex()
                            .withoutExtentType()
                            .withoutFieldNames();
                case "--header-only-once" -> options = options.withHeadersOnce();
                case "--type" -> options = options.withType(value);
                case "--printSpec" -> options = options.withPrintSpec(value);
                case "--select" -> {
                    assertThat(words.find()).isTrue();
                    String pattern = words.group();
                    assertThat(words.find()).isTrue();
                    options =
                            options.withSelection(pattern, List.of(words.group().split(",")));
                }
                default -> files.add(folder.resolve(word));
            }
        }
        return text(options, files.toArray(Path[]::new));
    }

    private static byte[] text(TextOptions options, Path... files) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ExtentText text = new ExtentText(out, options.withThreads(2));
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file)) {
                text.print(reader);
            }
        }
        return out.toByteArray();
    }

    /** Compares quickly, and shows the first line that differs. */
    private static void assertSame(byte[] actual, byte[] expected) {
        int at = Arrays.mismatch(actual, expected);
        if (at >= 0) {
            assertThat(lineAt(actual, at)).as("line at byte %d", at).isEqualTo(lineAt(expected, at));
        }
        assertThat(at).isEqualTo(-1);
    }

    private static String lineAt(byte[] text, int at) {
        int start = Math.min(at, text.length);
        while (start > 0 && text[start - 1] != '\n') {
            start--;
        }
        int end = Math.min(at, text.length);
        while (end < text.length && text[end] != '\n') {
            end++;
        }
        return new String(text, start, end - start, ISO_8859_1);
    }
}
