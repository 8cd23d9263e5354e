package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.sql.SelectTree;
import dev.mimeo.sql.SqlException;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * A script that was rewritten so that one statement gives the rows of many files. Each row of a table carries the number of its
 * file; the rewritten script joins rows of the same file only, and groups, and partitions windows, by the file too. So the rows
 * of a file are those that the script gives of that file alone. Immutable.
 *
 * <p>Scripts that are more than a SELECT over tables and inner or left joins of them are not rewritten: subqueries, set
 * operations, limits, samples, stars and grouping sets run on one file at a time.
 */
final class BatchScript {

    /** Prefix of the names of the tables that hold the rows of several files. */
    static final String PREFIX = "mimeo batch ";

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    private static final Set<String> JOINS = Set.of("INNER", "LEFT");

    private final String sql;
    private final boolean rowWithoutInput;

    private BatchScript(String sql, boolean rowWithoutInput) {
        this.sql = sql;
        this.rowWithoutInput = rowWithoutInput;
    }

    /** Returns the rewritten script; its last column is the number of the file. */
    String sql() {
        return sql;
    }

    /** Returns whether the original script gives a row of a file without rows, which the rewritten script leaves out. */
    boolean givesRowWithoutInput() {
        return rowWithoutInput;
    }

    /**
     * Rewrites a script.
     *
     * @param aggregates names of the engine's aggregate functions
     * @param sql a script that was bound, so that it is one SELECT whose columns exist
     * @return null if the script must run on one file at a time
     * @throws SqlException if it cannot be parsed
     */
    static @Nullable BatchScript of(Connection connection, Set<String> aggregates, String sql) throws SqlException {
        JsonNode statement = SelectTree.parse(connection, sql);
        if (statement == null || !(statement.path("node") instanceof ObjectNode select) || !isPlain(select)) {
            return null;
        }
        List<String> tables = new ArrayList<>();
        if (!rewriteTables(select.path("from_table"), tables)) {
            return null;
        }
        JsonNode file = fileOf(tables.get(0));
        addPartitions(select, file);
        boolean grouped = select.path("group_expressions").size() > 0;
        boolean isWhole = !grouped
                && (select.path("having").isObject()
                        || hasAggregate(select.path("select_list"), aggregates)
                        || hasAggregate(select.path("modifiers"), aggregates));
        if (grouped || isWhole) {
            addGroup(select, file);
        }
        ((ArrayNode) select.path("select_list")).add(file.deepCopy());
        // A function in the order may be a macro that aggregates, which decides how many rows there are.
        if (grouped
                || isWhole
                || !contains(
                        select.path("modifiers"), node -> text(node, "class").equals("FUNCTION"))) {
            dropOrder(select);
        }
        return new BatchScript(SelectTree.text(connection, statement), isWhole);
    }

    /** Returns whether a SELECT has nothing but what is rewritten here. */
    private static boolean isPlain(JsonNode select) {
        JsonNode sets = select.path("group_sets");
        boolean oneSet = sets.size() <= 1
                && (sets.isEmpty()
                        || sets.get(0).size()
                                == select.path("group_expressions").size());
        return text(select, "type").equals("SELECT_NODE")
                && select.path("cte_map").path("map").isEmpty()
                && !select.path("sample").isObject()
                && oneSet
                && text(select, "aggregate_handling").equals("STANDARD_HANDLING")
                && hasKnownModifiers(select.path("modifiers"))
                && !contains(select, BatchScript::needsOneFile);
    }

    /** The order within a file is not kept; DISTINCT compares rows with the number of the file in them. */
    private static boolean hasKnownModifiers(JsonNode modifiers) {
        for (JsonNode modifier : modifiers) {
            String type = text(modifier, "type");
            boolean isDistinct = type.equals("DISTINCT_MODIFIER")
                    && modifier.path("distinct_on_targets").isEmpty();
            if (!isDistinct && !type.equals("ORDER_MODIFIER")) {
                return false;
            }
        }
        return true;
    }

    private static boolean needsOneFile(JsonNode node) {
        return text(node, "class").equals("SUBQUERY")
                || text(node, "type").equals("STAR")
                || text(node, "type").equals("POSITIONAL_REFERENCE")
                || AnyCase.equal(text(node, "function_name"), "unnest");
    }

