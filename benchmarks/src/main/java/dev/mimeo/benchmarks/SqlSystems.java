package dev.mimeo.benchmarks;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.Field;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlOptions;
import dev.mimeo.sql.TraceQuery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Engines that take SQL: a statement for each field to group by, with all differences. One thread each. */
final class SqlSystems {

    private SqlSystems() {}

    /** Runs a statement and returns its rows, each a list of numbers as text. */
    interface Runner {
        List<String[]> rows(String sql) throws Exception;
    }

    static List<GroupStatistics> run(List<DiskQuery> queries, String table, Runner runner) throws Exception {
        Map<DiskQuery, GroupStatistics> statistics = new HashMap<>();
        for (Map.Entry<String, List<DiskQuery>> entry :
                DiskQuery.byGroup(queries).entrySet()) {
            List<DiskQuery> ofGroup = entry.getValue();
            ofGroup.forEach(query -> statistics.put(query, new GroupStatistics()));
            for (String[] row : runner.rows(DiskQuery.sql(entry.getKey(), ofGroup, table))) {
                int key = Integer.parseInt(row[0]);
                long count = Long.parseLong(row[1]);
                for (int i = 0; i < ofGroup.size(); i++) {
                    double[] values = new double[4];
                    for (int v = 0; v < values.length; v++) {
                        values[v] = Double.parseDouble(row[2 + 4 * i + v]);
                    }
                    GroupStatistics.Group group =
                            new GroupStatistics.Group(count, values[0], values[1], values[2], values[3]);
                    statistics
                            .getOrDefault(ofGroup.get(i), new GroupStatistics())
                            .put(key, group);
                }
            }
        }
        return queries.stream()
                .map(query -> statistics.getOrDefault(query, new GroupStatistics()))
                .toList();
    }

    private static List<String[]> rows(Connection connection, String sql) throws SQLException {
        List<String[]> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                String[] row = new String[columns];
                for (int i = 0; i < columns; i++) {
                    row[i] = result.getString(i + 1);
                }
                rows.add(row);
            }
        }
        return rows;
    }

    /** A DataSeries file, by dssql. */
    static QuerySystem trace(String name, Path file, Path spill) {
        return new QuerySystem() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public long bytes() {
                return file.toFile().length();
            }

            @Override
            public List<GroupStatistics> run(List<DiskQuery> queries) throws Exception {
                return SqlSystems.run(queries, "'" + file + "'", this::rows);
            }

            private List<String[]> rows(String sql) throws IOException {
                ByteArrayOutputStream out = new ByteArrayOutputStream();
                try (TraceQuery query = TraceQuery.open(sql, SqlOptions.of(1, spill), List.of())) {
                    query.print(ResultText.Format.CSV, out);
                }
                return out.toString(StandardCharsets.UTF_8)
                        .lines()
                        .skip(1)
                        .map(line -> line.split(","))
                        .toList();
            }

            @Override
            public void close() {}
        };
    }

    /** A Parquet file with the rows of a DataSeries file, by DuckDB. */
    static QuerySystem parquet(Path source, Path file, Path spill) throws IOException, SQLException {
        try (TraceQuery all = TraceQuery.all(List.of(source), SqlOptions.of(1, spill), List.of(file))) {
            all.saveParquet(file, "zstd");
        }
        Connection connection = DriverManager.getConnection("jdbc:duckdb:");
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET threads = 1");
        }
        return new ConnectedSystem("Parquet zstd, DuckDB", file, connection, "'" + file + "'");
    }

    /** A database with the rows of a DataSeries file, by SQLite. */
    static QuerySystem sqlite(Path source, Path file) throws IOException, SQLException {
        Connection connection = DriverManager.getConnection("jdbc:sqlite:" + file);
        List<String> fields = DiskTrace.fields();
        try (Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE trace (" + String.join(", ", fields) + ")");
        }
        connection.setAutoCommit(false);
        String places = fields.stream().map(field -> "?").collect(Collectors.joining(", "));
        try (DataSeriesReader reader = DataSeriesReader.open(source);
                ExtentSource extents = reader.extents("*", 1);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO trace VALUES (" + places + ")")) {
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                for (int row = 0; row < extent.rows(); row++) {
                    for (Field field : extent.type().fields()) {
                        set(insert, extent, field, row);
                    }
                    insert.executeUpdate();
                }
            }
        }
        connection.commit();
        connection.setAutoCommit(true);
        return new ConnectedSystem("SQLite", file, connection, "trace");
    }

    private static void set(PreparedStatement insert, Extent extent, Field field, int row) throws SQLException {
        int index = field.index();
        switch (field.type()) {
            case DOUBLE -> insert.setDouble(index + 1, extent.doubles(index)[row]);
            case INT32 -> insert.setInt(index + 1, extent.ints(index)[row]);
            case INT64 -> insert.setLong(index + 1, extent.longs(index)[row]);
            default -> insert.setInt(index + 1, extent.booleans(index)[row] ? 1 : 0);
        }
    }

    private record ConnectedSystem(String name, Path file, Connection connection, String table) implements QuerySystem {
        @Override
        public long bytes() {
            return file.toFile().length();
        }

        @Override
        public List<GroupStatistics> run(List<DiskQuery> queries) throws Exception {
            return SqlSystems.run(queries, table, sql -> rows(connection, sql));
        }

        @Override
        public void close() throws IOException {
            try {
                connection.close();
            } catch (SQLException e) {
                throw new IOException(e);
            } finally {
                Files.deleteIfExists(file);
            }
        }
    }
}
