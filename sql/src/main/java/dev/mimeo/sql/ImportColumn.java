package dev.mimeo.sql;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.ExactDecimals;
import dev.mimeo.sql.internal.Database;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * A column of a table that is imported.
 *
 * @param name its name
 * @param type its type, in SQL
 */
record ImportColumn(String name, String type) {

    static final String TEXT = "VARCHAR";

    /** The types of fields with strings, which take texts as they stand in a file. */
    static final Set<FieldType> STRINGS = Set.of(FieldType.VARIABLE32, FieldType.FIXEDWIDTH);

    /** The type of columns of JSON with texts, numbers, objects and so on side by side. */
    static final String SEVERAL_TYPES = "JSON";

    /** Columns that are imported as text whose warnings have a line of their own, or that one line for more of them names. */
    private static final int SHOWN_TEXTS = 3;

    private static final Pattern DECIMAL = Pattern.compile("DECIMAL\\((\\d+),(\\d+)\\)");

    /** Times, but not lists of them. */
    private static final Pattern TIME = Pattern.compile("DATE|TIME[A-Z_ ]*");

    /** Digits that every int64 can hold. */
    private static final int LONG_DIGITS = 18;

    /** Format of the SQL for whether a text is a number with a fraction, or with an exponent, which may make it one. */
    static final String HAS_FRACTION = "regexp_matches(%1$s, '[.][0-9]*[1-9]|[0-9.][eE]')";

    private static final String UNITS = "units";
    private static final String MICROSECONDS = "microseconds";
    private static final String NANOSECONDS = "nanoseconds";
    private static final String FIXED_POINT = "2^-32 seconds";

    /** Returns the names of the columns for fields of some types. */
    static Set<String> names(List<ImportColumn> columns, ExtentType type, Set<FieldType> fields) {
        Set<String> keys = TraceColumn.of(type.fields(), Set.of()).stream()
                .filter(field -> fields.contains(field.field().type()))
                .map(field -> Database.nameKey(field.name()))
                .collect(Collectors.toSet());
        return columns.stream()
                .map(ImportColumn::name)
                .filter(name -> keys.contains(Database.nameKey(name)))
                .collect(Collectors.toSet());
    }

    /** Returns columns of which those with some names are text. */
    static List<ImportColumn> withTexts(List<ImportColumn> columns, Set<String> names) {
        return columns.stream()
                .map(column -> names.contains(column.name()) ? new ImportColumn(column.name(), TEXT) : column)
                .toList();
    }

    /**
     * Returns the reason if values of another type are imported as text; null if they are not, or if all values of that type become text.
     *
     * @param imported the column as it is imported
     * @param others number of values that are known not to be of the type
     */
    @Nullable String reasonOfText(ImportColumn imported, long others) {
        boolean isText = fieldType() == FieldType.VARIABLE32 && !type.equals(SEVERAL_TYPES);
        if (isText || !imported.type().equals(TEXT)) {
            return null;
        }
        return type.equals(SEVERAL_TYPES)
                ? "its values are of several types"
                : others == 0
                        ? "no type of numbers or times holds all of its values"
                        : type + ", the type of its first values, is not that of " + Counts.of(others, "value");
    }

    /**
     * Returns the warnings of columns that are imported as text: a line for each of a few, one line for more.
     *
     * @param reasons the reasons by the names of the columns
     */
    static List<String> warningsOfText(Map<String, String> reasons) {
        if (reasons.size() <= SHOWN_TEXTS) {
            return reasons.entrySet().stream()
                    .map(text -> "column '" + text.getKey() + "' is imported as text: " + text.getValue())
                    .toList();
        }
        return List.of(reasons.entrySet().stream()
                .limit(SHOWN_TEXTS)
                .map(text -> "'" + text.getKey() + "' (" + text.getValue() + ")")
                .collect(Collectors.joining(
                        ", ", Counts.of(reasons.size(), "column") + " are imported as text, such as ", "")));
    }

    /** Returns whether the values are times, not lists of them. */
    boolean isTime() {
        return TIME.matcher(type).matches();
    }

    /** Returns whether the values are dates or times of days, for which the engine also reads infinities. */
    boolean isDate() {
        return type.equals("DATE") || type.startsWith("TIMESTAMP");
    }

    /** Returns whether the values are times with nanoseconds: TIMESTAMP_NS, TIMESTAMPTZ_NS or TIME_NS. */
    private boolean hasNanoseconds() {
        return isTime() && type.endsWith("_NS");
    }

    /** Returns whether integers of the type may exceed a long. */
    boolean mayExceedLong() {
        return type.equals("UBIGINT") || type.endsWith("HUGEINT");
    }

    /** Returns the type of a field that holds the values, integers that do not exceed a long. */
    FieldType fieldType() {
        Matcher decimal = DECIMAL.matcher(type);
        if (decimal.matches()) {
            int digits = Integer.parseInt(decimal.group(1));
            return decimal.group(2).equals("0") && digits <= LONG_DIGITS
                    ? FieldType.INT64
                    : digits <= ExactDecimals.SAFE_DIGITS ? FieldType.DOUBLE : FieldType.VARIABLE32;
        }
        return switch (type) {
            case "BOOLEAN" -> FieldType.BOOL;
            case "UTINYINT" -> FieldType.BYTE;
            case "TINYINT", "SMALLINT", "USMALLINT", "INTEGER" -> FieldType.INT32;
            case "UINTEGER", "BIGINT", "UBIGINT", "HUGEINT", "UHUGEINT" -> FieldType.INT64;
            case "FLOAT", "DOUBLE" -> FieldType.DOUBLE;
            default -> isTime() ? FieldType.INT64 : FieldType.VARIABLE32;
        };
    }

