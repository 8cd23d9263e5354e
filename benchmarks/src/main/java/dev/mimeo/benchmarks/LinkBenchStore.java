package dev.mimeo.benchmarks;

import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The three tables of LinkBench in MariaDB or MySQL, by one connection. Not thread-safe. */
final class LinkBenchStore implements AutoCloseable {

    private static final int NODE_TYPE = 2048;

    /** An edge of the graph. Never compared. */
    @SuppressWarnings("ArrayRecordComponent")
    record Link(long id1, long type, long id2, byte[] data) {}

    private final Connection connection;
    private final Map<String, PreparedStatement> statements = new HashMap<>();

    LinkBenchStore(String url) throws SQLException {
        connection = DriverManager.getConnection(url);
    }

    /**
     * Makes the tables anew.
     *
     * @param options options of the tables with payloads, such as {@code PAGE_COMPRESSED=1}; possibly empty
     */
    void createTables(String options) throws SQLException {
        execute("DROP TABLE IF EXISTS nodetable, linktable, counttable");
        execute("CREATE TABLE nodetable (id BIGINT UNSIGNED NOT NULL AUTO_INCREMENT, type INT UNSIGNED NOT NULL,"
                + " version BIGINT UNSIGNED NOT NULL, time INT UNSIGNED NOT NULL, data MEDIUMTEXT NOT NULL,"
                + " PRIMARY KEY (id)) ENGINE=InnoDB CHARSET=latin1 " + options);
        execute("CREATE TABLE linktable (id1 BIGINT UNSIGNED NOT NULL, id2 BIGINT UNSIGNED NOT NULL,"
                + " link_type BIGINT UNSIGNED NOT NULL, visibility TINYINT NOT NULL, data VARCHAR(255) NOT NULL,"
                + " time BIGINT UNSIGNED NOT NULL, version INT UNSIGNED NOT NULL, PRIMARY KEY (link_type, id1, id2),"
                + " KEY id1_type (id1, link_type, visibility, time, id2, version, data)) ENGINE=InnoDB CHARSET=latin1 "
                + options + " PARTITION BY KEY (id1) PARTITIONS 16");
        execute("CREATE TABLE counttable (id BIGINT UNSIGNED NOT NULL, link_type BIGINT UNSIGNED NOT NULL,"
                + " count INT UNSIGNED NOT NULL, time BIGINT UNSIGNED NOT NULL, version BIGINT UNSIGNED NOT NULL,"
                + " PRIMARY KEY (id, link_type)) ENGINE=InnoDB CHARSET=latin1");
    }

    private void execute(String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }

    /** Adds nodes in one statement. */
    void addNodes(List<byte[]> payloads) throws SQLException {
        PreparedStatement insert = prepare("INSERT INTO nodetable (type, version, time, data) VALUES "
                + String.join(", ", Collections.nCopies(payloads.size(), "(" + NODE_TYPE + ", 1, 1, ?)")));
        for (int i = 0; i < payloads.size(); i++) {
            insert.setBytes(i + 1, payloads.get(i));
        }
        insert.executeUpdate();
    }

    /** Adds links in one statement, without counting them. */
    void addLinks(List<Link> links) throws SQLException {
        PreparedStatement insert = prepare("INSERT INTO linktable VALUES "
                + String.join(", ", Collections.nCopies(links.size(), "(?, ?, ?, 1, ?, 1, 1)"))
                + " ON DUPLICATE KEY UPDATE data = VALUES(data)");
        int parameter = 1;
        for (Link link : links) {
            insert.setLong(parameter++, link.id1());
            insert.setLong(parameter++, link.id2());
            insert.setLong(parameter++, link.type());
            insert.setBytes(parameter++, link.data());
        }
        insert.executeUpdate();
    }

    /** Adds or removes links of a node to its count. */
    void addCount(long id, long type, int links) throws SQLException {
        update(
                "INSERT INTO counttable VALUES (?, ?, ?, 1, 1) ON DUPLICATE KEY UPDATE count = count + " + links
                        + ", version = version + 1",
                null,
                id,
                type,
                Math.max(0, links));
    }

