package dev.mimeo.dataseries;

import java.util.List;

/** Names in messages. */
final class Names {

    /** A file can hold any number of names; nobody reads more than this. */
    private static final int MAX_LISTED = 50;

    private Names() {}

    static String list(List<String> names) {
        String listed = String.join(", ", names.subList(0, Math.min(MAX_LISTED, names.size())));
        return names.size() <= MAX_LISTED ? listed : listed + " and " + (names.size() - MAX_LISTED) + " more";
    }
}
