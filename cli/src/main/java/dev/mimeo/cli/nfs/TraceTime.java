package dev.mimeo.cli.nfs;

import java.time.Instant;
import java.time.format.DateTimeParseException;

/** Times of traces as they are given on the command line. */
final class TraceTime {

    private static final long NANOS = 1_000_000_000L;

    /** Seconds since 1970 whose nanoseconds fit 64 bits. */
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS - 1;

    private TraceTime() {}

    /**
     * Returns nanoseconds since 1970.
     *
     * @param time seconds since 1970, or such as 2007-10-01T12:00:00Z
     * @throws IllegalArgumentException if it is neither, or too far from 1970
     */
    static long nanos(String time) {
        try {
            boolean number = time.matches("[0-9]{1,10}");
            Instant instant = number ? Instant.ofEpochSecond(Long.parseLong(time)) : Instant.parse(time);
            if (Math.abs(instant.getEpochSecond()) < MOST_SECONDS) {
                return instant.getEpochSecond() * NANOS + instant.getNano();
            }
        } catch (DateTimeParseException e) {
            // Said below.
        }
        throw new IllegalArgumentException(
                "'" + time + "' is not a time: give seconds since 1970, or a time such as 2007-10-01T12:00:00Z");
    }
}
