package dev.mimeo.garage.load;

import org.jspecify.annotations.Nullable;

/** Numbers of one input that are times, all in seconds or all in milliseconds. */
final class TimeUnits {

    private static final int SHOWN = 40;

    private boolean known;
    private boolean milliseconds;
    private boolean mixed;

    /** Returns a time; null if the number is out of range, or of the other unit than those before. */
    @Nullable TimeText time(double number) {
        boolean isMilliseconds = number >= TimeText.FIRST_MILLISECONDS;
        mixed = known && isMilliseconds != milliseconds;
        known = true;
        milliseconds = isMilliseconds;
        return mixed ? null : TimeText.of(number);
    }

    /** Returns a message about a text that {@link #time} or {@link TimeText#parse} did not take. */
    String notATime(String text) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        return mixed
                ? "the time " + shown + " is in " + (milliseconds ? "milliseconds" : "seconds") + ", those before in "
                        + (milliseconds ? "seconds" : "milliseconds") + "; numbers from "
                        + TimeText.FIRST_MILLISECONDS + " on are milliseconds"
                : "expected a time as YYYY-MM-DD HH:MM:SS in UTC, or seconds or milliseconds since 1970, found '"
                        + shown + "'";
    }
}
