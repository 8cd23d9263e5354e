package dev.mimeo.garage.store;

import dev.mimeo.MimeoException;

/**
 * Reports content that is not what the format of packed files expects.
 *
 * <p>The message is one line, {@code FILE: PLACE: WHAT WAS EXPECTED}.
 */
public final class GarageException extends MimeoException {

    private static final long serialVersionUID = 1L;

    /**
     * Makes an exception.
     *
     * @param file name of the file
     * @param place part of the file that is wrong, for example a table and a column
     * @param problem expected and found values
     */
    public GarageException(String file, String place, String problem) {
        this(Reason.CORRUPT, file, place, problem);
    }

    GarageException(Reason reason, String file, String place, String problem) {
        super(file, -1, reason, file + ": " + place + ": " + problem);
    }
}
