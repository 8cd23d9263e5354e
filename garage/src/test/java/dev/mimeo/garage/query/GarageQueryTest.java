package dev.mimeo.garage.query;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.query.GarageQuery.ListFile;
import dev.mimeo.garage.query.GarageQuery.Nested;
import dev.mimeo.garage.query.GarageQuery.Scope;
import dev.mimeo.garage.query.GarageQuery.Script;
import dev.mimeo.garage.query.GarageQuery.Source;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class GarageQueryTest {

    @Test
    void readsTheFirstQueryOfThePaperWithoutQuotesAroundThePattern() throws MimeoException {
        GarageQuery query = GarageQuery.parse("""
                APPLY "Select ServerID From RawData Where CPUUsage<0.2" ON //hotmail/dc1/*.10*-2009.sdf
                COMBINE "Select Top 10 ServerID from ApplyResult"
                """);
        assertThat(query)
                .isEqualTo(new GarageQuery(
                        Script.ofText("Select ServerID From RawData Where CPUUsage<0.2"),
                        new Scope("//hotmail/dc1/*.10*-2009.sdf"),
                        Script.ofText("Select Top 10 ServerID from ApplyResult"),
                        null));
    }

    @Test
    void readsKeywordsInAnyCaseAndDoubledQuotesAndNestedQueries() throws MimeoException {
        GarageQuery query = GarageQuery.parse(
                "apply\"select \"\"% idle\"\" from RawData\"on(Apply @inner.sql ON List 'it''s.txt')into\"a b.csv\"");
        assertThat(query.apply().text()).isEqualTo("select \"% idle\" from RawData");
        assertThat(query.source())
                .isEqualTo(
                        new Nested(new GarageQuery(Script.ofFile("inner.sql"), new ListFile("it's.txt"), null, null)));
        assertThat(query.into()).isEqualTo("a b.csv");
    }

    @Test
    void commentsAreWhiteSpace() throws MimeoException {
        assertThat(GarageQuery.parse("""
                -- the busy ones: APPLY "x"
                --
                APPLY "SELECT 1 -- in SQL" --ON no
                ON a--b.gar -- the end"""))
                .isEqualTo(new GarageQuery(Script.ofText("SELECT 1 -- in SQL"), new Scope("a--b.gar"), null, null));
        assertThatThrownBy(() -> GarageQuery.parse("-- APPLY"))
                .hasMessage("line 1, column 9: expected APPLY, found the end");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "SELECT 1 | line 1, column 1: expected APPLY, found 'SELECT'",
                "APPLY 'a' | line 1, column 10: expected ON, found the end",
                "APPLY a ON b | line 1, column 7: expected SQL in quotes, or @ and the name of a file, found 'a'",
                "APPLY 'a' ON b c | line 1, column 16: expected COMBINE, INTO or the end, found 'c'",
                "APPLY 'a ON b | line 1, column 7: the string has no closing quote",
                "APPLY 'a' ON (APPLY 'b' ON c | line 1, column 29: expected ), found the end",
                "APPLY ' ' ON b | line 1, column 7: expected SQL in quotes, or @ and the name of a file, found an empty text",
                "APPLY 'a' ON b INTO c d | line 1, column 23: expected the end of the query, found 'd'"
            })
    void saysWhereAndWhatWasExpected(String text, String message) {
        assertThatThrownBy(() -> GarageQuery.parse(text))
                .isInstanceOf(MimeoException.class)
                .hasMessage(message);
    }

    @Test
    void countsLines() {
        assertThatThrownBy(() -> GarageQuery.parse("APPLY 'a'\n\n  AT b"))
                .hasMessage("line 3, column 3: expected ON, found 'AT'");
    }

    @Test
    void boundsNesting() throws MimeoException {
        String inner = "APPLY 'a' ON b";
        for (int depth = 1; depth < 16; depth++) {
            inner = "APPLY 'a' ON (" + inner + ")";
        }
        GarageQuery.parse(inner);
        String deeper = "APPLY 'a' ON (" + inner + ")";
        assertThatThrownBy(() -> GarageQuery.parse(deeper)).hasMessageContaining("more than 16 nested queries");
    }

    @Test
    void readsWhatItPrints() throws MimeoException {
        for (int seed = 0; seed < 500; seed++) {
            GarageQuery query = random(new Random(seed), 1);
            assertThat(GarageQuery.parse(query.toString())).as("seed %d", seed).isEqualTo(query);
        }
    }

    private static GarageQuery random(Random random, int depth) {
        Source source = switch (random.nextInt(depth < 8 ? 3 : 2)) {
            case 0 -> new Scope(text(random));
            case 1 -> new ListFile(text(random));
            default -> new Nested(random(random, depth + 1));
        };
        Script combine = random.nextBoolean() ? null : new Script(text(random), random.nextBoolean());
        String into = random.nextBoolean() ? null : text(random);
        return new GarageQuery(new Script(text(random), random.nextBoolean()), source, combine, into);
    }

    private static String text(Random random) {
        String alphabet = "aZ0 \"'()@\n*\\;\u00e9\ud83d\ude00";
        StringBuilder text = new StringBuilder("x");
        for (int i = random.nextInt(12); i > 0; i--) {
            text.append(alphabet.charAt(random.nextInt(alphabet.length())));
        }
        return text.toString();
    }
}
