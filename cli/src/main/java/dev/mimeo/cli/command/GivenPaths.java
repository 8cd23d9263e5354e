package dev.mimeo.cli.command;

import java.io.IOException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Failures with the paths of a command line, which libraries do not know, or have made absolute. */
final class GivenPaths {

    private GivenPaths() {}

    /** Returns a failure that names option -o of a command, or the same one if it does not lack the name of the file that is written. */
    static IOException ofOutput(CommandSpec command, IOException failure) {
        OptionSpec option = command.findOption("-o");
        Object output = option == null ? null : option.getValue();
        return output == null ? failure : Errors.named(output.toString(), failure);
    }

    /**
     * Returns a failure whose message begins with a path as the user gave it, or the same one if no argument is the path that it begins with, a
     * folder above it, or the path without a suffix.
     *
     * @param arguments those of the command line, also of the form {@code --option=PATH}
     */
    static IOException named(List<String> arguments, IOException failure) {
        String message = Errors.describe(failure);
        String given = "";
        String longest = "";
        for (String argument : arguments) {
            String path = argument.startsWith("-") ? argument.substring(argument.indexOf('=') + 1) : argument;
            for (String absolute : absolute(path)) {
                if (absolute.length() > longest.length() && isStart(absolute, path, message)) {
                    given = path;
                    longest = absolute;
                }
            }
        }
        return longest.isEmpty() ? failure : new IOException(given + message.substring(longest.length()), failure);
    }

    /** Returns whether a message is about a path, something below it, or a file whose name is that of the path and a suffix. */
    private static boolean isStart(String absolute, String path, String message) {
        return message.startsWith(absolute + ": ")
                || message.startsWith(absolute + "/")
                // Not so where the path is ., which has no name that a suffix could follow.
                || (absolute.endsWith("/" + path) && !path.endsWith(".") && message.startsWith(absolute + "."));
    }

    /** Returns the absolute forms of a relative path; nothing for what is none. */
    private static List<String> absolute(String argument) {
        try {
            Path path = Path.of(argument);
            Path absolute = path.toAbsolutePath();
            return argument.isEmpty() || path.isAbsolute()
                    ? List.of()
                    : List.of(absolute.toString(), absolute.normalize().toString());
        } catch (InvalidPathException e) {
            return List.of();
        }
    }
}
