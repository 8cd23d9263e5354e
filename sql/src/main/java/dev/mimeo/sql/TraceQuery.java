package dev.mimeo.sql;

import dev.mimeo.dataseries.index.MinMaxIndex;
import dev.mimeo.sql.internal.Database;
import dev.mimeo.sql.internal.ParquetValues;
import dev.mimeo.sql.internal.PartitionFolders;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;

/**
 * One SQL query over DataSeries files.
 *
 * <p>Where SQL expects a table, a file name in quotes stands for the rows of the file: {@code SELECT count(*) FROM
 * 'trace.ds'}. A pattern such as {@code 'traces/*.ds'} stands for all files that match, one after the other.
 * {@code ds('trace.ds', 'TYPE')} names one of several types. The dialect is that of DuckDB, which runs the query; only
 * columns that it uses are decoded. Parquet, CSV and JSON files can be joined by their names. Columns:
 *
 * <table>
 * <caption>Types of fields and columns</caption>
 * <tr><td>bool</td><td>BOOLEAN</td></tr>
 * <tr><td>byte</td><td>UTINYINT</td></tr>
 * <tr><td>int32</td><td>INTEGER</td></tr>
 * <tr><td>int64</td><td>BIGINT, times as they are stored</td></tr>
 * <tr><td>double</td><td>DOUBLE, without an {@code opt_doublebase}</td></tr>
 * <tr><td>variable32</td><td>VARCHAR; BLOB if the type says to print hexadecimal or the options say so. A value that is
 * not UTF-8 in a VARCHAR column is an error</td></tr>
 * <tr><td>fixedwidth</td><td>BLOB</td></tr>
 * </table>
 *
 * <p>A query reads the files it names and nothing else, and changes nothing: statements other than queries are refused,
 * and the engine is kept from all other files. Rows without ORDER BY come in the order of the files unless they are
 * grouped or joined. Each query can be run once. Not thread-safe.
 */
public final class TraceQuery implements Closeable {

    /** Message of the engine about a file outside of those allowed. */
    private static final Pattern FORBIDDEN_FILE =
            Pattern.compile("Cannot access file \"(.*)\" - file system operations are disabled");

    /** The message about an unknown table; what follows may suggest one of the engine's own. */
    static final Pattern MISSING_TABLE = Pattern.compile("Catalog Error: Table with name (.*?) does not exist!");

    /** The message about a name with a dot, which is a table of a schema unless it is in quotes. */
    private static final Pattern MISSING_SCHEMA =
            Pattern.compile("Catalog Error: Table with name \"(.*?)\" does not exist because schema ");

    private static final String ALL_ROWS = "all rows";

    private final Engine engine;
    private final QueryText text;
    /** Errors of names that look like traces, by name; reported only if the query needs them. */
    private final Map<String, IOException> problems = new LinkedHashMap<>();

    private final List<Path> inputs = new ArrayList<>();
    private final InexactColumns inexact = new InexactColumns();

    /** Texts to be kept in Parquet files. */
    private final Map<String, String> metadata;

    private TraceQuery(Engine engine, QueryText text, Map<String, String> metadata) {
        this.engine = engine;
        this.text = text;
        this.metadata = metadata;
    }

