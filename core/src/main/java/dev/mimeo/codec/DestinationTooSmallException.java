package dev.mimeo.codec;

import java.util.zip.DataFormatException;

/** Says that a compressed block holds more bytes than its caller has room for; what was decompressed so far was sound. */
public final class DestinationTooSmallException extends DataFormatException {
    private static final long serialVersionUID = 1L;

    /**
     * Makes the exception.
     *
     * @param codec name of the codec
     * @param room room that the caller gave, bytes
     */
    public DestinationTooSmallException(String codec, int room) {
        super(codec + " block holds more than the " + room + " bytes expected");
    }
}
