package dev.mimeo.sql;

import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A query as it goes to the engine, and the names in it that may be files.
 *
 * <p>A string where a table is expected is the name of a table to the engine's grammar, so files become tables by making
 * a view of exactly that name. {@code ds('FILE', 'TYPE')} is replaced by the name of a view, for there is no such function.
 *
 * @param sql the query, which is one statement whatever stands around it
 * @param wrappable whether it can stand in parentheses in another query
 * @param parsed whether the engine's parser vouches for it that it changes nothing; else it must not reach files besides traces
 * @param names names of tables, and strings that are arguments of table functions
 * @param tables those that are names of tables, of which the engine decides how they are read
 * @param calls files and types of {@code ds('FILE', 'TYPE')} by the name that stands for them
 * @param tree the tree of the query, with these names; null if it was not parsed
 */
record QueryText(
        String sql,
        boolean wrappable,
        boolean parsed,
        Set<String> names,
        Set<String> tables,
        Map<String, TableCall> calls,
        @Nullable JsonNode tree) {

    private static final Pattern END = Pattern.compile("[;\\s]+$");

    private static final Pattern EXPLAIN =
            Pattern.compile("\\s*(EXPLAIN(?:\\s+ANALYZE)?)\\b(.*)", Pattern.CASE_INSENSITIVE | Pattern.DOTALL);

    /** Possible start of a PIVOT, or of a query with one. */
    private static final Pattern PIVOT =
            Pattern.compile("[\\s(]*(?:PIVOT|SELECT|FROM|WITH)\\b(?s:.*)", Pattern.CASE_INSENSITIVE);

    private static final String NOT_A_QUERY =
            "a query starts with SELECT, FROM, WITH, DESCRIBE or SUMMARIZE and changes nothing; this is another statement";

    /**
     * A reference to one type of a file.
     *
     * @param file name of the file or pattern of names
     * @param type pattern of the type, null for the usual one
     */
    record TableCall(String file, @Nullable String type) {}

    /**
     * Reads a query.
     *
     * @throws SqlException if it is empty, is more than one statement, or is not one that only gives rows
     */
    static QueryText parse(Connection connection, String text) throws SqlException {
        String query = END.matcher(text).replaceFirst("");
        Matcher explain = EXPLAIN.matcher(query);
        if (!explain.matches()) {
            return new Reader(connection, query).read();
        }
        return new Reader(connection, explain.group(2)).read().explained(explain.group(1));
    }

    /** Returns a query of all rows of a view. */
    static QueryText ofView(String name) {
        return new QueryText("FROM " + Database.quotedName(name), true, true, Set.of(), Set.of(), Map.of(), null);
    }

    /** @param keyword {@code EXPLAIN} or {@code EXPLAIN ANALYZE} */
    private QueryText explained(String keyword) {
        return new QueryText(keyword + " " + sql, false, parsed, names, tables, calls, tree);
    }

    private static final class Reader {
        private final Connection connection;
        private final String query;
        private final Set<String> names = new LinkedHashSet<>();
        private final Set<String> tables = new LinkedHashSet<>();
        private final Map<String, TableCall> calls = new LinkedHashMap<>();

        Reader(Connection connection, String query) {
            this.connection = connection;
            this.query = query;
        }

        QueryText read() throws SqlException {
            JsonNode tree = SelectTree.parse(connection, query);
            if (tree == null) {
                return unparsed();
            }
            JsonNode replaced = replaced(tree, false);
            boolean isPlain = calls.isEmpty() && isWrappable();
            String sql = isPlain ? query : SelectTree.text(connection, replaced);
            return new QueryText(sql, true, true, names, tables, calls, replaced);
        }

        /** Returns whether a comment at the end, behind a semicolon for example, is not in the way of parentheses. */
        private boolean isWrappable() {
            try {
                return SelectTree.parse(connection, "FROM (" + query + "\n)") != null;
            } catch (SqlException e) {
                return false;
            }
        }

        /**
         * Returns a query with a PIVOT whose columns depend on rows, for which the engine has no tree. Without a semicolon
         * anywhere it is one statement, however it is read.
         */
        private QueryText unparsed() throws SqlException {
            boolean hasPivot = query.toUpperCase(Locale.ROOT).contains("PIVOT");
            if (!hasPivot || query.indexOf(';') >= 0 || !PIVOT.matcher(query).matches()) {
                throw SqlException.ofSyntax(NOT_A_QUERY);
            }
            for (SqlToken token : SqlToken.scan(query)) {
                if (token.kind() == SqlToken.Kind.STRING || token.kind() == SqlToken.Kind.NAME) {
                    names.add(token.value());
                }
            }
            return new QueryText(query, true, false, names, tables, calls, null);
        }

        /** Collects names and returns a tree in which views stand for calls. */
        private JsonNode replaced(JsonNode node, boolean isArgument) throws SqlException {
            String type = node.path("type").asString("");
            if (type.equals("TABLE_FUNCTION")) {
                TableCall call = call(node.path("function"));
                if (call != null) {
                    String name = "ds " + (calls.size() + 1);
                    calls.put(name, call);
                    return table(name, node);
                }
            }
            if (type.equals("BASE_TABLE") || type.equals("SHOW_REF")) {
                names.add(node.path("table_name").asString(""));
                tables.add(node.path("table_name").asString(""));
            }
            boolean isString = node.path("literal").path("kind").asString("").equals("STRING");
            if (isArgument && isString) {
                names.add(node.path("literal").path("text").asString(""));
            }
            boolean areArguments = isArgument || type.equals("TABLE_FUNCTION");
            if (node instanceof ObjectNode object) {
                for (Map.Entry<String, JsonNode> child : List.copyOf(object.properties())) {
                    if (child.getValue().isContainer()) {
                        object.set(child.getKey(), replaced(child.getValue(), areArguments));
                    }
                }
            } else if (node instanceof ArrayNode array) {
                for (int i = 0; i < array.size(); i++) {
                    if (array.get(i).isContainer()) {
                        array.set(i, replaced(array.get(i), areArguments));
                    }
                }
            }
            return node;
        }

        private JsonNode table(String name, JsonNode function) throws SqlException {
            JsonNode statement = SelectTree.parse(connection, "FROM " + Database.quotedName(name));
            if (!(statement != null && statement.path("node").path("from_table") instanceof ObjectNode table)) {
                throw new IllegalStateException("the engine has no tree for a table");
            }
            for (String property : new String[] {"alias", "column_name_alias", "sample"}) {
                table.set(property, function.path(property));
            }
            return table;
        }

        private static @Nullable TableCall call(JsonNode function) {
            JsonNode arguments = function.path("arguments");
            boolean isCall = function.path("function_name").asString("").equalsIgnoreCase("ds")
                    && function.path("schema").asString("").isEmpty()
                    && (arguments.size() == 1 || arguments.size() == 2);
            for (JsonNode argument : arguments) {
                isCall &= argument.path("name").asString("").isEmpty() && string(argument) != null;
            }
            String file = isCall ? string(arguments.get(0)) : null;
            return file == null ? null : new TableCall(file, arguments.size() == 2 ? string(arguments.get(1)) : null);
        }

        private static @Nullable String string(JsonNode argument) {
            JsonNode literal = argument.path("expression").path("literal");
            return literal.path("kind").asString("").equals("STRING")
                    ? literal.path("text").asString()
                    : null;
        }
    }
}
