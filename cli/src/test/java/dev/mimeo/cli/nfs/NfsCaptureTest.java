package dev.mimeo.cli.nfs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.SharedData;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStream;
import java.net.DatagramPacket;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.ObjectMapper;

/** {@code mimeo nfs capture} as a process, with the tools that write and read captures where they are installed. */
@Timeout(300)
@Tag("thorough")
final class NfsCaptureTest {

    private static final ObjectMapper MAPPER = new ObjectMapper();

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    private static List<String> mimeo(String... args) {
        List<String> command = MimeoProcess.command();
        command.addAll(List.of("nfs", "capture"));
        command.addAll(List.of(args));
        return command;
    }

    private Path base() {
        return folder.resolve("base");
    }

    private List<Path> files() throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().contains(".pcap"))
                    .sorted()
                    .toList();
        }
    }

    private static byte[] packets(int count) {
        Random random = new Random(7);
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(ByteBuffer.allocate(24)
                .putInt(0xa1b2c3d4)
                .putShort((short) 2)
                .putShort((short) 4)
                .putLong(0)
                .putInt(262_144)
                .putInt(1)
                .array());
        for (int i = 0; i < count; i++) {
            byte[] content = new byte[random.nextInt(1500)];
            out.writeBytes(ByteBuffer.allocate(16 + content.length)
                    .putInt(1_700_000_000)
                    .putInt(i)
                    .putInt(content.length)
                    .putInt(content.length)
                    .put(content)
                    .array());
        }
        return out.toByteArray();
    }

    private static String output(List<String> command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        process.getOutputStream().close();
        String text = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(text).isZero();
        return text;
    }

    /** Counts with another tool, which unpacks the files itself or is given them unpacked. */
    @ParameterizedTest
    @CsvSource({"none", "gzip:6"})
    void otherToolsReadTheFiles(String level) throws Exception {
        assumeTrue(isInstalled("capinfos") && isInstalled("tcpdump"), "no capinfos or tcpdump");
        TestRun run = TestRun.withInput(
                packets(1000),
                "nfs",
                "capture",
                "-",
                "-o",
                base().toString(),
                "--file-size",
                "64KiB",
                "--memory",
                "10MiB",
                "--levels",
                level,
                "--min-free",
                "0",
                "--json");
        assertThat(run.code()).as(run.err()).isZero();
        long packets = 0;
        for (Path file : files()) {
            String table = output(List.of("capinfos", "-c", "-M", "-T", "-r", file.toString()));
            packets += Long.parseLong(table.strip().split("\t")[1]);
            if (level.equals("none")) {
                assertThat(output(List.of("tcpdump", "-n", "-r", file.toString())))
                        .contains("link-type EN10MB");
            }
        }
        assertThat(packets).isEqualTo(1000);
        assertThat(MAPPER.readTree(run.out()).get("packets").asLong()).isEqualTo(1000);
    }

    @ParameterizedTest
    @CsvSource({"zstd:3", "lz4"})
    void convertReadsTheFilesAsTheCapture(String level) throws Exception {
        Path capture = SharedData.path("nfs/captures/wswiki-nfsv3.pcap");
        TestRun run = TestRun.withInput(
                Files.readAllBytes(capture),
                "nfs",
                "capture",
                "-",
                "-o",
                base().toString(),
                "--file-size",
                "64KiB",
                "--memory",
                "1MiB",
                "--levels",
                level,
                "--min-free",
                "0");
        assertThat(run.code()).as(run.err()).isZero();
        assertThat(run.err()).contains("packets in 1 file, ", "0 packets dropped");
        List<String> tables = new ArrayList<>();
        for (Path from : List.of(capture, files().get(0))) {
            Path out = folder.resolve(tables.size() + ".ds");
            TestRun.of(
                    "nfs", "convert", from.toString(), "-o", out.toString(), "--anonymize", "none", "--reproducible");
            tables.add(TestRun.of("ds2txt", "--skip-index", out.toString(), "--select", "Trace::NFS::common", "*")
                    .out());
        }
        assertThat(tables.get(1)).isEqualTo(tables.get(0)).contains("lookup");
    }

    /** Packets that arrived before the signal are in the files, the last of which is whole, and the summary is printed. */
    @Test
    void aSignalFlushesAllBuffers() throws Exception {
        Process process = new ProcessBuilder(mimeo(
                        "-",
                        "-o",
                        base().toString(),
                        "--file-size",
                        "1MiB",
                        "--memory",
                        "64MiB",
                        "--min-free",
                        "0",
                        "--json"))
                .redirectError(folder.resolve("err").toFile())
                .start();
        try (OutputStream input = process.getOutputStream();
                BufferedReader out =
                        new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            byte[] stream = packets(10_000);
            // The last packet stays incomplete, and the input open.
            input.write(stream, 0, stream.length - 1);
            input.flush();
            Path first = folder.resolve("base.000003.pcap.zst");
            while (!Files.exists(first) && process.isAlive()) {
                Thread.onSpinWait();
            }
            assertThat(process.toHandle().destroy()).isTrue();
            JsonNode document = MAPPER.readTree(String.join("\n", out.lines().toList()));
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            // 128 + SIGTERM; Ctrl-C is SIGINT, hence 130, but a test may inherit that signal ignored.
            assertThat(process.exitValue())
                    .as(Files.readString(folder.resolve("err")))
                    .isEqualTo(143);
            assertThat(document.get("packets").asLong()).isEqualTo(9999);
            assertThat(document.get("cutBytes").asLong()).isPositive();
            assertThat(document.get("files").asLong()).isEqualTo(files().size());
        } finally {
            process.destroyForcibly();
        }
        assertThat(files()).isNotEmpty().noneMatch(file -> file.toString().endsWith(".tmp"));
        TestRun all = TestRun.of(Stream.concat(
                        Stream.of(
                                "nfs",
                                "convert",
                                "-o",
                                folder.resolve("all.ds").toString(),
                                "--anonymize",
                                "none",
                                "--json"),
                        files().stream().map(Path::toString))
                .toArray(String[]::new));
        assertThat(all.code()).as(all.err()).isZero();
        assertThat(MAPPER.readTree(all.out()).get("counters").get("packet").asLong())
                .isEqualTo(9999);
    }

    /** Datagrams on the loopback interface, where this user may capture them. */
    @ParameterizedTest
    @ValueSource(strings = {"tcpdump", "dumpcap"})
    void capturesFromAnInterface(String program) throws Exception {
        assumeTrue(isInstalled(program), "no " + program);
        try (DatagramSocket socket = new DatagramSocket(0, InetAddress.getLoopbackAddress())) {
            String filter = "udp port " + socket.getLocalPort();
            Process process = new ProcessBuilder(mimeo(
                            "-i",
                            "lo",
                            "--program",
                            program,
                            "--filter",
                            filter,
                            "-o",
                            base().toString(),
                            "--file-size",
                            "64KiB",
                            "--memory",
                            "4MiB",
                            "--levels",
                            "zstd:1,none",
                            "--min-free",
                            "0",
                            "--json"))
                    .redirectError(folder.resolve("err").toFile())
                    .start();
            try (BufferedReader out =
                    new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
                // Nobody tells when the capture has begun: it has when there is a file of it.
                long sent = 0;
                while (files().size() < 3 && process.isAlive()) {
                    byte[] content = new byte[1000];
                    socket.send(new DatagramPacket(content, content.length, socket.getLocalSocketAddress()));
                    sent++;
                }
                assumeTrue(process.isAlive(), () -> "no capture: " + err());
                process.toHandle().destroy();
                JsonNode document =
                        MAPPER.readTree(String.join("\n", out.lines().toList()));
                assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
                assertThat(process.exitValue()).as(err()).isEqualTo(143);
                assertThat(document.get("packets").asLong()).isBetween(2L * 50, sent);
                assertThat(document.get("packetBytes").asLong())
                        .as("Ethernet, IP and UDP before the content")
                        .isEqualTo(document.get("packets").asLong() * 1042);
                assertThat(document.get("lostPackets").asLong()).isBetween(0L, sent);
            } finally {
                process.destroyForcibly();
            }
        }
    }

    private String err() {
        try {
            return Files.readString(folder.resolve("err"));
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"tcpdump", "dumpcap"})
    void saysWhyThereIsNothingToCapture(String program) {
        assumeTrue(isInstalled(program), "no " + program);
        TestRun run = TestRun.of(
                "nfs",
                "capture",
                "-i",
                "nosuch0",
                "--program",
                program,
                "-o",
                base().toString(),
                "--memory",
                "1MiB",
                "--file-size",
                "64KiB");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1).first().asString().startsWith("mimeo: " + program + ": ");
    }

    @Test
    void writesOverACaptureOnlyWhenToldTo() throws Exception {
        String[] args = {"nfs", "capture", "-", "-o", base().toString(), "--memory", "1MiB", "--file-size", "64KiB"};
        assertThat(TestRun.withInput(packets(5), args).code()).isZero();
        TestRun again = TestRun.withInput(packets(5), args);
        assertThat(again.code()).isEqualTo(1);
        assertThat(again.err()).contains("exists already", "--force");
        String[] forced = Stream.concat(Stream.of(args), Stream.of("--force")).toArray(String[]::new);
        assertThat(TestRun.withInput(packets(5), forced).code()).isZero();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            nfs capture -o x                                     | name - to read
            nfs capture -                                        | --output
            nfs capture - -i lo -o x                             | exclude each other
            nfs capture - -o x --filter tcp                      | are for -i
            nfs capture -i lo -o x --snaplen 0                   | at least 1 byte
            nfs capture -i lo -o x --program ngrep               | ngrep
            nfs capture -i -w -o x                               | -i
            nfs capture - --spool . -o x                         | --spool excludes
            nfs capture - --follow -o x                          | are for --spool
            nfs capture --spool . -o ./x --levels none           | another folder
            nfs capture - -o x --levels zip                      | unknown level 'zip'
            nfs capture - -o x --file-size 1KiB                  | file size must be
            nfs capture - -o x --file-size 1MiB --memory 2MiB    | is too little
            nfs capture - -o x --memory 8000TiB                  | JAVA_OPTS
            nfs capture - -o traces/                             | first part of names
            """)
    void badUsage(String line, String problem) {
        TestRun run = TestRun.of(line.split(" "));
        assertThat(run.err()).contains(problem).doesNotContain("Exception", "\tat ");
        assertThat(run.code()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
    }

    /** A service that is stopped has compressed what was complete, and removed nothing else. */
    @Test
    void aSpoolIsFollowedUntilASignal() throws Exception {
        Path spool = Files.createDirectory(folder.resolve("spool"));
        for (int i = 0; i < 3; i++) {
            Path file = Files.write(spool.resolve("base" + i + ".pcap"), packets(100 + i));
            Files.setLastModifiedTime(file, FileTime.fromMillis(1_700_000_000_000L + i));
        }
        Process process = new ProcessBuilder(
                        mimeo("--spool", spool.toString(), "-o", base().toString(), "--min-free", "0", "--follow"))
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("err").toFile())
                .start();
        try {
            while (Files.exists(spool.resolve("base1.pcap")) && process.isAlive()) {
                Thread.onSpinWait();
            }
            process.toHandle().destroy();
            assertThat(process.waitFor(5, TimeUnit.MINUTES)).isTrue();
            assertThat(process.exitValue()).as(err()).isEqualTo(143);
        } finally {
            process.destroyForcibly();
        }
        assertThat(err()).contains("2 files");
        assertThat(files()).hasSize(2);
        assertThat(spool.resolve("base2.pcap")).exists();
    }

    @Test
    void badDataIsOneLine() {
        TestRun run = TestRun.withInput(
                "no packets".repeat(9).getBytes(StandardCharsets.UTF_8),
                "nfs",
                "capture",
                "-",
                "-o",
                base().toString(),
                "--memory",
                "1MiB",
                "--file-size",
                "64KiB");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err().lines()).hasSize(1).first().asString().contains("standard input: not a capture");
    }
}
