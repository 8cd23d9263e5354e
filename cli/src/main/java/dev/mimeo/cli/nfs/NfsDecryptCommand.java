package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Inputs;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.DecryptFilter;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.internal.text.Counts;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Puts names in the place of their tokens in texts. */
@Command(
        name = "decrypt",
        customSynopsis = "mimeo nfs decrypt [--keys FILE] [FILE...] [OPTIONS]",
        description = {
            "Copies text and decrypts the names in it.",
            "",
            "Each run of at least 32 hexadecimal digits that decrypts to a name is replaced by it. In a name that is not"
                    + " printable text, %XX stands for bytes other than printable ASCII; a warning counts such names.",
            "",
            "Tokens made with other keys are recognised, and stay as they are, like all other text.",
            "A key file has a line NAME_KEY_1=DIGITS and a line NAME_KEY_2=DIGITS."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs analyze -a path:0138c000 monday.ds | mimeo nfs decrypt --keys k",
            "  NAME_KEY_1=... NAME_KEY_2=... mimeo nfs decrypt result.csv -o names.csv"
        })
@WithoutOptions({"--threads", "--progress"})
final class NfsDecryptCommand extends MimeoSubcommand {

    @Parameters(arity = "0..*", paramLabel = "FILE", description = "Text to copy (default: standard input).")
    private List<String> files = new ArrayList<>();

    @Mixin
    private NameKeySettings keys = new NameKeySettings();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "FILE",
            description = "Write to a file (default: standard output).")
    private String output = "-";

    NfsDecryptCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        DecryptFilter filter = new DecryptFilter(Anonymizers.either(nameKeys()));
        try (Output out = outputs.openText(output, force)) {
            OutputStream to = new BufferedOutputStream(Channels.newOutputStream(out.channel()));
            for (String file : files.isEmpty() ? List.of("-") : files) {
                if (file.equals("-")) {
                    filter.copy(terminal.in(), to);
                } else {
                    try (InputStream in = Inputs.open(Outputs.path(file))) {
                        filter.copy(in, to);
                    }
                }
            }
            to.flush();
            out.commit();
        }
        if (filter.escapedNames() > 0) {
            warn("bytes that are not printable are written as %XX in " + Counts.of(filter.escapedNames(), "name"));
        }
        if (filter.names() == 0 && filter.undecrypted() > 0) {
            warn(Counts.of(filter.undecrypted(), "run") + " of hexadecimal digits, and none decrypts with these keys: "
                    + "check that the trace was converted with them, and with --anonymize encrypt or classic");
        }
        if (!output.equals("-")) {
            note(Counts.of(filter.names(), "name") + "\n");
        }
        return 0;
    }

    private NameKeys nameKeys() throws IOException {
        try {
            return keys.keys("");
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }
}
