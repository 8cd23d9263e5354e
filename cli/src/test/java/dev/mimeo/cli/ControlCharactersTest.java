package dev.mimeo.cli;

import static dev.mimeo.cli.FaultJob.job;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The name of a file neither begins a line of its own nor commands the terminal, whatever is printed about the file. */
@Tag("thorough")
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "names have no control characters there")
final class ControlCharactersTest {

    /** Stands at the start of a line only if a line feed was printed. */
    private static final String FORGED = "FORGED";

    private static final String NAME = "a\n" + FORGED + "\r" + FORGED + "\u001b[31m\u009b";

    /** Jobs beside those for faults. */
    private static final List<FaultJob> OTHERS = List.of(
            job("mimic", "{csv} -o OUT --codec zlib:6 --keep OUT.ds --html OUT.html"),
            job("mimic", "{csv} -o OUT --codec zlib:6 --tolerance ratio=0%"),
            job("compare", "{csv} {chars} --codec zlib:6 --tolerance ratio=0%"),
            job("compare", "{folder} {folder} --codec zlib:6"),
            job("scan", "{folder} --categories --scanner histogram -o OUT"),
            job("describe", "{chars}"),
            job("audit", "{csv} {chars}"),
            job("tree", "{chars} --from {folder} --root OUT"),
            job("tree", "{chars} --from {text} --root OUT"),
            job("pipe", "{chars} --fifo {text} --root OUT --ack OUT.ack"),
            job("dsinfo", "{trace} {tables}"),
            job("dsverify", "{trace} {tables}"),
            job("dsverify", "{trace} {text}"),
            job("ds2txt", "{trace} --where t id==1"),
            job("dsstatgroupby", "t basic id from {trace}"),
            job("dstypes2java", "{trace}"),
            job("dsextentindex", "--new t id OUT {trace} {trace}"),
            job("dscat", "{trace} {tables} OUT"),
            job("dsrepack", "--target-file-size 64KiB {trace} {trace} OUT"),
            job("dsrepack", "--verbose {trace} OUT"),
            job("dssql", "FROM|'{trace}'"),
            job("dssql", "FROM|'{trace}' --partition-by id -o OUT"),
            job("convert", "wc98 {text} OUT"),
            job("nfs info", "{pcap} {pcap} --group-size 1 -o OUT"),
            job("nfs top", "{pcap}"),
            job("nfs summary", "{pcap}"),
            job("nfs summary", "{pcap} --slower-than 1us"),
            job("nfs summary", "{pcap} --html OUT"),
            job("nfs convert", "{pcap} --anonymize hmac --random-key --write-map OUT.map -o OUT"),
            job("nfs convert", "{pcap} --anonymize none --rotate 1h -o OUT"),
            job("nfs analyze", "-a latency {tables}"),
            job("nfs analyze", "-a latency {tables} -o OUT"),
            job("nfs report", "{tables} -o OUT"),
            job("nfs plot", "select|1|as|x,2|as|y {counters} --format svg -o OUT"),
            job("garage pack", "{counters} {text} -o OUT"),
            job("garage catalog", "{garage}"),
            job("garage catalog", "{garage} {text}"),
            job("garage unpack", "{garage} -o OUT.csv"),
            job("garage query", "APPLY|'FROM|RawData'|ON|'**' --garage {garage} -o OUT.csv"),
            job("garage compact", "{garage} --before 2026-01-01"),
            job("garage thin", "{garage} --before 2026-01-01 --delete"),
            job("garage summarize", "{garage}"),
            job("garage summarize", "{garage} -o OUT"));

    @TempDir
    private static Path folder;

    private static final Map<String, Path> INPUTS = new HashMap<>();

    @BeforeAll
    static void writeInputs() throws IOException, SQLException {
        Path odd = Files.createDirectory(folder.resolve(NAME));
        INPUTS.putAll(FaultInputs.write(odd));
        Path tree = Files.createDirectory(odd.resolve("tree"));
        Files.copy(Objects.requireNonNull(INPUTS.get("{csv}")), tree.resolve(NAME + ".csv"));
        Files.createSymbolicLink(tree.resolve(NAME + ".link"), Path.of("nowhere"));
        INPUTS.put("{folder}", tree);
        Path garage = odd.resolve("garage");
        assertThat(TestRun.of("garage", "pack", String.valueOf(INPUTS.get("{counters}")), "-o", garage.toString())
                        .code())
                .isZero();
        INPUTS.put("{garage}", garage);
    }

    static Stream<FaultJob> jobs() {
        return Stream.concat(FaultJob.ALL.stream(), OTHERS.stream());
    }

    /** The second run finds the outputs of the first. A benchmark of patterns cannot read such a name, which is refused. */
    @ParameterizedTest
    @MethodSource("jobs")
    void aNameIsNoLine(FaultJob job, @TempDir Path here) throws IOException {
        Path odd = Files.createDirectory(here.resolve(NAME));
        String[] words = job.words(INPUTS, odd.resolve(NAME).toString()).toArray(String[]::new);
        for (int run = 0; run < 2; run++) {
            TestRun result = TestRun.of(words);
            assertThat(result.code())
                    .as("%s: %s", job, result.err())
                    .isBetween(0, run == 0 && !job.command().equals("pattern") ? 1 : 2);
            assertThat((result.out() + result.err()).split("[\\n\\r]"))
                    .as("%s", job)
                    .isNotEmpty()
                    .noneMatch(line -> line.startsWith(FORGED))
                    .noneMatch(line -> line.matches(".*[\u001b\u009b].*"));
        }
    }
}
