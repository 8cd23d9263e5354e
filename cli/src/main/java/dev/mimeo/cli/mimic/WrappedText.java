package dev.mimeo.cli.mimic;

/** A report for a terminal whose lines have 100 columns at most, if their words allow it. For one thread. */
final class WrappedText {

    private static final int WIDTH = 100;

    private final StringBuilder text = new StringBuilder();

    /**
     * Adds a line, broken at spaces.
     *
     * @param start what stands before the text; further lines begin with as many spaces
     */
    void line(String start, String words) {
        text.append(start);
        int column = start.length();
        for (String word : words.split(" ")) {
            if (column > start.length() && column + 1 + word.length() > WIDTH) {
                text.append('\n').append(" ".repeat(start.length()));
                column = start.length();
            } else if (column > start.length()) {
                text.append(' ');
                column++;
            }
            text.append(word);
            column += word.length();
        }
        text.append('\n');
    }

    /** Adds an empty line. */
    void gap() {
        text.append('\n');
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
