package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.tukaani.xz.XZInputStream;

/**
 * Runs the command lines of the README and of {@code docs/} in a shell, page by page, in a folder with the files that they name.
 * Absolute paths lead into that folder, and amounts of data are a thousandth. Programs of others are left out, or replaced by
 * what prints their input; that they work together is what the tests of the integrations are about.
 */
@Tag("slow")
final class DocumentedCommandsTest {

    /** The files that the commands of a page take for granted, made by a shell; {@code TEXT} is a file of some kilobytes. */
    private static final Map<String, String> GIVEN = Map.ofEntries(
            Map.entry("docs/how-to/install.md", "mkdir -p logs"),
            Map.entry("README.md", "mkdir -p data/logs && cp $TEXT data/logs"),
            Map.entry("docs/how-to/fio.md", "mkdir -p mnt/test data/logs && cp $TEXT data/logs"),
            Map.entry("docs/reference/garage-queries.md", """
                    awk 'BEGIN { print "serverID,sampleTime,CPUUsage,MemUsage,DiskIdle,pctDiskBusy,diskResponseTime,paging"
                        for (s = 1; s <= 3; s++) for (i = 0; i < 480; i++)
                            printf "web%02d,2009-10-31T%02d:%02d:00,%.2f,%d,0.01,%d,3,1\\n", s, i / 20, i % 20 * 3,
                                (i % 7 + s) / 40, 1000 * s + i, i % 9 }' >counters.csv
                    """),
            Map.entry("docs/reference/garage.md", """
                    awk 'BEGIN { print "serverID,sampleTime,CPUUsage,DiskSpace,ProcessCount"
                        for (i = 0; i < 480; i++) printf "web17,2026-03-01T%02d:%02d:00,%f,%d,%d\\n", i / 20, i % 20 * 3,
                            i % 7 / 40, i, i % 5 }' >counters.csv
                    cp "$REPO/garage/src/test/resources/dev/mimeo/garage/load/victoriametrics.jsonl" samples.jsonl
                    """),
            Map.entry("docs/how-to/impressions.md", """
                    mkdir -p logs data home mnt/test mnt/image home/texts && cp "$TEXT" home/texts && cp -r "$REPO/examples" data
                    printf 'x' >mnt/image/a.txt && cp -r "$REPO/examples" examples
                    printf 'FILE 0 ./a.txt 1000 1 0 0 0 0\\n' >logs/log-3581
                    mimeo scan "$REPO/docs/reference/cli.md" -o home.ds --quiet
                    """),
            Map.entry("docs/explanation/accuracy.md", "mkdir DATA && cp $TEXT DATA && tar cf usr.tar DATA"),
            Map.entry(
                    "docs/reference/java.md",
                    "mimeo nfs convert \"$REPO/examples/nfs/office.pcap\" -o trace.ds --random-key --quiet"),
            Map.entry("docs/reference/nfs-analysis.md", """
                    mimeo nfs convert "$REPO/examples/nfs/office.pcap" -o trace.ds --keys "$REPO/examples/nfs/keys.txt" --quiet
                    for name in packets monday mon tue wed; do cp trace.ds $name.ds; done
                    cp "$REPO/examples/nfs/office.pcap" monday.pcap
                    cp "$REPO/examples/nfs/keys.txt" .
                    for name in mon tue; do mimeo nfs analyze -a filesize $name.ds --format csv -o $name.csv; done
                    """),
            Map.entry(
                    "docs/how-to/nfs-capture.md", "mkdir -p data dev/shm/nfs && cp \"$REPO/examples/nfs/keys.txt\" ."),
            Map.entry("docs/reference/nfs.md", """
                    cp "$REPO/examples/nfs/keys.txt" . && gzip -c "$REPO/examples/nfs/office.pcap" >monday.pcap.gz
                    for i in 1 2; do mimeo nfs capture - -o trace$i --quiet --file-size 1MiB --memory 16MiB <"$REPO/examples/nfs/office.pcap"; done
                    mv trace1.000000.pcap.zst trace.1.pcap.zst && mv trace2.000000.pcap.zst trace.2.pcap.zst
                    """),
            Map.entry("docs/how-to/nfs-summary.md", """
                    mkdir -p examples/nfs && cp "$REPO/examples/nfs/office.pcap" examples/nfs
                    cp "$REPO/examples/nfs/office.pcap" monday.pcap && cp "$REPO/examples/nfs/keys.txt" .
                    """),
            Map.entry("docs/how-to/nfs-tools.md", """
                    cp "$REPO/examples/nfs/office.pcap" monday.pcap && cp "$REPO/examples/nfs/keys.txt" .
                    """),
            Map.entry("docs/how-to/pool.md", "mimeo scan $TEXT -o logs.ds --quiet"),
            Map.entry("docs/how-to/native.md", "mimeo scan $TEXT -o logs.ds --quiet"),
            Map.entry("docs/how-to/linkbench.md", "mkdir -p data/posts && cp $TEXT data/posts"),
            Map.entry("docs/how-to/rocksdb.md", "mkdir -p var/log && cp $TEXT var/log"),
            Map.entry("docs/how-to/vdbench.md", "mkdir dev && mimeo scan $TEXT -o logs.ds --quiet"),
            Map.entry("docs/how-to/ycsb.md", "mkdir -p data/posts && cp $TEXT data/posts"),
            Map.entry("integrations/linkbench/README.md", "mkdir -p posts && cp $TEXT posts"));

