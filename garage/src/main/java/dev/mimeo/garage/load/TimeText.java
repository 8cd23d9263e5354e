package dev.mimeo.garage.load;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A time that stands in a text.
 *
 * @param millis milliseconds since 1970 in UTC
 * @param exact whether the text has no digits beyond milliseconds
 */
record TimeText(long millis, boolean exact) {

    private static final long FIRST = Instant.parse("0001-01-01T00:00:00Z").toEpochMilli();
    private static final long LAST = Instant.parse("9999-12-31T23:59:59.999Z").toEpochMilli();

    /** Greatest error in milliseconds of a time given as a double in seconds. */
    private static final double SLACK_MILLIS = 0.01;

    private static final int MAX_LENGTH = 64;

    private static final Pattern ISO = Pattern.compile("(\\d{4}-\\d{2}-\\d{2})"
            + "(?:[T ](\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(Z|UTC|[+-]\\d{2}(?::?\\d{2})?)?)?");

    /**
     * Reads a date or a date and time as of ISO 8601, with a blank for T allowed, in UTC unless it says otherwise.
     *
     * @return null if the text is not that
     */
    static @Nullable TimeText parse(String text) {
        if (text.length() > MAX_LENGTH) {
            return null;
        }
        Matcher iso = ISO.matcher(text.strip());
        if (!iso.matches()) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(iso.group(1));
            LocalTime time = iso.group(2) == null ? LocalTime.MIDNIGHT : LocalTime.parse(iso.group(2));
            String zone = iso.group(3);
            ZoneOffset offset =
                    zone == null || zone.equals("Z") || zone.equals("UTC") ? ZoneOffset.UTC : ZoneOffset.of(zone);
            Instant instant = LocalDateTime.of(date, time).toInstant(offset);
            return checked(instant.toEpochMilli(), time.get(ChronoField.NANO_OF_SECOND) % 1_000_000 == 0);
        } catch (DateTimeException e) {
            return null;
        }
    }

    static TimeText ofWholeMillis(long millis) {
        return new TimeText(millis, true);
    }

    /** Reads a number as milliseconds since 1970; null if it is out of range. */
    static @Nullable TimeText ofMillis(double number) {
        return Math.abs(number) <= LAST ? checked(Math.round(number), number == Math.rint(number)) : null;
    }

    /** Reads a number as seconds since 1970; null if it is out of range. */
    static @Nullable TimeText ofSeconds(double number) {
        double millis = number * 1000;
        return Math.abs(millis) <= LAST
                ? checked(Math.round(millis), Math.abs(millis - Math.rint(millis)) < SLACK_MILLIS)
                : null;
    }

    /** Reads micro- or nanoseconds. */
    static @Nullable TimeText of(long fractions, long perMilli) {
        return checked(Math.floorDiv(fractions, perMilli), fractions % perMilli == 0);
    }

    private static @Nullable TimeText checked(long millis, boolean exact) {
        return millis >= FIRST && millis <= LAST ? new TimeText(millis, exact) : null;
    }
}
