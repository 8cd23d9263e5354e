package dev.mimeo.garage.query;

import dev.mimeo.sql.internal.Database;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Views of a connection on slots, one for each table that a script names, and the statement that reads them. Both stay from file
 * to file as long as the tables have the same columns. Used by the thread of the connection.
 */
final class TableViews {

    private final GarageEngine engine;
    private final Connection connection;
    private final Map<String, SourceSlot> slots = new HashMap<>();
    private final Map<String, Integer> numbers = new HashMap<>();
    private String signature = "";
    private @Nullable PreparedStatement statement;
    private String prepared = "";

    TableViews(GarageEngine engine, Connection connection) {
        this.engine = engine;
        this.connection = connection;
    }

    /**
     * Lets the engine see tables.
     *
     * @param sources by the names of their views
     * @param current equal for tables of equal columns
     */
    void show(Map<String, TableSource> sources, String current) throws SQLException {
        for (Map.Entry<String, TableSource> table : sources.entrySet()) {
            SourceSlot slot = slots.computeIfAbsent(table.getKey(), name -> {
                SourceSlot added = new SourceSlot();
                numbers.put(name, engine.addSlot(added));
                return added;
            });
            slot.set(table.getValue());
        }
        if (!current.equals(signature)) {
            closeStatement();
            signature = "";
            for (String name : sources.keySet()) {
                Database.execute(
                        connection,
                        "CREATE OR REPLACE TEMP VIEW " + Database.quotedName(name) + " AS SELECT * FROM "
                                + SourceFunction.NAME + "(" + numbers.get(name) + ")");
            }
            signature = current;
        }
    }

    /** Forgets the tables; what went wrong can still be asked for. */
    void hide() {
        slots.values().forEach(SourceSlot::clear);
    }

    /** Returns the statement, prepared again if its text is not that of before. */
    PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement current = statement;
        if (current == null || !prepared.equals(sql)) {
            closeStatement();
            current = connection.prepareStatement(sql);
            statement = current;
            prepared = sql;
        }
        return current;
    }

    void closeStatement() throws SQLException {
        PreparedStatement current = statement;
        if (current != null) {
            statement = null;
            current.close();
        }
    }

    /** Returns what went wrong in a callback of the engine, or null. */
    @Nullable Throwable failure() {
        for (SourceSlot slot : slots.values()) {
            if (slot.failure() != null) {
                return slot.failure();
            }
        }
        return null;
    }

    /** Forgets the slots, when the connection is closed. */
    void removeSlots() {
        numbers.values().forEach(engine::removeSlot);
    }
}
