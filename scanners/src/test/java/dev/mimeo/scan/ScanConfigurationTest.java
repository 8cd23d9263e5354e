package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ScanConfigurationTest {

    @TempDir
    Path directory;

    @Test
    void namesScannersAndGenerator() throws IOException {
        Path file = Files.writeString(directory.resolve("mimeo.json"), """
                {
                  "scanners": ["histogram", "duplicates",
                    {"name": "compression", "options": {"codecs": "lz4+zlib:6", "times": true, "repeats": 5}}],
                  "generator": {"name": "motif"}
                }
                """);
        ScanConfiguration configuration = ScanConfiguration.read(file);
        assertThat(configuration.scanners())
                .containsExactly(
                        new ScannerSpec("histogram", Map.of()),
                        new ScannerSpec("duplicates", Map.of()),
                        ScannerSpec.parse("compression,codecs=lz4+zlib:6,times=true,repeats=5"));
        assertThat(configuration.generator()).isEqualTo("motif");
        assertThat(configuration.generatorOptions()).isEmpty();
    }

    @Test
    void bothPartsMayBeLeftOut() throws IOException {
        assertThat(ScanConfiguration.parse("{}", "text")).isEqualTo(new ScanConfiguration(List.of(), null, Map.of()));
        assertThat(ScanConfiguration.parse("{\"generator\": \"mix,ratio=2\"}", "text"))
                .isEqualTo(new ScanConfiguration(List.of(), "mix", Map.of("ratio", "2")));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '#', textBlock = """
            {"scanner": []}                                            | the configuration has no key 'scanner'; known: [generator, scanners]
            {"scanners": [{"name": "x", "option": {}}]}                | a scanner has no key 'option'; known: [name, options]
            {"scanners": "x"}                                          | 'scanners' is a list, got "x"
            {"scanners": [3]}                                          | a scanner is an object with the keys [name, options]
            {"scanners": [{}]}                                         | a scanner has a 'name', got {}
            {"scanners": [{"name": "x", "options": []}]}               | 'options' of scanner 'x' is an object
            {"scanners": [{"name": "x", "options": {"a": [1]}}]}       | option 'a' of scanner 'x' is a text, number or boolean
            {"scanners": [{"name": "x", "options": {"a": null}}]}      | option 'a' of scanner 'x' is a text, number or boolean
            []                                                         | the configuration is an object with the keys [generator, scanners]
            {"generator": "x", "generator": "y"}                       | line 1: Duplicate
            {"scanners": [                                             | line 1: Unexpected end-of-input
            {} {}                                                      | line 1: Trailing token
            """)
    void saysWhatIsWrong(String json, String message) {
        assertThatThrownBy(() -> ScanConfiguration.parse(json, "'mimeo.json'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("'mimeo.json' is not a configuration: " + message)
                .hasMessageNotContaining("\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"[", "{\"a\":", "1"})
    void limitOfTheParserIsNamedWithoutMethods(String part) {
        assertThatThrownBy(() -> ScanConfiguration.parse(part.repeat(100_000), "'mimeo.json'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("'mimeo.json' is not a configuration: ")
                .hasMessageContaining("exceeds the maximum allowed")
                .hasMessageNotContainingAny("\n", "`", "null");
    }

    @Test
    void anEmptyFileIsNoConfiguration() {
        assertThatThrownBy(() -> ScanConfiguration.parse("", "'mimeo.json'"))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("'mimeo.json' is not a configuration: ");
    }

    @Test
    void aFileThatIsNoTextIsNamed() throws IOException {
        Path file = Files.write(directory.resolve("mimeo.json"), new byte[] {(byte) 0xff});
        assertThatThrownBy(() -> ScanConfiguration.read(file))
                .isInstanceOf(IOException.class)
                .hasMessage("'" + file + "' is not a configuration: not UTF-8 text");
    }

    /** The size of a device is 0, so it does not tell how much there is to read. */
    @Test
    @DisabledOnOs(value = OS.WINDOWS, disabledReason = "there are no devices among its files")
    void aDeviceWithoutAnEndIsNoConfiguration() {
        assertThatThrownBy(() -> ScanConfiguration.read(Path.of("/dev/zero")))
                .isInstanceOf(IOException.class)
                .hasMessage("'/dev/zero' is not a configuration: larger than 1048576 bytes");
    }

    @Test
    void specsAreWrittenAsOnTheCommandLine() {
        ScannerSpec spec = ScannerSpec.parse("compression,times=true,codecs=lz4+zlib:6");
        assertThat(spec.name()).isEqualTo("compression");
        assertThat(spec.options()).isEqualTo(Map.of("codecs", "lz4+zlib:6", "times", "true"));
        assertThat(spec).hasToString("compression,codecs=lz4+zlib:6,times=true");
        assertThat(ScannerSpec.parse(spec.toString())).isEqualTo(spec);
        for (String wrong : List.of("", ",a=b", "x,", "x,a", "x,=b", "x,a=1,a=2")) {
            assertThatThrownBy(() -> ScannerSpec.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
    }
}
