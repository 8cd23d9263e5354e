package dev.mimeo.cli.garage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.garage.summary.SummaryStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code mimeo garage} from tables to packed files and back. */
final class GarageCommandsTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"pack", "sample", "fetch", "unpack", "catalog", "summarize", "thin", "compact"})
    void everySubcommandHasHelpWithExamples(String command) {
        TestRun run = TestRun.of("garage", command, "--help");
        assertThat(run.code()).isZero();
        assertThat(run.out()).contains("Usage: mimeo garage " + command, "Examples:", "--debug");
        assertThat(run.out().lines()).as("fits a terminal").isNotEmpty().allMatch(line -> line.length() <= 80);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            garage                               | no command given
            garage pack in.csv                   | -o
            garage pack in.csv -o g --max-error 1 | less than 1
            garage pack in.csv -o g --codec zip  | zip
            garage pack in.csv -o g --layout a//b | names between its slashes
            garage sample                        | -o
            garage sample -o g --interval 0.5    | 1 to 86400 seconds
            garage sample -o g --interval 25h    | 1 to 86400 seconds
            garage sample -o g --interval 1.0005 | whole milliseconds
            garage sample -o g --interval soon   | 'soon' is not a length of time
            garage pack --format sadf T=in -o g  | leave out TABLE=
            garage fetch http://localhost:1      | --from
            garage fetch localhost --from 1      | such as http://localhost:9090
            garage fetch http://a --from 2 --to 2 | it must end after it starts
            garage fetch http://a --from monday  | is not a time
            garage fetch http://a --from 1 --json | both want standard output
            garage unpack f                      | -o
            garage unpack f -o - --json          | both want standard output
            garage unpack f -o - --partition-by day | name it with -o
            garage unpack f -o d --partition-by day,DAY | names a key twice
            garage unpack f -o d --partition-by cpu | --partition-by
            garage catalog                       | DIR
            garage thin g                        | give one of --delete, --drop and --max-error
            garage thin g --delete --drop x      | give one of --delete, --drop and --max-error
            garage pack T=- -o g                 | standard input cannot be packed
            garage thin . --max-error 1          | above 0 and less than 1
            garage thin . --delete --before 1.2.2026 | YYYY-MM-DD
            garage thin . --delete --idle cpu    | COUNTER=LIMIT
            """)
    void badUsageIsSaidInOneLine(String line, String problem) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains(problem).doesNotContain("\tat ");
    }

    @Test
    void inputsThatCannotBeReadTwiceAreRefused(@TempDir Path garage) {
        Path device = Path.of("/dev/null");
        assumeThat(device).exists();
        TestRun run = TestRun.of("garage", "pack", device.toString(), "-o", garage.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("/dev/null is a pipe or a device and cannot be packed");
    }

    @Test
    void aFileOfAnUnknownSuffixNeedsTheOptionForItsFormat() throws IOException {
        Path text = Files.writeString(folder.resolve("metrics.txt"), "up{instance=\"a\"} 1 1772323200000\n");
        String root = folder.resolve("garage").toString();
        TestRun run = TestRun.of("garage", "pack", text.toString(), "-o", root);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo("mimeo: " + text
                        + ": is neither .csv nor .parquet: name its --format, or give it the suffix\n");
        assertThat(TestRun.of("garage", "pack", "--format", "prometheus", text.toString(), "-o", root)
                        .code())
                .isZero();
    }

    @Test
    void anInputThatIsNotPackedCanBePacked() throws IOException {
        Path csv = Files.writeString(folder.resolve("web17.csv"), "time,cpu\n1772323200,0.5\n");
        TestRun run = TestRun.of("garage", "unpack", csv.toString(), "-o", "-");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).startsWith("mimeo: " + csv + ": ").endsWith(": make one with mimeo garage pack\n");
    }

    @Test
    void aCommaInANameOfAListFollowsABackslash() throws IOException {
        Path csv = folder.resolve("web17.csv");
        Files.writeString(csv, "time,\"reads,sda\",disk\n1772323200,5,1\n");
        Path root = folder.resolve("garage");
        assertThat(TestRun.of("garage", "pack", csv.toString(), "-o", root.toString())
                        .code())
                .isZero();
        TestRun run = TestRun.of("garage", "unpack", root.toString(), "-o", "-", "--columns", "sampleTime,reads\\,sda");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.out()).isEqualTo("sampleTime,\"reads,sda\"\n2026-03-01 00:00:00,5\n");
    }

    @Test
    void packsListsAndUnpacks() throws IOException {
        Path csv = folder.resolve("web17.csv");
        Files.writeString(csv, "time,cpu,disk\n1772323200,0.5,1\n1772323215,0.25,\n1772409600,0.125,3\n");
        Path root = folder.resolve("garage");
        TestRun packed =
                TestRun.of("garage", "pack", csv.toString(), "-o", root.toString(), "--layout", "a/b", "--json");
        assertThat(packed.err()).doesNotContain("mimeo:");
        assertThat(packed.code()).isZero();
        assertThat(packed.out()).contains("\"files\" : 2", "\"rows\" : 3");
        assertThat(root.resolve("a/b/web17.2026-03-01.gar")).exists();

        TestRun catalog = TestRun.of("garage", "catalog", root.toString(), "--counter", "CPU");
        assertThat(catalog.code()).isZero();
        assertThat(catalog.out()).contains("float64", "2026-03-01  2026-03-02  RawData.cpu", "  web17");

        Path out = folder.resolve("out.csv");
        TestRun unpacked = TestRun.of(
                "garage", "unpack", root.toString(), "-o", out.toString(), "--columns", "sampleTime,disk", "--json");
        assertThat(unpacked.code()).isZero();
        assertThat(out).hasContent("""
                        sampleTime,disk
                        2026-03-01 00:00:00,1
                        2026-03-01 00:00:15,
                        2026-03-02 00:00:00,3""");

        Path days = folder.resolve("days");
        TestRun parts =
                TestRun.of("garage", "unpack", root.toString(), "-o", days.toString(), "--partition-by", "day,server");
        assertThat(parts.code()).as(parts.err()).isZero();
        assertThat(days.resolve("day=2026-03-02/server=web17/data_0.parquet")).exists();
        assertThat(TestRun.of("garage", "unpack", root.toString(), "-o", days.toString(), "--partition-by", "day")
                        .code())
                .isEqualTo(1);
        assertThat(days.resolve("day=2026-03-02/server=web17/data_0.parquet")).exists();

        TestRun again =
                TestRun.of("garage", "pack", csv.toString(), "-o", root.toString(), "--layout", "a/b", "--json");
        assertThat(again.code()).as(again.err()).isZero();
        assertThat(again.out()).contains("\"files\" : 0", "\"skipped\" : 2");
        Files.writeString(csv, "time,cpu,disk\n1772323200,0.75,1\n");
        TestRun other = TestRun.of("garage", "pack", csv.toString(), "-o", root.toString(), "--layout", "a/b");
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err()).contains("web17.2026-03-01.gar", "--force");
    }

    @Test
    void samplesTheCountersOfTheKernel() throws IOException {
        Path proc = Files.createDirectories(folder.resolve("proc"));
        Files.writeString(proc.resolve("stat"), "cpu  1 2 3 4\ncpu0 1 2 3 4\nctxt 77\n");
        Path columns = Files.writeString(folder.resolve("columns.csv"), "column,unit,min\nctxt,switches,100\n");
        String root = folder.resolve("garage").toString();
        TestRun sampled = TestRun.of(
                "garage",
                "sample",
                "-o",
                root,
                "--interval",
                "1min",
                "--count",
                "1",
                "--server",
                "web17",
                "--proc",
                proc.toString(),
                "--columns",
                columns.toString(),
                "--json");
        assertThat(sampled.err()).doesNotContain("mimeo:");
        assertThat(sampled.code()).isZero();
        assertThat(sampled.out()).contains("\"server\" : \"web17\"", "\"samples\" : 1");
        TestRun query = TestRun.of(
                "garage", "query", "APPLY 'SELECT ctxt, n FROM RawData, DirtyCounts' ON '**'", "--garage", root);
        assertThat(query.code()).isZero();
        assertThat(query.out().lines()).anyMatch(line -> line.matches(" *77 +1"));
    }

    @Test
    void packsWhatACollectorPrinted() throws IOException {
        Path text = Files.writeString(
                folder.resolve("day.txt"),
                "# hostname;interval;timestamp;DEV;tps\nh;1;2026-03-01 00:00:01 UTC;vda;2.50\n");
        String root = folder.resolve("garage").toString();
        TestRun packed = TestRun.of("garage", "pack", "--format", "sadf", text.toString(), "-o", root);
        assertThat(packed.code()).isZero();
        assertThat(packed.err()).matches("1 row in 1 file, \\d+ bytes, \\d+\\.\\d times the values\n");
        TestRun none = TestRun.of("garage", "pack", "--format", "sadf", text.toString(), "-o", root);
        assertThat(none.err()).isEqualTo("0 rows in 0 files; packed before: 1 file\n");
        TestRun unpacked = TestRun.of("garage", "unpack", root, "-o", "-", "--table", "Disk");
        assertThat(unpacked.out()).contains("h,2026-03-01 00:00:01", ",vda,2.5");
        assertThat(unpacked.err()).doesNotContain("warning");
        TestRun missing = TestRun.of("garage", "unpack", root, "-o", "-");
        assertThat(missing.err()).isEqualTo("mimeo: no file has a table 'RawData': there is Disk\n");
        Files.writeString(text, "# hostname;interval;timestamp;runq-sz\nh;1;2026-03-02 00:00:01 UTC;2\n");
        assertThat(TestRun.of("garage", "pack", "--format", "sadf", text.toString(), "-o", root)
                        .code())
                .isZero();
        assertThat(TestRun.of("garage", "unpack", root, "-o", "-").err().lines())
                .containsExactly(
                        "mimeo: warning: only table RawData was written: --table writes another one, such as Disk"
                                + " (1 other table)",
                        "1 row");
        Files.writeString(text, "no such text\n");
        TestRun refused = TestRun.of("garage", "pack", "--format", "sadf", text.toString(), "-o", root);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("day.txt: line 1: expected").doesNotContain("\tat ");
    }

    @Test
    void thinsOutWhatIsSummedUp() throws IOException {
        Path csv = folder.resolve("web17.csv");
        Files.writeString(csv, "time,cpu,disk\n1772323200,0.5,1\n1772323215,0.25,\n1772409600,0.125,3\n");
        String root = folder.resolve("garage").toString();
        assertThat(TestRun.of("garage", "pack", csv.toString(), "-o", root).code())
                .isZero();
        String[] thin = {"garage", "thin", root, "--delete", "--idle", "cpu=0.2", "--apply"};
        TestRun refused = TestRun.of(thin);
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("no summary has a counter 'cpu': check its name");
        TestRun missing = TestRun.of("garage", "thin", root, "--delete", "--before", "2026-03-02", "--apply");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("web17.2026-03-01.gar: has no up-to-date summary");
        TestRun summed = TestRun.of("garage", "summarize", root, "--json");
        assertThat(summed.out()).contains("\"summarized\" : 2", "\"failed\" : 0");
        Path database = folder.resolve("all.duckdb");
        String[] again = {"garage", "summarize", root, "--json", "-o", database.toString()};
        assertThat(TestRun.of(again).out()).contains("\"summarized\" : 0", "\"summaryBytes\" : ");
        assertThat(database).isNotEmptyFile();
        assertThat(TestRun.of(again).err()).contains("all.duckdb: exists");
        assertThat(TestRun.of("garage", "summarize", root, "-o", "-").code()).isEqualTo(2);
        Path table = folder.resolve("all.CSV");
        TestRun misnamed = TestRun.of("garage", "summarize", root, "-o", table.toString());
        assertThat(misnamed.code()).isEqualTo(2);
        assertThat(misnamed.err()).contains(table + ": would be a DuckDB database: name it .duckdb");
        assertThat(table).doesNotExist();
        TestRun unknown = TestRun.of("garage", "thin", root, "--delete", "--idle", "gpu=0.2");
        assertThat(unknown.code()).isEqualTo(2);
        assertThat(unknown.err()).contains("no summary has a counter 'gpu': check its name");
        TestRun dry = TestRun.of("garage", "thin", root, "--delete", "--idle", "cpu=0.2");
        assertThat(dry.out()).contains("web17.2026-03-02.gar", "bytes saved in 1 file\n");
        assertThat(folder.resolve("garage/web17.2026-03-02.gar")).exists();
        assertThat(TestRun.of(thin).code()).isZero();
        assertThat(folder.resolve("garage/web17.2026-03-02.gar")).doesNotExist();
        TestRun dropped = TestRun.of("garage", "thin", root, "--drop", "DISK", "--apply", "--json");
        assertThat(dropped.out()).contains("\"RawData.disk\"", "\"applied\" : true");
        assertThat(TestRun.of("garage", "catalog", root).out())
                .contains("RawData.cpu")
                .doesNotContain("disk");
    }

    @Test
    void inputsOfUnpackAndPlotAreNotOverwritten() throws IOException {
        String root = folder.resolve("garage").toString();
        packValue(root, 1);
        String csv = folder.resolve("web17.csv").toString();
        Path packed = folder.resolve("garage/web17.2026-03-01.gar");
        byte[] bytes = Files.readAllBytes(packed);
        TestRun refused = TestRun.of("garage", "unpack", root, "-o", packed.toString(), "--force");
        assertThat(refused.code()).isEqualTo(2);
        assertThat(refused.err()).contains("is an input and an output");
        assertThat(packed).hasBinaryContent(bytes);
        TestRun plot = TestRun.of("nfs", "plot", "select 1 as x, 2 as y", csv, "-o", csv, "--force", "--format", "svg");
        assertThat(plot.code()).isEqualTo(2);
        assertThat(plot.err()).contains("is an input and an output");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "garage pack FOLDER -o g",
                "garage pack --format sadf FOLDER -o g",
                "garage query APPLY~'_X;'~ON~'**' --garage FOLDER --macros FOLDER -o -",
                "garage fetch http://localhost:9 --from 2026-01-01 --headers FOLDER",
                "nfs decrypt --keys FOLDER",
                "nfs plot select FOLDER -o plot.svg",
                "scan nothing -o c.ds --config FOLDER",
                "audit nothing nothing --canaries FOLDER"
            })
    void aFolderInPlaceOfAFileIsNamed(String command) {
        String name = folder.toString();
        TestRun run = TestRun.of(Stream.of(command.split(" "))
                .map(word ->
                        word.equals("FOLDER") ? name : word.replace('~', ' ').replace('\'', '"'))
                .toArray(String[]::new));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).isEqualTo("mimeo: " + name + ": is a directory: name the files in it\n");
    }

    @Test
    void aFileInPlaceOfTheRootIsNamed() throws IOException {
        String csv = Files.writeString(folder.resolve("web17.csv"), "time,cpu\n1772323200,1\n")
                .toString();
        assertThat(TestRun.of("garage", "pack", csv, "-o", csv, "--force").err())
                .isEqualTo("mimeo: " + csv + ": is not a folder: choose another name\n");
    }

    @Test
    void resultsThatAreNoTextAreNamed() throws IOException {
        Path results = Files.write(folder.resolve("results.csv"), new byte[] {(byte) 0xff, 0});
        TestRun run = TestRun.of(
                "nfs",
                "plot",
                "select 1 as x, 2 as y",
                results.toString(),
                "-o",
                folder.resolve("plot.svg").toString());
        assertThat(run.err()).isEqualTo("mimeo: " + results + ": is not UTF-8 text\n");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            day,cpu~2026-03-01,1                    | , or name it with --time-column
            time,counter,value,x~1772323200,cpu,1,2 | give --instance 'x', else --exclude 'x'
            time,cpu~1772323200,1~1772323200,2      | name the column that tells them apart with --instance
            """)
    void errorsOfPackNameTheOption(String table, String expected) throws IOException {
        Path csv = Files.writeString(folder.resolve("web17.csv"), table.replace('~', '\n') + "\n");
        TestRun refused = TestRun.of(
                "garage", "pack", csv.toString(), "-o", folder.resolve("garage").toString());
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains(expected);
    }

    @Test
    void summarizesAFileThatWasReplacedByOneOfEqualSize() throws IOException {
        String root = folder.resolve("garage").toString();
        Path file = folder.resolve("garage/web17.2026-03-01.gar");
        packValue(root, 1);
        long size = Files.size(file);
        String[] summarize = {"garage", "summarize", root, "--json"};
        assertThat(TestRun.of(summarize).out()).contains("\"summarized\" : 1");
        assertThat(TestRun.of(summarize).out()).contains("\"summarized\" : 0");
        int value = 1;
        do {
            packValue(root, ++value);
        } while (Files.size(file) != size);
        assertThat(TestRun.of(summarize).out()).as("value %d", value).contains("\"summarized\" : 1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"catalog FOLDER", "summarize FOLDER", "thin FOLDER --delete", "compact FOLDER"})
    void warnsOfAFolderWithoutPackedFiles(String command) throws IOException {
        TestRun run = TestRun.of(("garage " + command.replace("FOLDER", folder.toString())).split(" "));
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err())
                .contains("mimeo: warning: " + folder + ": no packed files; make some with mimeo garage pack\n");
    }

    @Test
    void doesNotUnpackAFolderWithoutPackedFiles() {
        String output = folder.resolve("out.csv").toString();
        TestRun run = TestRun.of("garage", "unpack", folder.toString(), "-o", output);
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err())
                .isEqualTo(
                        "mimeo: " + folder + ": no packed file that can be read: make some with mimeo garage pack\n");
    }

    /** Such a CSV would be a damaged file of the garage. */
    @Test
    void doesNotUnpackToTheNameOfAPackedFile() throws IOException {
        Path root = folder.resolve("garage");
        packValue(root.toString(), 1);
        Path target = root.resolve("all.GAR");
        TestRun run = TestRun.of("garage", "unpack", root.toString(), "-o", target.toString());
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.err()).contains("all.GAR has the name of a packed file, but would be CSV");
        assertThat(target).doesNotExist();
    }

    /** A garage that cannot be written may be listed. */
    @Test
    void listsFilesToThinWhileTheSummariesAreInUse() throws IOException {
        Path root = folder.resolve("garage");
        packValue(root.toString(), 1);
        String[] list = {"garage", "thin", root.toString(), "--delete"};
        assertThat(TestRun.of(list).out()).contains("bytes saved in 1 file\n");
        assertThat(root.resolve(SummaryStore.FOLDER)).doesNotExist();
        try (SummaryStore used = SummaryStore.open(root)) {
            assertThat(used.sources()).isEmpty();
            TestRun listed = TestRun.of(list);
            assertThat(listed.code()).as(listed.err()).isZero();
            assertThat(listed.out()).contains("bytes saved in 1 file\n");
            TestRun applied = TestRun.of("garage", "thin", root.toString(), "--delete", "--apply");
            assertThat(applied.err()).contains("is in use");
        }
    }

    private void packValue(String root, int value) throws IOException {
        Path csv = Files.writeString(folder.resolve("web17.csv"), "time,cpu\n1772323200," + value + "\n");
        assertThat(TestRun.of("garage", "pack", csv.toString(), "-o", root, "--force")
                        .code())
                .isZero();
    }

    @Test
    void joinsTheDaysOfAMonth() throws IOException {
        Path csv = folder.resolve("web17.csv");
        Files.writeString(csv, "time,cpu\n1772323200,0.5\n1772323215,0.25\n1772409600,0.125\n");
        String root = folder.resolve("garage").toString();
        assertThat(TestRun.of("garage", "pack", csv.toString(), "-o", root).code())
                .isZero();
        TestRun day = TestRun.of("garage", "compact", root, "--period", "day");
        assertThat(day.code()).isEqualTo(2);
        assertThat(day.err()).contains("give a longer period");
        assertThat(TestRun.of("garage", "compact", root, "--before", "March").err())
                .contains("--before takes YYYY-MM-DD, not 'March'");
        TestRun none = TestRun.of("garage", "compact", root, "--before", "2026-03-31");
        assertThat(none.out()).isEqualTo("           0  bytes of 0 files\n");
        assertThat(none.err()).contains("no two files are of one server and one month");
        TestRun listed = TestRun.of("garage", "compact", root, "--before", "2026-04-01", "--json");
        assertThat(listed.out()).contains("\"applied\" : false", "\"parts\" : 2", "\"file\" : \"web17.2026-03.gar\"");
        assertThat(folder.resolve("garage/web17.2026-03-01.gar")).exists();
        assertThat(folder.resolve("garage/summaries")).doesNotExist();
        TestRun joined = TestRun.of("garage", "compact", root, "--before", "2026-04-01", "--apply");
        assertThat(joined.code()).isZero();
        assertThat(joined.out()).contains("web17.2026-03.gar  2 files", "bytes of 1 file now");
        assertThat(folder.resolve("garage/web17.2026-03-01.gar")).doesNotExist();
        TestRun unpacked = TestRun.of("garage", "unpack", root, "-o", "-");
        assertThat(unpacked.out()).contains("2026-03-01 00:00:15,", ",0.125").hasLineCount(4);
        Files.copy(folder.resolve("garage/web17.2026-03.gar"), folder.resolve("garage/copy.gar"));
        TestRun refused = TestRun.of("garage", "compact", root, "--before", "2026-04-01", "--apply", "--json");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("warning: not joined: ", "web17.2026-03.gar: exists already");
        assertThat(refused.out()).contains("\"problems\" : [ \"");
    }

    @Test
    void aDamagedFileIsNamed() throws IOException {
        Path broken = Files.writeString(folder.resolve("x.gar"), "not packed");
        TestRun run = TestRun.of("garage", "catalog", folder.toString());
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains(broken + ": header: expected a packed file of counters");
        TestRun unpack = TestRun.of(
                "garage",
                "unpack",
                broken.toString(),
                "-o",
                folder.resolve("o.csv").toString());
        assertThat(unpack.code()).isEqualTo(1);
        assertThat(folder.resolve("o.csv")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "compact GARAGE",
                "thin GARAGE --delete",
                "summarize GARAGE",
                "catalog GARAGE",
                "unpack GARAGE -o -",
                "serve GARAGE --port 0"
            })
    void aGarageThatDoesNotExistIsBadDataAndNotBadUsage(String line) {
        String missing = folder.resolve("missing").toString();
        TestRun run = TestRun.of(("garage " + line).replace("GARAGE", missing).split(" "));
        assertThat(run.err()).isEqualTo("mimeo: " + missing + ": no such file or directory: check the name\n");
        assertThat(run.code()).isEqualTo(1);
    }
}
