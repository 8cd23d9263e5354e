package dev.mimeo.garage.load;

import org.jspecify.annotations.Nullable;

/** Numbers of one input that are times, all in the same unit. */
final class TimeUnits {

    private static final int SHOWN = 40;

    private @Nullable EpochUnit known;
    private @Nullable EpochUnit other;

    /** Returns a time; null if the number is out of range, or of another unit than those before. */
    @Nullable TimeText time(double number) {
        return isOfOneUnit(number) ? EpochUnit.of(number).time(number) : null;
    }

    /** Returns a time as {@link #time(double)} does, of all digits of a number. */
    @Nullable TimeText time(long number) {
        return isOfOneUnit((double) number) ? EpochUnit.of((double) number).time(number) : null;
    }

    private boolean isOfOneUnit(double number) {
        EpochUnit unit = EpochUnit.of(number);
        if (known == null) {
            known = unit;
        }
        other = known == unit ? null : unit;
        return other == null;
    }

    /** Returns a message about a text that {@link #time} or {@link TimeText#parse} did not take. */
    String notATime(String text) {
        String shown = text.length() > SHOWN ? text.substring(0, SHOWN) + "..." : text;
        if (other == null || known == null) {
            return "expected a time as YYYY-MM-DD HH:MM:SS in UTC, or seconds, milli-, micro- or nanoseconds since 1970, found '"
                    + shown + "'";
        }
        EpochUnit larger = known.compareTo(other) > 0 ? known : other;
        return "the time " + shown + " is in " + other + ", those before in " + known + "; " + larger.bound();
    }
}
