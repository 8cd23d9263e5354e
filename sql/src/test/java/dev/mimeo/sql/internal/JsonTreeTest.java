package dev.mimeo.sql.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** Compares with a mapper of the library. */
final class JsonTreeTest {

    private static final JsonMapper MAPPER = JsonMapper.shared();

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{}",
                "[]",
                "null",
                "\"\"",
                "{\"a\":[],\"b\":{},\"c\":[null,true,false,[[1]]]}",
                "{\"a\":1,\"a\":2}",
                "[0,-1,2147483647,2147483648,-9223372036854775808,9223372036854775808,170141183460469231731687303715884105727]",
                "[0.5,1e300,-0.0,0.1,123456789.125,1E-320]",
                "[\"\\u0000\\n\\\"\\\\ \u00e9 \\ud83d\\ude00\",\"/\"]"
            })
    void readsAndWritesAsAMapper(String text) {
        var tree = JsonTree.read(text);
        assertThat(tree).isEqualTo(MAPPER.readTree(text));
        assertThat(JsonTree.text(tree)).isEqualTo(MAPPER.writeValueAsString(tree));
        assertThat(JsonTree.indented(tree))
                .isEqualTo(MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(tree));
    }

    @Test
    void readsTheFirstValue() {
        assertThat(JsonTree.read("{\"a\":1} at line 3")).isEqualTo(MAPPER.readTree("{\"a\":1}"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"{", "[1,", "{\"a\"", "{\"a\":}", "tru", "[1 2]", "[01]", "[NaN]"})
    void refusesOtherTexts(String text) {
        assertThatThrownBy(() -> JsonTree.read(text)).isInstanceOf(JacksonException.class);
    }

    @Test
    void refusesDeepNesting() {
        assertThatThrownBy(() -> JsonTree.read("[".repeat(100_000))).isInstanceOf(JacksonException.class);
    }
}
