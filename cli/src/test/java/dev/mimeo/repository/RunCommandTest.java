package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.mimeo.cli.MimeoProcess;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code mimeo run} as a person runs it; {@code PreloadedCommandTest} has more programs. Skipped where there is no C compiler. */
@Tag("slow")
final class RunCommandTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @BeforeEach
    void needsCompiler() {
        assumeTrue(System.getProperty("os.name").equals("Linux"), "the preloaded library needs Linux");
        assumeTrue(Files.isExecutable(Path.of("/usr/bin/cc")), "there is no C compiler");
    }

    /** Runs a line of a shell in which {@code mimeo} is the command. */
    private String shell(String script) throws IOException, InterruptedException {
        Path start = folder.resolve("mimeo.sh");
        Files.writeString(start, "exec '" + String.join("' '", MimeoProcess.command()) + "' \"$@\"\n");
        String function = "mimeo() { sh '" + start + "' \"$@\"; }; ";
        return Processes.run(
                folder, List.of("env", "XDG_CACHE_HOME=" + folder.resolve("cache"), "sh", "-c", function + script));
    }

    @Test
    void aProgramWritesSyntheticDataThatIsVerified() throws IOException, InterruptedException {
        String first = shell(
                "mimeo run --data prose --size 1MiB --on out -- dd if=/dev/zero of=out bs=64k count=32 status=none");
        assertThat(first).contains("for this run and later ones").endsWith("mimeo: 2.0 MiB replaced in 32 writes\n");
        assertThat(Files.readString(folder.resolve("out"), StandardCharsets.ISO_8859_1))
                .contains(" the ")
                .doesNotContain("\0");

        String second = shell(
                "mimeo run --data prose --size 1MiB --on out --verify -- dd if=out of=/dev/null bs=64k status=none");
        assertThat(second).isEqualTo("mimeo: 0 B replaced in 0 writes, 2.0 MiB verified\n");

        String third = shell(
                "printf x | dd of=out bs=1 seek=5000 conv=notrunc status=none;"
                        + " mimeo run --data prose --size 1MiB --on out --verify -- dd if=out of=/dev/null status=none || echo failed with $?");
        assertThat(third)
                .contains("out: byte 5000 differs")
                .contains("in 1 block")
                .endsWith("failed with 1\n");
        try (Stream<Path> files = Files.list(folder.resolve("cache/mimeo"))) {
            assertThat(files).hasSize(2);
        }
    }

    @Test
    void theExitCodeIsThatOfTheProgram() throws IOException, InterruptedException {
        String printed = shell("mimeo segment logs --size 64KiB -o s.seg --quiet;"
                + " mimeo run --data s.seg --on out -- sh -c 'exit 7' || echo failed with $?");
        assertThat(printed).contains("no write of sh to out was replaced").endsWith("failed with 7\n");
    }

    @Test
    void aDamagedSegmentIsTheOnlyProblemThatIsReported() throws IOException, InterruptedException {
        String printed = shell("mimeo segment logs --size 64KiB -o s.seg --quiet;"
                + " printf xxxx | dd of=s.seg bs=1 seek=300 conv=notrunc status=none;"
                + " mimeo run --data s.seg --on out -- true || echo failed with $?");
        assertThat(printed).contains("s.seg: the segment file is damaged").doesNotContain("warning");
        assertThat(printed).endsWith("failed with 1\n");
    }

    @Test
    void aSignalEndsTheProgramAndThenItsOutcomeIsReported() throws IOException, InterruptedException {
        String printed = shell("mimeo segment logs --size 64KiB -o s.seg --quiet; mkfifo ready;"
                + " sh mimeo.sh run --data s.seg --on out -- "
                + "sh -c 'dd if=/dev/zero of=out bs=64k count=3 status=none; echo > ready; exec sleep 1000' & "
                + "read line < ready; kill $!; wait $! || echo failed with $?");
        assertThat(printed).isEqualTo("mimeo: 192.0 KiB replaced in 3 writes\nfailed with 143\n");
    }

    @Test
    void whatIsMissingIsNamed() throws IOException, InterruptedException {
        String printed = shell("mimeo segment logs --size 64KiB -o s.seg --quiet;"
                + " mimeo run --data s.seg --on out -- nosuchprogram || true;"
                + " mimeo run --data s.seg --on out -- ./s.seg || true;"
                + " mimeo run --data s.seg --on nosuchfolder/out -- true || true;"
                + " mimeo run --data s.seg --on s.seg -- true || true;"
                + " CC=nosuchcompiler XDG_CACHE_HOME=other mimeo run --data s.seg --on out -- true || true");
        assertThat(printed)
                .contains("mimeo: nosuchprogram: cannot be started (No such file or directory): is it installed")
                .contains("mimeo: ./s.seg: cannot be started (Permission denied)")
                .contains("mimeo: nosuchfolder/out: its folder does not exist: create it")
                .contains("mimeo: s.seg: is the segment that is read: choose another file")
                .doesNotContain("was replaced")
                .contains("mimeo: no C compiler (nosuchcompiler)");
    }
}