    /** Returns the attributes of a field for the column, besides name and type. */
    Map<String, String> attributes(boolean nullable, boolean ascending) {
        Map<String, String> attributes = new LinkedHashMap<>();
        if (nullable) {
            attributes.put("opt_nullable", "yes");
        }
        if (isTime()) {
            attributes.put(UNITS, hasNanoseconds() ? NANOSECONDS : MICROSECONDS);
            attributes.put("epoch", type.startsWith("TIME") && !type.startsWith("TIMESTAMP") ? "unknown" : "unix");
        }
        if (fieldType() == FieldType.VARIABLE32) {
            attributes.put("pack_unique", "yes");
            if (type.equals("BLOB")) {
                attributes.put("print_style", "hex");
            }
        }
        if (ascending && fieldType() == FieldType.INT64) {
            attributes.put("pack_relative", name);
        }
        return attributes;
    }

    /** Returns the SQL for the values of a field: of its own type, those of variable size as BLOB. */
    String value(Field field) {
        String quoted = Database.quotedName(name);
        return switch (field.type()) {
            case BOOL -> cast(quoted, "BOOLEAN");
            case BYTE -> integer(quoted, "UTINYINT");
            case INT32 -> integer(quoted, "INTEGER");
            case INT64 -> isTime() ? time(quoted, field.attribute(UNITS)) : integer(quoted, "BIGINT");
            case DOUBLE -> real(quoted);
            case VARIABLE32, FIXEDWIDTH -> type.equals("BLOB") ? quoted : "encode(" + cast(quoted, TEXT) + ")";
        };
    }

    private String cast(String quoted, String target) {
        return type.equals(target) ? quoted : "CAST(" + quoted + " AS " + target + ")";
    }

    /** Casts to an integer; the engine by itself would round fractions. */
    private String integer(String quoted, String target) {
        if (type.equals(target)) {
            return quoted;
        }
        String fits = "TRY_CAST(" + quoted + " AS " + target + ") IS NOT NULL";
        if (type.equals(TEXT)) {
            fits += " AND NOT " + HAS_FRACTION.formatted(quoted);
        } else if (type.equals("FLOAT") || type.equals("DOUBLE") || type.startsWith("DECIMAL")) {
            fits += " AND " + quoted + " = trunc(" + quoted + ")";
        }
        return checked(quoted, fits, cast(quoted, target), target);
    }

    /** Casts to a double; the engine by itself would round integers and decimals with too many digits. */
    private String real(String quoted) {
        String cast = cast(quoted, "DOUBLE");
        if (type.equals(TEXT)) {
            String infinite = "isinf(TRY_CAST(" + quoted + " AS DOUBLE)) AND regexp_matches(" + quoted + ", '[0-9]')";
            String rounded = "regexp_full_match(" + quoted + ", '-?[0-9]+') AND TRY_CAST(TRY_CAST(" + quoted
                    + " AS DOUBLE) AS HUGEINT) <> TRY_CAST(" + quoted + " AS HUGEINT)";
            return checked(quoted, "(" + infinite + " OR " + rounded + ") IS NOT TRUE", cast, "DOUBLE");
        }
        boolean isLongDecimal = type.startsWith("DECIMAL") && fieldType() != FieldType.DOUBLE;
        return type.equals("BIGINT") || mayExceedLong() || isLongDecimal
                ? checked(quoted, "TRY_CAST(" + cast + " AS " + type + ") = " + quoted, cast, "DOUBLE")
                : cast;
    }

    private String time(String quoted, @Nullable String units) {
        String nanoseconds = "epoch_ns(" + quoted + ")";
        // Infinite times have no number.
        String isFinite = nanoseconds + " IS NOT NULL";
        if (NANOSECONDS.equals(units)) {
            return checked(quoted, isFinite, nanoseconds, "BIGINT");
        }
        if (FIXED_POINT.equals(units)) {
            // Seconds in the upper half, rounded fractions in the lower one.
            String rounded =
                    "CAST(round(CAST(" + nanoseconds + " AS DECIMAL(38,0)) * 4294967296 / 1000000000) AS BIGINT)";
            return checked(quoted, isFinite, rounded, "BIGINT");
        }
        // The engine does not have epoch_us of all types with nanoseconds.
        return hasNanoseconds()
                ? checked(quoted, nanoseconds + " % 1000 = 0", nanoseconds + " // 1000", "BIGINT")
                : checked(quoted, "epoch_us(" + quoted + ") IS NOT NULL", "epoch_us(" + quoted + ")", "BIGINT");
    }

    /** Returns the SQL for a value that holds what the column has under a condition; else it is an error. */
    private String checked(String quoted, String condition, String value, String target) {
        return Database.checkedValue(
                quoted, name, condition, value, target, "which its field does not hold: use a field of another type");
    }
}
