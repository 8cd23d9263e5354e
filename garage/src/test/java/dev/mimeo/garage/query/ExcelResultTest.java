package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipFile;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;
import org.dhatim.fastexcel.Workbook;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reads workbooks as ECMA-376 has them: XML in a ZIP file. */
final class ExcelResultTest {

    private static final Completeness FILES =
            new Completeness(3, 2, 0, 1, List.of(), List.of(new Completeness.FileNote("a/b.gar", "damaged <&> here")));

    @TempDir
    Path folder;

    @Test
    void valuesAreWhatTheyAreInExcel() throws IOException, SQLException {
        Map<String, String> cells = result("""
                SELECT 1::TINYINT AS "a<b", 9007199254740992 AS b, 9007199254740993 AS c, -1.25::DOUBLE AS d, 0.1::FLOAT AS e,
                'nan'::DOUBLE AS f, '-inf'::FLOAT AS g, NULL AS h, true AS i, sum(7::BIGINT) AS j, 12345678901234.5 AS k,
                123456789012345678.5 AS l, 1e300::DOUBLE AS m""");
        assertThat(cells)
                .containsEntry("A1", "inlineStr a<b")
                .containsEntry("A2", "n 1")
                .containsEntry("B2", "n 9007199254740992")
                .containsEntry("C2", "inlineStr 9007199254740993")
                .containsEntry("D2", "n -1.25")
                .containsEntry("E2", "n 0.1")
                .containsEntry("F2", "inlineStr nan")
                .containsEntry("G2", "inlineStr -inf")
                .doesNotContainKey("H2")
                .containsEntry("I2", "b 1")
                .containsEntry("J2", "n 7")
                .containsEntry("K2", "n 12345678901234.5")
                .containsEntry("L2", "inlineStr 123456789012345678.5")
                .containsEntry("M2", "n 1.0E300");
    }

    @Test
    void timesAreDaysWithAFormatThatShowsMilliseconds() throws IOException, SQLException {
        // 2009-10-31 is day 40117 of Excel.
        Map<String, String> cells = result("""
                SELECT TIMESTAMP '2009-10-31 12:00:00' AS a, TIMESTAMP '2009-10-31 00:00:00.001' AS b, DATE '2009-10-31' AS c,
                TIMESTAMP '1850-01-01 00:00:00' AS d, 'infinity'::TIMESTAMP AS e, TIMESTAMP '1900-03-01 06:00:00' AS f,
                TIMESTAMPTZ '2009-10-31 12:00:00+00' AS g""");
        assertThat(cells)
                .containsEntry("A2", "n 40117.5 yyyy-mm-dd hh:mm:ss.000")
                .containsEntry("C2", "n 40117.0 yyyy-mm-dd")
                .containsEntry("D2", "inlineStr 1850-01-01 00:00:00")
                .containsEntry("E2", "inlineStr infinity")
                .containsEntry("F2", "n 61.25 yyyy-mm-dd hh:mm:ss.000");
        double day = Double.parseDouble(cells.getOrDefault("B2", "").split(" ")[1]);
        assertThat(Math.round((day - 40_117) * 86_400_000)).isEqualTo(1);
    }

    @Test
    void textsAreKept() throws IOException, SQLException {
        Map<String, String> cells = result("SELECT '  <&> \"x\"' || chr(9) || chr(228) || chr(128512) AS a, "
                + "'bell' || chr(7) || chr(13) AS b, '_x0041_ _x004_' AS c, repeat('y', 32767) AS d");
        assertThat(cells)
                .containsEntry("A2", "inlineStr   <&> \"x\"\t\u00e4\ud83d\ude00")
                .containsEntry("B2", "inlineStr bell_x0007__x000D_")
                .containsEntry("C2", "inlineStr _x005F_x0041_ _x004_")
                .containsEntry("D2", "inlineStr " + "y".repeat(32_767));
    }

    @Test
    void completenessIsTheSecondSheet() throws IOException, SQLException {
        Path file = save("SELECT 1 AS x LIMIT 0");
        assertThat(cells(file, 1)).containsOnlyKeys("A1");
        assertThat(entry(file, "xl/workbook.xml", reader -> reader.getAttributeValue(null, "name"), "sheet"))
                .containsExactly("Result", "Completeness");
        assertThat(cells(file, 2))
                .containsEntry("A2", "inlineStr filesMatched")
                .containsEntry("B2", "n 3")
                .containsEntry("A6", "inlineStr failed")
                .containsEntry("C6", "inlineStr a/b.gar")
                .containsEntry("D6", "inlineStr damaged <&> here")
                .doesNotContainKeys("B6", "A7");
    }

