package dev.mimeo.formats.java;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesFiles;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.TraceFixture;
import java.io.Closeable;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Cursors of a generated class over files of the type that it was generated from, and of other ones. */
@Tag("thorough")
final class GeneratedCursorTest {

    private static final String FIELDS = """
              <field type="int64" name="time" />
              <field type="variable32" name="name" opt_nullable="yes" />
              <field type="fixedwidth" name="id" size="2" />
              <field type="double" name="share" />
            """;

    @TempDir
    Path folder;

    private Class<?> cursor;
    private Class<?> program;

    private static String type(String version, String fields) {
        return "<ExtentType name=\"My::Rows\" version=\"" + version + "\">" + fields + "</ExtentType>";
    }

    @BeforeEach
    void generate() throws Exception {
        program = program(ExtentType.parse(type("1.2", FIELDS)), "MyRows");
        cursor = program.getClassLoader().loadClass("p.MyRows$Cursor");
    }

    private Class<?> program(ExtentType type, String className) throws Exception {
        GeneratedSources sources = GeneratedSources.of(TypeClasses.generate(List.of(type), "p"), "p");
        sources.add("p", "Program", CursorSource.of("p", "Program", type, className));
        return sources.compiled(folder).loadClass("p.Program");
    }

    private List<?> rows(byte[] file) throws Exception {
        try (DataSeriesReader reader = DataSeriesReader.read(file, "some.ds")) {
            return rows(program, reader);
        }
    }

    private static List<?> rows(Class<?> program, DataSeriesReader reader) throws Exception {
        try {
            return (List<?>)
                    program.getMethod("rows", DataSeriesReader.class, int.class).invoke(null, reader, 1);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private Object over(ExtentSource source) throws Exception {
        return cursor.getConstructor(ExtentSource.class).newInstance(source);
    }

    private Object call(Object target, String method) throws Exception {
        try {
            return target.getClass().getMethod(method).invoke(target);
        } catch (InvocationTargetException e) {
            throw (Exception) e.getCause();
        }
    }

    private static byte[] id(int first) {
        return new byte[] {(byte) first, 9};
    }

    @Test
    void goesThroughTheRowsOfAllExtents() throws Exception {
        byte[] file = TraceFixture.of(type("1.2", FIELDS), "<ExtentType name=\"Other\" />")
                .extent()
                .row(1L, "a", id(1), 0.5)
                .extent("Other")
                .extent("My::Rows")
                .extent("My::Rows")
                .row(2L, null, id(2), 1.5)
                .row(3L, "", id(3), 2.5)
                .extent("My::Rows")
                .bytes();
        List<?> rows = rows(file);
        assertThat(rows).hasSize(3);
        assertThat((Object[]) rows.get(0)).containsExactly(1L, "a".getBytes(UTF_8), id(1), 0.5);
        assertThat((Object[]) rows.get(1)).containsExactly(2L, null, id(2), 1.5);
        assertThat((Object[]) rows.get(2)).containsExactly(3L, new byte[0], id(3), 2.5);
    }

    @Test
    void isAtNoRowBeforeTheFirstAndAfterTheLast() throws Exception {
        byte[] file =
                TraceFixture.of(type("1.2", FIELDS)).row(1L, "a", id(1), 0.5).bytes();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "some.ds")) {
            Object row = over(reader.extents("My::Rows", 1));
            assertAtNoRow(row);
            assertThat(call(row, "next")).isEqualTo(true);
            assertThat(call(row, "row")).isEqualTo(0);
            assertThat(call(row, "name")).isEqualTo("a");
            assertThat(call(call(row, "current"), "rows")).isEqualTo(1);
            for (int i = 0; i < 3; i++) {
                assertThat(call(row, "next")).isEqualTo(false);
                assertAtNoRow(row);
            }
        }
    }

    private void assertAtNoRow(Object row) throws Exception {
        assertThat(call(row, "row")).isEqualTo(-1);
        assertThat(call(call(row, "current"), "rows")).isEqualTo(0);
        List<String> readers = List.of("time", "name", "nameBytes", "isNameNull", "id", "share");
        for (String reader : readers) {
            assertThatThrownBy(() -> call(row, reader)).as(reader).isInstanceOf(IndexOutOfBoundsException.class);
        }
    }

    @Test
    void namesTheTypeAndItsVersion() throws Exception {
        Class<?> rows = cursor.getDeclaringClass();
        assertThat(rows.getField("TYPE_NAME").get(null)).isEqualTo("My::Rows");
        assertThat(rows.getField("MAJOR_VERSION").get(null)).isEqualTo(1);
        assertThat(rows.getField("MINOR_VERSION").get(null)).isEqualTo(2);
    }