    /** Adds a link and counts it, or replaces what it says, in a transaction. */
    void addLink(Link link) throws SQLException {
        connection.setAutoCommit(false);
        try {
            int rows = update(
                    "INSERT INTO linktable (data, id1, id2, link_type, visibility, time, version) VALUES"
                            + " (?, ?, ?, ?, 1, 1, 1) ON DUPLICATE KEY UPDATE data = VALUES(data), version = version + 1",
                    link.data(),
                    link.id1(),
                    link.id2(),
                    link.type());
            if (rows == 1) {
                addCount(link.id1(), link.type(), 1);
            }
            connection.commit();
        } catch (SQLException e) {
            connection.rollback();
            throw e;
        } finally {
            connection.setAutoCommit(true);
        }
    }

    int updateLink(Link link) throws SQLException {
        return update(
                "UPDATE linktable SET data = ?, version = version + 1 WHERE id1 = ? AND id2 = ? AND link_type = ?",
                link.data(),
                link.id1(),
                link.id2(),
                link.type());
    }

    int deleteLink(long id1, long type, long id2) throws SQLException {
        return update(
                "UPDATE linktable SET visibility = 0 WHERE id1 = ? AND id2 = ? AND link_type = ?",
                null,
                id1,
                id2,
                type);
    }

    int updateNode(long id, byte[] data) throws SQLException {
        return update("UPDATE nodetable SET data = ?, version = version + 1 WHERE id = ?", data, id);
    }

    int deleteNode(long id) throws SQLException {
        return update("DELETE FROM nodetable WHERE id = ?", null, id);
    }

    int readNode(long id) throws SQLException {
        return read("SELECT data FROM nodetable WHERE id = ?", id);
    }

    int readLink(long id1, long type, long id2) throws SQLException {
        return read("SELECT data FROM linktable WHERE id1 = ? AND link_type = ? AND id2 = ?", id1, type, id2);
    }

    int readLinks(long id1, long type) throws SQLException {
        return read(
                "SELECT data FROM linktable FORCE INDEX (id1_type) WHERE id1 = ? AND link_type = ? AND visibility = 1"
                        + " ORDER BY time DESC LIMIT 10000",
                id1,
                type);
    }

    int readCount(long id, long type) throws SQLException {
        return read("SELECT count FROM counttable WHERE id = ? AND link_type = ?", id, type);
    }

    private int update(String sql, byte @Nullable [] data, long... numbers) throws SQLException {
        PreparedStatement statement = prepare(sql);
        int parameter = 1;
        if (data != null) {
            statement.setBytes(parameter++, data);
        }
        for (long number : numbers) {
            statement.setLong(parameter++, number);
        }
        return statement.executeUpdate();
    }

    /** Reads the first column of all rows and returns how many there are. */
    private int read(String sql, long... numbers) throws SQLException {
        PreparedStatement statement = prepare(sql);
        for (int i = 0; i < numbers.length; i++) {
            statement.setLong(i + 1, numbers[i]);
        }
        int rows = 0;
        try (ResultSet result = statement.executeQuery()) {
            while (result.next()) {
                result.getObject(1);
                rows++;
            }
        }
        return rows;
    }

    private PreparedStatement prepare(String sql) throws SQLException {
        PreparedStatement statement = statements.get(sql);
        if (statement == null) {
            statement = connection.prepareStatement(sql);
            statements.put(sql, statement);
        }
        return statement;
    }

    /** Returns what the file system has allocated for a table, once all of it is written. */
    long allocatedBytes(String table) throws SQLException {
        execute("FLUSH TABLES " + table + " FOR EXPORT");
        try {
            return number(
                    "SELECT SUM(allocated_size) FROM information_schema.innodb_sys_tablespaces WHERE name = CONCAT("
                            + "DATABASE(), '/" + table + "') OR name LIKE CONCAT(DATABASE(), '/" + table + "#%')");
        } finally {
            execute("UNLOCK TABLES");
        }
    }

    /** Returns a checksum of all nodes, whatever their order. */
    long nodeChecksum() throws SQLException {
        return number("SELECT BIT_XOR(CONV(LEFT(MD5(CONCAT(id, HEX(data))), 15), 16, 10)) FROM nodetable");
    }

    /** Returns a checksum of all links, whatever their order. */
    long linkChecksum() throws SQLException {
        return number("SELECT BIT_XOR(CONV(LEFT(MD5(CONCAT_WS(' ', id1, id2, link_type, HEX(data))), 15), 16, 10))"
                + " FROM linktable");
    }

    /** Returns the number that a query finds. */
    long number(String sql) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            result.next();
            return result.getLong(1);
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
