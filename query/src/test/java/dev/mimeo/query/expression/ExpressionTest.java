package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.Random;
import java.util.function.IntPredicate;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ExpressionTest {

    private static final Extent EXTENT = ExpressionRows.random(2500, 1);

    private static final int[] NONE = {};

    private static int[] rowsWhere(IntPredicate condition) {
        return IntStream.range(0, EXTENT.rows()).filter(condition).toArray();
    }

    private static String word(int row) {
        return EXTENT.variables(5).utf8(row);
    }

    @ParameterizedTest
    @CsvSource({
        "1+2*3, 7",
        "(1+2)*3, 9",
        "2-3-4, -5",
        "-2*3, -6",
        "- -2, 2",
        "7/2/2, 1.75",
        "1.5e3, 1500",
        "2E-1, 0.2",
        "1/0, Infinity",
        "-1/0, -Infinity",
        "fn.TfracToSeconds(4294967296*3), 3",
        "fn.TfracToSeconds(2147483648), 0.5"
    })
    void arithmetic(String expression, double value) {
        assertThat(ExpressionRows.values(expression, EXTENT)).hasSize(2500).containsOnly(value);
    }

    @Test
    void columnsAreNumbers() {
        checkValues("flag", row -> EXTENT.booleans(0)[row] ? 1 : 0);
        checkValues("small", row -> EXTENT.bytes(1)[row] & 0xff);
        checkValues("i", row -> EXTENT.ints(2)[row]);
        checkValues("big", row -> EXTENT.longs(3)[row]);
        checkValues("x", row -> EXTENT.doubles(4)[row]);
        checkValues("word", row -> Integer.parseInt(word(row)));
        checkValues("word + 1", row -> Integer.parseInt(word(row)) + 1);
        checkValues("packet\\-at", row -> row);
        checkValues("n", row -> row % 3 == 0 ? 0 : EXTENT.ints(7)[row]);
        checkValues("maybe", row -> row % 5 == 0 || !EXTENT.booleans(8)[row] ? 0 : 1);
    }

    /** Of any script, and with a digit or a sign in front. */
    @ParameterizedTest
    @CsvSource({
        "größe, größe",
        "öl, öl",
        "名前, 名前",
        "Ελλάδα2, Ελλάδα2",
        "𝒳, 𝒳",
        "u\u0308ber, u\u0308ber",
        "\\5xx, 5xx",
        "\\€, €",
        "\\x, x"
    })
    void columnsOfAnyName(String expression, String name) throws IOException {
        ExtentType type =
                ExtentType.parse("<ExtentType name=\"T\"><field type=\"int64\" name=\"" + name + "\"/></ExtentType>");
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        builder.setLong(0, 7);
        Expression parsed = Expression.parse("2*" + expression + "+1", type);
        assertThat(parsed.fields()).extracting(Field::name).containsExactly(name);
        assertThat(ExpressionRows.values(parsed.text(), builder.build())).containsExactly(15);
        assertThat(Expression.names(expression + " > 1")).containsExactly(name);
    }

    @ParameterizedTest
    @CsvSource({
        "12, 12",
        "' +.5e1', 5",
        "'12  ', 12",
        "0x10, 16",
        "-inf, -Infinity",
        "nan, NaN",
        "9007199254740993, 9007199254740992"
    })
    void stringsAreTheNumbersThatCReads(String text, double expected) throws DataSeriesException {
        assertThat(ExpressionRows.values("word", word(text))).containsExactly(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", "1d", "0x", "1,5", "one"})
    void otherStringsAreNotNumbers(String text) throws DataSeriesException {
        Extent extent = word(text);
        assertThatThrownBy(() -> ExpressionRows.values("word", extent))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("column 'word' holds '" + text + "', which is not a number");
    }

    private static Extent word(String text) throws DataSeriesException {
        ExtentBuilder builder = new ExtentBuilder(
                ExtentType.parse("<ExtentType name='Words'><field type='variable32' name='word'/></ExtentType>"));
        builder.addRow();
        byte[] bytes = text.getBytes(ISO_8859_1);
        builder.setBytes(0, bytes, 0, bytes.length);
        return builder.build();
    }

    private static void checkValues(String expression, IntToDoubleFunction expected) {
        assertThat(ExpressionRows.values(expression, EXTENT))
                .as(expression)
                .isEqualTo(
                        IntStream.range(0, EXTENT.rows()).mapToDouble(expected).toArray());
    }

    @Test
    void precedenceOfConditions() {
        check("i == 1 || i == 2 && x > 0", row -> i(row) == 1 || (i(row) == 2 && x(row) > 0));
        check("(i == 1 || i == 2) && x > 0", row -> (i(row) == 1 || i(row) == 2) && x(row) > 0);
        check("!i == 1", row -> i(row) != 1);
        check("!(i == 1) && x > 0", row -> i(row) != 1 && x(row) > 0);
        check("!!flag", row -> EXTENT.booleans(0)[row]);
        check("!flag || i + 1 * 2 <= 3", row -> !EXTENT.booleans(0)[row] || i(row) <= 1);
        check("i<0||i>=5||x!=1", row -> i(row) < 0 || i(row) >= 5 || x(row) != 1);
    }

    private static void check(String condition, IntPredicate expected) {
        assertThat(ExpressionRows.chosen(condition, EXTENT)).as(condition).isEqualTo(rowsWhere(expected));
    }

    private static int i(int row) {
        return EXTENT.ints(2)[row];
    }

    private static double x(int row) {
        return EXTENT.doubles(4)[row];
    }

    @Test
    void wholeExpressionsAreConditions() {
        check("flag", row -> EXTENT.booleans(0)[row]);
        check("(flag)", row -> EXTENT.booleans(0)[row]);
        check("i", row -> i(row) != 0);
        check("1", row -> true);
        check("0", row -> false);
        check("text", row -> row % 7 != 0 && EXTENT.variables(9).utf8(row).equals("on"));
        assertThatThrownBy(() -> ExpressionRows.chosen("word", EXTENT))
                .isInstanceOf(UncheckedIOException.class)
                .hasMessageContaining("which is neither true, on, yes nor false, off, no");
    }

    @Test
    void nullIsZeroFalseOrEmptyAndCanBeAskedFor() {
        check("n == 0", row -> row % 3 == 0 || EXTENT.ints(7)[row] == 0);
        check("n is null", row -> row % 3 == 0);
        check("n is not null", row -> row % 3 != 0);
        check("-(n + maybe) is null", row -> row % 3 == 0 || row % 5 == 0);
        check("i is null", row -> false);
        check("!maybe", row -> row % 5 == 0 || !EXTENT.booleans(8)[row]);
        check("text == \"\"", row -> row % 7 == 0);
        check("text is null && n is null", row -> row % 21 == 0);
    }

    @Test
    void stringsCompareByBytes() {
        check("word == \"7\"", row -> word(row).equals("7"));
        check("word < \"2\"", row -> word(row).compareTo("2") < 0);
        check("\"2\" >= word", row -> word(row).compareTo("2") <= 0);
        check("word == i", row -> word(row).equals(Integer.toString(i(row))));
        check("word == x", row -> word(row).equals(Double.toString(x(row)).replace(".0", "")));
        check("word == flag", row -> false);
        check(
                "text + word == \"on11\"",
                row -> row % 7 != 0
                        && EXTENT.variables(9).utf8(row).equals("on")
                        && word(row).equals("11"));
        check("code > \"b\"", row -> !new String(EXTENT.fixedWidths(6).copy(row), ISO_8859_1).startsWith("a"));
        check("n == \"\"", row -> row % 3 == 0);
    }

    @Test
    void regularExpressionsMatchAnyPart() {
        check("word =~ \"^1\"", row -> word(row).startsWith("1"));
        check(
                "word + text =~ \"0on$|9no$\"",
                row -> (word(row) + (row % 7 == 0 ? "" : EXTENT.variables(9).utf8(row))).matches(".*(0on|9no)"));
        check("i =~ \"-\"", row -> i(row) < 0);
        check("!(word =~ \".\")", row -> false);
    }

    @Test
    void regularExpressionsReadUtf8() {
        ExtentBuilder builder = new ExtentBuilder(EXTENT.type());
        builder.addRow();
        builder.setString(5, "na\u00efve");
        assertThat(ExpressionRows.chosen("word =~ \"^na.ve$\"", builder.build()))
                .hasSize(1);
        assertThat(ExpressionRows.chosen("word =~ \"\u00ef\"", builder.build())).hasSize(1);
        assertThat(ExpressionRows.chosen("word == \"na\u00efve\"", builder.build()))
                .hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"(a+)+$", "(a|aa)*c", "(.*)*x", "(a|b|ab)*?c"})
    void explodingRegularExpressionsAreAnError(String pattern) {
        ExtentBuilder builder = new ExtentBuilder(EXTENT.type());
        builder.addRow();
        builder.setString(5, "a".repeat(5000) + "!");
        Extent extent = builder.build();
        try {
            assertThat(ExpressionRows.chosen("word =~ \"" + pattern + "\"", extent))
                    .isEmpty();
        } catch (UncheckedIOException e) {
            assertThat(e).hasMessageContaining("takes too long");
        }
    }

    @Test
    void integersCompareExactly() {
        check("big == 9223372036854775807", row -> EXTENT.longs(3)[row] == Long.MAX_VALUE);
        check("big < 9223372036854775806", row -> EXTENT.longs(3)[row] < Long.MAX_VALUE - 1);
        check("-big - 1 == -9223372036854775808", row -> EXTENT.longs(3)[row] == Long.MAX_VALUE);
        // More than 64 bits: as doubles, where all of these are equal.
        check("big + 10 == 9223372036854775807", row -> true);
        check("big * 2 > 1", row -> true);
        check("-(-9223372036854775808) > 0", row -> true);
        check("big == 9223372036854775807.0", row -> true);
    }

    /** The product of one row exceeds 64 bits; those of the others are compared exactly all the same. */
    @Test
    void rowsCompareAsIfTheyWereAlone() {
        long[] values = {1L << 52, (1L << 52) + 1, Long.MIN_VALUE, Long.MAX_VALUE, -(1L << 52)};
        Extent extent = longs(values);
        assertThat(ExpressionRows.chosen("big * 2 == 9007199254740992", extent)).containsExactly(0);
        assertThat(ExpressionRows.chosen("-big < 4503599627370496", extent)).containsExactly(0, 1, 3);
        assertThat(ExpressionRows.chosen("big != 0 && big + 1 > 4503599627370497", extent))
                .containsExactly(1, 3);
        assertThat(ExpressionRows.chosen("big != -4503599627370496 && big - 1 < big", extent))
                .containsExactly(0, 1, 3);
        for (String condition :
                new String[] {"big + big > big", "big * big >= 0", "big - 1 < big", "-big <= big + 1"}) {
            int[] alone = IntStream.range(0, values.length)
                    .filter(row -> ExpressionRows.chosen(condition, longs(values[row])).length == 1)
                    .toArray();
            assertThat(ExpressionRows.chosen(condition, extent)).as(condition).containsExactly(alone);
        }
    }

    private static Extent longs(long... values) {
        ExtentBuilder builder = new ExtentBuilder(ExpressionRows.type("""
                <ExtentType name="Test::Longs"><field type="int64" name="big" /></ExtentType>
                """));
        for (long value : values) {
            builder.addRow();
            builder.setLong(0, value);
        }
        return builder.build();
    }

    @Test
    void doublesCompareWithTolerance() {
        ExtentType type = ExpressionRows.type("""
                <ExtentType name="Test::Doubles">
                  <field type="double" name="a" />
                  <field type="double" name="b" />
                </ExtentType>
                """);
        ExtentBuilder builder = new ExtentBuilder(type);
        double[][] pairs = {
            {1, 1 + 0.5e-12},
            {1, 1 + 2e-12},
            {0, 0.5e-12},
            {0, 2e-12},
            {1e300, 1e300 * (1 + 0.9e-12)},
            {Double.NaN, Double.NaN},
            {Double.POSITIVE_INFINITY, Double.POSITIVE_INFINITY},
            {Double.NEGATIVE_INFINITY, 1}
        };
        for (double[] pair : pairs) {
            builder.addRow();
            builder.setDouble(0, pair[0]);
            builder.setDouble(1, pair[1]);
        }
        Extent extent = builder.build();
        assertThat(ExpressionRows.chosen("a == b", extent)).containsExactly(0, 2, 4, 6);
        assertThat(ExpressionRows.chosen("a != b", extent)).containsExactly(1, 3, 5, 7);
        assertThat(ExpressionRows.chosen("a < b", extent)).containsExactly(1, 3, 7);
        assertThat(ExpressionRows.chosen("b > a", extent)).containsExactly(1, 3, 7);
        assertThat(ExpressionRows.chosen("a <= b", extent)).containsExactly(0, 1, 2, 3, 4, 6, 7);
        assertThat(ExpressionRows.chosen("b >= a", extent)).containsExactly(0, 1, 2, 3, 4, 6, 7);
    }

    @Test
    void randomExpressionsAgreeWithEvaluationRowByRow() {
        for (long seed = 1; seed <= 300; seed++) {
            Random random = new Random(seed);
            RandomExpression.Condition condition = RandomExpression.condition(random, EXTENT, 4);
            assertThat(ExpressionRows.chosen(condition.text(), EXTENT))
                    .as("seed %d: %s", seed, condition.text())
                    .isEqualTo(rowsWhere(condition.holds()));
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '@', quoteCharacter = '`', textBlock = """
            i ==                @ 5   @ is expected, not the end
            i = 1               @ 3   @ write == or =~
            nosuch > 1          @ 1   @ has no field 'nosuch'; it has: flag
            i == 1 == 2         @ 8   @ an operator is expected, not '=='
            i + 1               @ 3   @ a condition is expected
            i && flag           @ 1   @ a condition is expected
            (i == 1) + 1 > 0    @ 4   @ a condition is not a number
            (i == 1             @ 8   @ ')' is expected, not the end
            i == 1)             @ 7   @ an operator is expected, not ')'
            i == 1. + 2         @ 8   @ a digit is expected after the point
            i == .5             @ 6   @ '.' is not an operator
            i == 1e             @ 7   @ the exponent has no digits
            word == 1           @ 9   @ a number is not a string
            word == -i          @ 9   @ a number is not a string
            "a" * 2 == 1        @ 1   @ a string is not a number
            "a                  @ 1   @ no closing quote
            "\\q" == word       @ 2   @ unknown escape
            nosuch(1) == 0      @ 1   @ unknown function 'nosuch'
            fn.TfracToSeconds() @ 1   @ takes one argument, not 0
            word =~ text        @ 9   @ a regular expression in quotes is expected
            word =~ "("         @ 9   @ not a regular expression
            i is nothing        @ 6   @ null or not null is expected
            i == \\             @ 6   @ a character is expected after the backslash
            i == €              @ 6   @ '€' is not an operator
            i ? 1               @ 3   @ '?' is not an operator
            ``                  @ 1   @ is expected, not the end
            """)
    void faultsNameTheirPlace(String text, int position, String problem) {
        assertThatThrownBy(() -> Expression.parse(text, EXTENT.type()).condition())
                .isInstanceOfSatisfying(ExpressionException.class, e -> {
                    assertThat(e).hasMessageContaining(problem).hasMessageContaining("character " + position + ":");
                    assertThat(e.position()).isEqualTo(position - 1);
                    assertThat(e.toString().lines()).hasSize(1);
                });
    }

    @Test
    void hostileTextsAreErrorsOfTheExpression() {
        String[] texts = {
            "(".repeat(60000),
            "-".repeat(60000) + "1",
            "!".repeat(60000) + "flag",
            "1" + "+1".repeat(30000),
            "(1+".repeat(500) + "1" + ")".repeat(500),
            "fn.TfracToSeconds(".repeat(3000),
            "x".repeat(70000),
            "word =~ \"" + "(".repeat(30000) + ")".repeat(30000) + "\"",
            "\0",
            "\ud800 == 1"
        };
        for (String text : texts) {
            assertThatThrownBy(() -> Expression.parse(text, EXTENT.type()).condition())
                    .as(text.substring(0, Math.min(30, text.length())))
                    .isInstanceOf(ExpressionException.class)
                    .satisfies(e -> assertThat(e.toString().length()).isLessThan(500));
        }
        String many = "i == 1" + " || i == 2".repeat(6000);
        assertThat(ExpressionRows.chosen(many, EXTENT)).isEqualTo(rowsWhere(row -> i(row) == 1 || i(row) == 2));
    }

    @Test
    void garbageNeverFailsOtherwise() {
        String[] words = {
            "i",
            "x",
            "word",
            "flag",
            "n",
            "(",
            ")",
            "!",
            "-",
            "+",
            "*",
            "/",
            "==",
            "<",
            "&&",
            "||",
            "=~",
            "is",
            "not",
            "null",
            "1",
            "2.5",
            "\"a\"",
            "\"\"",
            ",",
            "fn.TfracToSeconds",
            "\\",
            "\"",
            "=",
            "1e",
            "text",
            "code"
        };
        Extent small = ExpressionRows.random(50, 3);
        int good = 0;
        for (long seed = 1; seed <= 20000; seed++) {
            Random random = new Random(seed);
            StringBuilder text = new StringBuilder();
            for (int i = random.nextInt(9); i >= 0; i--) {
                text.append(words[random.nextInt(words.length)]).append(random.nextInt(4) == 0 ? "" : " ");
            }
            try {
                ExpressionRows.chosen(text.toString(), small);
                good++;
            } catch (UncheckedIOException e) {
                assertThat(e).as("seed %d", seed).hasCauseInstanceOf(DataSeriesException.class);
            } catch (ExpressionException e) {
                assertThat(e.position()).as("seed %d", seed).isBetween(0, text.length());
            }
        }
        assertThat(good).isGreaterThan(100);
    }

    @Test
    void rowsMustBeOfTheTypeAndTheBlockInside() {
        Evaluator.Condition condition = Expression.parse("flag", EXTENT.type()).condition();
        ExtentBuilder builder = new ExtentBuilder(ExpressionRows.type("""
                <ExtentType name="Test::Other"><field type="bool" name="flag" /></ExtentType>
                """));
        builder.addRow();
        Extent other = builder.build();
        assertThatIllegalArgumentException().isThrownBy(() -> condition.select(other, NONE));
        boolean[] out = new boolean[3000];
        assertThatIllegalArgumentException().isThrownBy(() -> condition.evaluate(EXTENT, 0, 1025, out));
        assertThatThrownBy(() -> condition.evaluate(EXTENT, 2000, 1000, out))
                .isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void valuesAsIntegersAndStrings() {
        long[] integers = new long[Expression.BLOCK_ROWS];
        boolean[] fits = new boolean[Expression.BLOCK_ROWS];
        boolean[] every = new boolean[Expression.BLOCK_ROWS];
        Arrays.fill(every, true);
        Expression difference = Expression.parse("9223372036854775807 - big", EXTENT.type());
        difference.number().evaluate(EXTENT, 0, 100, every, integers, fits);
        Expression half = Expression.parse("i / 2", EXTENT.type());
        Evaluator.Text strings = Expression.parse("word + text", EXTENT.type()).string();
        strings.evaluate(EXTENT, 100, 100);
        for (int row = 0; row < 100; row++) {
            assertThat(integers[row]).isEqualTo(Long.MAX_VALUE - EXTENT.longs(3)[row]);
            String text = (row + 100) % 7 == 0 ? "" : EXTENT.variables(9).utf8(row + 100);
            assertThat(new String(strings.array(), strings.offset(row), strings.length(row), ISO_8859_1))
                    .isEqualTo(word(row + 100) + text);
        }
        half.number().evaluate(EXTENT, 0, 100, every, integers, fits);
        assertThat(integers[0]).isEqualTo(i(0) / 2);
        boolean[] nulls = new boolean[100];
        strings.nulls(EXTENT, 0, 100, nulls);
        assertThat(nulls[7]).isTrue();
        assertThat(nulls[8]).isFalse();
        assertThat(strings.nullable()).isTrue();
    }

    @Test
    void integersThatDoNotFitAreTold() {
        Extent extent = longs(Long.MAX_VALUE, (1L << 53) + 1, 0, Long.MIN_VALUE);
        boolean[] every = {true, true, true, true};
        long[] integers = new long[4];
        boolean[] fits = new boolean[4];
        Expression.parse("big + 1", extent.type()).number().evaluate(extent, 0, 4, every, integers, fits);
        assertThat(fits).containsExactly(false, true, true, true);
        assertThat(integers).endsWith((1L << 53) + 2, 1, Long.MIN_VALUE + 1);
        Expression.parse("big / 0", extent.type()).number().evaluate(extent, 0, 4, every, integers, fits);
        assertThat(fits).containsOnly(false);
        Expression.parse("big / 2.0", extent.type()).number().evaluate(extent, 0, 4, every, integers, fits);
        assertThat(fits).containsOnly(true);
        assertThat(integers).containsExactly(1L << 62, 1L << 52, 0, Long.MIN_VALUE / 2);
    }
}
