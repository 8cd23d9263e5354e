package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.command.FileArguments;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.nfs.analyze.ResultWriter;
import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.OptionSpec;

/** Rules that hold for all commands, at any depth. */
@Tag("thorough")
final class CommandRulesTest {

    /** A number in a format, with a noun in the plural whatever the number is. */
    private static final Pattern PLURAL = Pattern.compile("%,?[0-9]*d [a-z]+s\\b");

    /** Values of an option that its help can name. */
    private static final int MOST_NAMED = 8;

    /** Labels of the arguments that are, or contain, names of files or folders. */
    private static final Set<String> FILE_LABELS = Set.of(
            "FIFO",
            "C.ds",
            "C.ds|SEGMENT",
            "CAPTURE",
            "CAPTURE...",
            "COMMAND",
            "CSV",
            "DIR",
            "DIR/BASE",
            "DS",
            "EXT=NAME",
            "FILE",
            "IN",
            "IN... OUT",
            "INDEX",
            "INPUT",
            "INPUT...",
            "LOG|LIST|DIR",
            "MANIFEST",
            "ORIGINAL",
            "OUT",
            "PATH",
            "RESULTS",
            "SET",
            "STATISTICS... from FILE...",
            "SYNTHETIC",
            "TABLE DS",
            "TEXT",
            "[TABLE=]INPUT");

