package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A real bash and a real zsh complete commands, options, values, and files. */
@Tag("thorough")
final class CompletionTest {

    /**
     * Words of a command line of which the last is to be completed (an underscore is an empty one), and what bash offers. An equals sign
     * behind an option is a word of its own there.
     */
    private static final String EXPECTED = """
            mimeo ge: generate
            mimeo nfs con: convert
            mimeo help versi: version
            mimeo scan --chu: --chunk-size
            mimeo describe --th:
            mimeo generate pro: process-memory prose protocol
            mimeo generate prose --generator m: mimic mix motif
            mimeo generate prose --order _: stored random
            mimeo generate prose --generator = m: mimic mix motif
            mimeo generate --seed = 1 prose --order =: stored random
            mimeo generate prose --category te: text
            mimeo generate prose -o pr: protocol
            mimeo generate prose --output pr: protocol
            mimeo generate prose --size _:
            mimeo compare a prose --codec zs: zstd:3
            mimeo compare a prose --html pr: protocol
            mimeo scan pr: protocol
            mimeo scan a --config pr: protocol
            mimeo scan a --name pr:
            mimeo mimic a --keep pr: protocol
            mimeo scan protocol --scanner d: duplicates
            mimeo scan protocol --effort _: fast normal best
            mimeo scan protocol --color _: auto always never
            mimeo scan protocol --progress n: never
            mimeo pattern _: fio vdbench
            mimeo pattern fio pro: process-memory prose protocol
            mimeo pattern --rw = write fio pro: process-memory prose protocol
            mimeo convert bl: blkparse blktrace
            mimeo nfs analyze -a la: latency
            mimeo nfs analyze --format c: classic csv
            mimeo nfs convert x --anonymize _: encrypt classic hmac ints none
            mimeo dsrepack --compress lz4: lz4 lz4hc
            mimeo dssql --format j: json jsonl
            mimeo dssql --codec b: brotli
            mimeo ds2txt pro: protocol
            mimeo characterizations v: vm-image
            """;

    private static final String ASK = """
            source "$1"
            while read -r line; do
                words=${line%%:}
                COMP_WORDS=($words)
                COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
                [[ ${COMP_WORDS[COMP_CWORD]} != _ ]] || COMP_WORDS[COMP_CWORD]=
                COMP_LINE="${COMP_WORDS[*]}"
                COMPREPLY=()
                _complete_mimeo 2>/dev/null
                offered="${COMPREPLY[*]}"
                printf '%s:%s\\n' "$words" "${offered:+ }$offered"
            done
            """;

    /** Types each line into a zsh on a terminal of its own, then the key that completes and one that shows what is typed. */
    private static final String TYPE = """
            zmodload zsh/zpty
            zpty shell zsh -f -i
            zpty -w shell "PS1=; unsetopt zle_bracketed_paste; autoload -Uz compinit; compinit -u -D; source $1"
            zpty -w shell 'show() { print; print -r -- "<<$BUFFER>>"; BUFFER= }; zle -N show; bindkey "^X" show'
            zpty -w shell 'print READY"DONE"'
            zpty -r shell shown '*READYDONE*'
            while read -r line; do
                zpty -w -n shell "$line"$'\\t'$'\\x18'
                zpty -r shell shown '*<<*>>*'
                shown=${shown##*<<}
                print -r -- "${shown%%>>*}"
            done
            zpty -d shell
            """;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    @Test
    void theShellMayBeNamed() {
        String script = TestRun.of("completion").out();
        assertThat(script).isNotEmpty();
        assertThat(TestRun.of("completion", "bash").out()).isEqualTo(script);
        assertThat(TestRun.of("completion", "zsh").out()).isEqualTo(script);
        TestRun other = TestRun.of("completion", "fish");
        assertThat(other.code()).isEqualTo(2);
        assertThat(other.err()).contains("no completion for 'fish': there is one for bash and zsh");
    }

    @Test
    void bashCompletes() throws Exception {
        assumeTrue(Files.isExecutable(Path.of("/bin/bash")), "no bash here");
        List<String> questions = new ArrayList<>();
        EXPECTED.lines().forEach(line -> questions.add(line.substring(0, line.indexOf(':') + 1)));
        assertThat(answers(List.of("/bin/bash"), ASK, questions)).isEqualTo(EXPECTED);
    }

    @Test
    void zshCompletesWordsOfWhichThereIsOne() throws Exception {
        assumeTrue(isOnPath("zsh"), "no zsh here");
        List<String> typed = new ArrayList<>();
        List<String> completed = new ArrayList<>();
        for (String line : EXPECTED.lines().toList()) {
            String[] parts = line.split(": ?", 2);
            if (!parts[1].isEmpty() && !parts[1].contains(" ") && !parts[1].contains(":")) {
                typed.add(parts[0]);
                completed.add(parts[0].replaceFirst("\\S+$", parts[1]));
            }
        }
        assertThat(typed).hasSizeGreaterThan(10);
        assertThat(answers(List.of("zsh", "-f"), TYPE, typed).lines().map(String::strip))
                .containsExactlyElementsOf(completed);
    }

    private static boolean isOnPath(String program) {
        return Stream.of(System.getenv("PATH").split(File.pathSeparator))
                .anyMatch(place -> Files.isExecutable(Path.of(place, program)));
    }

    /** Returns what a script of a shell prints of lines, in a folder with a file. */
    private String answers(List<String> shell, String script, List<String> lines)
            throws IOException, InterruptedException {
        Path completion = Files.writeString(
                folder.resolve("completion"), TestRun.of("completion").out());
        Path ask = Files.writeString(folder.resolve("ask"), script);
        Path work = Files.createDirectory(folder.resolve("work"));
        Files.createFile(work.resolve("protocol"));
        Path input = Files.write(folder.resolve("lines"), lines);
        List<String> command = new ArrayList<>(shell);
        command.addAll(List.of(ask.toString(), completion.toString()));
        Process process = new ProcessBuilder(command)
                .directory(work.toFile())
                .redirectInput(input.toFile())
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isZero();
        return output;
    }
}
