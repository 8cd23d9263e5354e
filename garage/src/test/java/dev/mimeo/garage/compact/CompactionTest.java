package dev.mimeo.garage.compact;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.garage.load.CounterExport;
import dev.mimeo.garage.load.CounterImport;
import dev.mimeo.garage.load.CounterImportOptions;
import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.GarageTree.PartsList;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.garage.summary.SummaryStore;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

final class CompactionTest {

    private static final LocalDate LATER = LocalDate.of(2030, 1, 1);
    private static final long START = LocalDate.of(2026, 2, 26).toEpochDay() * 86_400_000;
    private static final int DAYS = 9;
    private static final long STEP = 3_600_000 / 2;

    @TempDir
    private Path folder;

    /** Counters of all types, some of them on some days only, and disks; the days are those of two months and two weeks. */
    private Map<String, List<Path>> inputs() throws IOException {
        Random random = new Random(7);
        StringBuilder raw = new StringBuilder("serverID,sampleTime,whole,fraction,mixed,rare,state,up\n");
        StringBuilder disks = new StringBuilder("serverID,sampleTime,InstanceID,reads\n");
        for (int server = 0; server < 2; server++) {
            for (long time = START + server * 977L; time < START + DAYS * 86_400_000L; time += STEP) {
                long day = (time - START) / 86_400_000;
                raw.append("s%d,%d,%d,%s,%s,%s,%s,%s%n"
                        .formatted(
                                server,
                                time,
                                random.nextInt(1000),
                                random.nextInt(10) == 0 ? "" : String.valueOf(random.nextGaussian()),
                                day % 2 == 0 ? "123456789" : "17.25",
                                day == 3 ? "5" : "",
                                "state" + random.nextInt(3),
                                random.nextBoolean()));
                for (String disk : List.of("sda", "sdb")) {
                    disks.append("s%d,%d,%s,%d%n".formatted(server, time, disk, random.nextInt(50)));
                }
            }
        }
        Path rawFile = Files.writeString(folder.resolve("raw.csv"), raw);
        Path diskFile = Files.writeString(folder.resolve("disks.csv"), disks);
        return Map.of(TableSchema.RAW_DATA, List.of(rawFile), "Disk", List.of(diskFile));
    }

    private CounterImportOptions options(FilePeriod period) {
        return CounterImportOptions.defaults(folder).withPeriod(period).withLayout("dc1");
    }

    private Path packed(String name, FilePeriod period) throws IOException {
        Path root = folder.resolve(name);
        CounterImport.run(inputs(), root, options(period), file -> {});
        return root;
    }

    private static CompactionPlan plan(Path root, FilePeriod period) throws IOException {
        return CompactionPlan.of(root, GarageTree.files(List.of(root)), new CompactionPlan.Rules(period, LATER, null));
    }

    private static List<Compaction.Result> compact(Path root, FilePeriod period) throws IOException {
        List<Compaction.Result> results = new ArrayList<>();
        try (SummaryStore summaries = SummaryStore.open(root)) {
            Compaction compaction = new Compaction(root, summaries, 2, file -> {});
            compaction.finish();
            compaction.run(plan(root, period), results::add);
        }
        return results;
    }

    private static List<String> names(Path root) throws IOException {
        return GarageTree.files(List.of(root)).stream()
                .map(file -> String.valueOf(file.getFileName()))
                .toList();
    }

