package dev.mimeo.cli;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.formats.text.ExtentText;
import dev.mimeo.formats.text.TextOptions;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints DataSeries files as text. */
@Command(
        name = "ds2txt",
        customSynopsis = "mimeo ds2txt FILE... [OPTIONS]",
        description = {
            "Prints the rows of DataSeries files as text.",
            "",
            "The output is that of the original ds2txt for the same flags."
        },
        footer = {"", "Examples:", "  mimeo ds2txt logs.ds", "  mimeo ds2txt --csv --type=Mimeo::Dataset logs.ds"})
final class Ds2txtCommand extends MimeoSubcommand {

    @Parameters(paramLabel = "FILE", arity = "1..*", description = "DataSeries file.")
    private List<String> files = new ArrayList<>();

    @Option(names = "--csv", description = "Field names and rows only, separated by commas.")
    private boolean csv;

    @Option(names = "--separator", paramLabel = "S", description = "Text between two values (default: a space).")
    private @Nullable String separator;

    @Option(names = "--type", paramLabel = "PATTERN", description = "Only extents of the type that matches.")
    private @Nullable String type;

    @Option(names = "--skip-types", description = "Leave out the descriptions of the types.")
    private boolean skipTypes;

    @Option(names = "--skip-index", description = "Leave out the index.")
    private boolean skipIndex;

    @Option(names = "--skip-extent-type", description = "Leave out the type before each extent.")
    private boolean skipExtentType;

    @Option(names = "--skip-extent-fieldnames", description = "Leave out the field names before each extent.")
    private boolean skipFieldNames;

    @Option(names = "--skip-all", description = "Leave out all four: rows only.")
    private boolean skipAll;

    Ds2txtCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        if (json) {
            throw usageError("ds2txt prints text, not JSON");
        }
        TextOptions options = options();
        OutputStream out = new BufferedOutputStream(Channels.newOutputStream(terminal.out()), 1 << 16);
        ExtentText text = new ExtentText(out, options);
        for (String file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(Outputs.path(file))) {
                text.print(reader);
            }
        }
        out.flush();
        return 0;
    }

    private TextOptions options() {
        TextOptions options = (csv ? TextOptions.CSV : TextOptions.DEFAULT).withThreads(threads());
        options = skipTypes || skipAll ? options.withoutTypes() : options;
        options = skipIndex || skipAll ? options.withoutIndex() : options;
        options = skipExtentType || skipAll ? options.withoutExtentType() : options;
        options = skipFieldNames || skipAll ? options.withoutFieldNames() : options;
        options = separator == null ? options : options.withSeparator(separator);
        return type == null ? options : options.withType(type);
    }
}
