package dev.mimeo.cli.command;

/** A choice of when something is displayed. */
public enum Display {
    /** A terminal that a person looks at. */
    AUTO,
    ALWAYS,
    NEVER;

    /**
     * Returns the choice among words of a command line that are not parsed yet.
     *
     * @param option its name, with its value behind an equals sign or in the next word
     * @return {@link #AUTO} if the option is not there or has another value
     */
    public static Display among(String[] words, String option) {
        for (int i = 0; i < words.length && !words[i].equals("--"); i++) {
            for (Display choice : values()) {
                if (words[i].equalsIgnoreCase(option + "=" + choice)
                        || (words[i].equals(option)
                                && i + 1 < words.length
                                && words[i + 1].equalsIgnoreCase(choice.name()))) {
                    return choice;
                }
            }
        }
        return AUTO;
    }

    /**
     * Returns whether to display.
     *
     * @param auto whether that is so by default
     */
    public boolean isWanted(boolean auto) {
        return this == ALWAYS || (this == AUTO && auto);
    }
}
