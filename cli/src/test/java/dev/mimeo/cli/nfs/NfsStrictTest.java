package dev.mimeo.cli.nfs;

import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Losses of captures are reported, and are errors with {@code --strict}. */
final class NfsStrictTest {

    private static final int FILE_HEADER = 24;
    private static final int PACKET_HEADER = 16;

    /** From there on the bytes of a packet over TCP without options, of Ethernet. */
    private static final int TCP_DATA = 14 + 20 + 20;

    /** The ports of a packet over UDP, of Ethernet and IPv4, and its data. */
    private static final int UDP_PORTS = 14 + 20;

    private static final int UDP_DATA = UDP_PORTS + 8;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private byte[] whole;

    @BeforeEach
    void read() throws IOException {
        whole = Files.readAllBytes(Path.of("../examples/nfs/office.pcap"));
    }

    private String write(String name, byte[] bytes) throws IOException {
        return Files.write(folder.resolve(name), bytes).toString();
    }

    private TestRun run(String command, String capture, String output, String... more) {
        List<String> args = new ArrayList<>(
                List.of("nfs", command, capture, "-o", folder.resolve(output).toString()));
        args.addAll(List.of(more));
        return TestRun.of(args.toArray(String[]::new));
    }

    /** A packet of Ethernet, IPv4 and TCP from a client to a server. */
    private static void segment(ByteBuffer pcap, int sequence, int flags, int bytes) {
        int size = TCP_DATA + bytes;
        pcap.putInt(1_700_000_000).putInt(sequence).putInt(size).putInt(size);
        pcap.put(new byte[12]).putShort((short) 0x0800);
        pcap.putShort((short) 0x4500).putShort((short) (size - 14)).putInt(0).putInt(0x40060000);
        pcap.putInt(0x0a000001).putInt(0x0a000002);
        pcap.putShort((short) 800).putShort((short) 2049).putInt(sequence).putInt(0);
        pcap.putShort((short) (0x5000 | flags)).putShort((short) 1000).putInt(0).put(new byte[bytes]);
    }

    private static void header(ByteBuffer pcap) {
        pcap.putInt(0xa1b2c3d4).putInt(0x00020004).putLong(0).putInt(262_144).putInt(1);
    }

    /** Returns the beginnings of commands that read captures. */
    private List<String> readers() {
        String output = folder.resolve("out").toString();
        return List.of(
                "convert --force --anonymize none -o " + output,
                "info --force -o " + output,
                "summary",
                "analyze -a latency");
    }

    @Test
    void aWholeCaptureIsComplete() throws IOException {
        String capture = write("whole.pcap", whole);
        TestRun converted = run("convert", capture, "whole.ds", "--anonymize", "none", "--strict", "--json");
        assertThat(converted.code()).as(converted.err()).isZero();
        assertThat(converted.err()).doesNotContain("not complete");
        assertThat(converted.out()).containsPattern("\"complete\"\\s*:\\s*true");
        assertThat(run("info", capture, "whole.json", "--strict").code()).isZero();
        assertThat(TestRun.withInput(whole, "nfs", "capture", "-", "-o", folder + "/c", "--strict")
                        .code())
                .isZero();
    }

