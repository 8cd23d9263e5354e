package dev.mimeo.internal.text;

/**
 * The columns that text takes on a terminal: two for ideographs, syllables of Hangul, kana and emoji, as UAX #11 of Unicode has them wide,
 * none for combining marks and format characters, and one for all others. Thread-safe.
 */
public final class DisplayWidth {

    /** First and last characters of blocks that are wide. */
    private static final int[][] WIDE = {
        {0x1100, 0x115F},
        {0x2E80, 0x303E},
        {0x3041, 0xA4CF},
        {0xA960, 0xA97F},
        {0xAC00, 0xD7A3},
        {0xF900, 0xFAFF},
        {0xFE30, 0xFE6F},
        {0xFF01, 0xFF60},
        {0xFFE0, 0xFFE6},
        {0x1F300, 0x1F64F},
        {0x1F680, 0x1F6FF},
        {0x1F900, 0x1FAFF},
        {0x20000, 0x3FFFD},
    };

    private static final int FIRST_WIDE = WIDE[0][0];

    private DisplayWidth() {}

    /** Returns the columns of a text in one line. */
    public static int of(String text) {
        int columns = 0;
        for (int i = 0; i < text.length(); i += Character.charCount(text.codePointAt(i))) {
            columns += of(text.codePointAt(i));
        }
        return columns;
    }

    /** Returns the longest beginning of a text that takes at most some columns. */
    public static String beginning(String text, int most) {
        int columns = 0;
        int end = 0;
        while (end < text.length()) {
            int character = text.codePointAt(end);
            columns += of(character);
            if (columns > most) {
                break;
            }
            end += Character.charCount(character);
        }
        return text.substring(0, end);
    }

    /** Returns the longest end of a text that takes at most some columns. */
    public static String end(String text, int most) {
        int columns = 0;
        int start = text.length();
        while (start > 0) {
            int character = text.codePointBefore(start);
            columns += of(character);
            if (columns > most) {
                break;
            }
            start -= Character.charCount(character);
        }
        return text.substring(start);
    }

    private static int of(int character) {
        if (character < 0x300) {
            return 1;
        }
        int type = Character.getType(character);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        if (character >= FIRST_WIDE) {
            for (int[] block : WIDE) {
                if (character <= block[1]) {
                    return character >= block[0] ? 2 : 1;
                }
            }
        }
        return 1;
    }
}
