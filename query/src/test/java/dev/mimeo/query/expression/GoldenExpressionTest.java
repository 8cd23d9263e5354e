package dev.mimeo.query.expression;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentSource;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.testing.GoldenFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Conditions choose the rows that the original tools choose. */
final class GoldenExpressionTest {

    @Test
    void transcriptOfTheOriginalTest() throws IOException {
        ExtentType type = ExpressionRows.type("""
                <ExtentType name="Test::Simple">
                  <field type="double" name="a" />
                  <field type="double" name="b" />
                  <field type="double" name="c" />
                  <field type="variable32" name="d" />
                  <field type="variable32" name="e" />
                </ExtentType>
                """);
        List<String> lines = GoldenFiles.lines("shipped/expr.txt.gz");
        List<String> rows = new ArrayList<>();
        ExtentBuilder builder = new ExtentBuilder(type);
        int at = 0;
        for (; !lines.get(at).startsWith("expr: "); at++) {
            if (lines.get(at).matches("[0-9. ]+")) {
                String[] values = lines.get(at).split(" ");
                rows.add(lines.get(at));
                builder.addRow();
                for (int field = 0; field < 3; field++) {
                    builder.setDouble(field, Double.parseDouble(values[field]));
                }
                builder.setString(3, values[3]);
                builder.setString(4, values[4]);
            }
        }
        Extent extent = builder.build();
        assertThat(extent.rows()).isEqualTo(1600);

        Map<String, String> named =
                Map.of("special-characters", "\"\\\\\\\"\\f\\r\\n\\b\\t\\v\" == \"\\\\\\\"\\f\\r\\n\\b\\t\\v\"");
        int expressions = 0;
        while (at < lines.size()) {
            String title =
                    lines.get(at).substring("expr: ".length(), lines.get(at).length() - " start".length());
            int end = lines.indexOf("expr: " + title + " end");
            List<String> expected = lines.subList(at + 1, end);
            List<String> found = Arrays.stream(ExpressionRows.chosen(named.getOrDefault(title, title), extent))
                    .mapToObj(rows::get)
                    .toList();
            assertThat(found).as(title).isEqualTo(expected);
            expressions++;
            at = end + 1;
        }
        assertThat(expressions).isEqualTo(20);
    }

    @Test
    void largeIntegers() throws IOException {
        List<String> expected = GoldenFiles.lines("shipped/ds2txt-where.test.ref").stream()
                .map(line -> line.split(" ")[0])
                .toList();
        List<String> found = new ArrayList<>();
        select("shipped/nfs-2.set-1.20k.ds", "Trace::NFS::common", "record_id < 38549988050", (extent, row) -> {
            found.add(Long.toString(extent.longs(extent.type().indexOf("record_id"))[row]));
        });
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void escapedNames() throws IOException {
        List<Integer> found = new ArrayList<>();
        select(
                "shipped/nfs-2.set-0.ip.ds",
                "Trace::Network::IP",
                "wire\\-length > 1000 && source\\-port != 2049",
                (extent, row) -> found.add(row));
        // The row of another type, to which the condition does not apply, is printed too.
        long others = GoldenFiles.lines("tools/t07.out").stream()
                .filter(line -> line.startsWith("no_bz2"))
                .count();
        assertThat(found).hasSize(GoldenFiles.lines("tools/t07.out").size() - (int) others);
    }

    private interface RowAction {
        void accept(Extent extent, int row);
    }

    private static void select(String file, String type, String condition, RowAction action) throws IOException {
        try (DataSeriesReader reader = DataSeriesReader.open(GoldenFiles.file(file));
                ExtentSource extents = reader.extents(type, 1)) {
            Evaluator.Condition filter =
                    Expression.parse(condition, reader.type(type)).condition();
            for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
                int[] rows = new int[extent.rows()];
                int count = filter.select(extent, rows);
                for (int i = 0; i < count; i++) {
                    action.accept(extent, rows[i]);
                }
            }
        }
    }
}
