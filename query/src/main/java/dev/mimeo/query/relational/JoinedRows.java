package dev.mimeo.query.relational;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.query.expression.Expression;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@link HashJoin} and a {@link Projection} of what it gives, in which each input has a name and each column is called by
 * that and its own: with inputs {@code a} and {@code b}, {@code a.size} and {@code b.size} may be kept under new names,
 * compared in the condition, and used together in computed columns.
 *
 * <p>Only the columns that are used are joined. Not thread-safe.
 */
public final class JoinedRows implements ExtentSource {

    private static final Pattern NAME = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    /** These mean something else in the expressions of a projection. */
    private static final Set<String> TAKEN = Set.of("in", "out", "prev");

    /**
     * The rows that are streamed.
     *
     * @param name a letter or {@code _}, then letters, digits and {@code _}; not {@code in}, {@code out} or {@code prev}
     * @param type the type of the rows
     * @param source closed with the join
     */
    public record Stream(String name, ExtentType type, ExtentSource source) {}

    /**
     * Rows in memory that those of the stream are joined with.
     *
     * @param name as that of a stream
     * @param table holds the columns that are used
     * @param keys fields of the stream to compare with the keys of the table, as many, by their own names
     */
    public record Table(String name, LookupTable table, List<String> keys, HashJoin.Missing missing) {

        /** Copies the list. */
        public Table {
            keys = List.copyOf(keys);
        }
    }

    /**
     * Columns of the joined rows, and the condition that selects them.
     *
     * @param columns columns to keep, such as {@code a.size} as {@code old_size}
     * @param computed as for a {@link Projection}, whose input the joined rows are
     * @param where the condition, or empty for all rows
     */
    public record Result(List<Projection.Column> columns, List<Projection.Computed> computed, String where) {

        /** Copies the lists. */
        public Result {
            columns = List.copyOf(columns);
            computed = List.copyOf(computed);
        }
    }

    private final ExtentType type;
    private final ExtentSource rows;

    private JoinedRows(ExtentType type, ExtentSource rows) {
        this.type = type;
        this.rows = rows;
    }

    /**
     * Makes a join.
     *
     * @param typeName name of the type of the rows that result
     * @param tables at least one
     * @param extentBytes uncompressed size of the extents that are joined, as for {@link HashJoin#of}
     * @throws IllegalArgumentException if two inputs have the same name or one has no possible one, if a column does not
     *     exist, keys cannot be compared, or an expression has a fault
     */
    public static JoinedRows of(String typeName, Stream stream, List<Table> tables, Result result, long extentBytes) {
        Set<String> inputs = new HashSet<>();
        checkName(stream.name, inputs);
        tables.forEach(table -> checkName(table.name, inputs));
        Set<String> used = used(result);
        List<HashJoin.Lookup> lookups = new ArrayList<>();
        for (Table table : tables) {
            List<Projection.Column> columns = columns(table.name, table.table.source(), used);
            lookups.add(new HashJoin.Lookup(table.table, table.keys, columns, table.missing));
        }
        HashJoin join = HashJoin.of(
                typeName, stream.type, stream.source, columns(stream.name, stream.type, used), lookups, extentBytes);
        Projection projection = Projection.of(join.type(), result.columns, result.computed, result.where);
        return new JoinedRows(projection.type(), projection.over(join));
    }

    private static void checkName(String name, Set<String> before) {
        if (!NAME.matcher(name).matches() || TAKEN.contains(name)) {
            throw new IllegalArgumentException("an input cannot be named '" + name + "'");
        }
        if (!before.add(name)) {
            throw new IllegalArgumentException("there are two inputs of the name '" + name + "'");
        }
    }

    /** Returns the names of columns that the result needs, with those of their inputs, and maybe others. */
    private static Set<String> used(Result result) {
        Set<String> names = new LinkedHashSet<>();
        result.columns.forEach(column -> names.add(column.source()));
        List<String> expressions = new ArrayList<>();
        result.computed.forEach(column -> expressions.add(column.expression()));
        if (!result.where.isEmpty()) {
            expressions.add(result.where);
        }
        for (String expression : expressions) {
            for (String name : Expression.names(expression)) {
                names.add(name.startsWith(RowScope.IN) ? name.substring(RowScope.IN.length()) : name);
            }
        }
        return names;
    }

    private static List<Projection.Column> columns(String input, ExtentType type, Set<String> used) {
        return type.fields().stream()
                .map(field -> new Projection.Column(field.name(), input + "." + field.name()))
                .filter(column -> used.contains(column.name()))
                .toList();
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    @Override
    public @Nullable Extent next() throws IOException {
        return rows.next();
    }

    @Override
    public void close() throws IOException {
        rows.close();
    }
}
