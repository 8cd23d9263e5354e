package dev.mimeo.garage.store;

import java.io.IOException;
import java.util.regex.Pattern;

/**
 * Reports content that is not what the format of packed files expects.
 *
 * <p>The message is one line, {@code FILE: PLACE: WHAT WAS EXPECTED}.
 */
public final class GarageException extends IOException {

    private static final long serialVersionUID = 1L;

    private static final Pattern CONTROL = Pattern.compile("[\\p{Cntrl}\\x{2028}\\x{2029}\\x{85}]");

    /**
     * Makes an exception.
     *
     * @param file name of the file
     * @param place part of the file that is wrong, for example a table and a column
     * @param problem what was expected, and found
     */
    public GarageException(String file, String place, String problem) {
        // Names out of damaged files may hold anything; the message stays one line.
        super(CONTROL.matcher(file + ": " + place + ": " + problem).replaceAll("?"));
    }
}
