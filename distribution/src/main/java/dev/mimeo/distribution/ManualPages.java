package dev.mimeo.distribution;

import dev.mimeo.cli.Main;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;
import picocli.CommandLine.Model.UsageMessageSpec;
import picocli.codegen.docgen.manpage.ManPageGenerator;

/** Writes the manual page of each command as AsciiDoc, from the texts of its help. */
final class ManualPages {

    /** Characters that mark up AsciiDoc, and the references that stand for them. */
    private static final Map<Character, String> REFERENCES = Map.of(
            '*', "{asterisk}",
            '_', "{underscore}",
            '`', "{backtick}",
            '+', "{plus}",
            '^', "{caret}",
            '~', "{tilde}",
            '[', "{startsb}",
            ']', "{endsb}");

    /** Texts that AsciiDoc replaces by arrows. */
    private static final Pattern ARROW = Pattern.compile("<=|=>|<-|->");

    /** Texts are formats, and picocli takes one that is wrong as it is. */
    private static final Pattern PERCENT = Pattern.compile("%([%n])?");

    private static final String EXAMPLES = "Examples:";

    private ManualPages() {}

    /**
     * Writes the pages.
     *
     * @param args the folder to write
     */
    public static void main(String[] args) throws IOException {
        Path folder = Files.createDirectories(Path.of(args[0]));
        CommandSpec model = Main.model();
        prepare(model);
        int code = ManPageGenerator.generateManPage(folder.toFile(), noTemplate(), new boolean[0], true, model);
        if (code != CommandLine.ExitCode.OK) {
            throw new IOException(folder + ": the manual pages cannot be written");
        }
    }

    @SuppressWarnings("NullAway") // the generator takes null for no template
    private static File noTemplate() {
        return null;
    }

    /** Escapes the texts of a command and those below, and moves the notes before the examples to the description. */
    private static void prepare(CommandSpec command) {
        UsageMessageSpec usage = command.usageMessage();
        List<String> footer = Arrays.asList(usage.footer());
        int examples = footer.indexOf(EXAMPLES);
        usage.description(escaped(
                Stream.concat(Arrays.stream(usage.description()), footer.subList(0, Math.max(examples, 0)).stream())));
        usage.footer(escaped(footer.subList(examples + 1, footer.size()).stream()));
        usage.footerHeading("Examples%n");
        // Descriptions of arguments cannot be changed, so each is replaced, in the same order.
        for (ArgSpec argument : List.copyOf(command.args())) {
            String[] description = escaped(Arrays.stream(argument.description()));
            command.remove(argument);
            if (argument instanceof OptionSpec option) {
                command.addOption(
                        OptionSpec.builder(option).description(description).build());
            } else if (argument instanceof PositionalParamSpec parameter) {
                command.addPositional(PositionalParamSpec.builder(parameter)
                        .description(description)
                        .build());
            }
        }
        command.subcommands().values().forEach(line -> prepare(line.getCommandSpec()));
    }

    private static String[] escaped(Stream<String> lines) {
        return lines.map(ManualPages::escaped).toArray(String[]::new);
    }

    /** Returns a line with references for markup; an indented one is taken as it is anyway. */
    private static String escaped(String line) {
        if (line.startsWith(" ")) {
            return line;
        }
        String marked = line.chars()
                .mapToObj(c -> REFERENCES.getOrDefault((char) c, Character.toString(c)))
                .collect(Collectors.joining());
        String plain = ARROW.matcher(marked).replaceAll("\\\\$0");
        return PERCENT.matcher(plain).replaceAll(match -> match.group(1) == null ? "%%" : match.group());
    }
}