    /** Commands that are not run here, by a part of their line, with the reason. */
    private static final Map<String, String> LEFT_OUT = new TreeMap<>(Map.ofEntries(
            Map.entry("mimeo demo", ".ci/run runs it"),
            Map.entry("mimeo nfs capture -i eth0", "needs an interface and the right to listen on it"),
            Map.entry("--follow", "never ends"),
            Map.entry("mimeo warm-up", "works in a distribution only; .ci/distribution runs it"),
            Map.entry("mimeo garage sample", "never ends; GarageCommandsTest runs it"),
            Map.entry("mimeo garage fetch", "needs a server; RealPrometheusTest and GarageFetchTest read from one"),
            Map.entry("mimeo run", "needs a C compiler; RunCommandTest runs it"),
            Map.entry("mimeo serve", "never ends; ServeTest runs it"),
            Map.entry("mimeo garage serve", "never ends; GarageServeTest runs it"),
            Map.entry("mimeo pipe", "waits for clients; ClientExamplesTest runs it with this one"),
            Map.entry(" demo/original", "needs what the demo makes")));

    /** Blocks without a command that is run here, by a part of them, with the reason. */
    private static final Map<String, String> NOT_RUN = new TreeMap<>(Map.ofEntries(
            Map.entry("mimeo-VERSION", ".ci/distribution unpacks the archives and runs jobs in them"),
            Map.entry("docker build", "needs Docker"),
            Map.entry("./bin/linkbench", "another program; the tests of the adapter stand for it"),
            Map.entry("./bin/ycsb.sh", "another program; the tests of the adapter stand for it"),
            Map.entry("cc -std=c11", "needs a C compiler; SegmentLibraryTest compiles the library"),
            Map.entry("make -C integrations/native", "needs a C compiler; SegmentLibraryTest compiles the library"),
            Map.entry("pip install ./integrations/native/python", "needs a C compiler and setuptools"),
            Map.entry("pip install ./integrations/python", "PythonPackageTest builds the package and runs it"),
            Map.entry("promtool query range", "another program; PrometheusServerTest asks as it does"),
            Map.entry("mix(z):", "a formula"),
            Map.entry("key      =", "a formula"),
            Map.entry("-Pmariadb", "needs MariaDB"),
            Map.entry("mimeo-rocksdb.jar", "the tests of the adapter run its class"),
            Map.entry("spark-submit", "needs a distribution of Spark; ClusterTest runs jobs on a cluster"),
            Map.entry("Parent_Path:", "a configuration"),
            Map.entry("column,unit,kind", "a table"),
            Map.entry("files, trees, devices", "a drawing"),
            Map.entry("counts   ::=", "a grammar"),
            Map.entry("request  =", "a grammar"),
            Map.entry("query   =", "a grammar")));

    private static final String FIRST_TUTORIAL = "docs/tutorials/first-data-set.md";

    private static final Pattern MIMEO = Pattern.compile("(^|[|&;] *)(\\./)?mimeo ");
    private static final Pattern FIRST_WORD = Pattern.compile("(\\./)?([A-Za-z0-9_.-]+).*", Pattern.DOTALL);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Pages with command lines but the tutorial, which has a test of its own for what is printed. */
    static Stream<String> pages() {
        return MarkdownPage.all().stream()
                .filter(DocumentedCommandsTest::isDocumentation)
                .filter(page -> !page.name().equals("docs/tutorials/nfs-traces.md"))
                .filter(page -> !commands(page).isEmpty())
                .map(MarkdownPage::name);
    }

