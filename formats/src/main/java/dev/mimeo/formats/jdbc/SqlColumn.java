package dev.mimeo.formats.jdbc;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.internal.text.ExactDecimals;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.sql.Date;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.sql.Types;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoField;
import java.util.Calendar;
import java.util.GregorianCalendar;
import java.util.Locale;
import java.util.TimeZone;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A column of a result and the field that it becomes. Not thread-safe. */
final class SqlColumn {

    /** Characters of a date after ISO 8601. */
    private static final int ISO_DATE = 10;

    private static final int MICROS_PER_SECOND = 1_000_000;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    /**
     * From this time on, 1900-01-02, the old classes of Java for dates agree with SQL and ISO 8601. Their calendar has no days from October
     * 5 to 14 of 1582, and takes them for those ten days later. Their zones have no local mean times before 1900, by which drivers
     * that use the new classes as well are off.
     */
    private static final long AGREEING_MILLIS = -2_208_902_400_000L;

    private static final String OUT_OF_RANGE = "the time is out of range: let the query return the column as text";

    /** Stands for bytes that are not UTF-8. */
    private static final char REPLACEMENT = '\ufffd';

    private static final int INT_DIGITS = 9;
    private static final int LONG_DIGITS = 18;

    private enum Kind {
        BOOL("type=\"bool\""),
        INT32("type=\"int32\""),
        INT64("type=\"int64\""),
        DOUBLE("type=\"double\""),
        DECIMAL("type=\"variable32\" pack_unique=\"yes\""),
        TEXT("type=\"variable32\" pack_unique=\"yes\""),
        BINARY("type=\"variable32\" pack_unique=\"yes\" print_style=\"hex\""),
        DATE("type=\"int64\" units=\"microseconds\" epoch=\"unix\""),
        TIMESTAMP("type=\"int64\" units=\"microseconds\" epoch=\"unix\""),
        INSTANT("type=\"int64\" units=\"microseconds\" epoch=\"unix\""),
        TIME("type=\"int64\" units=\"microseconds\" epoch=\"unknown\"");

        private final String attributes;

        Kind(String attributes) {
            this.attributes = attributes;
        }
    }

    private final int index;
    private final String name;
    private final Kind kind;
    private final boolean nullable;
    private final Calendar utc = Calendar.getInstance(TimeZone.getTimeZone("UTC"), Locale.ROOT);
    private long cut;

    /**
     * Whether times may be texts, as in databases whose columns have no types of their own, or dates without a zone. Drivers that have such
     * dates may lose the era of other ones, and move them by the zone of this machine.
     */
    private boolean mayBeOther = true;

    private SqlColumn(int index, String name, Kind kind, boolean nullable) {
        this.index = index;
        this.name = name;
        this.kind = kind;
        this.nullable = nullable;
    }

    /**
     * Looks at a column.
     *
     * @param index its number, from 1
     * @param wide whether all integers become {@code int64}
     */
    static SqlColumn of(ResultSetMetaData columns, int index, boolean wide) throws SQLException {
        Kind kind = kind(columns, index);
        boolean nullable = columns.isNullable(index) != ResultSetMetaData.columnNoNulls;
        return new SqlColumn(
                index, columns.getColumnLabel(index), wide && kind == Kind.INT32 ? Kind.INT64 : kind, nullable);
    }

    private static Kind kind(ResultSetMetaData columns, int index) throws SQLException {
        return switch (columns.getColumnType(index)) {
            case Types.BOOLEAN -> Kind.BOOL;
            case Types.BIT -> isBitString(columns, index) ? Kind.TEXT : Kind.BOOL;
            case Types.TINYINT, Types.SMALLINT -> Kind.INT32;
            case Types.INTEGER -> isUnsigned(columns, index) ? Kind.INT64 : Kind.INT32;
            case Types.BIGINT -> isUnsigned(columns, index) ? Kind.DECIMAL : Kind.INT64;
            case Types.REAL, Types.FLOAT, Types.DOUBLE -> Kind.DOUBLE;
            case Types.DECIMAL, Types.NUMERIC -> decimal(columns.getPrecision(index), columns.getScale(index));
            case Types.DATE -> Kind.DATE;
            case Types.TIMESTAMP -> Kind.TIMESTAMP;
            case Types.TIMESTAMP_WITH_TIMEZONE -> Kind.INSTANT;
            case Types.TIME -> Kind.TIME;
            case Types.BINARY, Types.VARBINARY, Types.LONGVARBINARY, Types.BLOB -> Kind.BINARY;
            default -> Kind.TEXT;
        };
    }

    /** Some databases have strings of bits under the type that others have for booleans. */
    private static boolean isBitString(ResultSetMetaData columns, int index) throws SQLException {
        return columns.getPrecision(index) > 1 || String.class.getName().equals(columns.getColumnClassName(index));
    }

