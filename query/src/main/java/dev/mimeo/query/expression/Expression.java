package dev.mimeo.query.expression;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.index.MinMaxIndex;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * An expression over the columns of a type, as the DataSeries tools take it: a condition such as {@code bytes > 4096 &&
 * is_read}, or a value such as {@code 1000*(leave_driver - enter_driver)}.
 *
 * <p>From the loosest, the operators are {@code ||}, {@code &&}, {@code !}, the relations {@code == != < <= > >= =~} and
 * {@code is [not] null}, {@code + -}, {@code * /}, unary minus; parentheses group. Relations do not chain. Operands:
 *
 * <ul>
 *   <li>Columns by name, a letter or {@code _} and then letters, digits, {@code _ . :}; anything else after a backslash, as
 *       in {@code packet\-at}.
 *   <li>Numbers, {@code 12}, {@code 1.5}, {@code 2e-3}.
 *   <li>Strings, {@code "EXIT"}, with the escapes {@code \\ \" \f \r \n \b \t \v}.
 *   <li>{@code fn.TfracToSeconds(x)}: units of 2^-32 s as seconds.
 * </ul>
 *
 * <p>Values are doubles; a boolean column counts as 0 or 1. If a side of a comparison is a string, that is, a column or a
 * literal, both are compared as strings, byte by byte; then {@code +} concatenates and a number that is not a column is an
 * error. Two integers compare exactly as long as they fit into 64 bits, all other numbers with a tolerance of 1e-12 of the
 * one nearer to zero. {@code =~} tells whether a regular expression, as {@link java.util.regex.Pattern} defines it, matches
 * part of a string. A column that is null counts as 0, false or the empty string; {@code is null} holds where any column of
 * its operand is null. Columns of booleans are conditions; as the whole of a condition, so is a number that is not 0 and a
 * column of the words true, on, yes, false, off, no.
 *
 * <p>Every expression that the original library evaluates means the same here, but that integers compare exactly, and that
 * a function without a definition is an error and not 0.
 *
 * <p>Immutable and thread-safe; each thread takes an {@link Evaluator} of its own.
 */
public final class Expression {

    /** Most rows that an {@link Evaluator} takes at a time. */
    public static final int BLOCK_ROWS = 1024;

    /** Natural type of the value of an expression. */
    public enum Kind {
        /** Relations and what {@code && || !} make of them. */
        CONDITION,
        /** Numbers, also columns of booleans. */
        NUMBER,
        /** A column of strings or a string. */
        TEXT
    }

    private final String text;
    private final ExtentType type;
    private final Binder binder;
    private final Syntax syntax;
    private final Kind kind;
    private final List<Field> fields;

    private Expression(String text, ExtentType type, UnaryOperator<String> names) {
        this.text = text;
        this.type = type;
        this.binder = new Binder(text, type, names);
        this.syntax = Parser.parse(text);
        this.kind = binder.kind(syntax);
        this.fields = List.copyOf(binder.fields(syntax));
        // Finds every fault of the expression itself.
        switch (kind) {
            case CONDITION -> binder.whole(syntax);
            case NUMBER -> {
                if (!(syntax instanceof Syntax.Arithmetic sum && sum.operator() == '+')) {
                    binder.number(syntax);
                }
            }
            case TEXT -> binder.text(syntax);
        }
    }

    /**
     * Parses an expression and binds it to a type.
     *
     * @throws ExpressionException if it breaks a rule or names a column that the type does not have
     */
    public static Expression parse(String text, ExtentType type) {
        return parse(text, type, UnaryOperator.identity());
    }

    /**
     * Parses an expression and binds it to a type, where names stand for other ones.
     *
     * @param names gives the name of the field that a name in the expression stands for; an {@link
     *     IllegalArgumentException} from it is reported as a fault at the place of the name
     * @throws ExpressionException if it breaks a rule or names a column that the type does not have
     */
    public static Expression parse(String text, ExtentType type, UnaryOperator<String> names) {
        return new Expression(text, type, names);
    }

    /**
     * Returns the names of columns in an expression as they are written, each once, without looking for the columns.
     *
     * @throws ExpressionException if the expression breaks a rule of the grammar
     */
    public static Set<String> names(String text) {
        Set<String> names = new LinkedHashSet<>();
        Binder.forEachName(Parser.parse(text), name -> names.add(name.name()));
        return names;
    }

    /** Returns the text that was parsed. */
    public String text() {
        return text;
    }

    /** Returns the type of the rows. */
    public ExtentType type() {
        return type;
    }

    /** Returns what the expression gives by nature. */
    public Kind kind() {
        return kind;
    }

    /** Returns the columns that are used, each once. */
    public List<Field> fields() {
        return fields;
    }

    /**
     * Returns ranges of values that a row lies in if the expression, as a condition, holds for it; rows for which it does not hold may
     * lie in them too. They follow from relations between columns and constants, from boolean columns, and from what {@code &&} and
     * {@code ||} make of these. None if nothing is known.
     */
    public List<MinMaxIndex.Selection> selections() {
        return binder.bounds(syntax).selections();
    }

    /**
     * Returns an evaluator that chooses rows.
     *
     * @throws ExpressionException if the expression is not a condition
     */
    public Evaluator.Condition condition() {
        return new Evaluator.Condition(this, binder.whole(syntax));
    }

    /**
     * Returns an evaluator that gives numbers.
     *
     * @throws ExpressionException if the expression is a condition or a string
     */
    public Evaluator.Numeric number() {
        return new Evaluator.Numeric(this, binder.number(syntax));
    }

    /**
     * Returns an evaluator that gives strings.
     *
     * @throws ExpressionException if the expression is a condition, or a number that is not a column
     */
    public Evaluator.Text string() {
        return new Evaluator.Text(this, binder.text(syntax));
    }

    @Override
    public String toString() {
        return text;
    }
}
