package dev.mimeo.cli;

import dev.mimeo.cli.command.FileArguments;
import java.io.File;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.jspecify.annotations.Nullable;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The script with which bash and zsh complete commands, options and their values.
 *
 * <p>picocli writes it for a model of the commands that differs from theirs: it names the values of each option by the label, which several
 * options of a command may have; it writes the values of enums in capital letters; and it completes no files where the type of an option is
 * a string. It completes the value of an option only as the word behind it, while bash has an equals sign between them as a word too.
 */
final class Completion {

    /** Begins the labels of parameters that may be one of some names, or a file. */
    private static final String NAME_OR_FILE = "nameOrFile";

    private static final Pattern NAMES =
            Pattern.compile("compReplyArray (\"\\$\\{" + NAME_OR_FILE + "\\w*_pos_param_args\\[@\\]\\}\") \\)");

    private static final String BEGIN = "function _complete_mimeo() {\n";

    /** Leaves out the equals signs between options and their values. */
    private static final String WITHOUT_EQUALS_SIGNS = """
              if [ -n "$BASH_VERSION" ]; then
                local words=() word
                for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
                  [[ "$word" == "=" ]] || words+=("$word")
                done
                [[ "${COMP_WORDS[COMP_CWORD]}" != "=" ]] || words+=("")
                local COMP_WORDS=("${words[@]}") COMP_CWORD=$((${#words[@]} - 1))
              fi

            """;

    private Completion() {}

    /** Returns the script for all commands. */
    static String script(CommandSpec root) {
        String script =
                AutoComplete.bash("mimeo", new CommandLine(copy(root))).replace(BEGIN, BEGIN + WITHOUT_EQUALS_SIGNS);
        return NAMES.matcher(script).replaceAll("compReplyArray $1; compgen -f -- \"\\${curr_word}\" )") + "\n";
    }

    private static CommandSpec copy(CommandSpec command) {
        CommandSpec copy = CommandSpec.create().name(command.name());
        int number = 0;
        for (OptionSpec option : command.options()) {
            if (!option.hidden()) {
                copy.addOption(OptionSpec.builder(option.names())
                        .arity(option.arity().toString())
                        .paramLabel("option" + number++)
                        .type(type(option))
                        .completionCandidates(words(option))
                        .build());
            }
        }
        for (PositionalParamSpec parameter : command.positionalParameters()) {
            boolean isString = valueType(parameter) == String.class;
            copy.addPositional(PositionalParamSpec.builder()
                    .index(parameter.index().toString())
                    .arity(parameter.arity().toString())
                    .paramLabel((isString ? NAME_OR_FILE : "word") + number++)
                    .type(type(parameter))
                    .completionCandidates(words(parameter))
                    .build());
        }
        command.subcommands().forEach((name, sub) -> copy.addSubcommand(name, copy(sub.getCommandSpec())));
        return copy;
    }

    private static Class<?> type(ArgSpec argument) {
        Class<?> type = valueType(argument);
        return argument.completionCandidates() == null && FileArguments.isFile(argument) ? File.class : type;
    }

    private static Class<?> valueType(ArgSpec argument) {
        return argument.typeInfo().isMultiValue() ? argument.auxiliaryTypes()[0] : argument.type();
    }

    private static @Nullable Iterable<String> words(ArgSpec argument) {
        if (argument.completionCandidates() == null) {
            return null;
        }
        Stream<String> words =
                StreamSupport.stream(argument.completionCandidates().spliterator(), false);
        return valueType(argument).isEnum()
                ? words.map(word -> word.toLowerCase(Locale.ROOT)).toList()
                : words.toList();
    }
}
