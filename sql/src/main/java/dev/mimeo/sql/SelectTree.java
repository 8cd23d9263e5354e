package dev.mimeo.sql;

import dev.mimeo.sql.internal.JsonTree;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.JsonNodeFactory;

/**
 * Parses a query into the syntax tree of DuckDB's own parser. Mimeo has no other parser that decides whether a text is a query:
 * where two parsers differ, a second statement could hide.
 */
public final class SelectTree {

    /** Types of the nodes that only read. A WITH clause can contain others, such as those of INSERT. */
    private static final Set<String> QUERIES =
            Set.of("SELECT_NODE", "SET_OPERATION_NODE", "RECURSIVE_CTE_NODE", "CTE_NODE");

    private static final String NODE = "_NODE";

    private SelectTree() {}

    /**
     * Parses a text.
     *
     * @return the only statement; null if the text has one that is not a SELECT, or one that depends on rows, such as a PIVOT
     *     without values
     * @throws SqlException if it is not SQL, is empty, has several statements or changes something
     */
    public static @Nullable JsonNode parse(Connection connection, String sql) throws SqlException {
        JsonNode root = serialized(connection, sql);
        if (root.path("error").asBoolean(false)) {
            String message = root.path("error_message").asString("cannot be read");
            if (message.startsWith("Only SELECT")) {
                return null;
            }
            throw SqlException.ofSyntax(message);
        }
        JsonNode statements = root.path("statements");
        if (statements.isEmpty()) {
            throw SqlException.ofSyntax("the query is empty: write SELECT, FROM, WITH, DESCRIBE or SUMMARIZE");
        }
        if (statements.size() > 1) {
            throw SqlException.ofSyntax("more than one statement: run them one after the other");
        }
        check(statements.get(0));
        return statements.get(0);
    }

    private static JsonNode serialized(Connection connection, String sql) throws SqlException {
        if (sql.indexOf('\0') >= 0) {
            throw SqlException.ofSyntax("the query has a NUL character; remove it");
        }
        try (PreparedStatement statement =
                connection.prepareStatement("SELECT CAST(json_serialize_sql(CAST(? AS VARCHAR)) AS VARCHAR)")) {
            statement.setString(1, sql);
            try (ResultSet rows = statement.executeQuery()) {
                rows.next();
                return JsonTree.read(rows.getString(1));
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        } catch (JacksonException e) {
            throw SqlException.ofSyntax("the query is nested too deeply; simplify it");
        }
    }

    private static void check(JsonNode node) throws SqlException {
        String type = node.path("type").asString("");
        if (type.endsWith(NODE) && !QUERIES.contains(type)) {
            throw SqlException.ofSyntax("a query must not change data: INSERT, UPDATE, DELETE and MERGE are refused");
        }
        for (JsonNode child : node) {
            if (child.isContainer()) {
                check(child);
            }
        }
    }

    /** Returns the text of a statement that {@link #parse} returned, or of what it was changed into. */
    public static String text(Connection connection, JsonNode statement) throws SqlException {
        String document = JsonTree.text(JsonNodeFactory.instance
                .objectNode()
                .put("error", false)
                .set("statements", JsonNodeFactory.instance.arrayNode().add(statement)));
        try (PreparedStatement deserialization =
                connection.prepareStatement("SELECT json_deserialize_sql(CAST(? AS JSON))")) {
            deserialization.setString(1, document);
            try (ResultSet rows = deserialization.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        } catch (SQLException e) {
            throw SqlException.of(e);
        }
    }
}