    @Test
    void whatDoesNotFitIsAnError() throws IOException, SQLException {
        // Rows of NULL alone take no place in the file.
        Path file = save("SELECT CASE WHEN range = 1048574 THEN 1 END AS n FROM range(1048575)");
        assertThat(cells(file, 1)).containsOnlyKeys("A1", "A1048576");
        assertThatThrownBy(() -> save("SELECT NULL AS n FROM range(1048576)"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("more rows than a sheet of Excel, 1048575");
        assertThatThrownBy(() -> save("SELECT 1 AS n, repeat('y', 32768) AS t"))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("row 2, column 2");
        List<String> columns = Collections.nCopies(16_385, "c");
        List<ExcelSheet.Kind> kinds = Collections.nCopies(16_385, ExcelSheet.Kind.TEXT);
        assertThatThrownBy(() -> ExcelSheet.start(
                        new Workbook(OutputStream.nullOutputStream(), "x", "1.0"), "x", columns, kinds))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("16385 columns");
    }

    private Map<String, String> result(String sql) throws IOException, SQLException {
        return cells(save(sql), 1);
    }

    private Path save(String sql) throws IOException, SQLException {
        Path file = folder.resolve("result.xlsx");
        try (var connection = DriverManager.getConnection("jdbc:duckdb:")) {
            try (var statement = connection.createStatement()) {
                statement.execute("SET TimeZone = 'UTC'");
            }
            ExcelResult.save(connection, sql, FILES, file);
        }
        return file;
    }

    /** Returns type, value and, of dates, format by reference. */
    private static Map<String, String> cells(Path file, int sheet) throws IOException {
        List<String> formats =
                entry(file, "xl/styles.xml", reader -> reader.getAttributeValue(null, "formatCode"), "numFmt");
        List<String> styles = new ArrayList<>();
        boolean[] inCells = new boolean[1];
        entry(file, "xl/styles.xml", reader -> {
            inCells[0] |= reader.getLocalName().equals("cellXfs");
            String format = reader.getAttributeValue(null, "numFmtId");
            if (inCells[0] && format != null) {
                styles.add(format);
            }
            return null;
        });
        List<String> ids = entry(file, "xl/styles.xml", reader -> reader.getAttributeValue(null, "numFmtId"), "numFmt");
        Map<String, String> cells = new TreeMap<>();
        String[] last = new String[3];
        entry(file, "xl/worksheets/sheet" + sheet + ".xml", reader -> {
            switch (reader.getLocalName()) {
                case "c" -> {
                    last[0] = reader.getAttributeValue(null, "r");
                    last[1] = reader.getAttributeValue(null, "t");
                    last[2] = reader.getAttributeValue(null, "s");
                }
                case "v", "t" -> {
                    String type = last[1] == null ? "n" : last[1];
                    int format = last[2] == null ? -1 : ids.indexOf(styles.get(Integer.parseInt(last[2])));
                    cells.put(
                            last[0],
                            type + " " + reader.getElementText() + (format < 0 ? "" : " " + formats.get(format)));
                }
                default -> {}
            }
            return null;
        });
        return cells;
    }

    private interface ElementReader {
        @Nullable String read(XMLStreamReader reader) throws XMLStreamException;
    }

    /** Returns what a reader has, other than null, of the elements of some names, or of all if none is given. */
    private static List<String> entry(Path file, String name, ElementReader elements, String... names)
            throws IOException {
        List<String> found = new ArrayList<>();
        try (ZipFile zip = new ZipFile(file.toFile());
                InputStream in = zip.getInputStream(zip.getEntry(name))) {
            XMLStreamReader reader = XMLInputFactory.newFactory().createXMLStreamReader(in);
            while (reader.hasNext()) {
                if (reader.next() == XMLStreamConstants.START_ELEMENT
                        && (names.length == 0 || List.of(names).contains(reader.getLocalName()))) {
                    String text = elements.read(reader);
                    if (text != null) {
                        found.add(text);
                    }
                }
            }
        } catch (XMLStreamException e) {
            throw new IOException(e);
        }
        return found;
    }
}
