package dev.mimeo.cli;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine;
import picocli.CommandLine.Model.UsageMessageSpec;

/** Has descriptions of commands flow: lines that belong together become one, which help wraps where the terminal ends. */
final class Paragraphs {

    private Paragraphs() {}

    /** Joins the lines of the descriptions of a command and all below it. */
    static void join(CommandLine command) {
        UsageMessageSpec usage = command.getCommandSpec().usageMessage();
        usage.description(join(usage.description()));
        command.getSubcommands().values().forEach(Paragraphs::join);
    }

    /** Joins lines but for empty ones and those that begin with a space, as of lists and examples. */
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
