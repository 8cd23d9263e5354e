package dev.mimeo.cli.command;

import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeParseException;

/** Points in time as they are given on the command line. */
public final class TimePoint {

    private static final long NANOS = 1_000_000_000L;

    /** Seconds since 1970 whose nanoseconds fit 64 bits. */
    private static final long MOST_SECONDS = Long.MAX_VALUE / NANOS - 1;

    private TimePoint() {}

    /**
     * Returns nanoseconds since 1970.
     *
     * @param time seconds since 1970, such as 2007-10-01T12:00:00Z, or the start of a day in UTC, such as 2007-10-01
     * @throws IllegalArgumentException if it is none of these, or too far from 1970
     */
    public static long nanos(String time) {
        try {
            Instant instant = instant(time);
            if (Math.abs(instant.getEpochSecond()) < MOST_SECONDS) {
                return instant.getEpochSecond() * NANOS + instant.getNano();
            }
        } catch (DateTimeParseException e) {
            // Said below.
        }
        throw new IllegalArgumentException("'" + time
                + "' is not a time: give seconds since 1970, a day such as 2007-10-01, or 2007-10-01T12:00:00Z");
    }

    private static Instant instant(String time) {
        if (time.matches("[0-9]{1,10}")) {
            return Instant.ofEpochSecond(Long.parseLong(time));
        }
        return time.matches("[0-9]{4}-[0-9]{2}-[0-9]{2}")
                ? LocalDate.parse(time).atStartOfDay().toInstant(ZoneOffset.UTC)
                : Instant.parse(time);
    }
}
