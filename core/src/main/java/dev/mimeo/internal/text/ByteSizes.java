package dev.mimeo.internal.text;

import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The notation of sizes: {@code 4096}, {@code 64KiB}, {@code 1.5GiB}, {@code 1MB}.
 *
 * <p>{@code KiB}, {@code MiB}, {@code GiB}, {@code TiB}, {@code PiB} are powers of 1024 and {@code KB}, {@code MB},
 * {@code GB}, {@code TB}, {@code PB} powers of 1000, as in IEC 80000-13; a bare {@code K}, {@code M}, {@code G},
 * {@code T}, {@code P} is a power of 1024, as in dd and fio. Case does not matter.
 */
public final class ByteSizes {

    private static final Pattern SYNTAX = Pattern.compile("([+-]?\\d+(?:\\.\\d+)?)\\s*([A-Za-z]*)");
    private static final Map<String, Integer> POWERS = Map.of("k", 1, "m", 2, "g", 3, "t", 4, "p", 5);
    private static final List<String> UNITS = List.of("KiB", "MiB", "GiB", "TiB", "PiB", "EiB");
    private static final BigDecimal MAX = BigDecimal.valueOf(Long.MAX_VALUE);

    private ByteSizes() {}

    /**
     * Returns the bytes that a text stands for, at least 0. Blanks around it are ignored.
     *
     * @throws IllegalArgumentException if it is not a size, negative, not a whole number of bytes, or 2^63 or more
     */
    public static long parse(String text) {
        Matcher matcher = SYNTAX.matcher(text.strip());
        if (!matcher.matches()) {
            throw new IllegalArgumentException(
                    "'" + text + "' is not a size: write a number and a unit, as in 4096, 64KiB, 10GiB or 1MB");
        }
        BigDecimal bytes = new BigDecimal(matcher.group(1)).multiply(unit(text, matcher.group(2)));
        if (bytes.signum() < 0) {
            throw new IllegalArgumentException("'" + text + "' is negative: write a size without a sign");
        }
        if (bytes.compareTo(MAX) > 0) {
            throw new IllegalArgumentException("'" + text + "' is too large: sizes go up to 8191PiB");
        }
        if (bytes.stripTrailingZeros().scale() > 0) {
            throw new IllegalArgumentException("'" + text + "' is not a whole number of bytes");
        }
        return bytes.longValueExact();
    }

    /** Returns a size for people: whole bytes below 1 KiB, else one decimal and a binary unit. */
    public static String format(long bytes) {
        if (Math.abs(bytes) < 1024) {
            return bytes + " B";
        }
        double value = bytes;
        int unit = -1;
        // 1023.95 would be printed as 1024.0 of the smaller unit.
        while (Math.abs(value) >= 1023.95 && unit + 1 < UNITS.size()) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.1f %s", value, UNITS.get(unit));
    }

    private static BigDecimal unit(String text, String unit) {
        String lower = unit.toLowerCase(Locale.ROOT);
        if (lower.isEmpty() || lower.equals("b")) {
            return BigDecimal.ONE;
        }
        Integer power = POWERS.get(lower.substring(0, 1));
        String rest = lower.substring(1);
        if (power == null || !(rest.isEmpty() || rest.equals("ib") || rest.equals("b"))) {
            throw new IllegalArgumentException("'" + text + "' has the unknown unit '" + unit
                    + "': use KiB, MiB, GiB, TiB (powers of 1024) or KB, MB, GB, TB (powers of 1000)");
        }
        return BigDecimal.valueOf(rest.equals("b") ? 1000 : 1024).pow(power);
    }
}
