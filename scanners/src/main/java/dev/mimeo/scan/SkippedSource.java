package dev.mimeo.scan;

/**
 * An object that was left out, in whole or in part.
 *
 * @param name path or other label
 * @param reason why
 * @param message message of the system, or more detail; possibly empty
 */
public record SkippedSource(String name, Reason reason, String message) {

    /** Reason why an object was left out. */
    public enum Reason {
        /** It could not be opened, listed or read on. What was read before the failure counts. */
        UNREADABLE,
        /** A FIFO, socket or device inside a directory tree. */
        SPECIAL,
        /** A file that became smaller while it was read; what was still there counts. */
        SHRUNK
    }
}
