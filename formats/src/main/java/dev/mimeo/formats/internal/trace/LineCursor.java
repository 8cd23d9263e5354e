package dev.mimeo.formats.internal.trace;

/**
 * Reads a line from left to right. What does not fit marks the cursor as failed and gives 0; so a line is parsed without
 * looking at each step, and {@link #isComplete()} tells at its end whether it was well-formed. Not thread-safe.
 */
public final class LineCursor {

    private static final int MAX_DIGITS = 18;

    private byte[] text = new byte[0];
    private int at;
    private int end;
    private boolean failed;

    /** Makes a cursor of no line. */
    public LineCursor() {}

    /** Starts a line. */
    public void reset(byte[] line, int start, int limit) {
        text = line;
        at = start;
        end = limit;
        failed = false;
    }

    /** Returns the array that holds the line. */
    public byte[] text() {
        return text;
    }

    /** Returns the position of the next byte in {@link #text()}. */
    public int position() {
        return at;
    }

    /** Goes on at a position of the line. */
    public void moveTo(int position) {
        at = position;
    }

    /** Returns where the line ends in {@link #text()}. */
    public int end() {
        return end;
    }

    /** Takes some bytes off the end of the line. */
    public void shorten(int newEnd) {
        end = newEnd;
    }

    /** Marks the line as malformed. */
    public void fail() {
        failed = true;
    }

    /** Returns whether something did not fit. */
    public boolean isFailed() {
        return failed;
    }

    /** Returns whether everything fitted and nothing is left. */
    public boolean isComplete() {
        return !failed && at == end;
    }

    /** Returns the next byte without taking it; -1 at the end. */
    public int peek() {
        return at < end ? text[at] & 0xff : -1;
    }

    /** Returns the byte after the next one without taking it; -1 if there is none. */
    public int peekSecond() {
        return at + 1 < end ? text[at + 1] & 0xff : -1;
    }

    /** Takes the next byte if it is the one given. */
    public boolean accept(char ascii) {
        if (at < end && text[at] == ascii) {
            at++;
            return true;
        }
        return false;
    }

    /** Takes the next bytes if they are those given. */
    public boolean accept(byte[] word) {
        if (!isNext(word)) {
            return false;
        }
        at += word.length;
        return true;
    }

    /** Returns whether the next bytes are those given. */
    public boolean isNext(byte[] word) {
        if (end - at < word.length) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if (text[at + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    /** Takes the next byte, which must be the one given. */
    public void expect(char ascii) {
        failed |= !accept(ascii);
    }

    /** Takes the next bytes, which must be those given. */
    public void expect(byte[] word) {
        failed |= !accept(word);
    }

    /** Returns whether the line ends with the bytes given. */
    public boolean endsWith(byte[] word) {
        int start = end - word.length;
        if (start < at) {
            return false;
        }
        for (int i = 0; i < word.length; i++) {
            if (text[start + i] != word[i]) {
                return false;
            }
        }
        return true;
    }

    /** Returns the position of the next such byte, or the end of the line. */
    public int find(char ascii) {
        int position = at;
        while (position < end && text[position] != ascii) {
            position++;
        }
        return position;
    }

    /** Returns where the line feed is, or the carriage return before it; else the end of the line. */
    public int findLineEnd() {
        int feed = find('\n');
        return feed > at && feed < end && text[feed - 1] == '\r' ? feed - 1 : feed;
    }

    /** Takes a decimal number of 1 to 18 digits. */
    public long decimal() {
        long value = 0;
        int start = at;
        while (at < end && text[at] >= '0' && text[at] <= '9') {
            value = 10 * value + (text[at] - '0');
            at++;
        }
        int digits = at - start;
        if (digits == 0 || digits > MAX_DIGITS) {
            failed = true;
            return 0;
        }
        return value;
    }

    /** Takes a decimal number of 1 to 18 digits that may have a minus sign. */
    public long signedDecimal() {
        return accept('-') ? -decimal() : decimal();
    }

    /** Takes a decimal number from 0 to a bound. */
    public long decimal(long max) {
        long value = decimal();
        if (value > max) {
            failed = true;
        }
        return value;
    }

    /** Takes a lower-case hexadecimal number of 1 to {@code maxDigits} digits, 16 at most. */
    public long hex(int maxDigits) {
        long value = 0;
        int start = at;
        while (at < end) {
            int digit = hexDigit(text[at]);
            if (digit < 0) {
                break;
            }
            value = value << 4 | digit;
            at++;
        }
        int digits = at - start;
        if (digits == 0 || digits > maxDigits) {
            failed = true;
            return 0;
        }
        return value;
    }

    /** Returns the value of a lower-case hexadecimal digit, or -1. */
    public static int hexDigit(byte ascii) {
        if (ascii >= '0' && ascii <= '9') {
            return ascii - '0';
        }
        return ascii >= 'a' && ascii <= 'f' ? ascii - 'a' + 10 : -1;
    }
}
