package dev.mimeo.sql;

import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.index.internal.ValueBounds;
import java.util.ArrayList;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Finds the bounds that the WHERE clauses of a query put on the columns of a table: those that hold wherever the query names the table.
 *
 * <p>Comparisons of a column with a constant, BETWEEN, IN, boolean columns, AND and OR put bounds. FROM must name the table alone, or
 * in a join other than ASOF, POSITIONAL, SEMI and ANTI; in a join, columns need the name or alias of the table. A query with table
 * functions other than {@code ds} may use the table without naming it in its tree, so it puts no bounds. Not thread-safe.
 */
final class WhereBounds {

    private static final Set<String> JOIN_TYPES = Set.of("INNER", "LEFT", "RIGHT", "OUTER");
    private static final Set<String> JOIN_KINDS = Set.of("REGULAR", "CROSS");

    /** Relative error of conversions between decimals, integers and doubles; larger than that of the engine. */
    private static final double ROUNDING = 1e-12;

    private final String name;
    private final List<TraceColumn> columns;
    private final Set<JsonNode> bound = Collections.newSetFromMap(new IdentityHashMap<>());
    private final List<ValueBounds> found = new ArrayList<>();

    private WhereBounds(String name, List<TraceColumn> columns) {
        this.name = name;
        this.columns = columns;
    }

    /** Number of the tables of a FROM clause. */
    private enum TableCount {
        ONE,
        SEVERAL
    }

    /**
     * Returns the bounds on the columns of a table.
     *
     * @param statement tree of the query, as the engine parses it
     * @param name name of the table
     * @param columns columns of the table
     */
    static ValueBounds of(JsonNode statement, String name, List<TraceColumn> columns) {
        WhereBounds bounds = new WhereBounds(name, columns);
        bounds.visit(statement);
        return bounds.found.stream().reduce(ValueBounds::or).orElse(ValueBounds.NONE);
    }

    private void visit(JsonNode node) {
        switch (text(node, "type")) {
            case "SELECT_NODE" -> {
                if (isNull(node, "sample")) {
                    bind(node.path("from_table"), node.path("where_clause"), TableCount.ONE);
                }
            }
            case "BASE_TABLE" -> {
                if (isTable(node) && !bound.contains(node)) {
                    found.add(ValueBounds.NONE);
                }
            }
            case "TABLE_FUNCTION" -> found.add(ValueBounds.NONE);
            default -> {
                // The node itself is not a table.
            }
        }
        for (JsonNode child : node) {
            if (child.isContainer()) {
                visit(child);
            }
        }
    }

    /** Finds the bounds of the tables of a FROM clause. */
    private void bind(JsonNode from, JsonNode where, TableCount tables) {
        switch (text(from, "type")) {
            case "BASE_TABLE" -> {
                if (isTable(from)
                        && from.path("column_name_alias").isEmpty()
                        && isNull(from, "sample")
                        && isNull(from, "at_clause")) {
                    bound.add(from);
                    String alias = text(from, "alias");
                    found.add(bounds(where, alias.isEmpty() ? name : alias, tables));
                }
            }
            case "JOIN" -> {
                if (JOIN_TYPES.contains(text(from, "join_type"))
                        && JOIN_KINDS.contains(text(from, "ref_type"))
                        && isNull(from, "ranking_expression")) {
                    bind(from.path("left"), where, TableCount.SEVERAL);
                    bind(from.path("right"), where, TableCount.SEVERAL);
                }
            }
            default -> {
                // A subquery has a clause of its own.
            }
        }
    }

    private boolean isTable(JsonNode node) {
        return text(node, "table_name").equalsIgnoreCase(name);
    }

