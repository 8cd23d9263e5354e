package dev.mimeo.garage.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.internal.text.CNumberParser;
import dev.mimeo.internal.text.StrictUtf8;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reads the lines of a UTF-8 text file, compressed or not (see {@link InputFile}), each of at most 1,048,576 characters, and
 * creates errors that name the current line. Not thread-safe.
 */
final class TextLines implements Closeable {

    /** Problem and remedy of bytes in another encoding, for errors. */
    static final String NOT_UTF8 = "is not UTF-8 text: convert it, such as with iconv";

    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_BYTES_OF_CHARACTER = 3;
    private static final int BLOCK_BYTES = 1 << 16;
    private static final String BYTE_ORDER_MARK = "\uFEFF";
    private static final int MAX_SHOWN = 40;

    private final Path file;
    private final InputStream in;
    private final byte[] block = new byte[BLOCK_BYTES];
    private int at;
    private int end;

    /** Start of a line that goes on in the next block. */
    private final ByteArrayOutputStream start = new ByteArrayOutputStream();

    private long number;
    private boolean ended = true;

    TextLines(Path file) throws IOException {
        this.file = file;
        this.in = InputFile.open(file);
    }

    /**
     * Returns the next line without its end, null if there is none.
     *
     * @throws LoadException if the line is too long or not UTF-8
     */
    @Nullable String next() throws IOException {
        number++;
        start.reset();
        while (at < end || fill()) {
            int from = at;
            while (at < end && block[at] != '\n') {
                at++;
            }
            if (at < end) {
                at++;
                ended = true;
                if (start.size() == 0) {
                    return decoded(block, from, at - 1 - from);
                }
                append(from, at - 1 - from);
                return decodedStart();
            }
            append(from, at - from);
        }
        ended = start.size() == 0;
        return ended ? null : decodedStart();
    }

    /**
     * Returns the next line without its end, null if there is none.
     *
     * @throws LoadException if the line is too long, not UTF-8 or, as the last of a text that was cut short, without an end
     */
    @Nullable String nextWhole() throws IOException {
        String line = next();
        if (!ended) {
            throw error("expected the end of a line: the text is cut short");
        }
        return line;
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(block, 0, block.length));
        return end > 0;
    }

    private void append(int from, int length) throws LoadException {
        start.write(block, from, length);
        if (start.size() > MAX_BYTES_OF_CHARACTER * MAX_LENGTH) {
            throw tooLong();
        }
    }

    private String decodedStart() throws LoadException {
        return decoded(start.toByteArray(), 0, start.size());
    }

    /** Decodes one line by itself, so that an error is one of this line. */
    private String decoded(byte[] bytes, int from, int length) throws LoadException {
        String line = StrictUtf8.decode(bytes, from, length);
        if (line == null) {
            throw error(NOT_UTF8);
        }
        if (line.length() > MAX_LENGTH) {
            throw tooLong();
        }
        String text = number == 1 && line.startsWith(BYTE_ORDER_MARK) ? line.substring(1) : line;
        // Behind the line only, as labels may have carriage returns.
        int last = text.length();
        while (last > 0 && text.charAt(last - 1) == '\r') {
            last--;
        }
        return text.substring(0, last);
    }

    private LoadException tooLong() {
        return error("has more than " + MAX_LENGTH + " characters");
    }

    /** Returns the number of the current line, from 1. */
    long line() {
        return number;
    }

    /** Returns an error with the file name and the number of the current line. */
    LoadException error(String message) {
        return new LoadException(file + ": line " + number + ": " + message);
    }

    LoadException error(String message, Exception cause) {
        return new LoadException(file + ": line " + number + ": " + message, cause);
    }

    /** Parses a field of the current line as a number; {@code name} is the name of the field for the error. */
    NumberText number(String field, String name) throws LoadException {
        if (isDecimal(field)) {
            return finite(CNumberParser.parseDouble(field), field, name);
        }
        throw error(notNumber(field, name));
    }

    /** Returns whether a field is a number in decimal digits. */
    static boolean isDecimal(String field) {
        byte[] digits = field.getBytes(ISO_8859_1);
        return CNumberParser.isDecimal(digits, 0, digits.length);
    }

    /** Returns a time, or throws an error of the current line if it is not in the years 1970 to 9999. */
    LocalDateTime checked(LocalDateTime time) throws LoadException {
        if (time.getYear() < 1970 || time.getYear() > 9999) {
            throw error("expected a time of the years 1970 to 9999, found " + time);
        }
        return time;
    }

    /** Parses a field as {@link #number} does, or one that is not finite, such as NaN. */
    NumberText anyNumber(String field, String name) throws LoadException {
        try {
            return finite(CNumberParser.parseDouble(field), field, name);
        } catch (NumberFormatException e) {
            throw error(notNumber(field, name), e);
        }
    }

    private NumberText finite(double value, String field, String name) throws LoadException {
        if (isTooLarge(value, field)) {
            throw error("expected a number of '" + shown(name) + "' below 1.8e308, found '" + shown(field) + "'");
        }
        return NumberText.of(field, value);
    }

    /** Returns whether a text was read as infinity although it has the digits of a number. */
    static boolean isTooLarge(double value, String text) {
        return Double.isInfinite(value) && text.chars().anyMatch(c -> c >= '0' && c <= '9');
    }

    private static String notNumber(String field, String name) {
        return "expected a number of '" + shown(name) + "', found '" + shown(field) + "'";
    }

    /** Returns a text as an error shows it, shortened and without line ends. */
    static String shown(String text) {
        return (text.length() > MAX_SHOWN ? text.substring(0, MAX_SHOWN) + "..." : text).replaceAll("\\p{Cntrl}", "?");
    }

    /** Takes a line of CSV apart (RFC 4180, without line breaks in fields). */
    List<String> fields(String line) throws LoadException {
        List<String> fields = new ArrayList<>();
        StringBuilder field = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            if (c == '"') {
                boolean isEscaped = quoted && i + 1 < line.length() && line.charAt(i + 1) == '"';
                if (isEscaped) {
                    field.append(c);
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (c == ',' && !quoted) {
                fields.add(field.toString());
                field.setLength(0);
            } else {
                field.append(c);
            }
        }
        if (quoted) {
            throw error("a quote does not end");
        }
        fields.add(field.toString());
        return fields;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
