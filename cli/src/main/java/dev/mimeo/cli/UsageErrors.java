package dev.mimeo.cli;

import dev.mimeo.cli.command.SettingNames;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.internal.text.SimilarNames;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.MissingParameterException;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.UnmatchedArgumentException;

/** The answer to a command line that is wrong. */
final class UsageErrors {

    private static final Pattern NUMBER_TYPE = Pattern.compile("an? (int|long|float|double)$");

    /** A whole number that a type of Java does not hold, at the end of a message. */
    private static final Pattern LARGE_NUMBER = Pattern.compile("('[-+]?\\d+') is not an? (?:int|long)$");

    /** The values of an option, in a message that ends with the wrong one. */
    private static final Pattern CONSTANTS = Pattern.compile("(?<=: expected one of )\\[.*?\\] \\(case-insensitive\\)");

    private UsageErrors() {}

    /** Prints what is wrong, the synopsis and where help is, and returns the first of these. */
    static String report(Terminal terminal, ParameterException e, List<String> arguments) {
        CommandLine command = e.getCommandLine();
        String name = command.getCommandSpec().qualifiedName();
        String problem = name + ": " + Failures.oneLine(SettingNames.asOptions(message(e, arguments)));
        terminal.err().println(problem);
        Help plain = new Help(command.getCommandSpec(), Help.defaultColorScheme(Help.Ansi.OFF));
        terminal.err().print(plain.fullSynopsis());
        terminal.err().println("Try '" + name + " --help' for all options and examples.");
        return problem;
    }

    private static String message(ParameterException e, List<String> arguments) {
        CommandLine command = e.getCommandLine();
        if (e instanceof MissingParameterException) {
            // A word that was taken for an option is why the parameter is missing.
            Optional<String> unknown = unknownOption(command, arguments);
            if (unknown.isPresent()) {
                return unknownOption(command, unknown.get());
            }
        }
        if (!(e instanceof UnmatchedArgumentException unmatched)) {
            return TypedValues.restored(inWords(String.valueOf(e.getMessage())), command);
        }
        String word = unmatched.getUnmatched().get(0);
        if (word.startsWith("-") && word.length() > 1) {
            return unknownOption(command, word);
        }
        return command.getSubcommands().isEmpty()
                ? "unexpected argument '" + word + "'"
                : unknownCommand(command, word);
    }

    private static String unknownOption(CommandLine command, String word) {
        List<String> options = command.getCommandSpec().options().stream()
                .filter(option -> !option.hidden())
                .map(OptionSpec::longestName)
                .toList();
        String suggestion = SimilarNames.suggestion(word.replaceFirst("=.*", ""), options);
        boolean file = suggestion.isEmpty() && isFile(word);
        return "unknown option '" + word + "'"
                + (file ? " (write ./" + word + " for the file of that name)" : suggestion);
    }

    private static boolean isFile(String word) {
        try {
            return Files.exists(Path.of(word));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Finds the first word that looks like an option and is none, and is not the value of one. */
    private static Optional<String> unknownOption(CommandLine command, List<String> arguments) {
        Map<String, OptionSpec> options = command.getCommandSpec().optionsMap();
        boolean isValue = false;
        for (String word : arguments) {
            if (word.equals("--")) {
                break;
            }
            OptionSpec option = options.get(word.replaceFirst("=.*", ""));
            boolean looksLikeOne = word.matches("-[-\\p{L}].*");
            // The value of a short option may be in the same word.
            if (!isValue
                    && looksLikeOne
                    && option == null
                    && (word.startsWith("--") || !options.containsKey(word.substring(0, 2)))) {
                return Optional.of(word);
            }
            isValue = option != null && option.arity().min() > 0 && !word.contains("=");
        }
        return Optional.empty();
    }

    /** Returns a message of picocli without the types and constants of Java and the indexes of parameters. */
    private static String inWords(String message) {
        String text =
                CONSTANTS.matcher(message).replaceAll(match -> match.group().toLowerCase(Locale.ROOT));
        text = LARGE_NUMBER.matcher(text).replaceAll("$1 is out of range");
        text = NUMBER_TYPE
                .matcher(text)
                .replaceAll(match -> match.group(1).matches("int|long") ? "a whole number" : "a number");
        return text.replaceFirst(
                        "(option '\\S+') at index \\S+ \\(.*?\\) requires at least (\\d+) values, but only (\\d+) were specified: .*",
                        "$1 needs $2 values, but there is $3")
                .replaceFirst(
                        "positional parameter at index \\S+ \\((.*)\\) requires at least (\\d+) values, but only (\\d+) were"
                                + " specified: .*",
                        "$1 needs at least $2 arguments, but there is $3")
                .replaceFirst("positional parameter at index \\S+ \\((.*?)\\)", "$1");
    }

    /** Returns the message for a word that is no command of a group, with commands of any group that may be meant. */
    static String unknownCommand(CommandLine group, String word) {
        String suggestion = SimilarNames.suggestion(word, group.getSubcommands().keySet());
        if (suggestion.isEmpty()) {
            List<String> deeper = group.getSubcommands().entrySet().stream()
                    .filter(entry -> entry.getValue().getSubcommands().containsKey(word))
                    .map(Map.Entry::getKey)
                    .toList();
            suggestion = deeper.isEmpty() ? "" : " (did you mean " + deeper.get(0) + " " + word + "?)";
        }
        return "unknown command '" + word + "'" + suggestion;
    }
}
