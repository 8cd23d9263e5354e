package dev.mimeo.dataseries.series;

/**
 * What the number of a time column counts. Splits round down to whole seconds, so nanoseconds are never negative; a result
 * that does not fit into 64 bits is an {@link ArithmeticException}.
 */
public enum TimeUnit {
    /** 2⁻³² seconds, about a quarter of a nanosecond. */
    FRACTION32("2^-32 seconds") {
        @Override
        long seconds(long raw) {
            // 0xfffffffe and 0xffffffff are nearer to the next second than to its last nanosecond.
            return (raw >> 32) + (roundedNanos(raw) == NANOS ? 1 : 0);
        }

        @Override
        int nanos(long raw) {
            long nanos = roundedNanos(raw);
            return nanos == NANOS ? 0 : (int) nanos;
        }

        private long roundedNanos(long raw) {
            return ((raw & 0xffffffffL) * NANOS + (1L << 31)) >>> 32;
        }

        @Override
        long raw(long seconds, int nanos) {
            long fraction = (((long) nanos << 32) + NANOS / 2) / NANOS;
            return Math.addExact(Math.multiplyExact(seconds, 1L << 32), fraction);
        }

        @Override
        double toDouble(long raw) {
            return raw * 0x1p-32;
        }
    },

    /** Nanoseconds. */
    NANOSECONDS("nanoseconds") {
        @Override
        long seconds(long raw) {
            return Math.floorDiv(raw, NANOS);
        }

        @Override
        int nanos(long raw) {
            return (int) Math.floorMod(raw, NANOS);
        }

        @Override
        long raw(long seconds, int nanos) {
            return TimeUnit.sum(seconds, NANOS, nanos);
        }

        @Override
        double toDouble(long raw) {
            return raw / 1e9;
        }
    },

    /** Microseconds. */
    MICROSECONDS("microseconds") {
        @Override
        long seconds(long raw) {
            return Math.floorDiv(raw, MICROS);
        }

        @Override
        int nanos(long raw) {
            return (int) Math.floorMod(raw, MICROS) * 1000;
        }

        @Override
        long raw(long seconds, int nanos) {
            return TimeUnit.sum(seconds, MICROS, (nanos + 500) / 1000);
        }

        @Override
        double toDouble(long raw) {
            return raw / 1e6;
        }
    };

    private static final long NANOS = 1_000_000_000;
    private static final long MICROS = 1_000_000;

    private final String attribute;

    TimeUnit(String attribute) {
        this.attribute = attribute;
    }

    /** The end of the range is reached with a product that is beyond it: -9223372037 s + 145224192 ns. */
    private static long sum(long seconds, long perSecond, long fraction) {
        return seconds < 0 && fraction > 0
                ? Math.addExact(Math.multiplyExact(seconds + 1, perSecond), fraction - perSecond)
                : Math.addExact(Math.multiplyExact(seconds, perSecond), fraction);
    }

    /** Returns the value of the {@code units} attribute of fields. */
    public String attribute() {
        return attribute;
    }

    /** Finds a unit by the value of the {@code units} attribute of fields. */
    static TimeUnit ofAttribute(String attribute) {
        for (TimeUnit unit : values()) {
            if (unit.attribute.equals(attribute)) {
                return unit;
            }
        }
        throw new IllegalArgumentException(
                "unknown units '" + attribute + "', expected 2^-32 seconds, nanoseconds or" + " microseconds");
    }

    /** Whole seconds, rounded down. */
    abstract long seconds(long raw);

    /** Nanoseconds beyond the whole seconds, 0 to 999,999,999. */
    abstract int nanos(long raw);

    /** The number for a time, rounded to the nearest. */
    abstract long raw(long seconds, int nanos);

    abstract double toDouble(long raw);
}
