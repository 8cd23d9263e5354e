package dev.mimeo.report.plot;

/**
 * Estimates of the width of text, for layouts that do not know the font. They are those of wide fonts without serifs, so that text in
 * other ones leaves some room.
 */
final class TextWidth {

    private static final String ELLIPSIS = "…";

    private TextWidth() {}

    /** Returns the estimated width of a text in pixels, for a size of letters in pixels. */
    static double of(String text, int size) {
        return size * text.codePoints().mapToDouble(TextWidth::ems).sum();
    }

    /** Returns the width of a character as a fraction of the size of letters. */
    private static double ems(int character) {
        if (character > 0x2E7F) {
            return 1.05; // Ideographs, syllables and emoji are as wide as high.
        }
        if ("ijlrtfI!|'.,:;()[]{} /\\".indexOf(character) >= 0) {
            return 0.4;
        }
        if ("mwMW@%—…".indexOf(character) >= 0) {
            return 0.98;
        }
        return Character.isUpperCase(character) || Character.isDigit(character) ? 0.67 : 0.61;
    }

    /**
     * Returns a text that takes at most a width: its beginning and its end around an ellipsis if it is wider, for names that differ may do
     * so at either end.
     */
    static String shortened(String text, int size, double most) {
        if (of(text, size) <= most) {
            return text;
        }
        int[] characters = text.codePoints().toArray();
        for (int kept = characters.length - 1; kept > 0; kept--) {
            int end = kept / 2;
            int start = kept - end;
            String shorter =
                    new String(characters, 0, start) + ELLIPSIS + new String(characters, characters.length - end, end);
            if (of(shorter, size) <= most) {
                return shorter;
            }
        }
        return ELLIPSIS;
    }
}
