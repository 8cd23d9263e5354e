package dev.mimeo.garage.query;

import dev.mimeo.garage.internal.AnyCase;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.sql.SelectTree;
import dev.mimeo.sql.SqlException;
import dev.mimeo.sql.internal.Database;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.JsonNode;

/**
 * Parse tree of a script from the engine's own parser: the tables and columns that it names. It is one SELECT and calls
 * nothing that reads files, settings or the engine's state; anything else is refused.
 */
final class ScriptTree {

    /** Table functions that only compute. */
    private static final Set<String> TABLE_FUNCTIONS =
            Set.of("range", "generate_series", "unnest", "repeat", "generate_subscripts");

    /** Functions that tell about the process, or change its state. */
    private static final Set<String> REFUSED_FUNCTIONS = Set.of(
            "getenv",
            "current_setting",
            "getvariable",
            "set_config",
            "nextval",
            "currval",
            "read_text",
            "read_blob",
            "glob",
            "query",
            "query_table",
            "write_log",
            "pg_sleep",
            "sleep_ms",
            "json_execute_serialized_sql");

    /** Starts of the names of the engine's own tables. */
    private static final List<String> OWN_TABLES =
            List.of("duckdb_", "pg_", "pragma_", "sqlite_", "information_schema", "mimeo");

    private final Set<String> aggregates;
    private final Set<String> tables = new HashSet<>();
    private final Set<String> withQueries = new HashSet<>();
    private final Set<String> aliases = new HashSet<>();
    private final Set<String> columns = new HashSet<>();
    private final Set<String> unqualified = new HashSet<>();
    private final List<Wrap> wraps = new ArrayList<>();
    private boolean allColumns;

    /**
     * A reference to the server that a grouped query needs an aggregate for.
     *
     * @param start offset, in bytes of UTF-8
     * @param length its bytes
     * @param name name of the column of the result, empty where it is none or has one already
     */
    private record Wrap(int start, int length, String name) {}

    private ScriptTree(Set<String> aggregates) {
        this.aggregates = aggregates;
    }

    /**
     * Reads a script.
     *
     * @param aggregates names of the engine's aggregate functions
     * @throws SqlException if it is not one SELECT, or uses what it may not
     */
    static ScriptTree of(Connection connection, Set<String> aggregates, String script) throws SqlException {
        JsonNode statement = SelectTree.parse(connection, script);
        if (statement == null) {
            throw new SqlException("a script is one SELECT and nothing else");
        }
        ScriptTree tree = new ScriptTree(aggregates);
        tree.walk(statement);
        tree.check();
        return tree;
    }

    /** Returns the names of tables, in small letters, that are not defined in the script itself. */
    Set<String> tables() {
        Set<String> needed = new HashSet<>(tables);
        needed.removeAll(withQueries);
        return needed;
    }

    /** Returns whether all columns are needed, as a star does. */
    boolean allColumns() {
        // The name of a table alone is a row of it.
        return allColumns || unqualified.stream().anyMatch(name -> tables.contains(name) || aliases.contains(name));
    }

    /** Returns the names in small letters that columns may have; also of what is not a column of a file. */
    Set<String> columns() {
        return columns;
    }

    /** Returns the script with an aggregate around each reference to the server that needs one. */
    String withAggregates(String script) {
        byte[] bytes = script.getBytes(StandardCharsets.UTF_8);
        StringBuilder text = new StringBuilder();
        int copied = 0;
        wraps.sort((a, b) -> Integer.compare(a.start, b.start));
        for (Wrap wrap : wraps) {
            if (wrap.start < copied || wrap.start + wrap.length > bytes.length) {
                continue;
            }
            text.append(utf8(bytes, copied, wrap.start)).append("any_value(");
            copied = wrap.start + wrap.length;
            text.append(utf8(bytes, wrap.start, copied)).append(')');
            if (!wrap.name.isEmpty()) {
                text.append(" AS ").append(Database.quotedName(wrap.name));
            }
        }
        return text.append(utf8(bytes, copied, bytes.length)).toString();
    }

    private static String utf8(byte[] bytes, int from, int to) {
        return StandardCharsets.UTF_8
                .decode(ByteBuffer.wrap(bytes, from, to - from))
                .toString();
    }

    private void check() throws SqlException {
        for (String name : withQueries) {
            if (OWN_TABLES.stream().anyMatch(name::startsWith)) {
                throw new SqlException("no part of a script may be called " + name);
            }
        }
    }

    private void walk(JsonNode node) throws SqlException {
        if (node.isObject()) {
            visit(node);
        }
        for (JsonNode child : node) {
            if (child.isContainer()) {
                walk(child);
            }
        }
    }