    private static boolean isUnsigned(ResultSetMetaData columns, int index) throws SQLException {
        // Some drivers call everything unsigned that they do not know; the name of the type is sure.
        return !columns.isSigned(index)
                && columns.getColumnTypeName(index).toUpperCase(Locale.ROOT).contains("UNSIGNED");
    }

    private static Kind decimal(int precision, int scale) {
        if (precision <= 0) {
            return Kind.DECIMAL;
        }
        if (scale == 0 && precision <= LONG_DIGITS) {
            return precision <= INT_DIGITS ? Kind.INT32 : Kind.INT64;
        }
        return precision <= ExactDecimals.SAFE_DIGITS ? Kind.DOUBLE : Kind.DECIMAL;
    }

    String name() {
        return name;
    }

    /** Returns the attributes of the field, except for its name. */
    String attributes() {
        return kind.attributes + (nullable ? " opt_nullable=\"yes\"" : "");
    }

    /** Returns how many values had digits behind the microseconds. */
    long cut() {
        return cut;
    }

    /**
     * Sets a field of the last row of a builder to the value in the current row of a result.
     *
     * @throws IllegalArgumentException if the value does not fit the field; the message says how
     */
    void copy(ResultSet from, int field, ExtentBuilder to) throws SQLException {
        switch (kind) {
            case BOOL -> {
                Object value = from.getObject(index);
                if (value != null) {
                    to.setBoolean(field, bool(value, from));
                    return;
                }
            }
            case INT32 -> {
                Object value = from.getObject(index);
                if (value != null) {
                    to.setInt(field, (int) integer(value, Integer.MIN_VALUE, Integer.MAX_VALUE));
                    return;
                }
            }
            case INT64 -> {
                Object value = from.getObject(index);
                if (value != null) {
                    to.setLong(field, integer(value, Long.MIN_VALUE, Long.MAX_VALUE));
                    return;
                }
            }
            case DOUBLE -> {
                Object value = from.getObject(index);
                if (value != null) {
                    to.setDouble(field, real(value));
                    return;
                }
            }
            case DATE, TIMESTAMP, INSTANT, TIME -> {
                Long value = micros(from);
                if (value != null) {
                    to.setLong(field, value);
                    return;
                }
            }
            case DECIMAL, TEXT, BINARY -> {
                byte[] value = bytes(from);
                if (value != null) {
                    to.setBytes(field, value);
                    return;
                }
            }
        }
        if (!nullable) {
            throw new IllegalArgumentException("it is null, though the database says that it never is");
        }
        to.setNull(field);
    }

    private byte @Nullable [] bytes(ResultSet from) throws SQLException {
        if (kind == Kind.BINARY) {
            return from.getBytes(index);
        }
        if (kind == Kind.DECIMAL) {
            BigDecimal decimal = from.getBigDecimal(index);
            return decimal == null ? null : decimal.toPlainString().getBytes(UTF_8);
        }
        String text = from.getString(index);
        if (text != null && text.indexOf(REPLACEMENT) >= 0 && from.getObject(index) instanceof byte[] raw) {
            // Databases whose columns have no types of their own keep bytes in columns of texts.
            return raw;
        }
        return text == null ? null : text.getBytes(UTF_8);
    }

    /** Turns a value into a boolean. Databases whose columns have no types of their own hand on any number or text. */
    private boolean bool(Object value, ResultSet from) throws SQLException {
        if (value instanceof Number number
                ? number.doubleValue() != 0 && number.doubleValue() != 1
                : value instanceof String) {
            throw new IllegalArgumentException(
                    "'" + shown(value) + "' is not a boolean: let the query return the column as text");
        }
        return from.getBoolean(index);
    }

