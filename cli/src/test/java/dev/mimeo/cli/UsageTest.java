package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.cli.command.Display;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Seed;
import dev.mimeo.cli.command.StandardOutput;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.Version;
import dev.mimeo.testing.MarkdownPage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import tools.jackson.databind.JsonNode;

/** Messages of the command line before any work is done. */
@Tag("thorough")
final class UsageTest {

    private static final Path HELP = MarkdownPage.ROOT.resolve("cli/src/test/resources/dev/mimeo/cli/help");

    private static final String REWRITE = "./mvnw -pl cli -am -Dtest=UsageTest -Dsurefire.failIfNoSpecifiedTests=false"
            + " -Dmimeo.help.rewrite=true test";

    static Stream<String> commands() {
        return root().getSubcommands().keySet().stream();
    }

    private static CommandLine root() {
        Terminal terminal = new Terminal(
                new ByteArrayInputStream(new byte[0]),
                StandardOutput.of(new ByteArrayOutputStream()),
                new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8),
                false,
                false);
        return Main.commandLine(terminal, new Outputs(terminal), new StringWriter());
    }

    /** Each field that declares an option, by the names and the text of the option. */
    private static Map<String, Set<Object>> declarations(CommandLine command) {
        Map<String, Set<Object>> fields = new TreeMap<>();
        for (CommandLine.Model.OptionSpec option : command.getCommandSpec().options()) {
            if (option.longestName().equals("--output")) {
                // Each command writes something else.
                continue;
            }
            fields.computeIfAbsent(
                            String.join(" ", option.names()) + ": " + String.join(" ", option.description()),
                            key -> new HashSet<>())
                    .add(option.userObject());
        }
        command.getSubcommands()
                .values()
                .forEach(child -> declarations(child)
                        .forEach((text, its) -> fields.computeIfAbsent(text, key -> new HashSet<>())
                                .addAll(its)));
        return fields;
    }

    @Test
    void optionsThatMeanTheSameAreDeclaredOnce() {
        Map<String, Set<Object>> declarations = declarations(root());
        assertThat(declarations).hasSizeGreaterThan(100);
        declarations.forEach((text, fields) -> assertThat(fields).as(text).hasSize(1));
    }

    /** The words of the commands at any depth that list things, as in {@code nfs analyze --list}. */
    static Stream<String> listingCommands() {
        return all("", root());
    }

    private static Stream<String> all(String words, CommandLine command) {
        Stream<String> own =
                Stream.of(words).filter(name -> command.getCommandSpec().findOption("--list") != null);
        return Stream.concat(
                own,
                command.getSubcommands().entrySet().stream()
                        .flatMap(entry -> all((words + " " + entry.getKey()).strip(), entry.getValue())));
    }

    @ParameterizedTest
    @MethodSource("listingCommands")
    void listsAreDocumentsWithJson(String command) {
        String[] words = (command + " --list --json").split(" ");
        TestRun run = TestRun.of(words);
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(Json.parse(run.out())).isNotEmpty();
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyCommandHasHelpWithExamples(String command) {
        TestRun run = TestRun.of(command, "--help");
        assertThat(run.code()).isZero();
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).contains("Usage: mimeo " + command, "Examples:", "--color", "--debug");
        assertThat(run.out().lines()).as("fits a terminal").isNotEmpty().allMatch(line -> line.length() <= 80);
        assertThat(TestRun.of("--help").out()).contains("\n  " + command + " ");
    }

    /** The words of all commands at any depth, with those of Mimeo itself, which are none. */
    static Stream<String> helps() {
        return commands("", root());
    }

    private static Stream<String> commands(String words, CommandLine command) {
        return Stream.concat(
                Stream.of(words),
                command.getSubcommands().entrySet().stream()
                        .flatMap(entry -> commands((words + " " + entry.getKey()).strip(), entry.getValue())));
    }

    /** Help is compared as a whole, so that each change of it shows in review. */
    @ParameterizedTest
    @MethodSource("helps")
    void helpIsAsReviewed(String command) throws IOException {
        TestRun run = TestRun.of((command + " --help").strip().split(" "));
        String name = (command.isEmpty() ? "mimeo" : command.replace(' ', '-')) + ".txt";
        if (Boolean.getBoolean("mimeo.help.rewrite")) {
            Files.writeString(HELP.resolve(name), run.out());
        }
        Path reviewed = HELP.resolve(name);
        assertThat(reviewed).as("run %s", REWRITE).isRegularFile();
        assertThat(run.out())
                .as("after a change that is meant, run %s", REWRITE)
                .isEqualTo(Files.readString(reviewed));
    }

    /** A line that another one continues ends with a backslash, a bar or within quotes. */
    @ParameterizedTest
    @MethodSource("helps")
    void examplesCanBePastedIntoAShell(String command) {
        String help = TestRun.of((command + " --help").strip().split(" ")).out();
        char quote = 0;
        boolean isContinued = false;
        for (String line : help.substring(help.indexOf("Examples:"))
                .lines()
                .skip(1)
                .takeWhile(line -> !line.isEmpty())
                .toList()) {
            assertThat(line.startsWith("   "))
                    .as("continues the line before: %s", line)
                    .isEqualTo(isContinued);
            for (int i = 0; i < line.length(); i++) {
                char character = line.charAt(i);
                if (character == quote) {
                    quote = 0;
                } else if (quote == 0 && (character == '\'' || character == '"')) {
                    quote = character;
                }
            }
            isContinued = quote != 0 || line.endsWith("\\") || line.endsWith("|");
        }
        assertThat(isContinued).isFalse();
    }

    @Test
    void eachReviewedHelpIsOfACommand() throws IOException {
        Set<String> names = helps().map(command -> command.isEmpty() ? "mimeo" : command.replace(' ', '-'))
                .map(name -> name + ".txt")
                .collect(Collectors.toSet());
        assertThat(names).hasSizeGreaterThan(50);
        try (Stream<Path> files = Files.list(HELP)) {
            assertThat(files.map(file -> file.getFileName().toString())).hasSameElementsAs(names);
        }
    }

    @Test
    void commandsStandUnderTheNamesTheyGiveThemselves() {
        assertThat(root().getSubcommands())
                .hasSizeGreaterThan(30)
                .allSatisfy((name, command) ->
                        assertThat(command.getCommandSpec().name()).isEqualTo(name));
    }

    @ParameterizedTest
    @ValueSource(strings = {"--version", "-V", "scan --version"})
    void versionNamesMimeoAndTheJdk(String line) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.code()).isZero();
        assertThat(run.out()).startsWith("mimeo 0.").contains("JDK " + System.getProperty("java.version"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            ''                                     | mimeo: no command given
            scna                                   | unknown command 'scna' (did you mean scan?)
            capture                                | unknown command 'capture' (did you mean nfs capture?)
            frobnicate                             | unknown command 'frobnicate'
            --frobnicate                           | unknown option '--frobnicate'
            scan                                   | INPUT
            scan in --sampel 3                     | unknown option '--sampel' (did you mean --sample?)
            scan in --sampel=3                     | unknown option '--sampel=3' (did you mean --sample?)
            scan --sampel 3                        | unknown option '--sampel' (did you mean --sample?)
            scan --hlep                            | unknown option '--hlep' (did you mean --help?)
            scan -dash -o out                      | unknown option '-dash'
            scan --seed -5 -oout                   | INPUT
            scan -o --sampel                       | INPUT
            scan in --color blue                   | --color
            scan in1 in2                           | several inputs
            scan in --categories                   | several inputs or --categories
            scan -                                 | name it with -o
            describe a b                           | unexpected argument 'b'
            scan in -o out --chunk-size 0          | at least 1 byte
            scan in -o out --chunk-size -1         | is negative
            scan in -o out --chunk-size 64KX       | unknown unit 'KX'
            scan in -o out --chunk-size 5GiB       | chunk size must be 512 bytes to 4 MiB, got '5GiB'
            scan in -o out --chunk-size 8MiB       | chunk size must be 512 bytes to 4 MiB, got '8MiB'
            scan in -o out --chunk-size 100        | chunk size must be 512 bytes to 4 MiB, got 100
            scan in -o out --sample -5             | '-5' is not a whole number from 1 on
            scan in -o out --sample 0              | '0' is not a whole number from 1 on
            scan in -o out --sample many           | many
            scan in -o out --sample 67108865       | sample must be at most 67108864 chunks
            scan in -o out --k-anonymity 2147483648 | '2147483648' is out of range
            scan in -o out --k-anonymity 1.5       | '1.5' is not a whole number
            scan in -o out --scanner histogram --anonymity strict | add --scanner mimic
            scan in -o out --scanner nosuch        | unknown scanner 'nosuch'
            scan in -o out --threads 0             | --threads must be at least 1
            scan in -o out --seed x                | 'x' is not a seed
            scan in -o - --json                    | both want standard output
            generate c.ds -o out                   | --size
            generate c.ds --size 0 -o out          | at least 1 byte
            generate c.ds --size 1EiB -o out       | unknown unit 'EiB'
            generate c.ds --size 1 -o out --order x | stored or random
            generate c.ds --size 1 -o out --generator nosuch | unknown generator 'nosuch'
            generate c.ds --size 1 -o out --chunk 1 --offset 1 | give one of them
            generate c.ds --chunk -1 -o out        | at least 0
            generate - --size 1                    | name it with -o
            pool -                                 | name it with -o
            pool c.ds --size 0 -o out              | at least 1 byte
            pool c.ds --generator nosuch -o out    | unknown generator 'nosuch'
            segment -                              | name it with -o
            segment c.ds --size 0 -o out           | at least 1 byte
            run --on x -- true                     | --data
            run --data prose -- true               | --on
            run --data prose --on x                | COMMAND
            audit d c.ds --size 7                  | --size must be at least 8 bytes
            audit - c.ds --canaries -              | both want standard input
            compare a b --tolerance ratio=5%,ratio=6% | names 'ratio' twice
            generate c.ds --size 1 -o out --generator mix,ratio=2,ratio=3 | option 'ratio' is given twice
            pattern                                | fio|vdbench
            pattern iozone c.ds -o out             | iozone
            pattern fio -                          | name it with -o
            dsexport a.ds b.ds                     | several inputs
            nfs convert a.pcap b.pcap              | several captures
            nfs summary in --max-record 4GiB       | not '4GiB'
            pattern fio c.ds -o out --blocks 1025  | at most 1024
            pattern fio c.ds -o out --size 8KiB    | 64 blocks of 4.0 KiB need a target of at least 256.0 KiB
            pattern fio c.ds -o out --target a;b   | cannot be named
            pattern fio c.ds -o out --rw read      | read
            help scna                              | unknown command 'scna' (did you mean scan?)
            help nfs convrt                        | mimeo nfs: unknown command 'convrt' (did you mean convert?)
            help scan again                        | mimeo scan: unknown command 'again'
            serve                                  | C.ds
            serve c.ds --port x                    | x
            compare a                              | SYNTHETIC
            compare a b --codec nosuch             | unknown codec 'nosuch'
            compare a b --codec zlib:99            | takes levels
            compare a b --chunk-size 8GiB          | got '8GiB'
            compare a b --granularity 4KiB,8GiB    | got '8GiB'
            compare a b --tolerance ratio          | tolerance must look like
            compare a b --generators nosuch        | unknown generator 'nosuch'
            mimic - -o out                         | name files
            describe                               | C.ds
            describe c.ds --threads 0              | --threads must be at least 1
            """)
    void badUsageIsOneLineTheSynopsisAndCode2(String line, String problem) {
        TestRun run = TestRun.of(line.isEmpty() ? new String[0] : line.split(" "));
        assertThat(run.err()).contains(problem).doesNotContain("Exception", "\tat ");
        assertThat(run.code()).isEqualTo(2);
        if (line.contains("--json")) {
            assertThat(Json.parse(run.out()).at("/error/message").asString()).contains(problem);
        } else {
            assertThat(run.out()).isEmpty();
        }
        assertThat(run.err().lines().toList()).hasSize(3).element(0).asString().startsWith("mimeo");
        assertThat(run.err()).contains("Usage: mimeo", "--help' for all options");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "scan", "help", "nfs", "nfs convert"})
    void helpOfACommandIsWhatItsOptionPrints(String command) {
        String expected = TestRun.of((command + " --help").strip().split(" ")).out();
        assertThat(TestRun.of(("help " + command).split(" ")).out()).isEqualTo(expected);
        JsonNode document = Json.parse(
                TestRun.of(("help " + command + " --json").split(" +")).out());
        assertThat(document.path("command").asString()).isEqualTo(("mimeo " + command).strip());
        assertThat(document.path("help").asString().replace(System.lineSeparator(), "\n"))
                .isEqualTo(expected);
    }

    @Test
    void theVersionNamesTheCommitAndJava() throws IOException {
        String java = System.getProperty("java.version");
        String home = System.getProperty("java.home");
        assertThat(TestRun.of("version").out().lines())
                .containsExactly(
                        "mimeo " + Version.ofMimeo(),
                        "commit " + Version.commit(),
                        "Java " + java + " (" + System.getProperty("java.vendor") + ") in " + home);
        JsonNode document = Json.parse(TestRun.of("version", "--json").out());
        assertThat(document.path("version").asString()).isEqualTo(Version.ofMimeo());
        assertThat(document.path("commit").asString()).isEqualTo(Version.commit());
        assertThat(document.path("java").asString()).isEqualTo(java);
        assertThat(document.path("home").asString()).isEqualTo(home);
    }

    @Test
    void completionKnowsTheCommands() {
        TestRun run = TestRun.of("completion");
        assertThat(run.code()).isZero();
        assertThat(run.out())
                .contains("complete -F _complete_mimeo")
                .contains(commands().toArray(String[]::new));
    }

    /** The choice, whether there is a terminal, NO_COLOR, CLICOLOR_FORCE and CLICOLOR, and whether there are colors. */
    @ParameterizedTest
    @CsvSource({
        "AUTO,   true,  '', '', '', true",
        "AUTO,   false, '', '', '', false",
        "ALWAYS, false, 1,  '', 0,  true",
        "NEVER,  true,  '', 1,  1,  false",
        "AUTO,   true,  1,  '', '', false",
        "AUTO,   true,  1,  1,  '', false",
        "AUTO,   false, '', 1,  '', true",
        "AUTO,   false, '', 0,  '', false",
        "AUTO,   true,  '', '', 0,  false",
        "AUTO,   true,  '', '', 1,  true",
        "AUTO,   false, '', '', 1,  false"
    })
    void colorsAreChosen(
            Display choice, boolean terminal, String noColor, String force, String color, boolean expected) {
        Map<String, String> environment = new HashMap<>(Map.of("NO_COLOR", noColor));
        putIfGiven(environment, "CLICOLOR_FORCE", force);
        putIfGiven(environment, "CLICOLOR", color);
        assertThat(Main.isColored(choice, terminal, environment)).isEqualTo(expected);
    }

    @Test
    void aDumbTerminalHasNoColors() {
        Map<String, String> dumb = Map.of("TERM", "dumb");
        assertThat(Main.isColored(Display.AUTO, true, dumb)).isFalse();
        assertThat(Main.isColored(Display.ALWAYS, true, dumb)).isTrue();
        assertThat(Main.isColored(Display.AUTO, true, Map.of("TERM", "xterm"))).isTrue();
    }

    private static void putIfGiven(Map<String, String> environment, String name, String value) {
        if (!value.isEmpty()) {
            environment.put(name, value);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "scan --help --color always, true",
        "--color=ALWAYS --help, true",
        "scan --help, false",
        "scan --color never --help, false",
        "help scan --color always, true"
    })
    void helpHasColorsWhereTheyAreWanted(String line, boolean colored) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out().contains("\033[")).isEqualTo(colored);
    }

    @ParameterizedTest
    @CsvSource({
        "0, 0",
        "42, 42",
        "-1, -1",
        "18446744073709551615, -1",
        "9223372036854775807, 9223372036854775807",
        "0xff, 255",
        "0xFFFFFFFFFFFFFFFF, -1"
    })
    void seedsHave64Bits(String text, long seed) {
        assertThat(new Seed().convert(text)).isEqualTo(seed);
    }

    @Test
    void optionsFollowAName() {
        assertThat(NamedOptions.parse("mix,ratio=2.5, x = y").options())
                .containsExactly(Map.entry("ratio", "2.5"), Map.entry("x", "y"));
        assertThat(Arrays.asList("", ",a=b", "a,b", "a,=b", "a,b=1,b=1"))
                .isNotEmpty()
                .allSatisfy(text -> assertThatIllegalArgumentException().isThrownBy(() -> NamedOptions.parse(text)));
    }
}