    @Test
    void aCaptureThatIsCutOffIsAWarningOrAnError() throws IOException {
        String capture = write("cut.pcap", Arrays.copyOf(whole, whole.length - 5));
        TestRun warned = run("convert", capture, "warned.ds", "--anonymize", "none", "--json");
        assertThat(warned.code()).isZero();
        assertThat(warned.err())
                .contains("mimeo: warning: " + capture + ": the last packet is cut off at byte ")
                .contains("warned.ds: not complete: captures cut off or damaged: 1");
        assertThat(warned.out()).containsPattern("\"complete\"\\s*:\\s*false");
        TestRun refused = run("convert", capture, "refused.ds", "--anonymize", "none", "--strict", "--quiet");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err().lines())
                .satisfiesExactly(
                        damage -> assertThat(damage)
                                .startsWith("mimeo: warning: " + capture + ": the last packet is cut off"),
                        verdict -> assertThat(verdict)
                                .isEqualTo("mimeo: " + folder.resolve("refused.ds")
                                        + ": not complete: captures cut off or damaged: 1"));
        assertThat(folder.resolve("refused.ds")).exists();
    }

    /** Bytes behind whole members of gzip are lost, as are those that were cut off. */
    @Test
    void whatFollowsAGzipCaptureIsAWarningOrAnError() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(whole);
        }
        packed.writeBytes("This is not gzip".getBytes(US_ASCII));
        String capture = write("followed.pcap.gz", packed.toByteArray());
        for (String line : readers()) {
            TestRun run = TestRun.of(("nfs " + line + " " + capture).split(" "));
            assertThat(run.code()).as(line + ": " + run.err()).isZero();
            assertThat(run.err())
                    .as(line)
                    .contains("mimeo: warning: " + capture
                            + ": the compressed file goes on with something that cannot be decompressed at byte "
                            + whole.length);
        }
        TestRun refused = run("convert", capture, "refused.ds", "--anonymize", "none", "--strict");
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains(": not complete: captures cut off or damaged: 1");
        TestRun intact = run("convert", write("whole.pcap", whole), "whole.ds", "--anonymize", "none");
        assertThat(intact.code()).isZero();
        assertThat(messages("refused.ds")).isNotEmpty().isEqualTo(messages("whole.ds"));
    }

    private String messages(String name) {
        return TestRun.of(
                        "ds2txt",
                        "--skip-all",
                        "--type=common",
                        folder.resolve(name).toString())
                .out();
    }

    /** Captures of several servers often have the same name. */
    @Test
    void warningsAndErrorsTellCapturesOfOneNameApart() throws IOException {
        for (String server : List.of("first", "cut", "text")) {
            Files.createDirectory(folder.resolve(server));
        }
        String first = write("first/x.pcap", whole);
        String cut = write("cut/x.pcap", Arrays.copyOf(whole, whole.length - 5));
        String text = write("text/x.pcap", "These are not packets but notes about them.\n".getBytes(US_ASCII));
        for (String line : readers()) {
            String[] words = ("nfs " + line + " " + first + " " + cut).split(" ");
            assertThat(TestRun.of(words).err()).as(line).contains("mimeo: warning: " + cut + ": the last packet is");
            words[words.length - 1] = text;
            assertThat(TestRun.of(words).err()).as(line).contains("mimeo: " + text + ": ");
        }
    }

    /** Both passes over groups know of it. */
    @Test
    void groupsSayTheSame() throws IOException {
        String capture = write("cut.pcap", Arrays.copyOf(whole, whole.length - 5));
        TestRun info = run("info", capture, "m.json", "--strict");
        assertThat(info.code()).isEqualTo(1);
        assertThat(info.err()).contains("mimeo: warning: " + capture + ": the last packet is");
        assertThat(info.err()).contains("m.json: not complete: captures cut off or damaged: 1");
        String manifest = folder.resolve("m.json").toString();
        TestRun converted =
                run("convert", capture, "tables", "--anonymize", "none", "--strict", "--manifest", manifest);
        assertThat(converted.code()).isEqualTo(1);
        assertThat(converted.err()).contains("mimeo: warning: " + capture + ": the last packet is");
        assertThat(converted.err()).contains("tables: not complete: captures cut off or damaged: 1");
        assertThat(folder.resolve("tables/group-00001.ds")).exists();
    }

    @Test
    void bytesOfStreamsThatWereNotCapturedAreCounted() throws IOException {
        ByteBuffer pcap = ByteBuffer.allocate(FILE_HEADER + 3 * (PACKET_HEADER + TCP_DATA) + 200);
        header(pcap);
        segment(pcap, 1, 2, 0);
        segment(pcap, 2, 16, 100);
        segment(pcap, 2 + 100 + 77, 16, 100);
        TestRun run = run("convert", write("holed.pcap", pcap.array()), "holed.ds", "--anonymize", "none", "--strict");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("not complete: bytes of TCP streams not captured: 77");
    }

    /** The calls of the example over TCP; the mark of the third makes it too long. */
    @Test
    void wrongRecordMarksAreAWarningOrAnError() throws IOException {
        ByteBuffer from = ByteBuffer.wrap(whole).order(ByteOrder.LITTLE_ENDIAN);
        ByteBuffer pcap = ByteBuffer.allocate(whole.length + 100 * whole.length / PACKET_HEADER);
        header(pcap);
        segment(pcap, 1, 2, 0);
        int sequence = 2;
        int calls = 0;
        for (int at = FILE_HEADER; at < whole.length; at += PACKET_HEADER + from.getInt(at + 8)) {
            int packet = at + PACKET_HEADER;
            if (whole[packet + UDP_PORTS] != (byte) (800 >> 8) || whole[packet + UDP_PORTS + 1] != (byte) 800) {
                continue;
            }
            int bytes = at + PACKET_HEADER + from.getInt(at + 8) - packet - UDP_DATA;
            segment(pcap, sequence, 16, 4 + bytes);
            int data = pcap.position() - 4 - bytes;
            pcap.putInt(data, (0x8000_0000 | bytes) ^ (calls++ == 2 ? 0x1000 : 0));
            pcap.put(data + 4, whole, packet + UDP_DATA, bytes);
            sequence += 4 + bytes;
        }
        String capture = write("marks.pcap", Arrays.copyOf(pcap.array(), pcap.position()));
        TestRun summary = TestRun.of("nfs", "summary", capture, "--strict");
        assertThat(summary.out())
                .contains("\nCalls     " + calls + ", ", "\nLosses    wrong record marks in TCP streams: 1\n");
        assertThat(summary.code()).isEqualTo(1);
        TestRun warned = run("convert", capture, "marks.ds", "--anonymize", "none");
        assertThat(warned.code()).isZero();
        assertThat(warned.err()).contains("marks.ds: not complete: wrong record marks in TCP streams: 1");
    }

    /** A packet that is larger than a file is dropped. */
    @Test
    void droppedPacketsAreAWarningOrAnError() {
        ByteBuffer large = ByteBuffer.allocate(FILE_HEADER + PACKET_HEADER + 100_000);
        header(large);
        large.putLong(0).putInt(100_000).putInt(100_000);
        String base = folder.resolve("large").toString();
        String[] args = {"nfs", "capture", "-", "-o", base, "--file-size", "64KiB", "--force"};
        TestRun warned = TestRun.withInput(large.array(), args);
        assertThat(warned.code()).as(warned.err()).isZero();
        assertThat(warned.err()).contains("mimeo: warning: standard input: not complete: packets dropped: 1");
        String[] strict = Arrays.copyOf(args, args.length + 1);
        strict[args.length] = "--strict";
        TestRun refused = TestRun.withInput(large.array(), strict);
        assertThat(refused.code()).isEqualTo(1);
        assertThat(refused.err()).contains("mimeo: standard input: not complete: packets dropped: 1");
    }
}
