package dev.mimeo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The writing options as users of the original tools give them. */
final class PackingOptionsTest {

    @Command(name = "tool")
    private static final class Tool {
        @Mixin
        private PackingOptions packing = new PackingOptions();

        @Option(names = "--no-info")
        private boolean noInfo;

        @Parameters
        private List<String> files = new ArrayList<>();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        in out                                       | zlib:6             | 65536    | in out
        --compress lzf in out                        | lzf                | 65536    | in out
        --compress lzf --enable lz4 in out           | lzf lz4            | 65536    | in out
        --compress=lzf in out                        | lzf                | 65536    | in out
        --compress=lzf lz4 out                       | lzf                | 65536    | lz4 out
        in out --compress lzf                        | lzf                | 65536    | in out
        --compress none --enable lzf lz4 in out      | lzf lz4            | 65536    | in out
        --compress lzf zlib in out                   | zlib:6             | 65536    | in out
        --compress none in out                       | ''                 | 65536    | in out
        --compress-none in out                       | ''                 | 65536    | in out
        --compress-gz --enable-lzf in out            | zlib:6 lzf         | 65536    | in out
        --compress-lzo --compress-level=9 in out     | lzo:9              | 65536    | in out
        --compress bz2 --compress-level=1 in out     | bzip2:1            | 16777216 | in out
        --compress all --extent-size=4096 --compress-level=9 in out | lzo:9 zlib:9 bzip2:9 lzf snappy lz4 lz4hc | 4096 | in out
        --enable zstd in out                         | zlib:6 zstd:6      | 65536    | in out
        --compress all --enable zstd --disable lzo bz2 in out | zlib:6 lzf snappy lz4 lz4hc zstd:6 | 65536 | in out
        --disable bz2 lzo in out                     | zlib:6 lzf snappy lz4 lz4hc | 65536 | in out
        --disable-bz2 --disable-lzo in out           | zlib:6 lzf snappy lz4 lz4hc | 65536 | in out
        --compress lz4 --disable lz4 in out          | ''                 | 65536    | in out
        --enable lz4 --no-info in out                | zlib:6 lz4         | 65536    | in out
        --extent-size=16MiB --compress lz4hc -- --in out | lz4hc          | 16777216 | --in out
        """)
    void wordsThatNameAnAlgorithmBelongToTheOption(String line, String codecs, int extentSize, String files) {
        Tool tool = new Tool();
        new CommandLine(tool).parseArgs(line.split(" "));
        assertThat(tool.packing.writerOptions(3).codecs())
                .isEqualTo(codecs.isEmpty() ? List.of() : List.of(codecs.split(" ")));
        assertThat(tool.packing.writerOptions(3).threads()).isEqualTo(3);
        assertThat(tool.packing.extentSize()).isEqualTo(extentSize);
        assertThat(String.join(" ", tool.files)).isEqualTo(files);
        assertThat(tool.noInfo).isEqualTo(line.contains("--no-info"));
    }

    @Command(name = "fast")
    private static final class FastTool {
        @Mixin
        private PackingOptions packing = PackingOptions.fast();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                                        | lz4        | 1048576
        --compress zlib                 | zlib:6     | 1048576
        --enable zlib                   | zlib:6 lz4 | 1048576
        --compress bz2                  | bzip2:6    | 16777216
        --compress lz4 --extent-size=4K | lz4        | 4096
        """)
    void fastOutputsHaveDefaultsOfTheirOwn(@Nullable String line, String codecs, int extentSize) {
        FastTool tool = new FastTool();
        new CommandLine(tool).parseArgs(line == null ? new String[0] : line.split(" "));
        assertThat(tool.packing.writerOptions(1).codecs()).isEqualTo(List.of(codecs.split(" ")));
        assertThat(tool.packing.extentSize()).isEqualTo(extentSize);
    }

    @Test
    void theHelpNamesTheDefaultsOfFastOutputs() {
        CommandLine tool = new CommandLine(new FastTool());
        PackingOptions.describeFast(tool.getCommandSpec());
        String help = tool.getUsageMessage().replaceAll("\\s+", " ");
        assertThat(help).contains("(default: lz4)", "(default: 1MiB; with bz2 16MiB)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --compress gz in out     | it is called zlib
        --compress in out        | 'in' is not an algorithm: known: none, lzo, zlib
        in out --enable          | name an algorithm
        --disable=x in           | 'x' is not an algorithm
        --compress-level=0 in    | level from 1 to 9
        --compress-level=10 in   | level from 1 to 9
        --extent-size=1023 in    | 1KiB to 1GiB
        --extent-size=2GiB in    | 1KiB to 1GiB
        --extent-size=x in       | is not a size
        --compress-snappy in     | Unknown option
        """)
    void mistakesSayWhatIsRight(String line, String problem) {
        assertThatThrownBy(() -> new CommandLine(new Tool()).parseArgs(line.split(" ")))
                .isInstanceOf(ParameterException.class)
                .hasMessageContaining(problem);
    }
}
