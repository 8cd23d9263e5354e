package dev.mimeo.query.expression;

import java.util.List;

/** An expression as written, before columns and types are known. */
sealed interface Syntax {

    /** Returns where it is in the text, or where its operator is. */
    int position();

    /** Returns the levels of nested operations; bounds the recursion of all that walks the tree. */
    default int depth() {
        return 1;
    }

    /** A number: digits, possibly with a minus sign, a fraction and an exponent. */
    record Numeral(int position, String digits) implements Syntax {}

    record Text(int position, String content) implements Syntax {}

    record Name(int position, String name) implements Syntax {}

    record Negation(int position, Syntax operand, int depth) implements Syntax {}

    record Arithmetic(int position, char operator, Syntax left, Syntax right, int depth) implements Syntax {}

    record BinaryRelation(int position, Relation relation, Syntax left, Syntax right, int depth) implements Syntax {}

    record PatternMatch(int position, Syntax subject, Syntax pattern, int depth) implements Syntax {}

    record NullTest(int position, Syntax operand, boolean negated, int depth) implements Syntax {}

    record Not(int position, Syntax operand, int depth) implements Syntax {}

    record All(int position, List<Syntax> operands, int depth) implements Syntax {}

    record Any(int position, List<Syntax> operands, int depth) implements Syntax {}

    record FunctionCall(int position, String function, List<Syntax> arguments, int depth) implements Syntax {}
}
