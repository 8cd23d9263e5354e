package dev.mimeo.formats.text;

/** Numbers in attributes. */
final class Numbers {

    private Numbers() {}

    static long parseLong(String attribute, String text) {
        try {
            return Long.parseLong(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(attribute + " '" + text + "' is not an integer", e);
        }
    }

    static double parseDouble(String attribute, String text) {
        try {
            return Double.parseDouble(text.strip());
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(attribute + " '" + text + "' is not a number", e);
        }
    }
}
