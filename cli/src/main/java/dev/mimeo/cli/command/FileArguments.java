package dev.mimeo.cli.command;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;

/** The options and parameters whose values are names of files or folders. */
public final class FileArguments {

    /** Labels of the arguments that are text and never the name of a file. All others may be, so that an unknown one is not overwritten. */
    private static final Set<String> WORDS = Set.of(
            "A",
            "A...",
            "A..B",
            "ARG",
            "C",
            "COL,...",
            "COND",
            "COUNTER=LIMIT",
            "DATE",
            "EXPRESSION",
            "F",
            "FIELD",
            "FIELDS",
            "FORMAT",
            "GLOB",
            "INTERFACE",
            "KEYS",
            "LABEL",
            "LAYOUT",
            "LEVEL",
            "LIMITS",
            "LIST",
            "NAME",
            "NAME,...",
            "NAME:TYPE=EXPR",
            "NAME[,opt=v]",
            "OLD=NEW",
            "PATTERN",
            "QUERY",
            "S",
            "SELECTOR",
            "SHELL",
            "SPEC",
            "SQL",
            "T",
            "TITLE",
            "TYPE",
            "TYPE FIELDS",
            "TYPE:FIELD",
            "URL",
            "WxH",
            "XML",
            "auto|log|list",
            "stored|random");

    private FileArguments() {}

    /** Returns whether a value of an argument may be the name of a file or a folder. */
    public static boolean isFile(ArgSpec argument) {
        Class<?> type = argument.auxiliaryTypes()[0];
        return type == Path.class || (type == String.class && !WORDS.contains(argument.paramLabel()));
    }

    /** Returns the files and folders that exist and that the arguments of a command name. */
    static List<Path> existing(CommandSpec command) throws IOException {
        List<Path> files = new ArrayList<>();
        for (ArgSpec argument : command.args()) {
            if (isFile(argument)) {
                for (String value : argument.stringValues()) {
                    if (Outputs.exists(value)) {
                        files.add(Outputs.path(value));
                    }
                }
            }
        }
        return files;
    }
}
