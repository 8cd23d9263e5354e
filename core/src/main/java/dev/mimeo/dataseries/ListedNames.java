package dev.mimeo.dataseries;

import java.util.List;

/** Lists of names for messages. */
final class ListedNames {

    /** A file can hold any number of names; nobody reads more than this. */
    private static final int MAX_LISTED = 50;

    private ListedNames() {}

    /** Returns names with commas between them; of many, the first ones and the number of the others. */
    static String of(List<String> names) {
        String listed = String.join(", ", names.subList(0, Math.min(MAX_LISTED, names.size())));
        return names.size() <= MAX_LISTED ? listed : listed + " and " + (names.size() - MAX_LISTED) + " more";
    }
}
