package dev.mimeo.cli.command;

import java.util.Arrays;
import java.util.List;
import picocli.CommandLine.ITypeConverter;

/** Lists of names in arguments, separated by commas; a comma that is part of a name follows a backslash. */
public final class NameLists {

    /** Regular expression for what separates names: options with such a list split at it, and have the converter {@link Name}. */
    public static final String SEPARATOR = "(?<!\\\\),";

    private NameLists() {}

    /** Splits a list. */
    public static List<String> split(String text) {
        return Arrays.stream(text.split(SEPARATOR, -1)).map(NameLists::name).toList();
    }

    private static String name(String text) {
        return text.replace("\\,", ",");
    }

    /** Converts a name of a list. */
    public static final class Name implements ITypeConverter<String> {

        @Override
        public String convert(String text) {
            return name(text);
        }
    }
}
