package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.analysis.sql.SqlException;
import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.store.Column;
import dev.mimeo.garage.store.ColumnType;
import dev.mimeo.garage.store.ColumnValues;
import dev.mimeo.garage.store.GarageException;
import dev.mimeo.garage.store.TableSchema;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class FileApplyTest {

    @TempDir
    Path folder;

    @Test
    void givesTheRowsOfEachFileByItself() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 3, 30);
        garage.write(garage.path("without"), "s01", List.of("CPUUsage"));
        List<String> rows = new ArrayList<>();
        List<String> missing = new ArrayList<>();
        try (FileApply apply = open("SELECT serverID, sum(paging) AS p, count(MemUsage) AS n FROM RawData")) {
            for (GarageFile file : files(garage)) {
                missing.add(String.valueOf(apply.run(file, result -> {
                    assertThat(result.columns())
                            .containsExactly(
                                    new ResultType("serverID", "VARCHAR"),
                                    new ResultType("p", "DOUBLE"),
                                    new ResultType("n", "BIGINT"));
                    rows.add(Arrays.toString(result.next()));
                    assertThat(result.next()).isNull();
                })));
            }
        }
        assertThat(missing).containsExactly("null", "null", "null", "column paging");
        List<String> expected = new ArrayList<>();
        garage.servers.forEach((name, server) -> {
            double sum = 0;
            int count = 0;
            for (int i = 0; i < 30; i++) {
                sum += server.values("paging")[i];
                count += Float.isNaN(server.values("MemUsage")[i]) ? 0 : 1;
            }
            expected.add("[" + name + ", " + sum + ", " + count + "]");
        });
        assertThat(rows).isEqualTo(expected);
    }

    @Test
    void damageIsToldFromWrongScripts() throws IOException {
        Path path = folder.resolve("g/a.gar");
        float[] values = new float[60_000];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) Math.sin(i);
        }
        SampleGarage.write(
                path,
                "a",
                new TableSchema("T", values.length, List.of(new Column("x", ColumnType.FLOAT32))),
                List.of(ColumnValues.ofFloats(values, null)));
        byte[] bytes = Files.readAllBytes(path);
        bytes[bytes.length / 4] ^= 1;
        Files.write(path, bytes);
        GarageFile file = files(new SampleGarage(folder.resolve("g"))).get(0);
        try (FileApply apply = open("SELECT x FROM T")) {
            assertThatThrownBy(() -> apply.run(file, FileApplyTest::drain)).isInstanceOf(GarageException.class);
        }
        try (FileApply apply = open("SELECT nofun(x) FROM T")) {
            assertThatThrownBy(() -> apply.run(file, FileApplyTest::drain)).isInstanceOf(SqlException.class);
        }
        assertThatThrownBy(() -> open("SELECT * FROM read_text('x')")).isInstanceOf(SqlException.class);
    }

    private static void drain(FileRows rows) throws IOException {
        while (rows.next() != null) {
            // Only that it ends matters.
        }
    }

    private FileApply open(String script) throws IOException {
        return FileApply.open(script, Macros.STANDARD, 64L << 20, folder.resolve("tmp"));
    }

    private static List<GarageFile> files(SampleGarage garage) throws IOException {
        return GarageFiles.find(new Scope("**"), List.of(garage.root));
    }
}
