package dev.mimeo.garage.load;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.mimeo.internal.text.CNumberParser;
import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
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

    private static final int MAX_LENGTH = 1 << 20;
    private static final int MAX_SHOWN = 40;

    private final Path file;
    private final Reader reader;
    private long number;

    TextLines(Path file) throws IOException {
        this.file = file;
        // A decoder that was not made by name replaces what is not UTF-8.
        this.reader = new BufferedReader(
                new InputStreamReader(InputFile.open(file), StandardCharsets.UTF_8.newDecoder()), 1 << 16);
    }

    /**
     * Returns the next line without its end, null if there is none.
     *
     * @throws LoadException if the line is too long or not UTF-8
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

    /** Returns an error with the file name and the number of the current line. */
    LoadException error(String message) {
        return new LoadException(file + ": line " + number + ": " + message);
    }

    LoadException error(String message, Exception cause) {
        return new LoadException(file + ": line " + number + ": " + message, cause);
    }

    /** Parses a field of the current line as a number; {@code name} is the name of the field for the error. */
    double number(String field, String name) throws LoadException {
        byte[] digits = field.getBytes(ISO_8859_1);
        if (CNumberParser.isDecimal(digits, 0, digits.length)) {
            return CNumberParser.parseDouble(digits, 0, digits.length);
        }
        throw error(notNumber(field, name));
    }

    /** Returns a time, or throws an error of the current line if it is not in the years 1970 to 9999. */
    LocalDateTime checked(LocalDateTime time) throws LoadException {
        if (time.getYear() < 1970 || time.getYear() > 9999) {
            throw error("expected a time of the years 1970 to 9999, found " + time);
        }
        return time;
    }

    /** Parses a field as {@link #number} does, or one that is not finite, such as NaN. */
    double anyNumber(String field, String name) throws LoadException {
        try {
            return CNumberParser.parseDouble(field);
        } catch (NumberFormatException e) {
            throw error(notNumber(field, name), e);
        }
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
        reader.close();
    }
}
