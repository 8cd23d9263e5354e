package dev.mimeo.cli;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Prints what makes a shell complete the commands and options. */
@Command(
        name = "completion",
        customSynopsis = "mimeo completion [SHELL] [OPTIONS]",
        description = "Prints a completion script for bash and zsh.",
        footer = {
            "",
            "Examples:",
            "  source <(mimeo completion)",
            "  mimeo completion > ~/.local/share/bash-completion/completions/mimeo"
        })
@WithoutOptions({"--threads", "--quiet", "--progress", "--force"})
final class CompletionCommand extends MimeoSubcommand {

    private static final List<String> SHELLS = List.of("bash", "zsh");

    @Parameters(arity = "0..1", paramLabel = "SHELL", description = "bash or zsh; the script is the same for both.")
    @Nullable String shell;

    CompletionCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (shell != null && !SHELLS.contains(shell)) {
            throw usageError("no completion for '" + shell + "': there is one for " + String.join(" and ", SHELLS));
        }
        // Options that the help leaves out are not completed either.
        new PreparedHelp(spec.root().commandLine()).prepare();
        String script = Completion.script(spec.root());
        print(json ? Json.render(Json.object().put("script", script)) : script);
        return 0;
    }
}