    private void visit(JsonNode node) throws SqlException {
        switch (text(node, "type")) {
            case "BASE_TABLE" -> {
                if (!text(node, "schema_name").isEmpty()
                        || !text(node, "catalog_name").isEmpty()) {
                    throw new SqlException("a script only sees the tables of a file, without a schema");
                }
                tables.add(AnyCase.key(text(node, "table_name")));
                aliases.add(AnyCase.key(text(node, "alias")));
            }
            case "TABLE_FUNCTION" -> {
                String name = AnyCase.key(text(node.path("function"), "function_name"));
                if (!TABLE_FUNCTIONS.contains(name)) {
                    throw new SqlException("a script may not call " + name);
                }
            }
            case "SHOW_REF" -> throw new SqlException("a script is one SELECT: DESCRIBE and SHOW are not");
            case "PIVOT", "STAR" -> allColumns = true;
            case "JOIN" -> {
                allColumns |= text(node, "ref_type").equals("NATURAL");
                node.path("using_columns").forEach(column -> columns.add(AnyCase.key(column.asString(""))));
            }
            case "COLUMN_REF" -> {
                JsonNode names = node.path("column_names");
                names.forEach(name -> columns.add(AnyCase.key(name.asString(""))));
                if (names.size() == 1) {
                    unqualified.add(AnyCase.key(names.get(0).asString("")));
                }
            }
            case "SELECT_NODE" -> visitSelect(node);
            default -> visitOther(node);
        }
        if (node.has("cte_map")) {
            node.path("cte_map").path("map").forEach(entry -> withQueries.add(AnyCase.key(text(entry, "key"))));
        }
        if (text(node, "type").equals("RECURSIVE_CTE_NODE")) {
            withQueries.add(AnyCase.key(text(node, "cte_name")));
        }
    }

    private static void visitOther(JsonNode node) throws SqlException {
        if (!text(node, "class").equals("FUNCTION")) {
            return;
        }
        String name = AnyCase.key(text(node, "function_name"));
        boolean own = OWN_TABLES.stream().anyMatch(start -> !start.equals("pg_") && name.startsWith(start));
        if (own || REFUSED_FUNCTIONS.contains(name) || name.startsWith("read_")) {
            throw new SqlException("a script may not call " + name);
        }
    }

    /** Every row of a file has the same server, so any of its values is the one that a grouped query means. */
    private void visitSelect(JsonNode select) {
        JsonNode groups = select.path("group_expressions");
        JsonNode items = select.path("select_list");
        boolean grouped = groups.size() > 0;
        for (JsonNode item : items) {
            grouped |= hasAggregate(item);
        }
        if (!grouped
                || text(select, "aggregate_handling").equals("FORCE_AGGREGATES")
                || isGroupedByServer(groups, items)) {
            return;
        }
        for (JsonNode item : items) {
            collectItem(item);
        }
        collect(select.path("having"));
        for (JsonNode modifier : select.path("modifiers")) {
            for (JsonNode order : modifier.path("orders")) {
                collect(order.path("expression"));
            }
        }
    }

    private static boolean isGroupedByServer(JsonNode groups, JsonNode items) {
        for (JsonNode group : groups) {
            JsonNode expression = group;
            String literal = group.path("literal").path("text").asString("");
            if (literal.matches("[1-9]\\d{0,3}") && Integer.parseInt(literal) <= items.size()) {
                expression = items.get(Integer.parseInt(literal) - 1);
            }
            for (JsonNode item : items) {
                JsonNode names = group.path("column_names");
                if (names.size() == 1
                        && AnyCase.equal(text(item, "alias"), names.get(0).asString(""))) {
                    expression = item;
                }
            }
            if (isServer(group) || isServer(expression)) {
                return true;
            }
        }
        return false;
    }

    /** Collects the columns of the server in an item of a select list; an item that is such a column keeps its name. */
    private void collectItem(JsonNode item) {
        if (isServer(item)) {
            JsonNode names = item.path("column_names");
            String name = names.get(names.size() - 1).asString("");
            wraps.add(wrap(item, text(item, "alias").isEmpty() ? name : ""));
        } else {
            collectInside(item);
        }
    }

    private void collect(JsonNode node) {
        if (isServer(node)) {
            wraps.add(wrap(node, ""));
        } else {
            collectInside(node);
        }
    }

    private void collectInside(JsonNode node) {
        if (!isAggregate(node) && !text(node, "class").equals("SUBQUERY")) {
            for (JsonNode child : node) {
                if (child.isContainer()) {
                    collect(child);
                }
            }
        }
    }

    private static Wrap wrap(JsonNode column, String name) {
        return new Wrap(
                column.path("query_location").asInt(Integer.MAX_VALUE / 2),
                column.path("query_location_length").asInt(0),
                name);
    }

    private boolean hasAggregate(JsonNode node) {
        if (isAggregate(node)) {
            return true;
        }
        if (text(node, "class").equals("SUBQUERY")) {
            return false;
        }
        for (JsonNode child : node) {
            if (child.isContainer() && hasAggregate(child)) {
                return true;
            }
        }
        return false;
    }

    private boolean isAggregate(JsonNode node) {
        return text(node, "class").equals("FUNCTION") && aggregates.contains(AnyCase.key(text(node, "function_name")));
    }

    private static boolean isServer(JsonNode node) {
        if (!text(node, "class").equals("COLUMN_REF")) {
            return false;
        }
        JsonNode names = node.path("column_names");
        return names.size() > 0 && AnyCase.equal(names.get(names.size() - 1).asString(""), ColumnSchema.SERVER);
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).asString("");
    }
}
