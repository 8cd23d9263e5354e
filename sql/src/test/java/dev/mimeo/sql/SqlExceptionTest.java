package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class SqlExceptionTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            plain | plain
            {"exception_type":"IO","exception_message":"Cannot open \\"x\\""} | IO Error: Cannot open "x"
            Invalid Error: {"exception_type":"IO","exception_message":"full","errno":"28"} | IO Error: full
            {"exception_type":"IO" | {"exception_type":"IO"
            {"exception_type":"IO"} | {"exception_type":"IO"}
            """)
    void errorsAreText(String said, String told) {
        assertThat(SqlException.of(new SQLException(said))).hasMessage(told);
    }

    @Test
    void hintsForThoseWhoCallTheEngineAreLeftOut() {
        assertThat(SqlException.of(new SQLException("""
                        Conversion Error: CSV Error on Line: 7
                        Original Line: hello,y
                        Error when converting column "a". Could not convert string "hello" to 'BIGINT'

                        Column a is being converted as type BIGINT
                        Possible solutions:
                        * Override the type for this column manually, e.g., types={'a': 'VARCHAR'}

                          file = some.csv
                          delimiter = , (Auto-Detected)
                        """)))
                .hasMessage(
                        "some.csv: line 7: Error when converting column \"a\". Could not convert string \"hello\" to"
                                + " 'BIGINT': correct the line, or read the column as text");
        assertThat(SqlException.of(new SQLException("""
                        Invalid Input Error: Error when sniffing file "a b.csv".
                        It was not possible to automatically detect the CSV parsing dialect
                        Possible fixes:
                        * Set delimiter
                        """)))
                .hasMessage("a b.csv: is not CSV: make it UTF-8 text with as many values in each line");
    }

    /** As the engine reports it of the second line. */
    @Test
    void aLineThatIsTooLongIsMeasured() {
        assertThat(SqlException.of(new SQLException("""
                        Invalid Input Error: CSV Error on Line: 1
                        Original Line: 1,xxx
                        Maximum line size of 2000000 bytes exceeded. Actual Size:5000003 bytes.

                        Possible Solution: Change the maximum length size, e.g., max_line_size=5000005

                          file = some.csv
                          delimiter = , (Auto-Detected)
                        """)))
                .hasMessage("some.csv: a line has 5000003 bytes, more than the 2000000 that the engine reads at once");
    }

    @Test
    void adviceToChangeSettingsOfTheEngineIsLeftOut() {
        assertThat(SqlException.of(new SQLException("""
                        Out of Memory Error: failed to offload data block of size 256.0 KiB (832.0 KiB/1.0 MiB used).
                        This limit was set by the 'max_temp_directory_size' setting.
                        By default, this setting utilizes the available disk space on the drive where the 'temp_directory' is.
                        You can adjust this setting, by using (for example) PRAGMA max_temp_directory_size='10GiB'

                        Possible solutions:
                        * Reducing the number of threads (SET threads=X)
                        """))).hasMessage("no space left for temporary files");
        assertThat(SqlException.of(new SQLException("""
                        Out of Memory Error: failed to pin block of size 256.0 KiB (255.7 MiB/256.0 MiB used)

                        Possible solutions:
                        * Increasing the memory limit (SET memory_limit='...GB')
                        """))).hasMessage("the engine needs more memory than its limit");
    }

    @Test
    void aFileThatCannotBeWrittenIsNamedFirst() {
        assertThat(
                        SqlException.of(
                                new SQLException(
                                        "Invalid Error: {\"exception_type\":\"IO\",\"exception_message\":\"Could not write file \\\"/a b/c\\\": No space left on device\",\"errno\":\"28\"}")))
                .hasMessage("/a b/c: No space left on device");
    }

    @Test
    void aMessageNamesItsSourceOnce() {
        assertThat(SqlException.named("a.csv", "a.csv: is empty")).isEqualTo("a.csv: is empty");
        assertThat(SqlException.named("a.csv", "is empty")).isEqualTo("a.csv: is empty");
        assertThat(SqlException.named("a", "a/day=1/b.parquet: is empty")).isEqualTo("a/day=1/b.parquet: is empty");
    }
}
