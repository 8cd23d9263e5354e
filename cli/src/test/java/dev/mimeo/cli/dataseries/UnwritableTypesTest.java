package dev.mimeo.cli.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.TestRun;
import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Types of which the format cannot have rows, given by a description, a name or an input. */
@Tag("thorough")
final class UnwritableTypesTest {

    @TempDir
    private Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "csv2ds --xml-desc-file @compact.xml @row.csv",
                "csv2ds --xml-desc-file @order.xml @row.csv",
                "csv2ds --xml-desc-file @name.xml @row.csv",
                "csv2ds --infer --header --type-name DataSeries:_ExtentIndex @row.csv",
                "dsimport --xml-desc-file @compact.xml @row.csv",
                "dsimport --type-name DataSeries:_XmlType @row.csv",
                "dsselect --xml-desc-file @compact.xml Rows a,f @in.ds",
                "dsselect XmlType all @in.ds",
                "dssort --type XmlType --by xmltype @in.ds",
                "txt2ds --csv --xml-desc-file @order.xml @row.csv",
            })
    void areRefusedInOneLine(String command) throws IOException {
        String fields =
                "><field type='int32' name='a' opt_nullable='yes'/><field type='fixedwidth' name='f' size='4'/></ExtentType>";
        Files.writeString(folder.resolve("compact.xml"), "<ExtentType name='T' pack_null_compact='non_bool'" + fields);
        Files.writeString(
                folder.resolve("order.xml"),
                "<ExtentType name='T' pack_null_compact='non_bool' pack_field_ordering='big_to_small_sep_var32'"
                        + fields);
        Files.writeString(folder.resolve("name.xml"), "<ExtentType name='DataSeries: XmlType'" + fields);
        Files.writeString(folder.resolve("row.csv"), "a,f\n1,abcd\n");
        TraceFixture.of("<ExtentType name='Rows'" + fields)
                .row(1, new byte[] {1, 2, 3, 4})
                .write(folder.resolve("in.ds"));
        Path out = folder.resolve("out.ds");
        String[] arguments = Arrays.stream((command + " " + out).split(" "))
                .map(word ->
                        word.startsWith("@") ? folder.resolve(word.substring(1)).toString() : word.replace('_', ' '))
                .toArray(String[]::new);
        TestRun run = TestRun.of(arguments);
        assertThat(run.err())
                .startsWith("mimeo: type '")
                .contains("': cannot be written: ")
                .hasLineCount(1);
        assertThat(run.code()).isEqualTo(1);
        assertThat(out).doesNotExist();
    }
}
