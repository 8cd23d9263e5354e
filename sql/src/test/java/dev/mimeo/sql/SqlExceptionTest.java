package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
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
}
