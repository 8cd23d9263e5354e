package dev.mimeo.cli.command;

import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The options for settings that messages of the library name in backquotes, such as {@code `timeColumn`}. */
public final class SettingNames {

    private static final Pattern SETTING = Pattern.compile("`(\\w+)`");

    private static final Map<String, String> OPTIONS = Map.ofEntries(
            Map.entry("binaryFields", "--binary"),
            Map.entry("chunkSize", "--chunk-size"),
            Map.entry("droppedLabels", "--drop-label"),
            Map.entry("effort", "--effort"),
            Map.entry("exclude", "--exclude"),
            Map.entry("headers", "--headers"),
            Map.entry("instanceColumn", "--instance"),
            Map.entry("sample", "--sample"),
            Map.entry("serverColumn", "--server-column"),
            Map.entry("serverName", "--server"),
            Map.entry("timeColumn", "--time-column"));

    private SettingNames() {}

    /** Returns a message with options in place of settings; other words in backquotes stay. */
    public static String asOptions(String message) {
        return SETTING.matcher(message)
                .replaceAll(
                        setting -> Matcher.quoteReplacement(OPTIONS.getOrDefault(setting.group(1), setting.group())));
    }
}