    /** A later minor version has more fields; their order means nothing. */
    @Test
    void passesOverOtherFields() throws Exception {
        String later = """
                  <field type="byte" name="new" />
                  <field type="double" name="share" />
                  <field type="fixedwidth" name="id" size="2" />
                  <field type="int64" name="newer" />
                  <field type="variable32" name="name" opt_nullable="yes" />
                  <field type="int64" name="time" />
                """;
        byte[] file = TraceFixture.of(type("1.3", later))
                .row(7, 0.5, id(1), 8L, "a", 1L)
                .bytes();
        assertThat((Object[]) rows(file).get(0)).containsExactly(1L, "a".getBytes(UTF_8), id(1), 0.5);
        Path first =
                TraceFixture.of(type("1.2", FIELDS)).row(2L, "b", id(2), 1.5).write(folder.resolve("first.ds"));
        Path second = TraceFixture.of(type("1.3", later))
                .row(7, 0.5, id(1), 8L, null, 3L)
                .write(folder.resolve("second.ds"));
        DataSeriesFiles files = DataSeriesFiles.of(List.of(first, second, first))
                .matching("My::Rows")
                .withTypeRule(DataSeriesFiles.TypeRule.SAME_MAJOR_VERSION);
        List<Object> times = new ArrayList<>();
        List<Object> nulls = new ArrayList<>();
        try (Closeable row = (Closeable) over(files.open(1))) {
            while ((boolean) call(row, "next")) {
                times.add(call(row, "time"));
                nulls.add(call(row, "isNameNull"));
            }
        }
        assertThat(times).containsExactly(2L, 3L, 2L);
        assertThat(nulls).containsExactly(false, true, false);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "name=\"time\"  | name=\"when\" | type 'My::Rows' has no field 'time'; it has: when, name, id, share",
                "int64 | int32 | field 'time' of type 'My::Rows' is of type int32, not int64",
                "name=\"time\" | name=\"time\" opt_nullable=\"yes\" | field 'time' of type 'My::Rows' may be null",
                "name=\"share\" | name=\"share\" opt_doublebase=\"2\" | field 'share' of type 'My::Rows' is relative"
                        + " to an opt_doublebase of 2.0",
                "My::Rows | Your::Rows | no type matches 'My::Rows'",
                "My::Rows | My::Rows::2 | no type is named 'My::Rows'; there is 'My::Rows::2'"
            })
    void refusesWhatItCannotReadWhenItIsOpened(String part, String other, String problem) throws Exception {
        String xml =
                type("1.2", FIELDS).replace("type=\"" + part, "type=\"" + other).replace(part, other);
        byte[] file = TraceFixture.of(xml).bytes();
        assertThatThrownBy(() -> rows(file))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageStartingWith("some.ds: " + problem)
                .message()
                .doesNotContain("\n");
    }

    /** Without opening, the first extent that does not fit is refused, and those after it can be read. */
    @Test
    void refusesExtentsThatItCannotRead() throws Exception {
        Path good =
                TraceFixture.of(type("1.2", FIELDS)).row(2L, "b", id(2), 1.5).write(folder.resolve("good.ds"));
        Path bad = TraceFixture.of(type("1.2", FIELDS.replace("int64", "int32")))
                .row(2, "b", id(2), 1.5)
                .write(folder.resolve("bad.ds"));
        DataSeriesFiles files = DataSeriesFiles.of(List.of(good, bad, good)).filtered(type -> true);
        try (Closeable row = (Closeable) over(files.open(1))) {
            assertThat(call(row, "next")).isEqualTo(true);
            assertThatThrownBy(() -> call(row, "next"))
                    .isInstanceOf(DataSeriesException.class)
                    .hasMessageStartingWith(
                            bad
                                    + ": field 'time' of type 'My::Rows' is of type int32, not int64: generate the class MyRows");
            assertAtNoRow(row);
            assertThat(call(row, "next")).isEqualTo(true);
            assertThat(call(row, "time")).isEqualTo(2L);
        }
    }

    /** The base is that of the extents, which may be another one than that of the type that was generated from. */
    @Test
    void addsTheBaseOfEachExtent() throws Exception {
        String xml =
                "<ExtentType name=\"Based\"><field type=\"double\" name=\"d\" opt_doublebase=\"1000\" /></ExtentType>";
        Class<?> based =
                program(ExtentType.parse(xml), "Based").getClassLoader().loadClass("p.Based$Cursor");
        List<Path> files = new ArrayList<>();
        for (String base : List.of("1000", "0.25", "0")) {
            files.add(TraceFixture.of(xml.replace("1000", base)).row(0.5).write(folder.resolve(base + ".ds")));
        }
        DataSeriesFiles any = DataSeriesFiles.of(files).filtered(type -> true);
        List<Object> values = new ArrayList<>();
        try (ExtentSource source = any.open(1)) {
            Object row = based.getConstructor(ExtentSource.class).newInstance(source);
            while ((boolean) call(row, "next")) {
                values.add(call(row, "d"));
                values.add(call(row, "dAbsolute"));
            }
        }
        assertThat(values).containsExactly(0.5, 1000.5, 0.5, 0.75, 0.5, 0.5);
    }

    @Test
    void closesTheSource() throws Exception {
        List<String> calls = new ArrayList<>();
        ExtentSource source = new ExtentSource() {
            @Override
            public @Nullable Extent next() {
                calls.add("next");
                return null;
            }

            @Override
            public void close() {
                calls.add("close");
            }
        };
        try (Closeable row = (Closeable) over(source)) {
            assertThat(call(row, "next")).isEqualTo(false);
        }
        assertThat(calls).containsExactly("next", "close");
    }

    @Test
    void typesMayHaveHundredsOfFields() throws Exception {
        List<String> kinds = List.of(
                "bool\"",
                "byte\" opt_nullable=\"yes\"",
                "int32\"",
                "int64\"",
                "double\" opt_doublebase=\"5\" opt_nullable=\"yes\"",
                "variable32\" opt_nullable=\"yes\"",
                "fixedwidth\" size=\"2\"");
        StringBuilder xml = new StringBuilder("<ExtentType name=\"Wide\">");
        for (int i = 0; i < 2000; i++) {
            xml.append("<field name=\"number of the counter " + i + "\" type=\"" + kinds.get(i % 7) + " />");
        }
        ExtentType type = ExtentType.parse(xml.append("</ExtentType>").toString());
        TraceFixture file = TraceFixture.of(type);
        List<Object[]> rows = IntStream.range(0, 3)
                .mapToObj(row -> IntStream.range(0, 2000)
                        .mapToObj(i -> switch (i % 7) {
                            case 0 -> (i + row) % 2 == 0;
                            case 1 -> row == 1 ? null : (Object) (i % 256);
                            case 2 -> i * row;
                            case 3 -> (long) i << 33;
                            case 4 -> row == 2 ? null : (Object) (i / 7.0);
                            case 5 -> ("string " + i).getBytes(UTF_8);
                            default -> id(i);
                        })
                        .toArray())
                .toList();
        rows.forEach(file::row);
        try (DataSeriesReader reader = DataSeriesReader.read(file.bytes(), "wide")) {
            assertThat(rows(program(type, "Wide"), reader).toArray()).isEqualTo(rows.toArray());
        }
    }

    @Test
    void typesMayHaveNoFields() throws Exception {
        ExtentType type = ExtentType.parse("<ExtentType name=\"Empty\" />");
        Map<String, String> sources = TypeClasses.generate(List.of(type), "p");
        assertThat(sources).containsOnlyKeys("Empty");
        byte[] file = TraceFixture.of(type).row().row().bytes();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "empty")) {
            assertThat(rows(program(type, "Empty"), reader)).hasSize(2);
        }
    }

    /** Names of types are as long as those of files may be, which need room for an ending. */
    @Test
    void longNamesOfTypesMakeShorterOnesOfClasses() throws Exception {
        ExtentType type = ExtentType.parse(type("1.2", FIELDS).replace("My::Rows", "n".repeat(255)));
        ExtentType other = ExtentType.parse(type("1.2", FIELDS).replace("My::Rows", "n".repeat(254)));
        Map<String, String> sources = TypeClasses.generate(List.of(type, other), "p");
        String name = "N" + "n".repeat(199);
        assertThat(sources).containsOnlyKeys(name, name + "2");
        assertThat(GeneratedSources.of(sources, "p").compiled(folder).loadClass("p." + name + "2"))
                .isNotNull();
    }

    @Test
    void classesCanBeNamed() throws IOException {
        ExtentType type = ExtentType.parse(type("1.2", FIELDS));
        String source = TypeClasses.generate(type, "p", "Call");
        assertThat(source.replace("Call", "MyRows"))
                .isEqualTo(TypeClasses.generate(List.of(type), "p").get("MyRows"));
        for (String name : List.of(
                "",
                "a b",
                "1",
                "class",
                "true",
                "Writer",
                "Cursor",
                "java",
                "dev",
                "var",
                "a.B",
                "\u00c4",
                "n".repeat(201))) {
            assertThatThrownBy(() -> TypeClasses.generate(type, "p", name))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("cannot have the name '" + name + "'");
        }
    }
}
