package dev.mimeo.internal.text;

/** The notation of seeds: 64 bits in decimal, signed or unsigned, or in hexadecimal with {@code 0x}. */
public final class Seeds {

    private Seeds() {}

    /**
     * Returns the seed that a text stands for. Blanks around it are ignored.
     *
     * @throws IllegalArgumentException if the text is not a whole number of 64 bits
     */
    public static long parse(String text) {
        String number = text.strip();
        try {
            if (number.startsWith("0x") || number.startsWith("0X")) {
                return Long.parseUnsignedLong(number.substring(2), 16);
            }
            return number.startsWith("-") ? Long.parseLong(number) : Long.parseUnsignedLong(number);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a seed: give a whole number of 64 bits, as in 42, -1 or 0x2a", e);
        }
    }
}
