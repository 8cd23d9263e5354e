package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.time.Instant;

/**
 * A column of type {@link FieldType#INT64} that holds times, in the unit that its type says or that a
 * {@link TimeRegistry} knows. Nulls read as 0.
 */
public final class Int64TimeField extends SeriesField {

    private static final int NANOS = 1_000_000_000;

    private final TimeRegistry registry;
    private TimeRegistry.Format format = new TimeRegistry.Format(TimeUnit.NANOSECONDS, TimeRegistry.Epoch.UNKNOWN);
    private long[] values = {};

    /** Makes a field with what is known about published traces. */
    public Int64TimeField(ExtentSeries series, String name) {
        this(series, name, TimeRegistry.PUBLISHED);
    }

    /** Makes a field. */
    public Int64TimeField(ExtentSeries series, String name, TimeRegistry registry) {
        super(series, name, FieldType.INT64);
        this.registry = registry;
        series.add(this);
    }

    @Override
    void resolved(ExtentType type, Field field) {
        format = registry.format(type, field);
    }

    @Override
    void bind(Extent extent, int column) {
        values = extent.longs(column);
    }

    /** Returns how the numbers are to be understood; only of meaning once the type is known. */
    public TimeRegistry.Format format() {
        return format;
    }

    /** Returns the number in the current row, in {@link #format()}'s unit. */
    public long raw() {
        return raw(series.row);
    }

    /** Returns the number in a row of the current extent, in {@link #format()}'s unit. */
    public long raw(int row) {
        return isNull(row) ? 0 : values[row];
    }

    /** Returns the whole seconds of the current row's time, rounded down, after rounding to nanoseconds. */
    public long seconds() {
        return format.unit().seconds(raw());
    }

    /** Returns the nanoseconds beyond {@link #seconds()}, 0 to 999,999,999. */
    public int nanos() {
        return format.unit().nanos(raw());
    }

    /** Returns the time of the current row in seconds. */
    public double toDouble() {
        return format.unit().toDouble(raw());
    }

    /**
     * Returns the time of the current row in 2⁻³² seconds.
     *
     * @throws ArithmeticException if it does not fit into 64 bits
     */
    public long toFraction32() {
        return TimeUnit.FRACTION32.from(format.unit(), raw());
    }

    /**
     * Returns the time of the current row.
     *
     * @throws IllegalStateException if the epoch is not known
     */
    public Instant toInstant() {
        if (format.epoch() != TimeRegistry.Epoch.UNIX) {
            throw new IllegalStateException("times of field '" + name() + "' count from an unknown time");
        }
        return Instant.ofEpochSecond(seconds(), nanos());
    }

    /** Returns the time of the current row in seconds with nine decimals. */
    public String toText() {
        long seconds = seconds();
        int nanos = nanos();
        String sign = "";
        if (seconds < 0 && nanos > 0) {
            seconds++;
            nanos = NANOS - nanos;
            sign = seconds == 0 ? "-" : "";
        }
        String fraction = Integer.toString(nanos);
        return sign + seconds + "." + "0".repeat(9 - fraction.length()) + fraction;
    }

    /** Sets the number in the current row, in {@link #format()}'s unit. */
    public void setRaw(long value) {
        series.written().setLong(index(), value);
    }

    /**
     * Sets the current row to a time in 2⁻³² seconds, rounded to the unit.
     *
     * @throws ArithmeticException if it does not fit into 64 bits of the unit
     */
    public void setFraction32(long value) {
        setRaw(format.unit().from(TimeUnit.FRACTION32, value));
    }

    /**
     * Sets the current row to a time, rounded to the unit.
     *
     * @param nanos 0 to 999,999,999, beyond the seconds
     * @throws ArithmeticException if it does not fit into 64 bits of the unit
     */
    public void set(long seconds, int nanos) {
        setRaw(format.unit().raw(seconds, nanos));
    }

    /**
     * Sets the current row to a time in seconds, rounded to the unit.
     *
     * @throws ArithmeticException if it does not fit into 64 bits of the unit
     */
    public void set(double seconds) {
        if (!(Math.abs(seconds) < 0x1p62)) {
            throw new ArithmeticException("time of " + seconds + " s");
        }
        double whole = Math.floor(seconds);
        long nanos = Math.round((seconds - whole) * NANOS);
        setRaw(
                nanos == NANOS
                        ? format.unit().raw((long) whole + 1, 0)
                        : format.unit().raw((long) whole, (int) nanos));
    }

    /**
     * Sets the current row to a time, rounded to the unit; its epoch must be known.
     *
     * @throws IllegalStateException if the epoch is not known
     */
    public void set(Instant time) {
        if (format.epoch() != TimeRegistry.Epoch.UNIX) {
            throw new IllegalStateException("times of field '" + name() + "' count from an unknown time");
        }
        set(time.getEpochSecond(), time.getNano());
    }
}
