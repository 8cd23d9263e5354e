package dev.mimeo.sql;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.WriterOptions;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** The values of JSON files, compared with those that Jackson reads. */
final class TypedJsonTest {

    private static final List<String> WARNING =
            List.of("column 's' is imported as text: its values are of several types");

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final List<String> warnings = new ArrayList<>();

    private Path convert(String json, @Nullable String field) throws IOException {
        Path in = Files.writeString(folder.resolve("in.json"), json);
        Path out = folder.resolve("out.ds");
        ExtentType type = field == null
                ? null
                : ExtentType.parse("<ExtentType name=\"t\"><field name=\"s\" opt_nullable=\"yes\" type=\"" + field
                        + "\" /></ExtentType>");
        TableImport.Options options = new TableImport.Options(
                type,
                null,
                WriterOptions.DEFAULT.withWarnings(text -> warnings.add(text.replace(in + ": ", ""))),
                64 << 10);
        try (FileChannel channel = FileChannel.open(
                out, StandardOpenOption.CREATE, StandardOpenOption.WRITE, StandardOpenOption.TRUNCATE_EXISTING)) {
            TableImport.run(in, channel, options, SqlOptions.of(1, folder.resolve("spill")));
        }
        return out;
    }

    private List<@Nullable String> texts(String json, @Nullable String field) throws IOException {
        List<@Nullable String> texts = new ArrayList<>();
        for (List<@Nullable Object> row : TraceSamples.rows(convert(json, field), "*")) {
            Object value = row.get(0);
            texts.add(value == null ? null : new String(HexFormat.of().parseHex(value.toString()), UTF_8));
        }
        return texts;
    }

    private static List<@Nullable String> expected(String json) {
        List<@Nullable String> texts = new ArrayList<>();
        for (String line : json.split("\n", -1)) {
            JsonNode value = JsonMapper.shared().readTree(line).get("s");
            texts.add(value.isNull() ? null : value.isString() ? value.stringValue() : value.toString());
        }
        return texts;
    }

    /** Texts that look like values of other types, alone and among others. */
    @ParameterizedTest
    @ValueSource(
            strings = {
                "\"2020-01-01T00:00:00Z\"",
                "\"2020-01-01 10:00:00+02\"",
                "\"1:0:0\"",
                "\"10:00:00.100\"",
                "\"2020-1-1\"",
                "\"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11\"",
                "\"007\"",
                "\"1e5\"",
                "\"TRUE\"",
                "\"\"",
                "\" x \"",
                "\"\\\"q\\\"\"",
                "\"[1, 2]\"",
                "\"null\"",
                "\"\\u0000\\n\\u00e9\"",
                "12345678901234567890123",
                "true",
                "[1,2]",
                "{\"a\":[\"2020-01-01T00:00:00Z\"]}"
            })
    void textsOfAStringFieldAreThoseOfTheFile(String value) throws Exception {
        String alone = "{\"s\":" + value + "}";
        for (String json : List.of(alone, alone + "\n{\"s\":null}\n{\"s\":1}\n{\"s\":\"x\"}")) {
            assertThat(texts(json, "variable32")).as(json).isEqualTo(expected(json));
        }
        assertThat(warnings).isEmpty();
    }

    @Test
    void columnOfSeveralTypesHasPlainTextsAndIsWarnedOf() throws Exception {
        String json = "{\"s\":1}\n{\"s\":\"x\"}\n{\"s\":\"\\\"\"}\n{\"s\":null}\n{\"s\":true}\n{\"s\":{\"a\":1.5}}";
        assertThat(texts(json, null)).isEqualTo(expected(json));
        assertThat(warnings).isEqualTo(WARNING);
    }

    @Test
    void hugeNumberOfAStringFieldIsItsText() throws Exception {
        assertThat(texts("{\"s\":1e400}\n{\"s\":2}", "variable32")).containsExactly("1e400", "2");
    }