    static Stream<CommandLine> commands() {
        return all(Main.model().commandLine());
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(CommandRulesTest::all));
    }

    private static Stream<OptionSpec> options() {
        return commands().flatMap(command -> command.getCommandSpec().options().stream());
    }

    @Test
    void thereAreManyCommands() {
        assertThat(commands()).hasSizeGreaterThan(50);
        assertThat(options()).hasSizeGreaterThan(300);
    }

    @Test
    void outputsHaveBothNames() {
        assertThat(options().filter(option -> List.of(option.names()).contains("-o")))
                .hasSizeGreaterThan(15)
                .allSatisfy(option -> assertThat(option.names()).contains("--output"));
        assertThat(options().filter(option -> List.of(option.names()).contains("--output")))
                .isNotEmpty()
                .allSatisfy(option -> assertThat(option.names()).contains("-o"));
    }

    /** Commands overwrite no file that such an argument names. A label means a file for all commands, or for none. */
    @Test
    void namesOfFilesHaveTheseLabels() {
        Set<String> labels = new TreeSet<>();
        commands()
                .flatMap(command -> command.getCommandSpec().args().stream())
                .filter(FileArguments::isFile)
                .forEach(argument -> labels.add(argument.paramLabel()));
        assertThat(labels).isEqualTo(FILE_LABELS);
    }

    @Test
    void memoryHasOneName() {
        assertThat(options().flatMap(option -> Stream.of(option.names())).filter(name -> name.contains("memory")))
                .containsOnly("--memory", "--report-memory");
    }

    @Test
    void sizesTakeUnits() {
        assertThat(options().filter(option -> option.paramLabel().equals("SIZE")))
                .hasSizeGreaterThan(10)
                .allSatisfy(option -> {
                    ITypeConverter<?> converter = option.converters()[0];
                    assertThat(((Number) converter.convert("64KiB")).longValue())
                            .isEqualTo(64 << 10);
                    assertThat(((Number) converter.convert("1.5MiB")).longValue())
                            .isEqualTo(3 << 19);
                });
        // A number of bytes is a size.
        assertThat(options()
                        .filter(option -> option.paramLabel().equals("N"))
                        .filter(option -> String.join(" ", option.description()).matches("(?i).*\\bbytes\\b.*")))
                .isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {80, 100, 132, 200})
    void helpFitsItsWidthAndBreaksNoExample(int width) {
        assertThat(commands()).isNotEmpty().allSatisfy(command -> {
            List<String> examples = Arrays.stream(
                            command.getCommandSpec().usageMessage().footer())
                    .filter(line -> line.startsWith("  "))
                    .map(line -> line.replace("%%", "%"))
                    .toList();
            String help = command.setUsageHelpWidth(width).getUsageMessage();
            assertThat(help.lines())
                    .isNotEmpty()
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(width));
            assertThat(help.lines()).containsAll(examples);
        });
    }

    /** Words such as C.ds and docs/reference/nfs.md stay whole. */
    @ParameterizedTest
    @ValueSource(ints = {80, 100, 120, 132})
    void helpIsBrokenAtSpacesOnly(int width) {
        CommandLine root = Main.model().commandLine();
        UnbrokenWords.in(root);
        List<CommandLine> commands = all(root).toList();
        assertThat(commands).hasSizeGreaterThan(50).allSatisfy(command -> {
            List<String> whole = words(command.setUsageHelpWidth(2000).getUsageMessage());
            assertThat(words(command.setUsageHelpWidth(width).getUsageMessage()))
                    .isSubsetOf(whole);
        });
    }

    private static List<String> words(String text) {
        return List.of(text.split("\\s+"));
    }

    @Test
    void descriptionsUseTheWholeWidth() {
        CommandLine scan = commands()
                .filter(command -> command.getCommandName().equals("scan"))
                .findFirst()
                .orElseThrow();
        String narrow = scan.getUsageMessage();
        String wide = scan.setUsageHelpWidth(200).getUsageMessage();
        assertThat(wide.lines().count()).isLessThan(narrow.lines().count());
    }

    /** A command is found by the name in the list of its group before its own is known. */
    @Test
    void commandsHaveTheNamesUnderWhichTheyAreListed() {
        assertThat(all(Main.model().commandLine()).skip(1))
                .hasSizeGreaterThan(50)
                .allSatisfy(command -> {
                    Command declared = command.getCommand().getClass().getAnnotation(Command.class);
                    assertThat(command.getCommandName()).isEqualTo(declared.name());
                    assertThat(command.getParent().getSubcommands()).containsKey(declared.name());
                });
    }

    @Test
    void eachCommandIsOneLineOfTheList() {
        List<String> lines =
                Main.model().commandLine().getUsageMessage().lines().toList();
        assertThat(lines).containsSubsequence("Mimic:", "DataSeries:", "Traces:", "Counters:", "Help and set-up:");
        assertThat(Main.model().subcommands().keySet())
                .isNotEmpty()
                .allSatisfy(name -> assertThat(lines)
                        .filteredOn(line -> line.startsWith("  " + name + " "))
                        .singleElement()
                        .asString()
                        .matches(".*[.)]"));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void everyOptionAndParameterHasADescription(CommandLine command) {
        assertThat(command.getCommandSpec().args())
                .filteredOn(argument -> !argument.hidden())
                .isNotEmpty()
                .allSatisfy(argument ->
                        assertThat(String.join(" ", argument.description())).isNotBlank());
    }

    /** Picocli adds the syntax of lists to labels that have it already. */
    @Test
    void helpHasThePointsOfAListOnce() {
        assertThat(commands())
                .isNotEmpty()
                .allSatisfy(command -> assertThat(command.getUsageMessage()).doesNotContain("....", "...[,"));
    }

    /** Nobody should have to give a wrong value to see the right ones. */
    @Test
    void optionsNameTheValuesTheyTake() {
        List<OptionSpec> choices = options()
                .filter(option -> option.auxiliaryTypes().length > 0)
                .filter(option -> Stream.of(option.auxiliaryTypes()).anyMatch(Class::isEnum))
                .toList();
        assertThat(choices).hasSizeGreaterThan(10).allSatisfy(option -> {
            String help = option.paramLabel() + " " + String.join(" ", option.description());
            for (Class<?> type : option.auxiliaryTypes()) {
                for (Object value : type.isEnum() ? type.getEnumConstants() : new Object[0]) {
                    // --json stands for this one.
                    assertThat(value == ResultWriter.Format.JSON_DOCUMENT ? value.toString() : help)
                            .as(option.longestName())
                            .containsIgnoringCase(value.toString());
                }
            }
        });
    }

    /** The values that shells complete, where they are few. */
    @Test
    void optionsNameTheValuesThatAreCompleted() {
        List<OptionSpec> choices = options()
                .filter(option -> option.completionCandidates() instanceof ValueNames)
                .filter(option -> values(option).size() <= MOST_NAMED)
                .toList();
        assertThat(choices).hasSizeGreaterThan(10).allSatisfy(option -> {
            String help = option.paramLabel() + " " + String.join(" ", option.description());
            assertThat(values(option))
                    .isNotEmpty()
                    .allSatisfy(
                            value -> assertThat(help).as(option.longestName()).contains(value));
        });
    }

    private static List<String> values(OptionSpec option) {
        List<String> values = new ArrayList<>();
        option.completionCandidates().forEach(values::add);
        return values;
    }

    @Test
    void nounsAgreeWithTheirNumbers() throws IOException {
        List<String> found = new ArrayList<>();
        try (Stream<Path> files = Files.walk(MarkdownPage.ROOT.resolve("cli/src/main/java"))) {
            for (Path file :
                    (Iterable<Path>) files.filter(path -> path.toString().endsWith(".java"))::iterator) {
                Matcher plural = PLURAL.matcher(Files.readString(file));
                while (plural.find()) {
                    found.add(file.getFileName() + ": " + plural.group());
                }
            }
        }
        // The number of these is never 1.
        assertThat(found)
                .isSubsetOf(
                        "AuditReport.java: %,d bytes",
                        "AuditReport.java: %d bytes",
                        "AuditReport.java: %2d bytes",
                        "AuditReport.java: %,d strings",
                        "AuditReport.java: %,d times",
                        "CharacterizationsCommand.java: %,d bytes",
                        "Description.java: %,d bytes",
                        "Description.java: %,d repetitions",
                        "Description.java: %,d times",
                        "FrequentStrings.java: %d bytes");
    }
}