    private static void assertSame(Path expected, Path actual) throws IOException {
        try (PackedFile first = PackedFile.open(expected);
                PackedFile second = PackedFile.open(actual)) {
            assertThat(second.tables()).hasSameSizeAs(first.tables()).isNotEmpty();
            for (TableSchema table : first.tables()) {
                TableSchema other = Objects.requireNonNull(second.table(table.name()));
                assertThat(other.columns()).containsExactlyInAnyOrderElementsOf(table.columns());
                for (int i = 0; i < table.columns().size(); i++) {
                    String column = table.columns().get(i).name();
                    assertThat(second.read(table.name(), other.indexOf(column))[0].isSame(
                                    first.read(table.name(), i)[0]))
                            .as("%s, %s.%s", expected.getFileName(), table.name(), column)
                            .isTrue();
                }
            }
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"WEEK", "MONTH", "YEAR"})
    void filesAreThoseThatPackingTheWholePeriodMakes(FilePeriod period) throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        Path whole = packed("whole", period);
        assertThat(names(days)).hasSize(2 * DAYS);
        List<Compaction.Result> results = compact(days, period);
        assertThat(results)
                .hasSameSizeAs(names(whole))
                .isNotEmpty()
                .allSatisfy(result -> assertThat(result.bytes())
                        .isEqualTo(Files.size(result.group().whole()))
                        .isLessThan(result.group().bytes()));
        assertThat(names(days)).isEqualTo(names(whole)).isNotEmpty();
        for (Path file : GarageTree.files(List.of(whole))) {
            assertSame(file, days.resolve("dc1").resolve(file.getFileName()));
        }
        assertThat(plan(days, period).groups()).isEmpty();
    }

    @Test
    void inputsOfFilesThatWereJoinedAreNotPackedAgain() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        compact(days, FilePeriod.MONTH);
        CounterImport.Report again = CounterImport.run(inputs(), days, options(FilePeriod.DAY), file -> {});
        assertThat(again.files()).isZero();
        assertThat(again.skipped()).isEqualTo(2 * DAYS);
        Path other =
                Files.writeString(folder.resolve("other.csv"), "serverID,sampleTime,more\ns0," + (START + 5) + ",1\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of(TableSchema.RAW_DATA, List.of(other)), days, options(FilePeriod.DAY), file -> {}))
                .isInstanceOf(FileAlreadyExistsException.class)
                .hasMessageContaining("s0.2026-02.gar");
    }

    @Test
    void onlyPeriodsThatAreOverAreJoined() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        CompactionPlan.Rules rules = new CompactionPlan.Rules(FilePeriod.MONTH, LocalDate.of(2026, 3, 31), "dc1/s1.*");
        CompactionPlan plan = CompactionPlan.of(days, GarageTree.files(List.of(days)), rules);
        assertThat(plan.problems()).isEmpty();
        assertThat(plan.groups()).singleElement().satisfies(group -> {
            assertThat(group.whole()).isEqualTo(days.resolve("dc1/s1.2026-02.gar"));
            assertThat(group.parts()).hasSize(3);
        });
    }

    /** A run may end before the whole file appears, before any part is removed, or after some are. */
    @ParameterizedTest
    @CsvSource({"false, 0", "true, 0", "true, 1", "true, 2", "true, 3"})
    void everyRowIsThereOnceWheneverARunEnds(boolean isWholeThere, int removed) throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        Path whole = packed("whole", FilePeriod.MONTH);
        CompactionPlan.Group group = plan(days, FilePeriod.MONTH).groups().get(0);
        assertThat(group.parts()).hasSize(3);
        new PartsList(group.whole(), group.parts()).write();
        Path other = whole.resolve("dc1").resolve(group.whole().getFileName());
        if (isWholeThere) {
            Files.copy(other, group.whole());
        }
        for (Path part : group.parts().subList(0, removed)) {
            Files.delete(part);
        }
        Files.createFile(days.resolve("dc1/.s0.2026-02.gar.0123456789ab.tmp"));
        Files.createFile(days.resolve("dc1/..s0.2026-02.gar.parts.0123456789ab.tmp"));
        List<String> before = names(days);
        assertThat(before).hasSize(2 * DAYS - (isWholeThere ? 2 : 0));
        assertThat(before.contains("s0.2026-02.gar")).isEqualTo(isWholeThere);
        compact(days, FilePeriod.MONTH);
        assertThat(names(days)).isEqualTo(names(whole));
        assertSame(other, group.whole());
        try (var files = Files.list(days.resolve("dc1"))) {
            assertThat(files).hasSize(4);
        }
    }

    @Test
    void aWholeFileThatIsNotThatOfItsPartsIsRemoved() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        CompactionPlan.Group group = plan(days, FilePeriod.MONTH).groups().get(0);
        new PartsList(group.whole(), group.parts()).write();
        Files.copy(group.parts().get(0), group.whole());
        assertThatThrownBy(() -> compact(days, FilePeriod.MONTH))
                .isInstanceOf(PackedFile.DamagedException.class)
                .hasMessageContaining("s0.2026-02.gar: table '")
                .hasMessageContaining("it was removed");
        assertThat(group.parts()).hasSize(3).allSatisfy(part -> assertThat(part).exists());
        compact(days, FilePeriod.MONTH);
        assertThat(names(days)).hasSize(4);
    }

    @Test
    void listsThatAreNotWholeOrLeaveTheFolderAreRefused() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        Path list = days.resolve("dc1/.s0.2026-02.gar.parts");
        for (String text :
                List.of("", "s0.2026-02-26.gar\n", "../x.gar\nend of parts\n", "s0.2026-02.gar\nend of parts\n")) {
            Files.writeString(list, text);
            assertThatThrownBy(() -> GarageTree.files(List.of(days)))
                    .as(text)
                    .isInstanceOf(PackedFile.DamagedException.class);
        }
    }

    @Test
    void whatCannotBeJoinedIsNamedAndStays() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        Path more = Files.writeString(
                folder.resolve("more.csv"),
                "serverID,sampleTime,whole,state\n" + line("a", 0, "9007199254740993", "x") + line("a", 1, "0.5", "x")
                        + line("b", 0, "1", "x") + line("b", 1, "1", "5"));
        CounterImport.run(Map.of(TableSchema.RAW_DATA, List.of(more)), days, options(FilePeriod.DAY), file -> {});
        Files.copy(days.resolve("dc1/s1.2026-02-26.gar"), days.resolve("dc1/s1.copy.gar"));
        CompactionPlan plan = plan(days, FilePeriod.MONTH);
        assertThat(plan.problems()).hasSize(2);
        assertThat(plan.problems().get(0)).contains("'whole'", "more than 53 bits");
        assertThat(plan.problems().get(1)).contains("s1.copy.gar", "of the same time");
        compact(days, FilePeriod.MONTH);
        assertThat(names(days)).contains("a.2026-02-26.gar", "a.2026-02-27.gar", "s1.copy.gar", "s1.2026-02-26.gar");
        compact(days, FilePeriod.YEAR);
        assertThat(plan(days, FilePeriod.YEAR).problems()).isNotEmpty();
    }

    /** The names of a run that are all integers are stored as such; those of another run of the same server may not be. */
    @Test
    void namesOfInstancesAreJoinedWhateverTheyWereStoredAs() throws IOException {
        Path days = folder.resolve("days");
        List<String> names = List.of("10", "9", "_Total", "-1");
        for (int day = 0; day < names.size(); day++) {
            Path disks = Files.writeString(
                    folder.resolve(day + ".csv"),
                    "serverID,sampleTime,InstanceID,reads\na," + (START + day * 86_400_000L) + "," + names.get(day)
                            + "," + day + "\na," + (START + day * 86_400_000L) + ",," + day + "\n");
            CounterImport.run(Map.of("Disk", List.of(disks)), days, options(FilePeriod.DAY), file -> {});
        }
        List<String> before = disks(days);
        compact(days, FilePeriod.YEAR);
        assertThat(names(days)).hasSize(1);
        List<String> after = disks(days);
        assertThat(after).isEqualTo(before).hasSize(1 + 2 * names.size());
    }

    private List<String> disks(Path root) throws IOException {
        Path csv = folder.resolve("disks.csv");
        CounterExport.run(
                GarageTree.files(List.of(root)),
                new CounterExport.Options("Disk", List.of(), 1, folder.resolve("tmp")),
                csv,
                CounterExport.Form.CSV);
        return Files.readAllLines(csv);
    }

    private static String line(String server, int day, String whole, String state) {
        return server + "," + (START + day * 86_400_000L) + "," + whole + "," + state + "\n";
    }

    @Test
    void summariesAreThoseOfTheWholeFile() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        summarize(days);
        compact(days, FilePeriod.MONTH);
        try (SummaryStore summaries = SummaryStore.open(days)) {
            assertThat(summaries.sources())
                    .containsExactly(
                            "dc1/s0.2026-02.gar", "dc1/s0.2026-03.gar", "dc1/s1.2026-02.gar", "dc1/s1.2026-03.gar");
            for (String source : summaries.sources()) {
                try (PackedFile file = PackedFile.open(days.resolve(source))) {
                    assertThat(summaries.isSummarized(source, file)).as(source).isTrue();
                }
            }
            assertThat(summaries.sourcesBelow("whole", 1000)).hasSize(4);
        }
    }

    private static void summarize(Path root) throws IOException {
        try (SummaryStore summaries = SummaryStore.open(root)) {
            for (Path path : GarageTree.files(List.of(root))) {
                try (PackedFile file = PackedFile.open(path)) {
                    summaries.add(root.relativize(path).toString().replace('\\', '/'), file);
                }
            }
            summaries.commit();
        }
    }

    @Test
    void numbersOfSeveralTypesBecomeFloat64() throws IOException {
        Path root = folder.resolve("types");
        String[] values = {"123456789", "17.25", "1e300"};
        for (int day = 0; day < values.length; day++) {
            Path csv = Files.writeString(
                    folder.resolve(day + ".csv"),
                    "serverID,sampleTime,whole,state\n" + line("a", day, values[day], "x"));
            CounterImportOptions options = options(FilePeriod.DAY);
            CounterImport.run(
                    Map.of(TableSchema.RAW_DATA, List.of(csv)),
                    root,
                    options.withContent(options.content().withSinglePrecision(day == 1)),
                    file -> {});
        }
        compact(root, FilePeriod.YEAR);
        try (PackedFile file = PackedFile.open(root.resolve("dc1/a.2026.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table(TableSchema.RAW_DATA));
            assertThat(file.read(table.name(), table.indexOf("whole"))[0].doubles())
                    .containsExactly(123456789, 17.25, 1e300);
        }
    }

    /** The micro sign and the Greek mu are one letter in capitals, but not in small letters, which names are compared by. */
    @Test
    void columnsWhoseNamesAreEqualInCapitalsOnlyKeepTheirValues() throws IOException {
        Path root = folder.resolve("letters");
        Path csv = Files.writeString(
                folder.resolve("letters.csv"),
                "serverID,sampleTime,wait_\u00b5s,wait_\u03bcs\n" + line("a", 0, "1.5", "10.25")
                        + line("a", 1, "2.5", "20.25"));
        CounterImport.run(Map.of(TableSchema.RAW_DATA, List.of(csv)), root, options(FilePeriod.DAY), file -> {});
        compact(root, FilePeriod.YEAR);
        try (PackedFile file = PackedFile.open(root.resolve("dc1/a.2026.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table(TableSchema.RAW_DATA));
            assertThat(file.read(table.name(), table.indexOf("WAIT_\u00b5S"))[0].doubles())
                    .containsExactly(1.5, 2.5);
            assertThat(file.read(table.name(), table.indexOf("WAIT_\u03bcS"))[0].doubles())
                    .containsExactly(10.25, 20.25);
        }
    }

    @Test
    void timesBeforeTheFirstSamplesOfADayAreThoseOfTheDayBefore() throws IOException {
        Path days = packed("days", FilePeriod.DAY);
        compact(days, FilePeriod.YEAR);
        try (PackedFile file = PackedFile.open(days.resolve("dc1/s0.2026.gar"))) {
            TableSchema table = Objects.requireNonNull(file.table(TableSchema.RAW_DATA));
            var times = file.read(
                    table.name(), table.indexOf(ColumnSchema.TIME), table.indexOf(ColumnSchema.PREVIOUS_TIME));
            assertThat(times[1].nullCount()).isEqualTo(1);
            for (int row = 1; row < table.rows(); row++) {
                assertThat(times[1].longs()[row]).isEqualTo(times[0].longs()[row - 1]);
            }
        }
    }
}
