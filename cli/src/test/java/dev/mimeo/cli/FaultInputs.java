package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.HashMap;
import java.util.Map;

/** The inputs of {@link FaultJob}. */
final class FaultInputs {

    private static final int ROWS = 4000;

    /** Three days, whose packed files are larger than a block. */
    private static final int COUNTER_ROWS = 3 * 144;

    private final Path folder;
    private final Map<String, Path> inputs = new HashMap<>();

    private FaultInputs(Path folder) {
        this.folder = folder;
    }

    /** Writes the inputs into a folder; returns them by their names in braces. */
    static Map<String, Path> write(Path folder) throws IOException, SQLException {
        FaultInputs files = new FaultInputs(folder);
        files.write();
        return files.inputs;
    }

    private void write() throws IOException, SQLException {
        StringBuilder csv = new StringBuilder();
        StringBuilder counters = new StringBuilder("serverID,sampleTime,Load\n");
        StringBuilder msr = new StringBuilder();
        for (int i = 0; i < ROWS; i++) {
            csv.append(i)
                    .append(",name ")
                    .append(i * 7919L % ROWS)
                    .append(',')
                    .append(i)
                    .append(".5\n");
            msr.append(128_166_372_003_061_629L + i)
                    .append(",usr,0,Read,")
                    .append(4096L * i)
                    .append(",4096,113736\n");
        }
        for (int i = 0; i < COUNTER_ROWS; i++) {
            counters.append("web1,")
                    .append(1_700_000_000_000L + 600_000L * i)
                    .append(',')
                    .append(i * 7919L % 10_007)
                    .append('\n');
        }
        put("{csv}", csv.toString());
        put("{msr}", msr.toString());
        put("{counters}", counters.toString());
        put("{type}", """
                <ExtentType name="t"><field type="int32" name="id" /><field type="variable32" name="name" />
                <field type="double" name="x" /></ExtentType>
                """);
        make("{trace}", "t.ds", "csv2ds", "--xml-desc-file", "{type}", "{csv}", "OUT");
        make(
                "{chars}",
                "c.ds",
                "scan",
                "{csv}",
                "-o",
                "OUT",
                "--scanner",
                "histogram",
                "--scanner",
                "repetition",
                "--scanner",
                "duplicates");
        make("{parquet}", "t.parquet", "dsexport", "{trace}", "-o", "OUT");
        put(
                "{text}",
                TestRun.of("ds2txt", String.valueOf(inputs.get("{trace}"))).out());
        inputs.put(
                "{pcap}", Files.copy(Path.of("..", "examples", "nfs", "office.pcap"), folder.resolve("office.pcap")));
        make("{tables}", "tables.ds", "nfs", "convert", "{pcap}", "--anonymize", "none", "-o", "OUT");
        make("{garage}", "garage", "garage", "pack", "{counters}", "-o", "OUT");
        Path sqlite = folder.resolve("web.db");
        try (Connection connection = DriverManager.getConnection("jdbc:sqlite:" + sqlite);
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE t (id INTEGER, name TEXT)");
            statement.execute("INSERT INTO t VALUES (1, 'a'), (2, 'b')");
        }
        inputs.put("{sqlite}", sqlite);
    }

    private void put(String key, String content) throws IOException {
        inputs.put(key, Files.writeString(folder.resolve(key.substring(1, key.length() - 1) + ".csv"), content));
    }

    private void make(String key, String name, String... arguments) {
        Path file = folder.resolve(name);
        String[] words = new String[arguments.length];
        for (int i = 0; i < words.length; i++) {
            words[i] = arguments[i].equals("OUT")
                    ? file.toString()
                    : inputs.getOrDefault(arguments[i], Path.of(arguments[i])).toString();
        }
        TestRun run = TestRun.of(words);
        assertThat(run.code()).as(run.err()).isZero();
        inputs.put(key, file);
    }
}
