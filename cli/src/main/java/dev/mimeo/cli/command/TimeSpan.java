package dev.mimeo.cli.command;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Lengths of time in options: a number with a unit, as in {@code 50ms}, {@code 0.5s}, {@code 10min} or {@code 1h}. */
public final class TimeSpan {

    private static final Pattern FORM = Pattern.compile("([0-9]{1,12}(?:\\.[0-9]{1,9})?)(us|ms|s|min|h)");

    private static final Map<String, Long> NANOS = Map.of(
            "us", 1_000L, "ms", 1_000_000L, "s", 1_000_000_000L, "min", 60_000_000_000L, "h", 3_600_000_000_000L);

    private TimeSpan() {}

    /** A length of time in nanoseconds, at least 1 microsecond and at most 10,000 hours. */
    public static final class Converter implements ITypeConverter<Long> {

        private static final BigDecimal LEAST = BigDecimal.valueOf(1_000L);
        private static final BigDecimal MOST = BigDecimal.valueOf(10_000L * 3_600_000_000_000L);

        @Override
        public Long convert(String value) {
            return nanos(value, value);
        }

        private static Long nanos(String text, String value) {
            Matcher matcher = FORM.matcher(text);
            if (matcher.matches()) {
                BigDecimal nanos = new BigDecimal(matcher.group(1))
                        .multiply(BigDecimal.valueOf(NANOS.getOrDefault(matcher.group(2), 0L)));
                if (nanos.compareTo(LEAST) >= 0 && nanos.compareTo(MOST) <= 0) {
                    return nanos.setScale(0, RoundingMode.HALF_UP).longValueExact();
                }
            }
            throw new TypeConversionException(
                    "'" + value + "' is not a length of time from 1us to 10000h, such as 50ms, 10s, 5min or 1h");
        }
    }

    /** A length of time as of {@link Converter}; a number without a unit is in seconds. */
    public static final class SecondsConverter implements ITypeConverter<Long> {

        private static final Pattern NUMBER = Pattern.compile("[0-9.]+");

        @Override
        public Long convert(String value) {
            return Converter.nanos(NUMBER.matcher(value).matches() ? value + "s" : value, value);
        }
    }
}
