package dev.mimeo.cli.command;

import java.io.IOException;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** The options for settings that messages of the library name in backquotes, such as {@code `timeColumn`}. */
public final class SettingNames {

    private static final Pattern SETTING = Pattern.compile("`(\\w+)`");

    /** The setting for the type of rows. */
    private static final String TYPE = "`type`";

    private static final String TYPE_OPTION = "--type";

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("binaryFields", "--binary"),
            Map.entry("chunkSize", "--chunk-size"),
            Map.entry("droppedLabels", "--drop-label"),
            Map.entry("effort", "--effort"),
            Map.entry("exclude", "--exclude"),
            Map.entry("format", "--format"),
            Map.entry("headers", "--headers"),
            Map.entry("instanceColumn", "--instance"),
            Map.entry("sample", "--sample"),
            Map.entry("serverColumn", "--server-column"),
            Map.entry("serverName", "--server"),
            Map.entry("timeColumn", "--time-column"),
            Map.entry("type", TYPE_OPTION));

    private SettingNames() {}

    /** Returns a message with options in place of settings; other words in backquotes stay. */
    public static String asOptions(String message) {
        return SETTING.matcher(message)
                .replaceAll(
                        setting -> Matcher.quoteReplacement(OPTIONS.getOrDefault(setting.group(1), setting.group())));
    }

    /** Returns a failure that names the parameter or the option of a command that takes the type of rows, if that is not {@code --type}. */
    static IOException ofType(CommandSpec command, IOException failure) {
        String message = failure.getMessage();
        if (message == null || !message.contains(TYPE) || command.findOption(TYPE_OPTION) != null) {
            return failure;
        }
        return command.args().stream()
                .filter(argument -> argument.paramLabel().startsWith("TYPE"))
                .findFirst()
                .map(argument -> new IOException(
                        message.replace(
                                TYPE,
                                argument instanceof OptionSpec option
                                        ? option.longestName() + " " + option.paramLabel()
                                        : argument.paramLabel()),
                        failure))
                .orElse(failure);
    }
}
