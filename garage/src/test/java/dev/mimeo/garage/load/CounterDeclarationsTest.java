package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.QueryRun;
import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.sql.ResultText;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class CounterDeclarationsTest {

    @TempDir
    private Path folder;

    @Test
    void theFirstPatternThatMatchesDeclaresAColumn() throws IOException {
        CounterDeclarations read = read("""
                column,unit,kind,min,max,maxRelError
                CPU*,%,Percent,0,100,
                "Disk, ?",bytes,gauge,,1e6,0.25
                *,,,,,1e-4
                """);
        assertThat(read.column("cpuIdle", ColumnSchema.Type.FLOAT32))
                .isEqualTo(new ColumnSchema(
                        "cpuIdle", ColumnSchema.Type.FLOAT32, "%", ColumnSchema.Kind.PERCENT, 0.0, 100.0));
        assertThat(read.maxRelativeError(new ColumnSchema("cpuIdle", ColumnSchema.Type.FLOAT64)))
                .isNull();
        ColumnSchema disk =
                new ColumnSchema("Disk, A", ColumnSchema.Type.INT64, "bytes", ColumnSchema.Kind.GAUGE, null, 1e6);
        assertThat(read.column("Disk, A", ColumnSchema.Type.INT64)).isEqualTo(disk);
        assertThat(read.maxRelativeError(disk)).isEqualTo(0.25);
        assertThat(read.column("Disk, AB", ColumnSchema.Type.INT64))
                .isEqualTo(new ColumnSchema("Disk, AB", ColumnSchema.Type.INT64));
        assertThat(read.maxRelativeError(new ColumnSchema("x", ColumnSchema.Type.FLOAT64)))
                .isEqualTo(1e-4);
        assertThat(read.maxRelativeError(new ColumnSchema("sampleTime", ColumnSchema.Type.INT64)))
                .isNull();
        assertThat(read.column("CPUName", ColumnSchema.Type.TEXT))
                .isEqualTo(new ColumnSchema("CPUName", ColumnSchema.Type.TEXT));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "column,kind;x,level | declaration 1: kind must be gauge, counter, rate or percent, got 'level'",
                "column,min;a,1;x,low | declaration 2: min must be a number, got 'low'",
                "column,max;x,NaN | declaration 1: max must be a number, got NaN",
                "column,min,max;x,2,1 | declaration 1: min is above max",
                "column,maxRelError;x,1 | declaration 1: maxRelError must be 0 to less than 1, got 1.0",
                "column,min;,1 | declaration 1: names no column",
                "name,min;x,1 | expected columns column and any of",
                "column,least;x,1 | expected columns column and any of",
            })
    void whatIsNoDeclarationIsAnError(String lines, String message) {
        assertThatThrownBy(() -> read(lines.replace(';', '\n') + "\n"))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(message);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void dirtyValuesOfPackedCsvAreCountedAndLeftOut(boolean single) throws IOException {
        // Many values lie so near to a limit that rounding would take some of them across.
        Random random = new Random(5);
        StringBuilder csv = new StringBuilder("serverID,sampleTime,idle,free\n");
        int n = 4_000;
        double[] idle = new double[n];
        for (int i = 0; i < n; i++) {
            double near = (random.nextBoolean() ? 0.3 : 100) * (1 + random.nextGaussian() * 1e-3);
            idle[i] = i % 97 == 0 ? 2_000_000 : i % 89 == 0 ? 100 : i % 83 == 0 ? -1e-3 : near;
            idle[i] = single ? (float) idle[i] : idle[i];
            csv.append("a,")
                    .append(1_772_323_200 + 15 * i)
                    .append(',')
                    .append(idle[i])
                    .append(',');
            csv.append(i % 50 == 0 ? -1 : i).append('\n');
        }
        Path input = Files.writeString(folder.resolve("in.csv"), csv);
        Path root = folder.resolve("garage");
        CounterDeclarations declared = read("column,min,max,maxRelError\nidle,0.3,100,0.01\nfree,0,,\n");
        CounterImport.run(
                Map.of(TableSchema.RAW_DATA, List.of(input)),
                root,
                CounterImportOptions.defaults(tmp())
                        .withContent(CounterImportOptions.Content.LOSSLESS
                                .withSinglePrecision(single)
                                .withDeclarations(declared)),
                file -> {});
        int dirty = 0;
        double sum = 0;
        try (PackedFile file = PackedFile.open(root.resolve("a.2026-03-01.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table(TableSchema.RAW_DATA));
            int index = table.indexOf("idle");
            ColumnArray values = file.read(TableSchema.RAW_DATA, index)[0];
            int changed = 0;
            for (int i = 0; i < n; i++) {
                double stored = single ? values.floats()[i] : values.doubles()[i];
                boolean isDirty = idle[i] < 0.3 || idle[i] > 100;
                assertThat(stored < 0.3 || stored > 100)
                        .describedAs("row %d: %s is stored as %s", i, idle[i], stored)
                        .isEqualTo(isDirty);
                assertThat(Math.abs(stored - idle[i])).isLessThanOrEqualTo(0.01 * Math.abs(idle[i]));
                changed += stored == idle[i] ? 0 : 1;
                dirty += isDirty ? 1 : 0;
                sum += isDirty ? 0 : stored;
            }
            assertThat(changed).isGreaterThan(n / 4);
            assertThat(file.statistics(TableSchema.RAW_DATA, index).outOfRange())
                    .isEqualTo(dirty);
        }
        assertThat(query(root, "SELECT counter, n FROM DirtyCounts ORDER BY counter"))
                .isEqualTo("counter,n\nfree,80\nidle," + dirty + "\n");
        assertThat(query(root, "SELECT count(*) AS n FROM RawData WHERE _Valid(idle);"))
                .isEqualTo("n\n" + (n - dirty) + "\n");
        String[] lines = query(root, "SELECT sum(CAST(idle AS DOUBLE)) AS s FROM RawData WHERE _Valid(idle);")
                .split("\n");
        assertThat(Double.parseDouble(lines[1])).isCloseTo(sum, within(1e-6));
    }

    private Path tmp() {
        return folder.resolve("tmp");
    }

    private CounterDeclarations read(String text) throws IOException {
        return CounterDeclarations.read(Files.writeString(folder.resolve("columns.csv"), text), tmp());
    }

    private String query(Path root, String apply) throws IOException {
        try (QueryRun run = QueryRun.open(
                GarageQuery.parse("APPLY '" + apply + "' ON '**'"), GarageQuery.Options.of(List.of(root), 1, tmp()))) {
            run.run((done, total) -> {});
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            return out.toString(StandardCharsets.UTF_8);
        }
    }
}
