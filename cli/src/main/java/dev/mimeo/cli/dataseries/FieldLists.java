package dev.mimeo.cli.dataseries;

import java.util.Arrays;
import java.util.List;

/** Lists of fields in arguments. */
final class FieldLists {

    private FieldLists() {}

    /** Splits names at commas; one that is part of a name follows a backslash. */
    static List<String> split(String text) {
        return Arrays.stream(text.split("(?<!\\\\),", -1))
                .map(name -> name.replace("\\,", ","))
                .toList();
    }
}
