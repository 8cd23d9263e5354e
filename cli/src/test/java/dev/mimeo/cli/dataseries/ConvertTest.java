package dev.mimeo.cli.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.github.luben.zstd.Zstd;
import dev.mimeo.cli.TestRun;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import org.apache.commons.compress.compressors.bzip2.BZip2CompressorOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.XZOutputStream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Traces to DataSeries files and back, as scripts use it. */
final class ConvertTest {

    private static final String TRACE = """
        128166372003061629,usr,0,Read,7014609920,24576,41286
        Timestamp,Hostname
        128166372016382155,usr,0,Write,2517696512,4096,1963
        """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void writeTrace() throws IOException {
        Files.writeString(folder.resolve("trace.csv"), TRACE);
    }

    private String file(String name) {
        return folder.resolve(name).toString();
    }

    @Test
    void traceGoesThereAndBack() throws IOException {
        TestRun there = TestRun.of("convert", "msr-cambridge", file("trace.csv"), file("trace.ds"));
        assertThat(there.err()).contains("3 rows").contains("kept as they are: 1 malformed line, the first in line 2");
        assertThat(there.code()).isZero();
        TestRun back = TestRun.of("convert", "msr-cambridge", "--reverse", file("trace.ds"), "-");
        assertThat(back.code()).isZero();
        assertThat(back.out()).isEqualTo(TRACE);
    }

    @Test
    void standardInputWorksBothWays() throws IOException {
        TestRun there = TestRun.withInput(TRACE.getBytes(UTF_8), "convert", "msr-cambridge", "-", "-", "--quiet");
        assertThat(there.code()).isZero();
        assertThat(there.err()).isEmpty();
        TestRun back = TestRun.withInput(
                there.bytes().toByteArray(), "convert", "msr-cambridge", "--reverse", "-", file("back.csv"));
        assertThat(back.code()).isZero();
        assertThat(Files.readString(folder.resolve("back.csv"))).isEqualTo(TRACE);
    }

    @Test
    void packedTracesAreUnpacked() throws IOException {
        TestRun plain = TestRun.of("convert", "msr-cambridge", file("trace.csv"), "-");
        for (byte[] packed : List.of(gzip(), bzip2(), xz(), Zstd.compress(TRACE.getBytes(UTF_8)))) {
            TestRun run = TestRun.withInput(packed, "convert", "msr-cambridge", "-", "-");
            assertThat(run.code()).isZero();
            assertThat(run.bytes().toByteArray()).isEqualTo(plain.bytes().toByteArray());
        }
        assertThat(new GZIPInputStream(new ByteArrayInputStream(gzip())).readAllBytes())
                .isEqualTo(TRACE.getBytes(UTF_8));
    }

    private static byte[] gzip() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        // Two members, which gzip -d reads as one.
        for (String part : List.of(TRACE.substring(0, 60), TRACE.substring(60))) {
            try (OutputStream out = new GZIPOutputStream(packed)) {
                out.write(part.getBytes(UTF_8));
            }
        }
        return packed.toByteArray();
    }

    private static byte[] bzip2() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new BZip2CompressorOutputStream(packed)) {
            out.write(TRACE.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    private static byte[] xz() throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = new XZOutputStream(packed, new LZMA2Options(1))) {
            out.write(TRACE.getBytes(UTF_8));
        }
        return packed.toByteArray();
    }

    @Test
    void jsonSaysWhatWasConverted() {
        TestRun run = TestRun.of("convert", "msr-cambridge", file("trace.csv"), file("trace.ds"), "--json", "--quiet");
        JsonNode document = JsonMapper.shared().readTree(run.out());
        assertThat(document.get("format").asString()).isEqualTo("msr-cambridge");
        assertThat(document.get("rows").asLong()).isEqualTo(3);
        assertThat(document.get("traceBytes").asLong()).isEqualTo(TRACE.length());
        assertThat(document.get("garbageRows").asLong()).isEqualTo(1);
        assertThat(document.get("firstGarbageLine").asLong()).isEqualTo(2);
        assertThat(document.get("outputBytes").asLong())
                .isEqualTo(folder.resolve("trace.ds").toFile().length());
    }

    @Test
    void formatsAreListed() {
        assertThat(TestRun.of("convert", "--list").out()).contains("ellard ", "wc98 ", "blktrace ", "strace ", "srt ");
        JsonNode formats = JsonMapper.shared()
                .readTree(TestRun.of("convert", "--list", "--json").out())
                .get("formats");
        assertThat(formats.size()).isGreaterThanOrEqualTo(9);
        assertThat(formats.get(0).get("lossless").asBoolean()).isTrue();
    }

    @Test
    void badDataIsOneLineAndLeavesNothing() throws IOException {
        TestRun strict = TestRun.of("convert", "msr-cambridge", "--strict", file("trace.csv"), file("new.ds"));
        assertThat(strict.code()).isEqualTo(1);
        assertThat(strict.err())
                .isEqualTo("mimeo: " + file("trace.csv") + ": line 2 is not a line of the format 'msr-cambridge'\n");
        TestRun other = TestRun.of("convert", "ellard", file("trace.csv"), file("new.ds"));
        assertThat(other.code()).isEqualTo(1);
        assertThat(other.err())
                .contains("nothing in it is of the format 'ellard' (NFS traces of Harvard, text of nfsdump): ");
        TestRun binary = TestRun.of("convert", "blktrace", file("trace.csv"), file("new.ds"));
        assertThat(binary.code()).isEqualTo(1);
        assertThat(binary.err()).contains("event 1 at byte 0 starts with 31323831");
        Files.write(folder.resolve("cut.gz"), java.util.Arrays.copyOf(gzip(), 50));
        TestRun cut = TestRun.of("convert", "msr-cambridge", file("cut.gz"), file("new.ds"));
        assertThat(cut.code()).isEqualTo(1);
        assertThat(cut.err().lines().toList()).hasSize(1).first().asString().contains("cut.gz");
        assertThat(TestRun.of("convert", "ellard", "--reverse", file("trace.csv"), file("new.ds"))
                        .code())
                .isEqualTo(1);
        assertThat(folder.resolve("new.ds")).doesNotExist();
    }

    @Test
    void fileOfAnotherTypeIsNotTaken() throws IOException {
        TestRun.of("convert", "msr-cambridge", file("trace.csv"), file("trace.ds"));
        TestRun run = TestRun.of("convert", "spc", "--reverse", file("trace.ds"), file("back.txt"));
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.err()).contains("Trace::Block::SPC");
    }

    @Test
    void badUsageIsCode2() {
        assertThat(TestRun.of("convert").code()).isEqualTo(2);
        assertThat(TestRun.of("convert", "ellard", file("trace.csv")).code()).isEqualTo(2);
        assertThat(TestRun.of("convert", "nosuch", file("trace.csv"), file("x.ds"))
                        .err())
                .contains("unknown format 'nosuch': known: blkparse, blktrace, ellard");
        TestRun same = TestRun.of("convert", "spc", file("trace.csv"), file("trace.csv"), "--force");
        assertThat(same.code()).isEqualTo(2);
        assertThat(TestRun.of("convert", "spc", file("trace.csv"), "-", "--json")
                        .code())
                .isEqualTo(2);
    }
}
