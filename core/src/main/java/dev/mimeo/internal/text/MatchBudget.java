package dev.mimeo.internal.text;

import static java.nio.charset.StandardCharsets.US_ASCII;

/**
 * A bound on the characters that {@link java.util.regex} reads. It backtracks, so some expressions take exponential time on some texts.
 * Texts of one budget and all parts of them draw on it. For one thread.
 */
public final class MatchBudget {

    /** The budget of a match is exhausted. Without a stack trace. */
    public static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        ExhaustedException() {
            super("the regular expression reads too many characters", null, false, false);
        }
    }

    private long left;

    /** Starts with nothing; {@link #set} precedes each match. */
    public MatchBudget() {}

    /**
     * Sets the characters that may be read from here on.
     *
     * @param characters at least 0; reading one more throws {@link ExhaustedException}
     */
    public void set(long characters) {
        left = characters;
    }

    /** Returns a text that draws on this budget. */
    public CharSequence text(String text) {
        return new BoundedString(this, text);
    }

    /**
     * Returns a text that draws on this budget.
     *
     * @param array characters of ASCII, which are not copied
     */
    public CharSequence ascii(byte[] array, int offset, int length) {
        return new BoundedAscii(this, array, offset, length);
    }

    private void spend() {
        left--;
        if (left < 0) {
            throw new ExhaustedException();
        }
    }

    private record BoundedString(MatchBudget budget, String text) implements CharSequence {
        @Override
        public int length() {
            return text.length();
        }

        @Override
        public char charAt(int index) {
            budget.spend();
            return text.charAt(index);
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new BoundedString(budget, text.substring(start, end));
        }

        @Override
        public String toString() {
            return text;
        }
    }

    private static final class BoundedAscii implements CharSequence {
        private final MatchBudget budget;
        private final byte[] array;
        private final int offset;
        private final int length;

        BoundedAscii(MatchBudget budget, byte[] array, int offset, int length) {
            this.budget = budget;
            this.array = array;
            this.offset = offset;
            this.length = length;
        }

        @Override
        public int length() {
            return length;
        }

        @Override
        public char charAt(int index) {
            budget.spend();
            return (char) array[offset + index];
        }

        @Override
        public CharSequence subSequence(int start, int end) {
            return new BoundedAscii(budget, array, offset + start, end - start);
        }

        @Override
        public String toString() {
            return new String(array, offset, length, US_ASCII);
        }
    }
}
