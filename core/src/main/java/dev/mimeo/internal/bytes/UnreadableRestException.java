package dev.mimeo.internal.bytes;

import dev.mimeo.MimeoException;

/** The bytes behind whole parts of a compressed file are none that can be read. What came before them is good. */
public final class UnreadableRestException extends MimeoException {

    private static final long serialVersionUID = 1L;

    /** @param format name of the compression, such as gzip */
    public UnreadableRestException(String format) {
        super(Reason.TRUNCATED, "a later part of the " + format + " file is damaged or cut off");
    }
}
