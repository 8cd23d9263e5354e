package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.ExtentType;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The reads of a CSV file: each takes time that grows with the file. */
@Tag("thorough")
final class TypedCsvTest {

    private static final String NAMES = "n,x,day,time,s\n";

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private List<String> queries(String text, @Nullable ExtentType type) throws Exception {
        Path file = Files.writeString(folder.resolve("t.csv"), text);
        List<String> queries = new ArrayList<>();
        try (Engine engine = Engine.open(SqlOptions.of(1, folder.resolve("spill")))) {
            Connection connection = recorded(Connection.class, engine.connection(), queries);
            CsvStart start = CsvStart.of(connection, file);
            start.refuseSkippedLines(connection, lines -> "");
            start.refuseUnsplitLines(connection, "");
            TypedCsv.of(connection, start, type);
            DateOrder.of(connection, start, start.reading());
        }
        return queries;
    }

    /** Returns an object that does what another one does, and keeps the queries of its statements. */
    private static <T> T recorded(Class<T> type, T object, List<String> queries) {
        return type.cast(Proxy.newProxyInstance(
                type.getClassLoader(), new Class<?>[] {type}, (self, method, values) -> {
                    if (method.getName().startsWith("execute") && values != null) {
                        queries.add(String.valueOf(values[0]));
                    }
                    try {
                        Object result = method.invoke(object, values);
                        return result instanceof Statement statement
                                ? recorded(Statement.class, statement, queries)
                                : result;
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                }));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '!', textBlock = """
            5,1.5,2026-01-31,2026-01-31 12:00:00,x | 1
            5,1.5,2026-01-31,2026-01-31 12:00:00.123456,"" | 1
            5,,,, | 1
            5,1.5,31/01/2026,2026-01-31 12:00:00,x | 2
            5,1.5,2026-01-31,2026-01-31 12:00:00.123456789,x | 2
            5,0.1000000000000000055,2026-01-31,2026-01-31 12:00:00,x | 2
            5,0.1000000000000000055,2026-01-31,2026-01-31 12:00:00.123456789,x | 3
            """)
    void valuesAreReadOnceUnlessSomeHaveManyDigitsOrDatesAreUncertain(String line, int reads) throws Exception {
        List<String> queries = queries(NAMES + (line + "\n").repeat(3), null);
        assertThat(queries).filteredOn(query -> query.contains("sniff_csv")).hasSize(1);
        assertThat(queries).filteredOn(query -> query.contains("read_csv")).hasSize(reads);
    }

    @Test
    void valuesForAGivenTypeAreReadOnce() throws Exception {
        ExtentType type = ExtentType.parse(
                "<ExtentType name='T'><field name='n' type='int64' /><field name='s' type='variable32' /></ExtentType>");
        List<String> queries = queries(NAMES + "5,1.5,2026-01-31,2026-01-31 12:00:00.123456789,x\n", type);
        assertThat(queries).hasSize(2);
        assertThat(queries).filteredOn(query -> query.contains("read_csv")).hasSize(1);
    }
}