    /** @param tables with several, a column name without a table name may be a column of another one */
    private ValueBounds bounds(JsonNode condition, String table, TableCount tables) {
        JsonNode children = condition.path("children");
        ValueBounds bounds = ValueBounds.NONE;
        switch (text(condition, "type")) {
            case "CONJUNCTION_AND" -> {
                for (JsonNode child : children) {
                    bounds = bounds.and(bounds(child, table, tables));
                }
            }
            case "CONJUNCTION_OR" -> {
                bounds = bounds(children.path(0), table, tables);
                for (JsonNode child : children) {
                    bounds = bounds.or(bounds(child, table, tables));
                }
            }
            case "COMPARE_BETWEEN" -> {
                TraceColumn column = column(condition.path("input"), table, tables);
                bounds = equal(column, condition.path("lower"))
                        .orGreater()
                        .and(equal(column, condition.path("upper")).orLess());
            }
            case "COMPARE_IN" -> {
                TraceColumn column = column(children.path(0), table, tables);
                bounds = equal(column, children.path(1));
                for (int i = 2; i < children.size(); i++) {
                    bounds = bounds.or(equal(column, children.get(i)));
                }
            }
            case "COLUMN_REF" -> bounds = equal(column(condition, table, tables), true);
            default -> bounds = comparison(condition, table, tables);
        }
        return bounds;
    }

    private ValueBounds comparison(JsonNode condition, String table, TableCount tables) {
        JsonNode left = condition.path("left");
        JsonNode right = condition.path("right");
        TraceColumn column = column(left, table, tables);
        boolean mirrored = column == null;
        ValueBounds equal = mirrored ? equal(column(right, table, tables), left) : equal(column, right);
        return switch (text(condition, "type")) {
            case "COMPARE_EQUAL" -> equal;
            case "COMPARE_LESSTHAN", "COMPARE_LESSTHANOREQUALTO" -> mirrored ? equal.orGreater() : equal.orLess();
            case "COMPARE_GREATERTHAN", "COMPARE_GREATERTHANOREQUALTO" -> mirrored ? equal.orLess() : equal.orGreater();
            default -> ValueBounds.NONE;
        };
    }

    private @Nullable TraceColumn column(JsonNode reference, String table, TableCount tables) {
        JsonNode names = reference.path("column_names");
        boolean qualified = names.size() == 2;
        if (qualified
                ? !names.get(0).asString("").equalsIgnoreCase(table)
                : names.size() != 1 || tables == TableCount.SEVERAL) {
            return null;
        }
        String wanted = names.get(names.size() - 1).asString("");
        List<TraceColumn> found = columns.stream()
                .filter(column -> column.name().equalsIgnoreCase(wanted))
                .toList();
        // Names that differ in case only for Java, as those of the micro sign and the Greek mu, may differ to the
        // engine.
        return found.size() == 1
                ? found.get(0)
                : found.stream()
                        .filter(column -> column.name().equals(wanted))
                        .findFirst()
                        .orElse(null);
    }

    /** Returns the bounds of a column that is equal to a constant; none if the engine may convert the column to compare the two. */
    private static ValueBounds equal(@Nullable TraceColumn column, JsonNode constant) {
        if (column == null) {
            return ValueBounds.NONE;
        }
        String field = column.field().name();
        FieldType type = column.field().type();
        String text = constant.path("literal").path("text").asString("");
        return switch (constant.path("literal").path("kind").asString("")) {
            case "INTEGER", "NUMERIC" ->
                ValueBounds.near(field, type, text, Math.abs(Double.parseDouble(text)) * ROUNDING + Double.MIN_NORMAL);
            case "BOOLEAN" -> equal(column, Boolean.parseBoolean(text));
            case "STRING" -> {
                GeneralValue value = GeneralValue.ofString(text);
                yield type == FieldType.VARIABLE32 && !column.binary()
                        ? ValueBounds.between(field, value, value)
                        : ValueBounds.NONE;
            }
            default -> ValueBounds.NONE;
        };
    }

    private static ValueBounds equal(@Nullable TraceColumn column, boolean constant) {
        GeneralValue value = GeneralValue.ofBoolean(constant);
        return column != null && column.field().type() == FieldType.BOOL
                ? ValueBounds.between(column.field().name(), value, value)
                : ValueBounds.NONE;
    }

    private static boolean isNull(JsonNode node, String property) {
        return node.path(property).isNull() || node.path(property).isMissingNode();
    }

    private static String text(JsonNode node, String property) {
        return node.path(property).asString("");
    }
}
