package dev.mimeo.sql;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The shorthand of conditions in queries of plots. */
final class BareWordsTest {

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            a = any                              | a IS NULL
            a <> any and b != ANY                | a IS NOT NULL and b IS NOT NULL
            a = any (select 1)                   | a = any (select 1)
            a = read and read = a                | a = 'read' and read = a
            a = read.b                           | a = read.b
            a = lower(b)                         | a = lower(b)
            a <= any                             | a <= any
            a >= read                            | a >= read
            a = 'any' -- = any                   | a = 'any' -- = any
            a = null or a = true                 | a = null or a = true
            (a)=any                              | (a)IS NULL
            select 1 as n having n = n           | select 1 as n having n = n
            """)
    void wordsBecomeLiteralsAndAnyBecomesNull(String query, String expected) throws IOException {
        assertThat(BareWords.expand(query, Set.of("a", "b"))).isEqualTo(expected);
    }
}
