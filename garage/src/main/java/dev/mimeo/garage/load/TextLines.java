package dev.mimeo.garage.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.internal.text.CNumberParser;
import java.io.Closeable;
import java.io.IOException;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import org.jspecify.annotations.Nullable;

/** Lines of a text in UTF-8, none of which may be long; knows which one is the current. For one thread. */
final class TextLines implements Closeable {

    private static final int MAX_LENGTH = 1 << 20;

    private final Path file;
    private final Reader reader;
    private long number;

    TextLines(Path file) throws IOException {
        this.file = file;
        this.reader = Files.newBufferedReader(file, StandardCharsets.UTF_8);
    }

    /**
     * Returns the next line without its end, null if there is none.
     *
     * @throws LoadException if it is too long, or no text
     */
    @Nullable String next() throws IOException {
        number++;
        StringBuilder line = new StringBuilder();
        try {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                if (c == '\n') {
                    return line.toString();
                }
                if (line.length() == MAX_LENGTH) {
                    throw error("has more than " + MAX_LENGTH + " characters");
                }
                if (c != '\r') {
                    line.append((char) c);
                }
            }
        } catch (CharacterCodingException e) {
            throw error("is not UTF-8 text", e);
        }
        return line.isEmpty() ? null : line.toString();
    }

    /** Returns the number of the current line, from 1. */
    long line() {
        return number;
    }

    /** Returns an error of the current line. */
    LoadException error(String message) {
        return new LoadException(file + ": line " + number + ": " + message);
    }

    LoadException error(String message, Exception cause) {
        return new LoadException(file + ": line " + number + ": " + message, cause);
    }

    /** Returns a number of the current line. */
    double number(String field, String name) throws LoadException {
        byte[] digits = field.getBytes(ISO_8859_1);
        if (CNumberParser.isDecimal(digits, 0, digits.length)) {
            return CNumberParser.parseDouble(digits, 0, digits.length);
        }
        throw error(notNumber(field, name));
    }

    /** Returns a time, if it is in the years 1970 to 9999. */
    LocalDateTime checked(LocalDateTime time) throws LoadException {
        if (time.getYear() < 1970 || time.getYear() > 9999) {
            throw error("expected a time of the years 1970 to 9999, found " + time);
        }
        return time;
    }

    private static String notNumber(String field, String name) {
        String shown = field.length() > 40 ? field.substring(0, 40) + "..." : field;
        return "expected a number of '" + name + "', found '" + shown + "'";
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
