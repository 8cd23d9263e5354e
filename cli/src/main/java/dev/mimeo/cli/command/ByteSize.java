package dev.mimeo.cli.command;

import dev.mimeo.internal.text.ByteSizes;
import java.util.Locale;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Sizes in options, written as {@link ByteSizes} reads them, and rates in messages. */
public final class ByteSize {

    private ByteSize() {}

    /** Returns a size for what takes an int. Larger sizes become the largest int, which is refused where sizes have a limit. */
    public static int toInt(long bytes) {
        return (int) Math.min(bytes, Integer.MAX_VALUE);
    }

    /** Returns a rate for people, in MiB/s: with decimals below 10, and in smaller units below 0.1. */
    public static String rate(long bytes, double seconds) {
        double perSecond = bytes / Math.max(1e-9, seconds);
        double rate = perSecond / (1 << 20);
        if (rate < 0.1) {
            return bytes > 0 && perSecond < 1 ? "<1 B/s" : ByteSizes.format(Math.round(perSecond)) + "/s";
        }
        return String.format(Locale.ROOT, rate >= 10 ? "%.0f MiB/s" : rate >= 1 ? "%.1f MiB/s" : "%.2g MiB/s", rate);
    }

    /** A size option that may be 0. */
    public static final class Converter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            try {
                return ByteSizes.parse(value);
            } catch (IllegalArgumentException e) {
                throw new TypeConversionException(e.getMessage());
            }
        }
    }

    /** A size option that is at least 1 byte. */
    public static final class PositiveConverter implements ITypeConverter<Long> {
        @Override
        public Long convert(String value) {
            long bytes = new Converter().convert(value);
            if (bytes == 0) {
                throw new TypeConversionException("'" + value + "' is too small: the size must be at least 1 byte");
            }
            return bytes;
        }
    }
}
