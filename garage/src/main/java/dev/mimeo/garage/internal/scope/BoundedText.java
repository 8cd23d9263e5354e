package dev.mimeo.garage.internal.scope;

/**
 * A text that can only be read so often, against regular expressions that try the same places again and again. For one thread.
 */
final class BoundedText implements CharSequence {

    /** Some hundred times what an expression without such places needs for the longest path. */
    private static final int MAX_READS = 1_000_000;

    private final CharSequence text;
    private final int[] reads;

    /** Says that a text was read too often. */
    static final class ExhaustedException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    BoundedText(CharSequence text) {
        this(text, new int[1]);
    }

    /** @param reads number of times that the whole text was read, shared with all parts of it */
    private BoundedText(CharSequence text, int[] reads) {
        this.text = text;
        this.reads = reads;
    }

    @Override
    public int length() {
        return text.length();
    }

    @Override
    public char charAt(int index) {
        if (++reads[0] > MAX_READS) {
            throw new ExhaustedException();
        }
        return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
        return new BoundedText(text.subSequence(start, end), reads);
    }

    @Override
    public String toString() {
        return text.toString();
    }
}
