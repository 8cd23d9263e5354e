package dev.mimeo.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Joins the lines of each paragraph of a help text into one, which picocli wraps to the width of the terminal. */
final class Paragraphs {

    private Paragraphs() {}

    /** Joins the lines of the descriptions and footers of a command and its subcommands. */
    static void join(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.description(join(usage.description()));
        usage.footer(join(usage.footer()));
        command.getSubcommands().values().forEach(Paragraphs::join);
    }

    /** Joins lines except empty ones and those that begin with a space, which belong to lists and examples. */
    static String[] join(String... lines) {
        List<String> joined = new ArrayList<>();
        boolean open = false;
        for (String line : lines) {
            boolean flows = !line.isEmpty() && !line.startsWith(" ");
            if (open && flows) {
                joined.add(joined.remove(joined.size() - 1) + " " + line);
            } else {
                joined.add(line);
            }
            open = flows;
        }
        return joined.toArray(String[]::new);
    }
}
