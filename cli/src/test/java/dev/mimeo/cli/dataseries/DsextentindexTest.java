package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

final class DsextentindexTest {

    @TempDir
    Path folder;

    private static Path golden() {
        return SharedData.path("dataseries");
    }

    private static String text(Path index) {
        TestRun run = TestRun.of("ds2txt", "--skip-index", index.toString());
        assertThat(run.code()).as(run.err()).isZero();
        return run.out();
    }

    /** Drops what differs between machines: folders and modification times. */
    private static String portable(String text) {
        int times = text.lastIndexOf("# Extent, type='DSIndex::Extent::ModifyTimes'");
        return (text.substring(0, times) + text.substring(times).replaceAll(" (\\d+|#+)\n", " TIME\n"))
                .replaceAll("(?m)^/?[^ \n<]*/(shipped|check-data)/", "");
    }

    private static String reference(String name) throws IOException {
        Path file = golden().resolve(name);
        byte[] bytes = Files.readAllBytes(file);
        if (name.endsWith(".gz")) {
            try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(bytes))) {
                bytes = in.readAllBytes();
            }
        }
        return new String(bytes, UTF_8);
    }

    private Path index(String type, String fields, String... files) {
        Path index = folder.resolve("index.ds");
        List<String> arguments =
                new ArrayList<>(List.of("dsextentindex", "--compress", "lzf", "--new", type, fields, index.toString()));
        for (String file : files) {
            arguments.add(golden().resolve("shipped").resolve(file).toString());
        }
        TestRun run = TestRun.of(arguments.toArray(String[]::new));
        assertThat(run.code()).as(run.err()).isZero();
        return index;
    }

    /** The field "a,b" beside fields "a" and "b". */
    @Test
    void namesOfFieldsMayHaveCommas() throws IOException {
        Path xml = Files.writeString(
                folder.resolve("t.xml"),
                "<ExtentType name='T'><field type='int32' name='a,b'/><field type='int32' name='a'/>"
                        + "<field type='int32' name='b'/></ExtentType>");
        Path csv = Files.writeString(folder.resolve("t.csv"), "1,20,300\n2,10,400\n");
        Path file = folder.resolve("t.ds");
        Path index = folder.resolve("index.ds");
        for (String[] command : new String[][] {
            {"csv2ds", "--xml-desc-file=" + xml, csv.toString(), file.toString()},
            {"dsextentindex", "--new", "T", "a\\,b,b", index.toString(), file.toString()},
            {"csv2ds", "--force", "--xml-desc-file=" + xml, csv.toString(), file.toString()},
            {"dsextentindex", index.toString(), file.toString()}
        }) {
            TestRun run = TestRun.of(command);
            assertThat(run.code()).as(run.err()).isZero();
        }
        assertThat(text(index))
                .contains("filename extent_offset rowcount min:a,b max:a,b hasnull:a,b min:b max:b hasnull:b\n")
                .contains(" 2 1 2 F 300 400 F\n");
        String skipping = TestRun.of(
                        "dssql", "SELECT b FROM '" + file + "' WHERE \"a,b\" > 5", "--index", index.toString())
                .err();
        assertThat(skipping).contains("1 of 1 extent");
    }

    @Test
    void makesTheIndexesOfTheOriginal() throws IOException {
        Path index = index("I/O", "enter_driver,machine_id,disk_offset,is_read", "h03126.ds-littleend");
        assertThat(portable(text(index))).isEqualTo(portable(reference("shipped/test.index.1a.ref")));

        TestRun update = TestRun.of(
                "dsextentindex",
                index.toString(),
                golden().resolve("shipped/h03126.ds-bigend").toString(),
                "--json");
        assertThat(update.code()).as(update.err()).isZero();
        assertThat(update.out()).contains("\"scanned\" : 1").contains("\"unchanged\" : 1");
        assertThat(portable(text(index))).isEqualTo(portable(reference("shipped/test.index.1b.ref")));
    }

    @Test
    void makesTheFileOfTheOriginal() throws IOException {
        Path index = index("I/O", "enter_driver,machine_id,disk_offset,is_read", "h03126.ds-littleend");
        TestRun run = TestRun.of("ds2txt", index.toString());
        String expected = reference("tools/t20.out").replace("=== ds2txt of the output file\n", "");
        assertThat(withoutOffsets(portable(run.out())))
                .isEqualTo(withoutOffsets(portable(expected).replaceAll("(?m)^shipped/", "")));
    }

    /** Drops where extents start, which depends on the names of the folders. */
    private static String withoutOffsets(String text) {
        return text.replaceAll("(?m)^\\d+ +(DSIndex|DataSeries):", "OFFSET $1:");
    }

    @Test
    void makesTheIndexOfATypeWithNamespaceAndVersion() throws IOException {
        Path index = index("Batch::LSF::Grizzly", "cluster_name,submit_time,end_time", "lsb.acct.2007-01-01-p1.ds");
        assertThat(portable(text(index))).isEqualTo(portable(reference("shipped/test.index.2.ref")));
    }

    @Test
    void makesTheIndexOfAFieldWithNulls() throws IOException {
        Path index =
                index("Network trace: IP packets", "packet-at,source,destination,source-port", "nfs-1.set-0.ip.ds");
        String expected = reference("tools/t21.out");
        expected = expected.substring(expected.indexOf("# Extent, type='DSIndex::Extent::Info'"));
        expected = expected.substring(0, expected.indexOf("# Extent, type='DataSeries: ExtentIndex'"));
        String actual = text(index);
        actual = actual.substring(actual.indexOf("# Extent, type='DSIndex::Extent::Info'"));
        assertThat(portable(actual)).isEqualTo(portable(expected).replaceAll("(?m)^shipped/", ""));
    }

    @Test
    void refusesBadUsage() {
        String index = folder.resolve("i.ds").toString();
        assertThat(TestRun.of("dsextentindex", "--new", "T", "f", index).code()).isEqualTo(2);
        assertThat(TestRun.of("dsextentindex", "--new", "T", "f,", index, "x.ds")
                        .code())
                .isEqualTo(2);
        assertThat(TestRun.of("dsextentindex", index, "--ranges", "4").code()).isEqualTo(2);
        TestRun missing = TestRun.of("dsextentindex", index, "x.ds");
        assertThat(missing.code()).isEqualTo(1);
        assertThat(missing.err()).contains("i.ds: no such file");
        TestRun missingInput = TestRun.of(
                "dsextentindex",
                "--new",
                "T",
                "f",
                index,
                folder.resolve("x.ds").toString());
        assertThat(missingInput.code()).isEqualTo(1);
        assertThat(missingInput.err()).contains("x.ds: no such file");
        assertThat(folder).isEmptyDirectory();
    }
}
