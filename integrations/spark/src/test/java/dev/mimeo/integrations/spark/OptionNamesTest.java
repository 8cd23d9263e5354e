package dev.mimeo.integrations.spark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import org.apache.spark.sql.util.CaseInsensitiveStringMap;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class OptionNamesTest {

    @ParameterizedTest
    @CsvSource({
        "compresion, compression",
        "tpye, type",
        "types, type",
        "binry, binary",
        "splitbyte, splitBytes",
        "extent, extentBytes",
        "indexTime, indexTimes",
    })
    void misspelledOptionsAreRefused(String name, String meant) {
        Map<String, String> options = Map.of("path", "t", "type", "A", name, "x");
        String message = "there is no option '" + name + "' (did you mean " + meant + "?)";
        assertThatThrownBy(() -> ReadOptions.of(new CaseInsensitiveStringMap(options)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
        assertThatThrownBy(() -> WriteOptions.of(options))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    /** Options that Spark or tables of SQL add, and those of other sources. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "SPLITBYTES",
                "extentbytes",
                "provider",
                "owner",
                "location",
                "external",
                "is_managed_location",
                "serialization.format",
                "transient_lastDdlTime",
                "mergeSchema",
                "recursiveFileLookup",
                "pathGlobFilter",
                "header",
                "comment"
            })
    void otherOptionsAreNot(String name) {
        Map<String, String> options = Map.of("path", "t", "type", "A", name, "1");
        assertThat(ReadOptions.of(new CaseInsensitiveStringMap(options)).inputs())
                .containsExactly("t");
        assertThat(WriteOptions.of(options).type()).isEqualTo("A");
    }
}
