package dev.mimeo.garage.prometheus;

import java.time.OffsetDateTime;
import java.time.format.DateTimeParseException;
import java.util.List;
import java.util.Map;

/**
 * The parameters of a request, in the notations of the API of Prometheus. Thread-safe.
 *
 * @param values values by name
 */
record ApiParameters(Map<String, List<String>> values) {

    /** Times are between this one and its negative, in milliseconds since 1970. */
    static final long LAST_TIME = Long.MAX_VALUE / 8;

    boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns all values of a parameter, none if it is missing. */
    List<String> all(String name) {
        return values.getOrDefault(name, List.of());
    }

    /** Returns the first value of a parameter that must be there. */
    String required(String name) throws QueryException {
        List<String> found = values.get(name);
        if (found == null || found.get(0).isEmpty()) {
            throw new QueryException("parameter '" + name + "' is missing");
        }
        return found.get(0);
    }

    /**
     * Returns a time in milliseconds since 1970.
     *
     * @param otherwise time to return if the parameter is missing
     */
    long time(String name, long otherwise) throws QueryException {
        String text = values.getOrDefault(name, List.of("")).get(0);
        if (text.isEmpty()) {
            return otherwise;
        }
        try {
            double millis = MetricQueryParser.parseNumber(text) * 1000;
            if (Math.abs(millis) > LAST_TIME) {
                return millis < 0 ? -LAST_TIME : LAST_TIME;
            }
            if (!Double.isNaN(millis)) {
                return Math.round(millis);
            }
        } catch (NumberFormatException e) {
            // Then it is a date.
        }
        try {
            return OffsetDateTime.parse(text).toInstant().toEpochMilli();
        } catch (DateTimeParseException e) {
            throw new QueryException(
                    "parameter '" + name + "': expected seconds since 1970 or a date and time, found '" + text + "'");
        }
    }

    /** Refuses another time for which a sample stands: values would be different from those that Prometheus returns. */
    void requireUsualLookback() throws QueryException {
        if (values.getOrDefault("lookback_delta", List.of()).stream().anyMatch(text -> !text.isEmpty())) {
            throw new QueryException("parameter 'lookback_delta' is not supported: a sample stands for five minutes");
        }
    }

    /** Returns the largest number of series or names that parameter {@code limit} allows; any number if it is 0 or missing. */
    int limit() throws QueryException {
        String text = values.getOrDefault("limit", List.of("")).get(0);
        if (text.isEmpty()) {
            return Integer.MAX_VALUE;
        }
        try {
            long limit = Long.parseLong(text);
            if (limit >= 0) {
                return limit == 0 ? Integer.MAX_VALUE : (int) Math.min(limit, Integer.MAX_VALUE);
            }
        } catch (NumberFormatException e) {
            // The error is the same as that of a negative number.
        }
        throw new QueryException("parameter 'limit': expected a whole number from 0, found '" + text + "'");
    }

    /** Refuses parameter {@code timeout} if it is not a duration. It has no other effect: what queries may take is bounded otherwise. */
    void checkTimeout() throws QueryException {
        String text = values.getOrDefault("timeout", List.of("")).get(0);
        if (!text.isEmpty() && millis(text) <= 0) {
            throw new QueryException("parameter 'timeout' must be positive");
        }
    }

    /** Reads seconds or a duration. */
    private static long millis(String text) throws QueryException {
        try {
            return Math.round(MetricQueryParser.parseNumber(text) * 1000);
        } catch (NumberFormatException e) {
            return MetricQueryParser.parseDuration(text);
        }
    }

    /** Returns parameter {@code step} in milliseconds, at least 1. */
    long step() throws QueryException {
        String text = required("step");
        long millis = millis(text);
        if (millis <= 0) {
            throw new QueryException("parameter 'step' must be positive: at least 0.001 seconds");
        }
        if (millis > MetricQueryParser.MAX_DURATION_MILLIS) {
            throw new QueryException("parameter 'step' is too large: '" + text + "'");
        }
        return millis;
    }
}
