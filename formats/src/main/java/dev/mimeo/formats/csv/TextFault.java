package dev.mimeo.formats.csv;

/** Text that is not what was expected; whoever knows the place turns it into an exception for users. */
final class TextFault extends Exception {

    private static final long serialVersionUID = 1L;

    /** Characters of a value that a message shows. */
    private static final int SHOWN = 40;

    /** The remedy where there are more or fewer values than expected. */
    private static final String QUOTE = "put values that contain the separator in quotes, or name another separator";

    TextFault(String message) {
        // The place in the text matters, not that in the program.
        super(message, null, false, false);
    }

    /** Makes a fault with the remedy for it. */
    TextFault(String problem, String remedy) {
        this(problem + ": " + remedy);
    }

    /** Makes a fault about a value. */
    static TextFault of(byte[] text, int from, int to, String problem) {
        return new TextFault(
                "'" + show(text, from, to) + "' " + problem, "correct the value, or give the field another type");
    }

    /** Makes a fault about the number of values in a line. */
    static TextFault ofCount(String problem) {
        return new TextFault(problem, QUOTE);
    }

    /** Returns the start of a value, printable. */
    static String show(byte[] text, int from, int to) {
        StringBuilder shown = new StringBuilder();
        for (int i = from; i < Math.min(to, from + SHOWN); i++) {
            shown.append(text[i] >= ' ' && text[i] <= '~' ? (char) text[i] : '?');
        }
        return to - from > SHOWN ? shown + "..." : shown.toString();
    }

    String reason() {
        return String.valueOf(getMessage());
    }
}
