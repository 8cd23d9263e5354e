package dev.mimeo.cli;

import dev.mimeo.cli.command.UsesSql;
import dev.mimeo.sql.SqlEngine;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.Help.ColorScheme;
import picocli.CommandLine.IHelpFactory;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/**
 * Makes the texts of a command line ready when help is asked for. This takes longer than parsing, and most runs print no help. For one
 * thread.
 */
final class PreparedHelp implements IHelpFactory {

    private final CommandLine root;
    private boolean prepared;

    /** Prepares nothing yet. */
    PreparedHelp(CommandLine root) {
        this.root = root;
    }

    @Override
    public Help create(CommandSpec spec, ColorScheme colors) {
        if (!prepared) {
            prepare();
            UnbrokenWords.in(root);
        }
        return new Help(spec, colors);
    }

    /** Joins paragraphs, groups commands, hides options without effect and marks what this distribution has not; once. */
    void prepare() {
        if (prepared) {
            return;
        }
        prepared = true;
        Paragraphs.join(root);
        SharedOptions.hideUseless(root);
        root.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_COMMAND_LIST, CommandGroups::list);
        if (!SqlEngine.isPresent()) {
            markLeftOut(root);
        }
    }

    /** Adds to the summary of each command that needs DuckDB that it cannot be used here. */
    private static void markLeftOut(CommandLine command) {
        if (command.getCommand() instanceof UsesSql) {
            String[] description = command.getCommandSpec().usageMessage().description();
            description[0] += " (not in this distribution)";
            command.getCommandSpec().usageMessage().description(description);
        }
        command.getSubcommands().values().forEach(PreparedHelp::markLeftOut);
    }
}
