package dev.mimeo.query.expression;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * Parses expressions by recursive descent. From the loosest: {@code ||}, {@code &&}, {@code !}, relations, {@code + -},
 * {@code * /}, unary minus. Length and nesting are bounded, so no text exhausts the stack.
 */
final class Parser {

    /** Characters of an expression. */
    private static final int MAX_LENGTH = 1 << 16;

    /** Levels of nested operations, and of parentheses. */
    private static final int MAX_DEPTH = 400;

    private final String text;
    private final Lexer lexer;
    private Token token;
    private int nesting;

    private Parser(String text) {
        this.text = text;
        this.lexer = new Lexer(text);
        this.token = lexer.next();
    }

    static Syntax parse(String text) {
        if (text.length() > MAX_LENGTH) {
            throw new ExpressionException(text, MAX_LENGTH, "longer than " + MAX_LENGTH + " characters");
        }
        Parser parser = new Parser(text);
        Syntax whole = parser.any();
        if (parser.token.kind() != Token.Kind.END) {
            throw parser.error("an operator is expected, not " + parser.token.shown());
        }
        return whole;
    }

    private Syntax any() {
        int position = token.position();
        List<Syntax> operands = new ArrayList<>(List.of(all()));
        while (token.is("||")) {
            advance();
            operands.add(all());
        }
        return operands.size() == 1 ? operands.get(0) : new Syntax.Any(position, operands, above(operands));
    }

    private Syntax all() {
        int position = token.position();
        List<Syntax> operands = new ArrayList<>(List.of(relation()));
        while (token.is("&&")) {
            advance();
            operands.add(relation());
        }
        return operands.size() == 1 ? operands.get(0) : new Syntax.All(position, operands, above(operands));
    }

    private Syntax relation() {
        int position = token.position();
        if (token.is("!")) {
            enter();
            advance();
            Syntax operand = relation();
            nesting--;
            return new Syntax.Not(position, operand, above(List.of(operand)));
        }
        Syntax left = sum();
        position = token.position();
        for (Relation relation : Relation.values()) {
            if (token.is(relation.operator())) {
                advance();
                Syntax right = sum();
                return new Syntax.BinaryRelation(position, relation, left, right, above(List.of(left, right)));
            }
        }
        if (token.is("=~")) {
            advance();
            Syntax pattern = sum();
            return new Syntax.PatternMatch(position, left, pattern, above(List.of(left, pattern)));
        }
        if (token.isWord("is")) {
            advance();
            boolean negated = token.isWord("not");
            if (negated) {
                advance();
            }
            if (!token.isWord("null")) {
                throw error("null or not null is expected after is");
            }
            advance();
            return new Syntax.NullTest(position, left, negated, above(List.of(left)));
        }
        return left;
    }

    private Syntax sum() {
        Syntax left = product();
        while (token.is("+") || token.is("-")) {
            left = arithmetic(left, this::product);
        }
        return left;
    }

    private Syntax product() {
        Syntax left = operand();
        while (token.is("*") || token.is("/")) {
            left = arithmetic(left, this::operand);
        }
        return left;
    }

    /** @param operands takes the right operand */
    private Syntax arithmetic(Syntax left, Supplier<Syntax> operands) {
        Token operator = token;
        advance();
        Syntax right = operands.get();
        return new Syntax.Arithmetic(
                operator.position(), operator.text().charAt(0), left, right, above(List.of(left, right)));
    }

    private Syntax operand() {
        Token first = token;
        switch (first.kind()) {
            case NUMBER -> {
                advance();
                return new Syntax.Numeral(first.position(), first.text());
            }
            case STRING -> {
                advance();
                return new Syntax.Text(first.position(), first.text());
            }
            case SYMBOL -> {
                advance();
                return token.is("(") ? call(first) : new Syntax.Name(first.position(), first.text());
            }
            default -> {
                if (first.is("(")) {
                    enter();
                    advance();
                    Syntax inner = any();
                    expect(")");
                    nesting--;
                    return inner;
                }
                if (first.is("-")) {
                    return negation();
                }
                throw error("a column, a number, a string or ( is expected, not " + first.shown());
            }
        }
    }

    private Syntax negation() {
        int position = token.position();
        enter();
        advance();
        // So that the smallest integer can be written.
        if (token.kind() == Token.Kind.NUMBER) {
            Syntax number = new Syntax.Numeral(position, "-" + token.text());
            advance();
            nesting--;
            return number;
        }
        Syntax operand = operand();
        nesting--;
        return new Syntax.Negation(position, operand, above(List.of(operand)));
    }

    private Syntax call(Token name) {
        enter();
        advance();
        List<Syntax> arguments = new ArrayList<>();
        if (!token.is(")")) {
            arguments.add(sum());
            while (token.is(",")) {
                advance();
                arguments.add(sum());
            }
        }
        expect(")");
        nesting--;
        return new Syntax.FunctionCall(name.position(), name.text(), arguments, above(arguments));
    }

    private int above(List<Syntax> operands) {
        int depth = 1;
        for (Syntax operand : operands) {
            depth = Math.max(depth, operand.depth() + 1);
        }
        if (depth > MAX_DEPTH) {
            throw error("more than " + MAX_DEPTH + " operations depend on each other");
        }
        return depth;
    }

    private void enter() {
        nesting++;
        if (nesting > MAX_DEPTH) {
            throw error("nested more than " + MAX_DEPTH + " deep");
        }
    }

    private void expect(String operator) {
        if (!token.is(operator)) {
            throw error("'" + operator + "' is expected, not " + token.shown());
        }
        advance();
    }

    private void advance() {
        token = lexer.next();
    }

    private ExpressionException error(String problem) {
        return new ExpressionException(text, token.position(), problem);
    }
}
