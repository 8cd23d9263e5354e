package dev.mimeo.dataseries.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.math.BigInteger;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class Int64TimeFieldTest {

    private static final int NANOS = 1_000_000_000;

    private static ExtentType type(String version, String name, String attributes) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"Trace::NFS::common\" namespace=\"ssd.hpl.hp.com\" version=\""
                + version + "\"><field type=\"int64\" name=\"" + name + "\" " + attributes + "/></ExtentType>");
    }

    private static Int64TimeField at(ExtentType type, String name, long raw) throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        builder.setLong(0, raw);
        Extent extent = builder.build();
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        Int64TimeField field = new Int64TimeField(series, name);
        series.setExtent(extent);
        series.setRow(0);
        return field;
    }

    private static Int64TimeField in(String units, long raw) throws DataSeriesException {
        return at(type("0.0", "t", "units=\"" + units + "\" epoch=\"unix\""), "t", raw);
    }

    @ParameterizedTest
    @CsvSource({
        "nanoseconds, 1063931188266052000, 1063931188.266052000",
        "nanoseconds, 0, 0.000000000",
        "nanoseconds, -1, -0.000000001",
        "nanoseconds, -1000000000, -1.000000000",
        "nanoseconds, -1500000000, -1.500000000",
        "microseconds, 1500000, 1.500000000",
        "microseconds, -1, -0.000001000",
        "2^-32 seconds, 4294967296, 1.000000000",
        "2^-32 seconds, 2147483648, 0.500000000",
        "2^-32 seconds, -1073741824, -0.250000000",
        "2^-32 seconds, 4294967295, 1.000000000",
        "2^-32 seconds, 4294967294, 1.000000000",
        "2^-32 seconds, 4294967290, 0.999999999",
    })
    void printsSecondsAndNanoseconds(String units, long raw, String text) throws DataSeriesException {
        assertThat(in(units, raw).toText()).isEqualTo(text);
    }

    @ParameterizedTest
    @EnumSource(TimeUnit.class)
    void splitsAndJoinsAreInverse(TimeUnit unit) throws DataSeriesException {
        long seed = 4;
        Random random = new Random(seed);
        BigInteger perSecond = BigInteger.valueOf(
                switch (unit) {
                    case FRACTION32 -> 1L << 32;
                    case NANOSECONDS -> NANOS;
                    case MICROSECONDS -> 1_000_000;
                });
        for (int i = 0; i < 10_000; i++) {
            long raw = i < 4
                    ? Long.MIN_VALUE + i
                    : i < 8 ? Long.MAX_VALUE - i + 4 : random.nextLong() >> random.nextInt(64);
            long seconds = unit.seconds(raw);
            int nanos = unit.nanos(raw);
            assertThat(nanos).isBetween(0, NANOS - 1);
            // seconds * 10^9 + nanos is raw * 10^9 / perSecond, rounded to the nearest
            BigInteger total = BigInteger.valueOf(seconds)
                    .multiply(BigInteger.valueOf(NANOS))
                    .add(BigInteger.valueOf(nanos));
            BigInteger twice = BigInteger.valueOf(raw)
                    .multiply(BigInteger.valueOf(2L * NANOS))
                    .subtract(total.multiply(perSecond).shiftLeft(1))
                    .abs();
            assertThat(twice).as("raw %d, seed %d", raw, seed).isLessThanOrEqualTo(perSecond);
            if (unit != TimeUnit.FRACTION32) {
                assertThat(unit.raw(seconds, nanos)).as("seed " + seed).isEqualTo(raw);
            } else if (raw < Long.MAX_VALUE - 4) {
                assertThat(unit.raw(seconds, nanos) - raw).as("seed " + seed).isBetween(-2L, 3L);
            }
        }
        assertThatThrownBy(() -> unit.raw(Long.MAX_VALUE / 2, 0)).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void convertsToOtherForms() throws DataSeriesException {
        Int64TimeField nanos = in("nanoseconds", 1_500_000_000);
        assertThat(nanos.toDouble()).isEqualTo(1.5);
        assertThat(nanos.toFraction32()).isEqualTo(3L << 31);
        assertThat(nanos.toInstant()).isEqualTo(Instant.ofEpochSecond(1, 500_000_000));
        assertThat(in("2^-32 seconds", 3L << 31).toDouble()).isEqualTo(1.5);
        assertThat(in("microseconds", -500_000).seconds()).isEqualTo(-1);
        assertThat(in("microseconds", -500_000).nanos()).isEqualTo(500_000_000);
        assertThatThrownBy(in("microseconds", Long.MAX_VALUE)::toFraction32).isInstanceOf(ArithmeticException.class);
    }

    @Test
    void knowsPublishedTraces() throws DataSeriesException {
        assertThat(at(type("1.0", "packet-at", ""), "packet-at", 1).format())
                .isEqualTo(new TimeRegistry.Format(TimeUnit.FRACTION32, TimeRegistry.Epoch.UNIX));
        assertThat(at(type("2.1", "packet_at", ""), "packet_at", 1).format())
                .isEqualTo(new TimeRegistry.Format(TimeUnit.FRACTION32, TimeRegistry.Epoch.UNIX));
        assertThatThrownBy(() -> at(type("3.0", "packet_at", ""), "packet_at", 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("does not say its units");
        assertThatThrownBy(() -> in("parsecs", 1))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("unknown units 'parsecs'");
    }

    /** Against exact fractions: the nearest nanosecond, then the nearest number of the other unit. */
    @ParameterizedTest
    @EnumSource(TimeUnit.class)
    void convertsNumbersOfAnyUnitToAnyOther(TimeUnit unit) {
        BigInteger perSecond = perSecond(unit);
        Random random = new Random(43);
        for (int i = 0; i < 2000; i++) {
            // Within 68 years of the epoch, whatever the unit.
            long raw = BigInteger.valueOf(random.nextInt())
                    .multiply(perSecond)
                    .add(BigInteger.valueOf(random.nextInt(1_000_000)))
                    .longValueExact();
            BigInteger nanos = nearest(BigInteger.valueOf(raw).multiply(BigInteger.valueOf(NANOS)), perSecond);
            for (TimeUnit other : TimeUnit.values()) {
                BigInteger expected = other == unit
                        ? BigInteger.valueOf(raw)
                        : nearest(nanos.multiply(perSecond(other)), BigInteger.valueOf(NANOS));
                assertThat(other.from(unit, raw))
                        .as("%d %s in %s", raw, unit, other)
                        .isEqualTo(expected.longValueExact());
            }
        }
        assertThatThrownBy(() -> unit.raw(0, NANOS)).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> unit.raw(0, -1)).isInstanceOf(IllegalArgumentException.class);
    }

    private static BigInteger perSecond(TimeUnit unit) {
        return switch (unit) {
            case FRACTION32 -> BigInteger.ONE.shiftLeft(32);
            case NANOSECONDS -> BigInteger.valueOf(NANOS);
            case MICROSECONDS -> BigInteger.valueOf(1_000_000);
        };
    }

    /** Returns a quotient, halves rounded up. */
    private static BigInteger nearest(BigInteger dividend, BigInteger divisor) {
        BigInteger twice = dividend.shiftLeft(1).add(divisor);
        BigInteger[] parts = twice.divideAndRemainder(divisor.shiftLeft(1));
        return parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    }
}
