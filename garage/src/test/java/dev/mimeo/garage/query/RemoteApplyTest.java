package dev.mimeo.garage.query;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.internal.bytes.UnreadableRestException;
import dev.mimeo.sql.ResultText;
import dev.mimeo.sql.SqlException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Queries whose files are shared out give what one process gives. */
@Tag("thorough")
final class RemoteApplyTest {

    private static final String SUMS = "APPLY 'SELECT serverID, sum(paging) AS p, count(*)::HUGEINT AS n FROM RawData"
            + " GROUP BY serverID' ON '**'";

    @TempDir
    Path folder;

    private record Result(List<String> rows, Completeness completeness) {}

    private Result run(
            String query, @Nullable RemoteApply remote, @Nullable Path partial, boolean resume, boolean strict)
            throws IOException {
        GarageQuery.Options options = new GarageQuery.Options(
                List.of(folder.resolve("g")),
                Macros.STANDARD,
                2,
                64L << 20,
                folder.resolve("tmp"),
                strict,
                partial,
                resume,
                List.of());
        try (QueryRun run = QueryRun.open(GarageQuery.parse(query), options)) {
            Completeness completeness =
                    run.run(remote, (done, total) -> assertThat(done).isBetween(0, total));
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            run.print(ResultText.Format.CSV, out);
            return new Result(out.toString(UTF_8).lines().sorted().toList(), completeness);
        }
    }

    private Result run(String query, @Nullable RemoteApply remote) throws IOException {
        return run(query, remote, null, false, false);
    }

    private Result here(String query) throws IOException {
        return run(query, null);
    }

    /** Hands out the files in shares of three, of which each comes as often as is said. */
    private RemoteApply shares(int times) {
        return (script, macros, files, sink) -> {
            try (ApplyEngine engine = ApplyEngine.open(64L << 20, folder.resolve("there"), Path::of)) {
                for (int i = 0; i < files.size(); i += 3) {
                    byte[] share = share(engine, script, macros, files.subList(i, Math.min(i + 3, files.size())));
                    for (int time = 0; time < times; time++) {
                        sink.accept(new ByteArrayInputStream(share));
                    }
                }
            }
            try (Stream<Path> left = Files.list(folder.resolve("there/shares"))) {
                assertThat(left).isEmpty();
            }
        };
    }

