package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.sql.SqlException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MacrosTest {

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "a _Mins15Time; b | a time_bucket(INTERVAL 15 MINUTES, sampleTime) b",
                "r._HOURTIME;, \"t u\"._DayTime; | time_bucket(INTERVAL 1 HOUR, r.sampleTime), time_bucket(INTERVAL 1 DAY, \"t u\".sampleTime)",
                "'_Mins15Time;' -- _Nothing; | '_Mins15Time;' -- _Nothing;",
                "\"_X;\" /* _Nothing; */ $$_Nothing;$$ | \"_X;\" /* _Nothing; */ $$_Nothing;$$",
                "_x ; _y | _x ; _y",
                "_WeekTime; | time_bucket(INTERVAL 7 DAYS, sampleTime)",
                "_Valid( r.\"% Idle\" ); | \"mimeo:valid:r.\"\"% Idle\"\"\""
            })
    void areReplacedOutsideOfLiteralsAndComments(String script, String expanded) throws SqlException {
        assertThat(Macros.STANDARD.expand(script)).isEqualTo(expanded);
    }

    @ParameterizedTest
    @CsvSource({
        "_Nothing;, no macro _Nothing;",
        "_Mins7Time;, 60 is not a multiple of 7",
        "_Mins0Time;, 60 is not a multiple of 0",
        "r._FileDate;, takes no table",
        "$$r$$._HourTime;, nothing but the name of a table",
        "r. _HourTime;, nothing but the name of a table",
        "_Valid(1+2);, the name of a column",
        "_Valid();, the name of a column",
        "_Valid;, the name of a column",
        "_HourTime(x);, no macro _HourTime(...);",
        "\"mimeo:date\", no column"
    })
    void areRefused(String script, String message) {
        assertThatThrownBy(() -> Macros.STANDARD.expand(script))
                .isInstanceOf(SqlException.class)
                .hasMessageContaining(message);
    }

    @Test
    void canBeDefined(@TempDir Path folder) throws IOException {
        Path file = Files.writeString(
                folder.resolve("macros"),
                "# ours\n_Busy = (CPUUsage > 0.8 AND _Late;)\n\n_Late=hour(_HourTime;) >= 12\n");
        assertThat(Macros.read(file).expand("WHERE _busy;"))
                .isEqualTo("WHERE (CPUUsage > 0.8 AND hour(time_bucket(INTERVAL 1 HOUR, sampleTime)) >= 12)");
        Files.writeString(file, "_A = _B; _B;\n_B = _A;");
        assertThatThrownBy(() -> Macros.read(file).expand("_A;")).hasMessageContaining("16 deep");
        Files.writeString(file, "_Ok = 1\nnot a macro");
        assertThatThrownBy(() -> Macros.read(file)).hasMessageContaining("line 2");
        Files.writeString(file, "_hourTIME = 1");
        assertThatThrownBy(() -> Macros.read(file)).hasMessageContaining("is a built-in macro");
    }

    @Test
    void leaveAllOtherTextAsItIs() {
        String[] parts = {
            "a", " ", "_", ";", "'", "\"", "(", ")", ".", "_HourTime;", "--", "\n", "/*", "*/", "$$", "\u00e9"
        };
        for (int seed = 0; seed < 10_000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(12); i >= 0; i--) {
                text.append(parts[random.nextInt(parts.length)]);
            }
            try {
                String expanded = Macros.STANDARD.expand(text.toString());
                assertThat(expanded.replaceAll("(?s)time_bucket\\(INTERVAL 1 HOUR, (.*?)sampleTime\\)", "$1_HourTime;"))
                        .as("seed %d", seed)
                        .isEqualTo(text.toString());
            } catch (SqlException e) {
                assertThat(e).as("seed %d", seed).hasMessageNotContaining("\n");
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "Select Top 10 a from t order by a; | Select  a from t order by a LIMIT 10;",
                "select distinct top 3 a from t | select distinct  a from t LIMIT 3",
                "select * from (select top 2 a from t -- x | select * from (select  a from t LIMIT 2 -- x",
                "select a from (select top 2 a from t) x, (select top 1 b from u) | select a from (select  a from t LIMIT 2) x, (select  b from u LIMIT 1)",
                "select top from t | select top from t",
                "select 'top 5' | select 'top 5'"
            })
    void topBecomesLimit(String script, String rewritten) throws SqlException {
        assertThat(TopClause.rewrite(script)).isEqualTo(rewritten);
    }

    @Test
    void topInAUnionIsRefused() {
        assertThatThrownBy(() -> TopClause.rewrite("select top 5 a from t union select b from u"))
                .isInstanceOf(SqlException.class);
    }
}
