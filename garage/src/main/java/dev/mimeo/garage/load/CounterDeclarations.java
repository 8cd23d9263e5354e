package dev.mimeo.garage.load;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.internal.NamePattern;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.text.CNumberParser;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Declarations of counters, apart from their values: the first declaration whose pattern matches the name of a column
 * applies to it. Only columns of numbers are declared, and never those that say what a row is. Immutable.
 */
public final class CounterDeclarations {

    /** Nothing is known. */
    public static final CounterDeclarations NONE = new CounterDeclarations(List.of());

    private static final String NAME = "column";

    private static final List<String> OTHERS = List.of("unit", "kind", "min", "max", "maxrelerror");

    /** More lines than a fleet has counters. */
    private static final int MAX_DECLARATIONS = 100_000;

    private final List<Declaration> declarations;

    private CounterDeclarations(List<Declaration> declarations) {
        this.declarations = List.copyOf(declarations);
    }

    private record Declaration(
            NamePattern names,
            @Nullable String unit,
            ColumnSchema.@Nullable Kind kind,
            @Nullable Double min,
            @Nullable Double max,
            @Nullable Double maxRelError) {}

    /**
     * Reads declarations from a CSV file with a header: {@code column}, a pattern as {@link NamePattern} takes it, and any of
     * {@code unit}, {@code kind} (gauge, counter, rate or percent), {@code min} and {@code max}, between which values are valid,
     * and {@code maxRelError}, the largest relative error, 0 to less than 1. What is empty is not declared.
     *
     * @param temporaryFolder folder for the spill files of the engine
     * @throws MimeoException if the file is not that; the message says which declaration
     */
    public static CounterDeclarations read(Path file, Path temporaryFolder) throws IOException {
        Folders.refuse(file);
        List<Declaration> declarations = new ArrayList<>();
        try (LoadEngine engine = LoadEngine.open(1, temporaryFolder)) {
            String source = "read_csv(" + Database.quotedString(file.toString())
                    + ", all_varchar = true, header = true, delim = ',', quote = '\"', escape = '\"')";
            Map<String, String> columns = engine.describe("SELECT * FROM " + source);
            Set<String> names = new LinkedHashSet<>();
            columns.keySet().forEach(name -> names.add(AnyCase.key(name)));
            Set<String> unknown = new LinkedHashSet<>(names);
            unknown.remove(NAME);
            OTHERS.forEach(unknown::remove);
            if (!names.contains(NAME) || !unknown.isEmpty()) {
                throw new LoadException(file + ": expected columns " + NAME + " and any of " + String.join(", ", OTHERS)
                        + ", found " + String.join(", ", columns.keySet()));
            }
            try (Statement statement = engine.connection().createStatement();
                    ResultSet rows = statement.executeQuery("SELECT * FROM " + source)) {
                while (rows.next()) {
                    if (declarations.size() == MAX_DECLARATIONS) {
                        throw new LoadException(file + ": has more than " + MAX_DECLARATIONS + " declarations");
                    }
                    try {
                        declarations.add(declaration(rows, names));
                    } catch (IllegalArgumentException e) {
                        throw new LoadException(
                                file + ": declaration " + (declarations.size() + 1) + ": " + e.getMessage(), e);
                    }
                }
            }
        } catch (SQLException e) {
            throw LoadException.of(file.toString(), e);
        }
        return new CounterDeclarations(declarations);
    }

    private static Declaration declaration(ResultSet row, Set<String> names) throws SQLException {
        String column = field(row, names, NAME);
        if (column == null) {
            throw new IllegalArgumentException("names no column");
        }
        String kind = field(row, names, "kind");
        Double min = number(row, names, "min");
        Double max = number(row, names, "max");
        Double error = number(row, names, "maxrelerror");
        if (min != null && max != null && min > max) {
            throw new IllegalArgumentException("min is above max");
        }
        if (error != null && !(error >= 0 && error < 1)) {
            throw new IllegalArgumentException("maxRelError must be 0 to less than 1, got " + error);
        }
        return new Declaration(
                new NamePattern(column), field(row, names, "unit"), kind == null ? null : kind(kind), min, max, error);
    }

    private static ColumnSchema.Kind kind(String name) {
        for (ColumnSchema.Kind kind : ColumnSchema.Kind.values()) {
            if (kind.name().equalsIgnoreCase(name)) {
                return kind;
            }
        }
        throw new IllegalArgumentException("kind must be gauge, counter, rate or percent, got '" + name + "'");
    }

    private static @Nullable Double number(ResultSet row, Set<String> names, String name) throws SQLException {
        String text = field(row, names, name);
        if (text == null) {
            return null;
        }
        double value;
        try {
            value = CNumberParser.parseDouble(text);
        } catch (NumberFormatException e) {
            throw new IllegalArgumentException(name + " must be a number, got '" + text + "'", e);
        }
        if (Double.isNaN(value)) {
            throw new IllegalArgumentException(name + " must be a number, got NaN");
        }
        return value;
    }

    private static @Nullable String field(ResultSet row, Set<String> names, String name) throws SQLException {
        String text = names.contains(name) ? row.getString(name) : null;
        return text == null || text.isBlank() ? null : text.strip();
    }

    /** Returns a column with what is declared of it. */
    ColumnSchema column(String name, ColumnSchema.Type type) {
        Declaration declared = find(name, type);
        return declared == null
                ? new ColumnSchema(name, type)
                : new ColumnSchema(name, type, declared.unit(), declared.kind(), declared.min(), declared.max());
    }

    /** Returns the largest relative error that is declared of a column, null if none is. */
    @Nullable Double maxRelativeError(ColumnSchema column) {
        Declaration declared = find(column.name(), column.type());
        return declared == null ? null : declared.maxRelError();
    }

    private @Nullable Declaration find(String name, ColumnSchema.Type type) {
        if (ColumnSchema.isFixed(name) || !(type.isFloating() || type == ColumnSchema.Type.INT64)) {
            return null;
        }
        return declarations.stream()
                .filter(declaration -> declaration.names().matches(name))
                .findFirst()
                .orElse(null);
    }

    /** Returns all that is declared. */
    @Override
    public String toString() {
        return declarations.toString();
    }
}