    private static byte[] share(ApplyEngine engine, String script, Macros macros, List<RemoteApply.Input> files)
            throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        engine.apply(script, macros, files, out);
        return out.toByteArray();
    }

    private SampleGarage garage() throws IOException {
        SampleGarage garage = SampleGarage.of(folder.resolve("g"), 10, 60);
        garage.write(garage.path("without"), "s01", List.of("CPUUsage"));
        return garage;
    }

    private static void damage(SampleGarage garage, String name) throws IOException {
        Path file = garage.path(name);
        Files.write(file, Arrays.copyOf(Files.readAllBytes(garage.path("s03")), 150));
    }

    @Test
    void rowsAndCountsAreThoseOfOneProcess() throws IOException {
        damage(garage(), "cut");
        List<String> queries = List.of(
                SUMS,
                SUMS + " COMBINE 'SELECT sum(p) AS s, count(*) AS n FROM ApplyResult'",
                "APPLY 'SELECT max(p) AS m, _FilePath; AS f FROM RawData' ON (" + SUMS + ")",
                "APPLY 'SELECT _Mins15Time; AS t, avg(CPUUsage) AS c, _FilePath; AS f FROM RawData GROUP BY ALL' ON '**'");
        for (String query : queries) {
            Result here = here(query);
            assertThat(run(query, shares(1))).as(query).isEqualTo(here);
            assertThat(run(query, shares(2))).as(query).isEqualTo(here);
        }
        assertThat(here(SUMS).completeness.filesIgnoredMissingColumns()).isEqualTo(1);
        assertThat(here(SUMS).completeness.filesFailed()).isEqualTo(1);
    }

    /** Without an error, rows of a file that was cut off in a later part of gzip would be missing. */
    @Test
    void aShareWithDamagedBytesBehindItIsRefused() throws IOException {
        garage();
        RemoteApply damaged = (script, macros, files, sink) -> {
            try (ApplyEngine engine = ApplyEngine.open(64L << 20, folder.resolve("there"), Path::of)) {
                byte[] share = share(engine, script, macros, files);
                sink.accept(new ByteArrayInputStream(Arrays.copyOf(share, share.length + 1)));
                byte[] followed = Arrays.copyOf(share, share.length + 9);
                Arrays.fill(followed, share.length, followed.length, (byte) 7);
                sink.accept(new ByteArrayInputStream(followed));
            }
        };
        assertThatThrownBy(() -> run(SUMS, damaged))
                .isInstanceOf(UnreadableRestException.class)
                .hasMessageContaining("damaged or cut off");
    }

    @Test
    void whatOthersDoNotDoIsDoneHere() throws IOException {
        garage();
        RemoteApply lame = (script, macros, files, sink) -> {
            try (ApplyEngine engine = ApplyEngine.open(64L << 20, folder.resolve("there"), Path::of)) {
                List<RemoteApply.Input> blind = new ArrayList<>();
                for (RemoteApply.Input file : files.subList(0, 4)) {
                    blind.add(new RemoteApply.Input(
                            file.number(), file.path(), List.of("/not/mounted/" + file.path()), file.sizeBytes()));
                }
                sink.accept(new ByteArrayInputStream(share(engine, script, macros, blind)));
                sink.accept(new ByteArrayInputStream(share(engine, script, macros, files.subList(4, 6))));
            }
        };
        assertThat(run(SUMS, lame)).isEqualTo(here(SUMS));
    }

    @Test
    void errorsAreThoseOfOneProcess() throws IOException {
        SampleGarage garage = garage();
        for (String script : List.of("SELECT nofun(paging) FROM RawData", "SELECT error(serverID) FROM RawData")) {
            String query = "APPLY '" + script + "' ON '**'";
            assertThatThrownBy(() -> run(query, shares(1))).isInstanceOf(SqlException.class);
        }
        assertThatThrownBy(() -> run("APPLY 'SELECT nocol FROM RawData' ON '**'", shares(1)))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("none of 11 files could be used");
        damage(garage, "cut");
        assertThatThrownBy(() -> run(SUMS, shares(1), null, false, true))
                .isInstanceOf(PackedFile.DamagedException.class);
        assertThatThrownBy(() -> run(
                        SUMS,
                        (script, macros, files, sink) ->
                                sink.accept(new ByteArrayInputStream(new byte[] {31, -117, 8}))))
                .isInstanceOf(IOException.class);
    }

    @Test
    void anInterruptedRunIsContinuedHereOrThere() throws IOException {
        garage();
        Path partial = folder.resolve("partial");
        Result whole = here(SUMS);
        assertThatThrownBy(() -> run(
                        SUMS,
                        (script, macros, files, sink) -> {
                            shares(1).run(script, macros, files.subList(0, 7), sink);
                            throw new IOException("lost");
                        },
                        partial,
                        false,
                        false))
                .hasMessage("lost");
        List<Integer> asked = new ArrayList<>();
        assertThatThrownBy(() -> run(
                        SUMS,
                        (script, macros, files, sink) -> {
                            asked.add(files.size());
                            throw new IOException("lost again");
                        },
                        partial,
                        true,
                        false))
                .hasMessage("lost again");
        assertThat(asked).containsExactly(4);
        assertThat(run(SUMS, null, partial, true, false)).isEqualTo(whole);
    }

    @Test
    void typesOfSharesAreWidened() throws IOException {
        for (int i = 0; i < 6; i++) {
            boolean whole = i % 2 == 0;
            SampleGarage.write(
                    folder.resolve("g/f" + i + ".gar"),
                    "f",
                    new TableSchema(
                            "T",
                            1,
                            List.of(new ColumnSchema(
                                    "x", whole ? ColumnSchema.Type.INT64 : ColumnSchema.Type.FLOAT64))),
                    List.of(
                            whole
                                    ? ColumnArray.ofLongs(new long[] {i}, null)
                                    : ColumnArray.ofDoubles(new double[] {i + 0.5}, null)));
        }
        String query = "APPLY 'SELECT x FROM T' ON '*' COMBINE 'SELECT x, typeof(x) AS t FROM ApplyResult'";
        assertThat(run(query, shares(1)).rows)
                .isEqualTo(here(query).rows)
                .contains("0.0,DOUBLE", "5.5,DOUBLE")
                .hasSize(7);
        // The integer comes before all fractions, or behind some.
        for (int i : new int[] {0, 4}) {
            Path file = folder.resolve("g/f" + i + ".gar");
            byte[] before = Files.readAllBytes(file);
            SampleGarage.write(
                    file,
                    "f",
                    new TableSchema("T", 1, List.of(new ColumnSchema("x", ColumnSchema.Type.INT64))),
                    List.of(ColumnArray.ofLongs(new long[] {(1L << 53) + 1}, null)));
            for (RemoteApply remote : Arrays.asList(null, shares(1))) {
                assertThatThrownBy(() -> run(query, remote))
                        .isInstanceOf(SqlException.class)
                        .hasMessageStartingWith("column 'x' has 9007199254740993, which a double does not hold");
            }
            Files.write(file, before);
        }
        SampleGarage.write(
                folder.resolve("g/text.gar"),
                "f",
                new TableSchema("T", 1, List.of(new ColumnSchema("x", ColumnSchema.Type.TEXT))),
                List.of(ColumnArray.ofTexts(new String[] {"1"}, null)));
        assertThatThrownBy(() -> run(query, shares(1)))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining(".gar: column 1 of APPLY is");
    }
}
