package dev.mimeo.cli;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import picocli.CommandLine.Command;

/** Prints what makes a shell complete the commands and options. */
@Command(
        name = "completion",
        customSynopsis = "mimeo completion [OPTIONS]",
        description = "Prints a completion script for bash and zsh.",
        footer = {
            "",
            "Examples:",
            "  source <(mimeo completion)",
            "  mimeo completion > ~/.local/share/bash-completion/completions/mimeo"
        })
@WithoutOptions({"--threads", "--quiet", "--progress", "--force"})
final class CompletionCommand extends MimeoSubcommand {

    CompletionCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        String script = Completion.script(spec.root());
        print(json ? Json.render(Json.object().put("script", script)) : script);
        return 0;
    }
}
