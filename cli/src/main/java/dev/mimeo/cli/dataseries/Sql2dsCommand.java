package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.CommandFailure;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.TakesSql;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TextFiles;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.formats.jdbc.SqlImport;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.Driver;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.ServiceLoader;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Turns a table of a database into a DataSeries file. */
@Command(
        name = "sql2ds",
        customSynopsis = "mimeo sql2ds --dsn=jdbc:... (TABLE | --query=SQL) DS [OPTIONS]",
        description = {
            "Converts a database table or query to a DataSeries file.",
            "",
            "Integers become int32 or int64, reals double, dates and times microseconds since",
            "1970 (int64), exact decimals double or text, blobs and strings variable32.",
            "Columns that may be null become nullable fields."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo sql2ds --dsn=jdbc:sqlite:web.db --driver-jar=sqlite-jdbc.jar hits web.ds",
            "  mimeo sql2ds --dsn=jdbc:postgresql://host/db --driver-jar=postgresql.jar \\",
            "      --user=me --password-file=secret --query='select * from t' t.ds"
        })
final class Sql2dsCommand extends MimeoSubcommand implements TakesSql {

    private static final int FETCH_ROWS = 8192;

    /**
     * Addresses that are the path of a file, which the drivers would create. No scheme follows, as of a URI or another database, nor a tilde,
     * which DuckDB replaces.
     */
    private static final Pattern FILE_DATABASE = Pattern.compile("jdbc:(?:sqlite|duckdb):(?!\\w{2,}:|~)([^:].*)");

    /** The mode in which SQLite opens a file for reading and writing, where it may, and does not create it. */
    private static final String SQLITE_READWRITE = "2";

    private static final String DUCKDB_MODE = "access_mode";

    @Mixin
    private PackingOptions packing = new PackingOptions();

    @Parameters(
            paramLabel = "TABLE DS",
            arity = "1..2",
            hideParamSyntax = true,
            description = "Table to read, and file to write, or - for standard output.")
    private List<String> names = new ArrayList<>();

    @Option(names = "--dsn", paramLabel = "URL", required = true, description = "JDBC address of the database.")
    private String address = "";

    @Option(names = "--query", paramLabel = "SQL", description = "Query to run instead of reading a table.")
    private @Nullable String query;

    @Option(
            names = "--driver-jar",
            paramLabel = "FILE",
            description = "Jar with the JDBC driver; may be repeated (default: the class path).")
    private List<String> jars = new ArrayList<>();

    @Option(names = "--user", paramLabel = "NAME", description = "User of the database.")
    private @Nullable String user;

    @Option(names = "--password-file", paramLabel = "FILE", description = "File whose first line is the password.")
    private @Nullable String passwordFile;

    @Option(names = "--type-name", paramLabel = "NAME", description = "Name of the type (default: TABLE, or Query).")
    private @Nullable String typeName;

    @Option(names = "--int64", description = "Make all integers int64.")
    private boolean wide;

