package dev.mimeo.dataseries.series;

/**
 * Unit of the integers of a time column. Splits round down to whole seconds, so nanoseconds are never negative; a
 * result that does not fit into 64 bits is an {@link ArithmeticException}.
 */
public enum TimeUnit {
    /** 2⁻³² seconds, about a quarter of a nanosecond. */
    FRACTION32("2^-32 seconds") {
        @Override
        public long seconds(long raw) {
            // 0xfffffffe and 0xffffffff are nearer to the next second than to its last nanosecond.
            return (raw >> 32) + (roundedNanos(raw) == NANOS ? 1 : 0);
        }

        @Override
        public int nanos(long raw) {
            long nanos = roundedNanos(raw);
            return nanos == NANOS ? 0 : (int) nanos;
        }

        private long roundedNanos(long raw) {
            return ((raw & 0xffffffffL) * NANOS + (1L << 31)) >>> 32;
        }

        @Override
        long nearest(long seconds, int nanos) {
            long fraction = (((long) nanos << 32) + NANOS / 2) / NANOS;
            return Math.addExact(Math.multiplyExact(seconds, 1L << 32), fraction);
        }

        @Override
        public double toDouble(long raw) {
            return raw * 0x1p-32;
        }
    },

    /** Nanoseconds. */
    NANOSECONDS("nanoseconds") {
        @Override
        public long seconds(long raw) {
            return Math.floorDiv(raw, NANOS);
        }

        @Override
        public int nanos(long raw) {
            return (int) Math.floorMod(raw, NANOS);
        }

        @Override
        long nearest(long seconds, int nanos) {
            return TimeUnit.sum(seconds, NANOS, nanos);
        }

        @Override
        public double toDouble(long raw) {
            return raw / 1e9;
        }
    },

    /** Microseconds. */
    MICROSECONDS("microseconds") {
        @Override
        public long seconds(long raw) {
            return Math.floorDiv(raw, MICROS);
        }

        @Override
        public int nanos(long raw) {
            return (int) Math.floorMod(raw, MICROS) * 1000;
        }

        @Override
        long nearest(long seconds, int nanos) {
            return TimeUnit.sum(seconds, MICROS, (nanos + 500) / 1000);
        }

        @Override
        public double toDouble(long raw) {
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
                "unknown units '" + attribute + "', expected 2^-32 seconds, nanoseconds or microseconds");
    }

    /** Returns the whole seconds of a number of these units, rounded down, after rounding to nanoseconds. */
    public abstract long seconds(long raw);

    /** Returns the nanoseconds beyond the whole seconds, 0 to 999,999,999. */
    public abstract int nanos(long raw);

    /**
     * Returns the number of these units that is nearest to a time.
     *
     * @param nanos 0 to 999,999,999, beyond the seconds
     * @throws IllegalArgumentException if there are more or fewer nanoseconds
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public final long raw(long seconds, int nanos) {
        if (nanos < 0 || nanos >= NANOS) {
            throw new IllegalArgumentException("nanoseconds must be 0 to 999999999, got " + nanos);
        }
        return nearest(seconds, nanos);
    }

    abstract long nearest(long seconds, int nanos);

    /** Returns the seconds of a number of these units. */
    public abstract double toDouble(long raw);

    /**
     * Returns the number of these units that is nearest to a number of other ones, after rounding to nanoseconds.
     *
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public long from(TimeUnit other, long raw) {
        return other == this ? raw : raw(other.seconds(raw), other.nanos(raw));
    }
}
