package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.Main;
import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine.Model.CommandSpec;

/** Files with several types: each command that takes a type says how to name it. */
final class TypeChoiceTest {

    /** A command that is not told which type, and what its error says. */
    private static final Map<String, String> COMMANDS = new TreeMap<>(Map.of(
            "ds2txt --type Test FILE", "--type",
            "dsexport FILE -o OUT.parquet", "--type",
            "dsextentindex --new Test id OUT.ds FILE", "--new TYPE FIELDS",
            "dsmerge --by id FILE OUT.ds", "--type",
            "dsselect Test id FILE OUT.ds", "TYPE",
            "dssort --by id FILE OUT.ds", "--type",
            "dssql SELECT_*_FROM_'FILE'", "--type",
            "dsstatgroupby Test basic id from FILE", "TYPE",
            "dstypes2java --type Test FILE", "--type",
            "scan FILE --field Test:word -o OUT.ds", "--field TYPE:FIELD"));

    @TempDir
    private Path folder;

    @Test
    void errorsNameTheOptionOrTheParameter() throws IOException {
        Path file = folder.resolve("two.ds");
        TraceFixture.of("""
                <ExtentType name="Test::Rows" namespace="mimeo.dev" version="2.1">
                  <field type="int64" name="id" />
                  <field type="variable32" name="word" />
                </ExtentType>
                """, "<ExtentType name=\"Test::Other\"><field type=\"bool\" name=\"b\"/></ExtentType>")
                .row(1, "a")
                .write(file);
        COMMANDS.forEach((command, argument) -> {
            String[] words = command.replace("FILE", file.toString())
                    .replace("OUT", folder.resolve("out").toString())
                    .split(" ");
            for (int i = 0; i < words.length; i++) {
                words[i] = words[i].replace('_', ' ');
            }
            TestRun run = TestRun.of(words);
            assertThat(run.code()).as("%s: %s", command, run.err()).isEqualTo(1);
            assertThat(run.err())
                    .startsWith("mimeo: ")
                    .doesNotContain(file + ": " + file)
                    .endsWith(": choose one with " + argument + ": Test::Other, Test::Rows\n");
        });
    }

    @Test
    void noCommandThatTakesATypeIsLeftOut() {
        Set<String> tested =
                COMMANDS.keySet().stream().map(command -> command.split(" ")[0]).collect(Collectors.toSet());
        Set<String> taking = Main.model().subcommands().values().stream()
                .map(command -> command.getCommandSpec())
                .filter(TypeChoiceTest::takesType)
                .map(CommandSpec::name)
                .collect(Collectors.toSet());
        assertThat(tested).isEqualTo(taking);
    }

    private static boolean takesType(CommandSpec command) {
        return command.findOption("--type") != null
                || command.args().stream()
                        .anyMatch(argument -> argument.paramLabel().matches("TYPE\\b.*"));
    }
}