    Sql2dsCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        if (names.size() != (query == null ? 2 : 1)) {
            throw usageError("give a table or --query, and the file to write");
        }
        String output = names.get(names.size() - 1);
        refuseTwoResults(output);
        String source = database().replaceFirst("^jdbc:\\w+:(file:)?", "");
        if (Outputs.exists(source)) {
            refuseInput(output, List.of(Outputs.path(source)));
        }
        Matcher path = FILE_DATABASE.matcher(database());
        if (path.matches() && !Outputs.exists(path.group(1))) {
            throw new NoSuchFileException(path.group(1));
        }
        try (Output file = outputs.openBinary(output, force);
                URLClassLoader loader = loader()) {
            Connection connection = connect(loader);
            try (connection) {
                convert(connection, file, output);
            }
        } catch (SQLException e) {
            String problem = Failures.withoutQuery(String.valueOf(e.getMessage()));
            throw new IOException(database() + ": " + Failures.oneLine(problem), e);
        }
        return 0;
    }

    /** Returns the address without what may be a password. */
    private String database() {
        return address.replaceFirst("[?;].*", "").replaceFirst("//[^/@]*@", "//");
    }

    private URLClassLoader loader() throws IOException {
        List<URL> urls = new ArrayList<>();
        for (String jar : jars) {
            Path path = Outputs.path(jar);
            Folders.refuse(path);
            if (!Files.isRegularFile(path)) {
                throw new NoSuchFileException(jar);
            }
            urls.add(path.toUri().toURL());
        }
        return new URLClassLoader(urls.toArray(URL[]::new), Sql2dsCommand.class.getClassLoader());
    }

    private Connection connect(ClassLoader loader) throws IOException, SQLException {
        Properties properties = new Properties();
        if (user != null) {
            properties.setProperty("user", user);
        }
        if (passwordFile != null) {
            List<String> lines = TextFiles.lines(passwordFile, "a password");
            properties.setProperty("password", lines.isEmpty() ? "" : lines.get(0));
        }
        if (address.startsWith("jdbc:sqlite:")) {
            properties.setProperty("open_mode", SQLITE_READWRITE);
        }
        if (address.startsWith("jdbc:duckdb:")
                && FILE_DATABASE.matcher(database()).matches()
                && !address.contains(DUCKDB_MODE)) {
            // Otherwise the driver needs a file that it can write, which no other process has open, and moves its log
            // into it.
            properties.setProperty(DUCKDB_MODE, "READ_ONLY");
        }
        // The driver manager does not know drivers of other class loaders.
        for (Driver driver : ServiceLoader.load(Driver.class, loader)) {
            Connection connection = driver.acceptsURL(address) ? driver.connect(address, properties) : null;
            if (connection != null) {
                return connection;
            }
        }
        throw new CommandFailure(database() + ": no JDBC driver for it"
                + (jars.isEmpty() ? ": name its jar with --driver-jar" : " in " + String.join(", ", jars)));
    }

    private void convert(Connection connection, Output file, String output) throws IOException, SQLException {
        // PostgreSQL only streams within a transaction.
        connection.setAutoCommit(false);
        try (Statement statement =
                connection.createStatement(ResultSet.TYPE_FORWARD_ONLY, ResultSet.CONCUR_READ_ONLY)) {
            // MySQL only streams with this value.
            statement.setFetchSize(address.startsWith("jdbc:mysql:") ? Integer.MIN_VALUE : FETCH_ROWS);
            String text = query == null ? "select * from " + tableName(connection) : query;
            String table = query == null ? names.get(0) : "Query";
            try (ResultSet result = statement.executeQuery(text)) {
                SqlImport rows = SqlImport.of(result, database(), typeName == null ? table : typeName, wide);
                long count = copy(rows, file);
                file.commit();
                report(rows, count, file, output);
            }
        }
    }

    /** Returns the table's name as SQL takes it: quoted if there is a table of just this name, or it is no plain identifier. */
    private String tableName(Connection connection) throws SQLException {
        String name = names.get(0);
        DatabaseMetaData database = connection.getMetaData();
        String quote = database.getIdentifierQuoteString();
        boolean isPlain = name.matches("[A-Za-z_][A-Za-z0-9_]*(\\.[A-Za-z_][A-Za-z0-9_]*)*");
        return quote.isBlank() || (isPlain && !isTable(database, name))
                ? name
                : quote + name.replace(quote, quote + quote) + quote;
    }

    /** Returns whether there is a table of a name, which without quotes may be a word of SQL, or lose its capitals. */
    private static boolean isTable(DatabaseMetaData database, String name) throws SQLException {
        try (ResultSet tables = database.getTables(null, null, name, null)) {
            boolean found = false;
            while (!found && tables.next()) {
                // The name is a pattern to the driver.
                found = name.equals(tables.getString("TABLE_NAME"));
            }
            return found;
        }
    }

    private long copy(SqlImport rows, Output file) throws IOException {
        DataSeriesWriter writer =
                DataSeriesWriter.create(file.channel(), List.of(rows.type()), packing.writerOptions(threads()));
        try (Progress progress = stepProgress("sql2ds")) {
            ExtentOutput output = new ExtentOutput(writer, rows.type(), packing.extentSize());
            long count = rows.copy(output, done -> progress.update(done, 0));
            output.close();
            writer.close();
            return count;
        } catch (IOException | RuntimeException | Error e) {
            writer.abort();
            throw e;
        }
    }

    private void report(SqlImport rows, long count, Output file, String output) throws IOException {
        if (json) {
            ObjectNode document = Json.object()
                    .put("database", database())
                    .put("output", output)
                    .put("type", rows.type().name())
                    .put("xml", rows.type().xml())
                    .put("rows", count)
                    .put("outputBytes", file.bytes());
            ArrayNode notes = document.putArray("notes");
            rows.notes().forEach(notes::add);
            print(Json.render(document));
        }
        rows.notes().forEach(this::warn);
        note(String.format(
                Locale.ROOT,
                "%s of type %s, %s%n",
                Counts.of(count, "row"),
                rows.type().name(),
                Counts.of(file.bytes(), "byte")));
    }
}