    /** Condition on a node of the tree. */
    @FunctionalInterface
    private interface Condition {
        boolean test(JsonNode node);
    }

    private static boolean contains(JsonNode node, Condition condition) {
        if (node.isObject() && condition.test(node)) {
            return true;
        }
        for (JsonNode child : node) {
            if (child.isContainer() && contains(child, condition)) {
                return true;
            }
        }
        return false;
    }

    private static boolean hasAggregate(JsonNode items, Set<String> aggregates) {
        return contains(
                items,
                node -> text(node, "class").equals("FUNCTION")
                        && aggregates.contains(AnyCase.key(text(node, "function_name"))));
    }

    /**
     * Has the tables read several files, and joins compare their numbers.
     *
     * @param names receives the names under which the script knows the tables
     * @return whether all is as it must be
     */
    private static boolean rewriteTables(JsonNode from, List<String> names) {
        if (!(from instanceof ObjectNode node) || node.path("sample").isObject()) {
            return false;
        }
        if (text(node, "type").equals("BASE_TABLE")) {
            if (!node.path("column_name_alias").isEmpty()
                    || node.path("at_clause").isObject()) {
                return false;
            }
            String table = text(node, "table_name");
            String name = text(node, "alias").isEmpty() ? table : text(node, "alias");
            String batch = PREFIX + AnyCase.key(table);
            node.put("alias", name).put("table_name", batch);
            node.set(
                    "qualified_name",
                    JSON.objectNode().set("path", JSON.arrayNode().add(batch)));
            names.add(name);
            return names.stream().map(AnyCase::key).distinct().count() == names.size();
        }
        boolean isKnownJoin = text(node, "type").equals("JOIN")
                && text(node, "ref_type").equals("REGULAR")
                && JOINS.contains(text(node, "join_type"))
                && node.path("using_columns").isEmpty()
                && node.path("condition").isObject();
        if (!isKnownJoin || !rewriteTables(node.path("left"), names)) {
            return false;
        }
        int left = names.size();
        if (!rewriteTables(node.path("right"), names)) {
            return false;
        }
        JsonNode condition = node.path("condition");
        node.set("condition", and(condition, equal(fileOf(names.get(0)), fileOf(names.get(left)))));
        return true;
    }

    private static ObjectNode expression(String kind, String type) {
        return JSON.objectNode()
                .put("class", kind)
                .put("type", type)
                .put("alias", "")
                .put("query_location", 0);
    }

    private static ObjectNode fileOf(String table) {
        ObjectNode column = expression("COLUMN_REF", "COLUMN_REF");
        column.set("column_names", JSON.arrayNode().add(table).add(DuckDbSession.FILE_COLUMN));
        return column;
    }

    private static ObjectNode equal(JsonNode left, JsonNode right) {
        ObjectNode comparison = expression("COMPARISON", "COMPARE_EQUAL");
        comparison.set("left", left);
        comparison.set("right", right);
        return comparison;
    }

    private static ObjectNode and(JsonNode left, JsonNode right) {
        ObjectNode conjunction = expression("CONJUNCTION", "CONJUNCTION_AND");
        conjunction.set("children", JSON.arrayNode().add(left).add(right));
        return conjunction;
    }

    private static void addPartitions(JsonNode node, JsonNode file) {
        if (text(node, "class").equals("WINDOW") && node.path("partitions") instanceof ArrayNode partitions) {
            partitions.add(file.deepCopy());
        }
        for (JsonNode child : node) {
            if (child.isContainer()) {
                addPartitions(child, file);
            }
        }
    }

    private static void addGroup(ObjectNode select, JsonNode file) {
        ArrayNode groups = (ArrayNode) select.path("group_expressions");
        groups.add(file.deepCopy());
        ArrayNode set = JSON.arrayNode();
        for (int i = 0; i < groups.size(); i++) {
            set.add(i);
        }
        select.set("group_sets", JSON.arrayNode().add(set));
    }

    private static void dropOrder(ObjectNode select) {
        ArrayNode kept = JSON.arrayNode();
        for (JsonNode modifier : select.path("modifiers")) {
            if (!text(modifier, "type").equals("ORDER_MODIFIER")) {
                kept.add(modifier);
            }
        }
        select.set("modifiers", kept);
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
