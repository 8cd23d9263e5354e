package dev.mimeo.garage.load;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * A unit of numbers that are times since 1970. The number determines it: each unit begins at 100,000,000,000 of the unit
 * before, which is the year 5138 in that and 1973 in its own.
 */
enum EpochUnit {
    SECONDS(0),
    MILLISECONDS(100_000_000_000L),
    MICROSECONDS(100_000_000_000_000L),
    NANOSECONDS(100_000_000_000_000_000L);

    private static final int MICROS_PER_MILLI = 1000;
    private static final int NANOS_PER_MILLI = 1_000_000;

    private final long first;

    EpochUnit(long first) {
        this.first = first;
    }

    /** Returns a text about the least number that is in this unit. */
    String bound() {
        return String.format(Locale.ROOT, "numbers from %,d on are %s", first, this);
    }

    /** Returns the unit of a number; seconds if it is negative. */
    static EpochUnit of(double number) {
        EpochUnit unit = SECONDS;
        for (EpochUnit larger : values()) {
            unit = number >= larger.first ? larger : unit;
        }
        return unit;
    }

    /** Reads a number in this unit; null if it is out of range. */
    @Nullable TimeText time(double number) {
        return switch (this) {
            case SECONDS -> TimeText.ofSeconds(number);
            case MILLISECONDS -> TimeText.ofMillis(number);
            case MICROSECONDS -> TimeText.ofMillis(number / MICROS_PER_MILLI);
            case NANOSECONDS -> TimeText.ofMillis(number / NANOS_PER_MILLI);
        };
    }

    /** Reads a whole number in this unit, which a double may not hold; null if it is out of range. */
    @Nullable TimeText time(long number) {
        return switch (this) {
            case SECONDS, MILLISECONDS -> time((double) number);
            case MICROSECONDS -> TimeText.of(number, MICROS_PER_MILLI);
            case NANOSECONDS -> TimeText.of(number, NANOS_PER_MILLI);
        };
    }

    /** Returns the name as messages show it. */
    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
