package dev.mimeo.garage.load;

import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The columns of a Parquet file that are read, each in the form in which a query selects it. For one thread at a time. */
final class ParquetColumns {

    /**
     * A column of the query.
     *
     * @param index its number in the results, from 1
     */
    record Column(int index, SqlForm form) {}

    /** A counter that has a column of its own. */
    record CounterColumn(TableCounter counter, Column column) {}

    private final Path file;
    private final boolean singlePrecision;
    private final String relation;
    private final List<String> names;
    private final List<String> types;
    private final ColumnRoles roles;

    /** The expressions of the query. */
    private final List<String> selection = new ArrayList<>();

    /** The name of the server; null if the options give it or the name of the file does. */
    final @Nullable Column server;

    final Column time;

    /** The time of the sample before; null if there is none. */
    final @Nullable Column previous;

    final @Nullable Column instance;

    /** The name of the counter of a row, null if counters have columns. */
    final @Nullable Column counter;

    /** The value of that counter; null if there is none or the sink does not want it. */
    final @Nullable Column value;

    /** The folders of an instance, from the outermost one on; null where a level has no column. */
    final List<@Nullable Column> folders = new ArrayList<>();

    /** The counters with columns; none if the sink does not want values. */
    final List<CounterColumn> counters = new ArrayList<>();

    /**
     * Selects columns, and declares the counters that have a column each.
     *
     * @param columns the types of all columns of the file by their names
     */
    ParquetColumns(ParquetSource source, Map<String, String> columns, CounterTable target, SampleSink sink)
            throws IOException {
        this.file = source.file();
        this.relation = source.relation();
        CounterImportOptions options = source.options();
        this.singlePrecision = options.content().singlePrecision();
        this.names = List.copyOf(columns.keySet());
        this.types = List.copyOf(columns.values());
        this.roles = ColumnRoles.of(file, names, options);
        if (roles.previous() >= 0) {
            target.addPrevious();
        }
        this.server = options.keys().serverName() == null ? text(roles.server()) : null;
        this.time = time(roles.time());
        this.previous = roles.previous() < 0 ? null : time(roles.previous());
        this.instance = text(roles.instance());
        this.counter = text(roles.counter());
        for (int column : roles.folders()) {
            folders.add(text(column));
        }
        this.value = roles.isLong() && sink.wantsValues() ? value(roles.value()) : null;
        addCounters(target, sink);
    }

    private void addCounters(CounterTable target, SampleSink sink) throws IOException {
        for (int i = 0; i < names.size(); i++) {
            String name = roles.counters().get(i);
            if (name.isEmpty()) {
                continue;
            }
            TableCounter found = target.counter(name);
            sink.declare(found, form(i).kind());
            if (sink.wantsValues()) {
                counters.add(new CounterColumn(found, value(i)));
            }
        }
    }

    /** Returns the query for all rows. */
    String query() {
        return "SELECT " + String.join(", ", selection) + " FROM " + relation;
    }

    /** Returns the kind of the values of rows that name their counter. */
    CellKind valueKind() {
        return form(roles.value()).kind();
    }

    private SqlForm form(int column) {
        SqlForm form = SqlForm.of(types.get(column));
        return singlePrecision ? form.inSinglePrecision() : form;
    }

    private Column select(int column, SqlForm form) {
        selection.add(form.sql(Database.quotedName(names.get(column))));
        return new Column(selection.size(), form);
    }

    private Column value(int column) {
        return select(column, form(column));
    }

    private @Nullable Column text(int column) {
        return column < 0 ? null : select(column, SqlForm.TEXT);
    }

    private Column time(int column) throws LoadException {
        SqlForm form = SqlForm.of(types.get(column));
        if (form == SqlForm.TEXT || form == SqlForm.BOOL) {
            throw new LoadException(file + ": column '" + names.get(column) + "' holds " + types.get(column)
                    + ", not times; expected times or numbers");
        }
        boolean isTime = form == SqlForm.MICROS || form == SqlForm.NANOS;
        return select(column, isTime || form == SqlForm.WHOLE ? form : SqlForm.FLOAT64);
    }
}