    /**
     * Prepares a query.
     *
     * @param outputs files that it will be saved to, or folders that exist
     * @throws SqlException if the text is not one query
     * @throws IOException if a file cannot be read
     */
    public static TraceQuery open(String sql, SqlOptions options, List<Path> outputs) throws IOException {
        Engine engine = Engine.open(options);
        try {
            QueryText text = QueryText.parse(engine.connection(), sql);
            TraceQuery query = new TraceQuery(engine, text, Map.of());
            query.addTables(options, outputs);
            return query;
        } catch (SQLException e) {
            engine.close();
            throw engine.explain(e);
        } catch (IOException | RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    /**
     * Prepares a query for all rows of files, in their order.
     *
     * @param files at least one
     * @param outputs files that it will be saved to, or folders that exist; Parquet files get the type description too
     * @throws IOException if a file cannot be read
     */
    public static TraceQuery all(List<Path> files, SqlOptions options, List<Path> outputs) throws IOException {
        TypeTable table = TypeTable.open(files, options.typePattern(), options.binaryFields());
        checkBinary(options.binaryFields(), List.of(table));
        Engine engine = Engine.open(options);
        try {
            engine.addView(ALL_ROWS, table);
            engine.confine(outputs);
            QueryText text = QueryText.ofView(ALL_ROWS);
            TraceQuery query = new TraceQuery(
                    engine, text, Map.of(ParquetFiles.TYPE_KEY, table.type().xml()));
            query.inputs.addAll(files);
            return query;
        } catch (SQLException e) {
            engine.close();
            throw engine.explain(e);
        } catch (RuntimeException | Error e) {
            engine.close();
            throw e;
        }
    }

    private void addTables(SqlOptions options, List<Path> outputs) throws IOException, SQLException {
        List<Path> allowed = new ArrayList<>(outputs);
        Map<String, String> added = new HashMap<>();
        List<TypeTable> tables = new ArrayList<>();
        for (String name : text.names()) {
            if (TraceFiles.isTrace(name)) {
                try {
                    TypeTable table = table(TraceFiles.find(name), options.typePattern(), options);
                    String other = added.putIfAbsent(name.toLowerCase(Locale.ROOT), name);
                    if (other != null) {
                        throw new SqlException("'" + other + "' and '" + name
                                + "' differ in letter case only: write ds('" + name + "')");
                    }
                    addView(name, table, options);
                    tables.add(table);
                } catch (IOException e) {
                    problems.put(name, e);
                }
            } else if (text.parsed()) {
                addOther(name, allowed);
            }
        }
        for (Map.Entry<String, QueryText.TableCall> entry : text.calls().entrySet()) {
            QueryText.TableCall call = entry.getValue();
            String type = call.type() == null ? options.typePattern() : call.type();
            TypeTable table = table(TraceFiles.find(call.file()), type, options);
            addView(entry.getKey(), table, options);
            tables.add(table);
        }
        if (problems.isEmpty()) {
            checkBinary(options.binaryFields(), tables);
        }
        engine.confine(allowed);
    }

    private TypeTable table(List<Path> files, String type, SqlOptions options) throws IOException {
        inputs.addAll(files);
        return TypeTable.open(files, type, options.binaryFields());
    }

    /** Checks that each field that is to be read as bytes is a string of a table. */
    private static void checkBinary(Set<String> binaryFields, List<TypeTable> tables) throws SqlException {
        for (String name : new TreeSet<>(binaryFields)) {
            if (!name.equals(TraceColumn.EVERY_FIELD)
                    && tables.stream()
                            .flatMap(table -> table.columns().stream())
                            .noneMatch(column -> column.isString(name))) {
                throw new SqlException("no table has a string field '" + name + "' to read as bytes: check the name");
            }
        }
    }

    /** Makes a table known, without the extents in which an index says that no row passes the filters of the query. */
    private void addView(String name, TypeTable table, SqlOptions options) throws IOException, SQLException {
        Path index = options.index();
        JsonNode tree = text.tree();
        TypeTable pruned = index == null || tree == null
                ? table
                : table.without(MinMaxIndex.exclusion(
                        index,
                        table.type().name(),
                        WhereBounds.of(tree, name, table.columns()).selections()));
        engine.addView(name, pruned);
    }

    /** Allows the engine to read the file of a name, such as a Parquet file, should it be one. */
    private void addOther(String name, List<Path> allowed) throws IOException {
        try {
            Path file = Path.of(name);
            if (Files.isRegularFile(file)) {
                allowed.add(file);
                inputs.add(file);
                if (text.tables().contains(name)) {
                    TraceFiles.refuseDatabase(name, file);
                    if (CsvStart.isCsv(name)) {
                        refuseUnevenLines(name, file);
                    }
                }
                if (text.tables().contains(name) && JsonTimes.isJson(name)) {
                    inexact.addJson(engine, file);
                }
                inexact.addParquet(engine, file);
            } else if (TraceFiles.isStream(file)) {
                problems.put(name, TraceFiles.notAFile(name));
            }
        } catch (InvalidPathException e) {
            // A string that is not a path is not the name of a file.
        }
    }

    private void refuseUnevenLines(String name, Path file) throws SqlException {
        try {
            CsvStart start = CsvStart.of(engine.connection(), file);
            start.refuseSkippedLines(
                    engine.connection(),
                    lines -> "leave them out with read_csv(" + Database.quotedString(name) + ", skip = " + lines + ")");
            start.refuseUnsplitLines(
                    engine.connection(), ", or read it with read_csv(" + Database.quotedString(name) + ", delim = '')");
            inexact.addCsv(engine, start);
        } catch (SQLException e) {
            // The query will say so.
            System.getLogger(TraceQuery.class.getName())
                    .log(System.Logger.Level.DEBUG, "the start of a CSV file cannot be read", e);
        }
    }

    /** Returns warnings of columns of Parquet, CSV and JSON files that the query reads, whose values may be read as others. */
    public List<String> notes() {
        return text.wrappable() ? inexact.warnings(engine, text.sql()) : List.of();
    }

    /** Returns the files that the query reads, and other files whose names are strings in it. */
    public List<Path> inputs() {
        return List.copyOf(inputs);
    }

    /**
     * Runs the query and prints its rows, as they come.
     *
     * @param out left open
     * @throws SqlException if the query fails
     * @throws IOException if a file is damaged or writing fails
     */
    public ResultText.Printed print(ResultText.Format format, OutputStream out) throws IOException {
        if (!text.wrappable() && format != ResultText.Format.TABLE) {
            throw SqlException.ofSyntax("EXPLAIN can only be printed as a table");
        }
        try {
            if (text.wrappable()) {
                return ResultText.print(engine.connection(), text.sql(), format, out);
            }
            // The engine returns a plan as text.
            try (Statement statement = engine.connection().createStatement();
                    ResultSet rows = statement.executeQuery(text.sql())) {
                return ResultText.print(rows, ResultPrinter.ofLast(out));
            }
        } catch (SQLException e) {
            throw explain(e);
        }
    }

    /**
     * Runs the query and saves its rows as Parquet.
     *
     * @param file one of the outputs given before; overwritten
     * @param codec {@code zstd}, {@code snappy}, {@code gzip}, {@code lz4_raw}, {@code brotli} or {@code uncompressed}
     * @return rows saved
     * @throws SqlException if the query fails
     * @throws IOException if a file is damaged or writing fails
     */
    public long saveParquet(Path file, String codec) throws IOException {
        try {
            return ParquetFiles.save(engine, exactRows(), file, codec, metadata);
        } catch (SQLException e) {
            throw explain(e);
        }
    }

    /** Returns the query in parentheses, with values that Parquet holds exactly. */
    private String exactRows() throws SQLException {
        return "(" + ParquetValues.exact(engine.connection(), text.sql()) + "\n)";
    }

    /** Returns the same, with columns of doubles that name folders as texts. */
    private String rowsOfFolders(List<String> columns) throws SQLException {
        return "(" + PartitionFolders.withDoublesAsTexts(engine.connection(), "FROM " + exactRows(), columns) + "\n)";
    }

    /**
     * Runs the query and saves its rows as Parquet, in a folder for each combination of values: {@code day=2026-03-01/op=read}.
     * Characters of values that have a meaning in paths are percent-encoded, NULL is {@code __HIVE_DEFAULT_PARTITION__}. The
     * columns are in the names of the folders only. Rows of a folder keep their order.
     *
     * @param folder one of the outputs given before; exists and is empty
     * @param codec as of {@link #saveParquet(Path, String)}
     * @param columns names of columns of the result, at least one, and fewer than the result has
     * @return rows saved
     * @throws dev.mimeo.MimeoException if the query fails, or a value is an empty text, which readers could not tell from NULL
     * @throws IOException if a file is damaged or writing fails
     */
    public long savePartitions(Path folder, String codec, List<String> columns) throws IOException {
        try {
            long rows = ParquetFiles.savePartitions(engine, rowsOfFolders(columns), folder, codec, metadata, columns);
            PartitionFolders.finish(folder);
            return rows;
        } catch (SQLException e) {
            throw explain(e);
        }
    }

    /** Returns how many extents were read so far, counted once for each time that the query reads their table. */
    public long extentsRead() {
        return engine.extentsRead();
    }

    /** Returns how many extents were not read so far because {@link SqlOptions#index()} shows that no row in them passes. */
    public long extentsSkipped() {
        return engine.extentsSkipped();
    }

    private IOException explain(SQLException e) {
        IOException explained = text.wrappable() ? engine.explain(e, text.sql()) : engine.explain(e);
        if (explained instanceof SqlException) {
            String message = String.valueOf(explained.getMessage());
            for (Map.Entry<String, IOException> problem : problems.entrySet()) {
                // Catalog Error: Table with name NAME does not exist!
                if (message.contains(" " + problem.getKey() + " ")) {
                    return problem.getValue();
                }
            }
            if (message.endsWith(SqlException.AS_TEXT)) {
                String file = message.substring(0, message.indexOf(": line "));
                return new SqlException(
                        message + " with read_csv(" + Database.quotedString(file) + ", sample_size = -1)");
            }
            Matcher missing = MISSING_TABLE.matcher(message);
            if (missing.find()) {
                return TraceFiles.missing(missing.group(1));
            }
            Matcher unquoted = MISSING_SCHEMA.matcher(message);
            if (unquoted.find()) {
                String name = unquoted.group(1);
                return new SqlException("no table '" + name + "': put the name of a file into quotes: '" + name + "'");
            }
            Matcher forbidden = FORBIDDEN_FILE.matcher(message);
            if (forbidden.find()) {
                String name = forbidden.group(1);
                IOException problem = problems.get(name);
                if (problem != null) {
                    return problem;
                }
                return !TraceFiles.isPattern(name) && !Files.exists(Path.of(name))
                        ? new NoSuchFileException(name)
                        : new SqlException(
                                name + ": a query only reads files that it names one by one; patterns are for"
                                        + " DataSeries files");
            }
        }
        return explained;
    }

    @Override
    public void close() throws IOException {
        engine.close();
    }
}
