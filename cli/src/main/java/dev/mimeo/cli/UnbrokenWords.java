package dev.mimeo.cli;

import java.text.BreakIterator;
import java.util.Arrays;
import java.util.Locale;
import picocli.CommandLine;
import picocli.CommandLine.IHelpSectionRenderer;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * Has help texts broken at spaces only, and not within {@code C.ds} or {@code zstd:3}, where picocli would break them too: for the time of
 * breaking, a character that forbids it is at these places.
 */
final class UnbrokenWords {

    /** A space without width at which no line is broken. */
    private static final String GLUE = "\ufeff";

    private UnbrokenWords() {}

    /** Changes the descriptions of a command and of those below it, and takes the changes back from what is printed. */
    static void in(CommandLine command) {
        CommandSpec spec = command.getCommandSpec();
        spec.usageMessage().description(gluedFormats(spec.usageMessage().description()));
        spec.usageMessage().footer(gluedFormats(spec.usageMessage().footer()));
        for (ArgSpec argument : spec.args().toArray(ArgSpec[]::new)) {
            spec.remove(argument);
            if (argument instanceof OptionSpec option) {
                spec.addOption(OptionSpec.builder(option)
                        .description(glued(option.description()))
                        .build());
            } else if (argument instanceof PositionalParamSpec parameter) {
                spec.addPositional(PositionalParamSpec.builder(parameter)
                        .description(glued(parameter.description()))
                        .build());
            }
        }
        command.getHelpSectionMap().replaceAll((key, section) -> withoutGlue(section));
        command.getSubcommands().values().forEach(UnbrokenWords::in);
    }

    private static IHelpSectionRenderer withoutGlue(IHelpSectionRenderer section) {
        return help -> section.render(help).replace(GLUE, "");
    }

    /** Changes formats except for examples, which begin with a space and are not broken. */
    private static String[] gluedFormats(String... formats) {
        return Arrays.stream(formats)
                .map(line -> line.startsWith(" ") ? line : glued(new String[] {line.replace("%%", "%")})[0])
                .toArray(String[]::new);
    }

    /** Makes formats of lines of text. */
    private static String[] glued(String... lines) {
        return Arrays.stream(lines).map(line -> glued(line).replace("%", "%%")).toArray(String[]::new);
    }

    private static String glued(String line) {
        BreakIterator breaks = BreakIterator.getLineInstance(Locale.ROOT);
        breaks.setText(line);
        StringBuilder text = new StringBuilder();
        int start = breaks.first();
        for (int end = breaks.next(); end != BreakIterator.DONE; end = breaks.next()) {
            boolean inside = end < line.length() && line.charAt(end - 1) != ' ';
            text.append(line, start, end).append(inside ? GLUE : "");
            start = end;
        }
        return text.toString();
    }
}
