package dev.mimeo.dataseries.series;

/**
 * Unit and epoch of a time column.
 *
 * @param unit unit of the numbers of the column
 * @param unixEpoch whether they count from 1970; otherwise from an unknown time
 */
public record TimeFormat(TimeUnit unit, boolean unixEpoch) {

    static TimeFormat ofAttributes(String units, String epoch) {
        if (!epoch.equals("unix") && !epoch.equals("unknown")) {
            throw new IllegalArgumentException("unknown epoch '" + epoch + "', expected unix or unknown");
        }
        return new TimeFormat(TimeUnit.ofAttribute(units), epoch.equals("unix"));
    }
}