    @Test
    void identifiersKeepTheirLetters() throws Exception {
        String json =
                "{\"s\":\"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11\"}\n{\"s\":\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\"}";
        assertThat(texts(json, null)).isEqualTo(expected(json));
        assertThat(warnings).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"1e400", "-1e400", "9007199254740993", "12345678901234567890"})
    void numberThatADoubleDoesNotHoldIsRefusedForIt(String number) {
        for (String first : List.of("", "{\"s\":0.5}\n")) {
            assertThatThrownBy(() -> convert(first + "{\"s\":" + number + "}", "double"))
                    .as(first)
                    .isInstanceOf(SqlException.class)
                    .hasMessageContaining("column 's' has " + number);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"0.1", "0.10000000000000001", "1e300", "5e-324", "-0.0", "9007199254740992", "\"Infinity\""})
    void numberOfADoubleIsTheNearestOne(String number) throws Exception {
        String json = "{\"s\":" + number + "}\n{\"s\":0.5}";
        assertThat(TraceSamples.rows(convert(json, "double"), "*").get(0))
                .containsExactly(Double.doubleToRawLongBits(Double.parseDouble(number.replace("\"", ""))));
    }

    /** A result without rows has no names of columns. */
    @ParameterizedTest
    @ValueSource(strings = {"", "[]", "[\n]\n", "\n"})
    void fileWithoutObjectsHasNoRows(String json) throws Exception {
        for (String field : List.of("variable32", "double", "bool", "int64")) {
            assertThat(TraceSamples.rows(convert(json, field), "*")).isEmpty();
        }
    }

    /** Words that the engine's own search for types takes for 1900-01-01. */
    @ParameterizedTest
    @ValueSource(strings = {"infinity", "-infinity", "Infinity"})
    void infinityIsNoDay(String word) throws Exception {
        String json = "{\"s\":\"" + word + "\"}\n{\"s\":\"2020-01-01\"}";
        assertThat(texts(json, null)).isEqualTo(expected(json));
        assertThat(texts(json, "variable32")).isEqualTo(expected(json));
        assertThatThrownBy(() -> convert(json, "int64"))
                .hasMessageContaining("column 's' has " + word.toLowerCase(Locale.ROOT));
        double value = word.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
        assertThat(TraceSamples.rows(convert("{\"s\":\"" + word + "\"}", "double"), "*")
                        .get(0))
                .containsExactly(Double.doubleToRawLongBits(value));
    }

    @ParameterizedTest
    @ValueSource(strings = {"epoch", "Epoch"})
    void epochIsAText(String word) throws Exception {
        String alone = "{\"s\":\"" + word + "\"}";
        for (String json : List.of(alone, alone + "\n{\"s\":\"1970-01-02\"}")) {
            assertThat(texts(json, null)).isEqualTo(expected(json));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "infinity, SELECT s FROM 'FILE', true",
        "epoch, SELECT s FROM 'FILE', true",
        "infinity, SELECT n FROM 'FILE', false",
        "1900-01-01, SELECT s FROM 'FILE', false",
        "x, SELECT s FROM 'FILE', false"
    })
    void queryWarnsOfWordsAmongItsTimes(String word, String query, boolean isWarned) throws Exception {
        Path in = Files.writeString(
                folder.resolve("in.json"), "{\"s\":\"" + word + "\",\"n\":1}\n{\"s\":\"2020-01-01T10:00:00\",\"n\":2}");
        try (TraceQuery opened = TraceQuery.open(
                query.replace("FILE", in.toString()), SqlOptions.of(1, folder.resolve("spill")), List.of())) {
            assertThat(opened.notes())
                    .isEqualTo(
                            isWarned
                                    ? List.of(
                                            in + ": column 's' has times such as infinity that are read as 1900-01-01:"
                                                    + " write them as times or null")
                                    : List.of());
        }
    }

    @Test
    void valueWithTwoOfANameIsToBeCorrected() {
        assertThatThrownBy(() -> convert("{\"s\":1}\n{\"s\":1,\"s\":2}", null))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining("in.json: value 2: ")
                .hasMessageEndingWith(" has duplicate key \"s\": correct the value");
    }
}