    private static long integer(Object value, long low, long high) {
        long number;
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            number = ((Number) value).longValue();
        } else {
            try {
                number = value instanceof BigInteger large
                        ? large.longValueExact()
                        : new BigDecimal(value.toString().strip()).longValueExact();
            } catch (ArithmeticException | NumberFormatException e) {
                throw new IllegalArgumentException("'" + shown(value) + "' is not an integer of 64 bits", e);
            }
        }
        if (number < low || number > high) {
            throw new IllegalArgumentException(number + " does not fit into 32 bits: read all integers as int64");
        }
        return number;
    }

    /** Turns a value into a double, of which databases hand on more than they declare. */
    private static double real(Object value) {
        if (value instanceof Double || value instanceof Float) {
            return ((Number) value).doubleValue();
        }
        try {
            BigDecimal number = new BigDecimal(value.toString().strip());
            if (ExactDecimals.holds(number)) {
                return number.doubleValue();
            }
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException("'" + shown(value) + "' is not a number", e);
        }
        throw new IllegalArgumentException(
                "a double does not hold '" + shown(value) + "' exactly: let the query return the column as text");
    }

    private static String shown(Object value) {
        String text = value.toString();
        return text.length() > 40 ? text.substring(0, 40) + "..." : text;
    }

    private @Nullable Long micros(ResultSet from) throws SQLException {
        try {
            return read(from);
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(OUT_OF_RANGE, e);
        }
    }

    private @Nullable Long read(ResultSet from) throws SQLException {
        switch (kind) {
            case DATE, TIMESTAMP -> {
                if (mayBeOther) {
                    Object value = from.getObject(index);
                    if (value instanceof String text) {
                        return text.isEmpty() ? null : micros(parse(text));
                    }
                    if (value instanceof LocalDate date) {
                        return micros(date.atStartOfDay());
                    }
                    mayBeOther = value == null || value instanceof Number;
                    if (value instanceof Number) {
                        // As the driver understands the number, which has neither calendar nor zone.
                        long millis = kind == Kind.DATE
                                ? from.getDate(index, utc).getTime()
                                : from.getTimestamp(index, utc).getTime();
                        return micros(Math.floorDiv(millis, 1000L), Math.floorMod(millis, 1000) * 1_000_000);
                    }
                }
                // Without a zone: the calendar makes it UTC, whatever the zone of this machine.
                if (kind == Kind.DATE) {
                    Date date = from.getDate(index, utc);
                    return date == null ? null : micros(from, date.getTime(), 0);
                }
                Timestamp time = from.getTimestamp(index, utc);
                return time == null ? null : micros(from, time.getTime(), time.getNanos());
            }
            case INSTANT -> {
                OffsetDateTime time = from.getObject(index, OffsetDateTime.class);
                return time == null ? null : micros(time.toEpochSecond(), time.getNano());
            }
            default -> {
                LocalTime time = from.getObject(index, LocalTime.class);
                return time == null
                        ? null
                        : micros(time.toSecondOfDay(), (int) (time.toNanoOfDay() % NANOS_PER_SECOND));
            }
        }
    }

    /** Parses a time here: drivers of databases that keep texts take digits behind the point for milliseconds. */
    private static LocalDateTime parse(String text) {
        try {
            return text.length() <= ISO_DATE
                    ? LocalDate.parse(text).atStartOfDay()
                    : LocalDateTime.parse(text.replace(' ', 'T'));
        } catch (DateTimeException e) {
            throw new IllegalArgumentException(
                    "'" + shown(text) + "' is not a time after ISO 8601, such as 2026-03-01 12:00:00.25", e);
        }
    }

    /** @param nanos beyond the whole seconds */
    private long micros(ResultSet from, long millis, int nanos) {
        return millis >= AGREEING_MILLIS
                ? micros(Math.floorDiv(millis, 1000L), nanos)
                : micros(early(from, millis).withNano(nanos));
    }

    /** Returns an early time: from the driver, or as that which has these fields in the old calendar. */
    private LocalDateTime early(ResultSet from, long millis) {
        try {
            return kind == Kind.DATE
                    ? from.getObject(index, LocalDate.class).atStartOfDay()
                    : from.getObject(index, LocalDateTime.class);
        } catch (SQLException e) {
            // An older driver.
            utc.setTimeInMillis(millis);
            int year = utc.get(Calendar.YEAR);
            return LocalDate.of(
                            utc.get(Calendar.ERA) == GregorianCalendar.BC ? 1 - year : year,
                            utc.get(Calendar.MONTH) + 1,
                            utc.get(Calendar.DAY_OF_MONTH))
                    .atTime(utc.get(Calendar.HOUR_OF_DAY), utc.get(Calendar.MINUTE), utc.get(Calendar.SECOND));
        }
    }

    private long micros(LocalDateTime time) {
        return micros(time.toEpochSecond(ZoneOffset.UTC), time.get(ChronoField.NANO_OF_SECOND));
    }

    private long micros(long seconds, int nanos) {
        if (isInfinite(seconds, nanos)) {
            throw new IllegalArgumentException("the time is infinite: let the query return the column as text");
        }
        cut += nanos % 1000 == 0 ? 0 : 1;
        try {
            return Math.addExact(Math.multiplyExact(seconds, MICROS_PER_SECOND), nanos / 1000);
        } catch (ArithmeticException e) {
            throw new IllegalArgumentException(OUT_OF_RANGE, e);
        }
    }

    /** The driver of DuckDB has the greatest number of its unit for infinity, microseconds or nanoseconds. */
    private static boolean isInfinite(long seconds, int nanos) {
        return LongStream.of(Long.MAX_VALUE, -Long.MAX_VALUE)
                .anyMatch(limit -> (seconds == Math.floorDiv(limit, MICROS_PER_SECOND)
                                && nanos / 1000 == Math.floorMod(limit, MICROS_PER_SECOND))
                        || (seconds == Math.floorDiv(limit, NANOS_PER_SECOND)
                                && nanos == Math.floorMod(limit, NANOS_PER_SECOND)));
    }
}