    @ParameterizedTest
    @MethodSource("pages")
    void commandsSucceed(String page) throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no shell here");
        List<String> commands = commands(MarkdownPage.of(page)).stream()
                .filter(command -> LEFT_OUT.keySet().stream().noneMatch(command::contains))
                .toList();
        Map<String, List<String>> shown = shown(MarkdownPage.of(page));
        Path work = Files.createDirectory(folder.resolve("work"));
        if (page.equals(FIRST_TUTORIAL)) {
            writeSample(Files.createDirectories(work.resolve("mimeo-demo/original")));
        }
        writePrograms(Files.createDirectory(folder.resolve("bin")));
        StringBuilder script = new StringBuilder("set -euo pipefail\n")
                .append("export PATH=")
                .append(folder.resolve("bin"))
                .append(":$PATH REPO=")
                .append(MarkdownPage.ROOT.toAbsolutePath().normalize())
                .append("\nexport TEXT=$REPO/docs/reference/nfs.md\n")
                .append(GIVEN.getOrDefault(page, ""))
                .append('\n');
        for (int i = 0; i < commands.size(); i++) {
            script.append("printf '%s\\n' ").append(quoted(commands.get(i))).append('\n');
            script.append(local(commands.get(i)));
            script.append(shown.containsKey(commands.get(i)) ? " >../printed" + i + " 2>&1\n" : "\n");
        }
        Path file = Files.writeString(folder.resolve("script"), script);
        String printed = Processes.run(work, List.of("/bin/bash", file.toString()));
        assertThat(printed).doesNotContain("Exception", "unexpected error");
        for (int i = 0; i < commands.size(); i++) {
            List<String> expected = shown.get(commands.get(i));
            if (expected == null) {
                continue;
            }
            List<String> lines = Files.readAllLines(folder.resolve("printed" + i));
            if (page.equals(FIRST_TUTORIAL)) {
                // Its numbers depend on the machine, and on how well the model fits.
                assertThat(withoutNumbers(lines)).as(commands.get(i)).containsSubsequence(withoutNumbers(expected));
            } else {
                assertThat(lines).as(commands.get(i)).isEqualTo(expected);
            }
        }
    }

    /** Returns the lines that stand below each command in a block with prompts; of some pages, all commands have a prompt. */
    private static Map<String, List<String>> shown(MarkdownPage page) {
        Map<String, List<String>> shown = new HashMap<>();
        for (MarkdownPage.CodeBlock block : page.blocks()) {
            String[] parts = block.code().split("(?m)^\\$ ");
            for (int i = 1; i < parts.length; i++) {
                String command = split(parts[i]).get(0);
                shown.put(
                        command,
                        parts[i].substring(command.length()).lines().skip(1).toList());
            }
        }
        return shown;
    }

    private static List<String> withoutNumbers(List<String> lines) {
        return lines.stream().map(line -> line.replaceAll("[0-9][0-9.,]*", "#")).toList();
    }

    /** Writes files of those that the demo writes; all of them would show nothing more here. */
    private static void writeSample(Path folder) throws IOException {
        Path sample = MarkdownPage.ROOT.resolve("cli/src/main/resources/dev/mimeo/cli/mimic/sample");
        try (DirectoryStream<Path> files = Files.newDirectoryStream(sample, "{a,d,g,h,k}*.xz")) {
            for (Path file : files) {
                String name = file.getFileName().toString();
                try (InputStream in = new XZInputStream(Files.newInputStream(file))) {
                    Files.copy(in, folder.resolve(name.substring(0, name.length() - ".xz".length())));
                }
            }
        }
    }

    /** A reason that no command needs any more is a command that is not looked at any more. */
    @Test
    void everyCommandThatIsLeftOutIsThere() {
        List<String> all = Stream.concat(pages(), Stream.of("docs/tutorials/nfs-traces.md"))
                .flatMap(page -> commands(MarkdownPage.of(page)).stream())
                .toList();
        assertThat(all).hasSizeGreaterThan(40);
        assertThat(LEFT_OUT.keySet())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(all).as(part).anyMatch(command -> command.contains(part)));
        assertThat(new TreeSet<>(GIVEN.keySet())).isSubsetOf(pages().collect(Collectors.toSet()));
    }

    /** No block of commands goes unnoticed: it has a command that is run, or a reason for having none. */
    @Test
    void everyBlockIsRunOrHasAReason() {
        List<String> notRun = MarkdownPage.all().stream()
                .filter(DocumentedCommandsTest::isDocumentation)
                .flatMap(page -> page.blocks().stream())
                .filter(DocumentedCommandsTest::hasCommands)
                .map(MarkdownPage.CodeBlock::code)
                .filter(code -> split(code).stream()
                        .noneMatch(command -> MIMEO.matcher(command).find() || isPreparation(command)))
                .toList();
        assertThat(notRun)
                .isNotEmpty()
                .allSatisfy(code -> assertThat(NOT_RUN.keySet()).as(code).anyMatch(code::contains));
        assertThat(NOT_RUN.keySet())
                .isNotEmpty()
                .allSatisfy(part -> assertThat(notRun).as(part).anyMatch(code -> code.contains(part)));
    }

    private static boolean isDocumentation(MarkdownPage page) {
        return page.name().matches("README.md|(docs|integrations)/.*");
    }

    private static boolean hasCommands(MarkdownPage.CodeBlock block) {
        return block.language().isEmpty() || block.language().equals("sh");
    }

    /** Returns the commands of a page that run Mimeo, or make what a command of Mimeo after them needs. */
    private static List<String> commands(MarkdownPage page) {
        List<String> commands = new ArrayList<>();
        for (MarkdownPage.CodeBlock block : page.blocks()) {
            if (hasCommands(block)) {
                for (String command : split(block.code())) {
                    if (MIMEO.matcher(command).find() || isPreparation(command)) {
                        commands.add(command);
                    }
                }
            }
        }
        return commands.stream().anyMatch(command -> MIMEO.matcher(command).find()) ? commands : List.of();
    }

    private static boolean isPreparation(String command) {
        Matcher word = FIRST_WORD.matcher(command);
        return word.matches()
                && (List.of("mkdir", "mkfifo", "dumpcap").contains(word.group(2))
                        || (word.group(2).equals("printf") && command.contains(" > ")));
    }

    /** Splits a block into commands: lines with what continues them, and in a block with prompts only those behind one. */
    private static List<String> split(String code) {
        boolean prompts = code.startsWith("$ ") || code.contains("\n$ ");
        List<String> commands = new ArrayList<>();
        boolean open = false;
        for (String line : code.split("\n")) {
            if (open) {
                commands.add(commands.remove(commands.size() - 1) + "\n" + line);
            } else if (!prompts || line.startsWith("$ ")) {
                commands.add(prompts ? line.substring(2) : line);
            } else {
                continue;
            }
            open = isOpen(commands.get(commands.size() - 1));
        }
        return commands;
    }

    /** Returns whether a command goes on in the next line: behind a backslash or within quotes. */
    private static boolean isOpen(String command) {
        char quote = 0;
        for (int i = 0; i < command.length(); i++) {
            char c = command.charAt(i);
            if (c == '\\' && quote != '\'') {
                if (i == command.length() - 1) {
                    return true;
                }
                i++;
            } else if (quote == 0 && c == '#' && (i == 0 || command.charAt(i - 1) == ' ')) {
                return false;
            } else if (quote == 0 && (c == '"' || c == '\'')) {
                quote = c;
            } else if (c == quote) {
                quote = 0;
            }
        }
        return quote != 0;
    }

    /** Has a command work on little data below the working folder. */
    private static String local(String command) {
        return command.replaceAll("(?<=[ =])/(?=(data|mnt|dev/sdx|dev/shm|home|var/log|shared)\\b)", "")
                .replaceAll("\\b(\\d+)GiB", "$1MiB")
                .replace("./mimeo ", "mimeo ");
    }

    private static String quoted(String text) {
        return "'" + text.replace("'", "'\\''") + "'";
    }

    private void writePrograms(Path bin) throws IOException {
        String counters = MarkdownPage.ROOT
                .resolve("garage/src/test/resources/dev/mimeo/garage/load")
                .toAbsolutePath()
                .normalize()
                .toString();
        String start = MimeoProcess.command().stream()
                .map(DocumentedCommandsTest::quoted)
                .collect(Collectors.joining(" "));
        write(bin.resolve("mimeo"), "exec " + start + " \"$@\"");
        write(bin.resolve("tcpdump"), "cat '" + Processes.example("office.pcap") + "'");
        write(bin.resolve("dumpcap"), "cp '" + Processes.example("office.pcap") + "' dev/shm/nfs/monday_00001.pcap");
        write(bin.resolve("sadf"), "cat '" + counters + "/sadf.txt'");
        write(bin.resolve("pmrep"), "cat '" + counters + "/pmrep.csv'");
        write(bin.resolve("promtool"), "cat '" + counters + "/promtool-dump.txt'");
    }

    private static void write(Path program, String command) throws IOException {
        Files.writeString(program, "#!/bin/sh\n" + command + "\n");
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }
}
