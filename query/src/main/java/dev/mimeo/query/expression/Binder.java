package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.index.internal.ValueBounds;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;

/** Turns an expression as written into operations on the columns of a type. */
final class Binder {

    private static final String TFRAC_TO_SECONDS = "fn.TfracToSeconds";

    private final String text;
    private final ExtentType type;
    private final UnaryOperator<String> names;

    /** @param names gives the names of fields that names in the text stand for */
    Binder(String text, ExtentType type, UnaryOperator<String> names) {
        this.text = text;
        this.type = type;
        this.names = names;
    }

    Expression.Kind kind(Syntax syntax) {
        if (isCondition(syntax)) {
            return Expression.Kind.CONDITION;
        }
        return isText(syntax) ? Expression.Kind.TEXT : Expression.Kind.NUMBER;
    }

    /** Returns whether the value is a condition by nature; a column of booleans is also a number. */
    private static boolean isCondition(Syntax syntax) {
        return syntax instanceof Syntax.BinaryRelation
                || syntax instanceof Syntax.PatternMatch
                || syntax instanceof Syntax.NullTest
                || syntax instanceof Syntax.Not
                || syntax instanceof Syntax.All
                || syntax instanceof Syntax.Any;
    }

    /** Returns whether the value is a string by nature: a column or a literal, and sums of which one side is. */
    private boolean isText(Syntax syntax) {
        return syntax instanceof Syntax.Text
                || (syntax instanceof Syntax.Name name && isText(field(name).type()));
    }

    private static boolean isText(FieldType fieldType) {
        return fieldType == FieldType.VARIABLE32 || fieldType == FieldType.FIXEDWIDTH;
    }

    NumberNode number(Syntax syntax) {
        if (syntax instanceof Syntax.Numeral number) {
            return constant(number.digits());
        }
        if (syntax instanceof Syntax.Name name) {
            Field field = field(name);
            return isText(field.type())
                    ? new NumberNodes.Parsed(new TextNodes.Column(field), field, text, name.position())
                    : NumberNodes.Column.of(field);
        }
        if (syntax instanceof Syntax.Negation negation) {
            return NumberNodes.Negation.of(number(negation.operand()));
        }
        if (syntax instanceof Syntax.Arithmetic arithmetic) {
            return NumberNodes.Arithmetic.of(
                    arithmetic.operator(), number(arithmetic.left()), number(arithmetic.right()));
        }
        if (syntax instanceof Syntax.FunctionCall call) {
            if (!call.function().equals(TFRAC_TO_SECONDS)) {
                throw error(call, "unknown function '" + call.function() + "'; there is " + TFRAC_TO_SECONDS);
            }
            if (call.arguments().size() != 1) {
                throw error(
                        call,
                        TFRAC_TO_SECONDS + " takes one argument, not "
                                + call.arguments().size());
            }
            return new NumberNodes.TfracToSeconds(number(call.arguments().get(0)));
        }
        throw error(syntax, syntax instanceof Syntax.Text ? "a string is not a number" : "a condition is not a number");
    }

    private static NumberNode constant(String digits) {
        double value = Double.parseDouble(digits);
        try {
            return new NumberNodes.Constant(value, new IntegerNodes.Constant(Long.parseLong(digits)));
        } catch (NumberFormatException e) {
            // With a fraction or an exponent, or too large: a double only.
            return new NumberNodes.Constant(value, null);
        }
    }

    TextNode text(Syntax syntax) {
        if (syntax instanceof Syntax.Text literal) {
            return new TextNodes.Constant(literal.content().getBytes(UTF_8));
        }
        if (syntax instanceof Syntax.Name name) {
            Field field = field(name);
            return isText(field.type()) ? new TextNodes.Column(field) : new TextNodes.Printed(field);
        }
        if (syntax instanceof Syntax.Arithmetic sum && sum.operator() == '+') {
            return new TextNodes.JoinedTexts(text(sum.left()), text(sum.right()));
        }
        throw error(
                syntax,
                isCondition(syntax)
                        ? "a condition is not a string"
                        : "a number is not a string: only columns, strings and their sums compare as strings");
    }

    /** Binds the whole of an expression where rows are to be chosen: also numbers and words can say true or false. */
    ConditionNode whole(Syntax syntax) {
        if (syntax instanceof Syntax.Numeral number) {
            return new ConditionNodes.Constant(Double.parseDouble(number.digits()) != 0);
        }
        if (syntax instanceof Syntax.Name name) {
            Field field = field(name);
            return switch (field.type()) {
                case BOOL -> new ConditionNodes.Column(field);
                case VARIABLE32, FIXEDWIDTH -> new ConditionNodes.Word(field, text, name.position());
                default -> new ConditionNodes.NotZero(NumberNodes.Column.of(field));
            };
        }
        return condition(syntax);
    }

    private ConditionNode condition(Syntax syntax) {
        if (syntax instanceof Syntax.Name name && field(name).type() == FieldType.BOOL) {
            return new ConditionNodes.Column(field(name));
        }
        if (syntax instanceof Syntax.BinaryRelation comparison) {
            return comparison(comparison);
        }
        if (syntax instanceof Syntax.PatternMatch match) {
            return match(match);
        }
        if (syntax instanceof Syntax.NullTest test) {
            List<Field> nullable =
                    fields(test.operand()).stream().filter(Field::nullable).toList();
            return new ConditionNodes.NullTest(nullable, !test.negated());
        }
        if (syntax instanceof Syntax.Not not) {
            return new ConditionNodes.Not(condition(not.operand()));
        }
        if (syntax instanceof Syntax.All all) {
            return new ConditionNodes.All(
                    all.operands().stream().map(this::condition).toList());
        }
        if (syntax instanceof Syntax.Any any) {
            return new ConditionNodes.Any(
                    any.operands().stream().map(this::condition).toList());
        }
        throw error(syntax, "a condition is expected, such as a comparison or a boolean column");
    }

    private ConditionNode comparison(Syntax.BinaryRelation comparison) {
        Syntax left = comparison.left();
        Syntax right = comparison.right();
        return isText(left) || isText(right)
                ? new ConditionNodes.TextComparison(comparison.relation(), text(left), text(right))
                : new ConditionNodes.NumberComparison(comparison.relation(), number(left), number(right));
    }

    private ConditionNode match(Syntax.PatternMatch match) {
        if (!(match.pattern() instanceof Syntax.Text literal)) {
            throw error(match.pattern(), "a regular expression in quotes is expected");
        }
        try {
            return new Match(text(match.subject()), Pattern.compile(literal.content()), text, match.position());
        } catch (PatternSyntaxException e) {
            throw error(literal, "not a regular expression: " + e.getDescription());
        } catch (StackOverflowError e) {
            throw error(literal, "the regular expression is nested too deeply");
        }
    }

    /** Returns the columns that an expression uses, in the order of their first use. */
    Collection<Field> fields(Syntax syntax) {
        // By name: the hash code of a record is generated at its first use, which short runs would wait for.
        Map<String, Field> fields = new LinkedHashMap<>();
        forEachName(syntax, name -> {
            Field field = field(name);
            fields.put(field.name(), field);
        });
        return fields.values();
    }

    /** Returns the bounds of the values of fields in the rows where a condition holds. */
    ValueBounds bounds(Syntax syntax) {
        return new ConditionBounds(this::field).of(syntax);
    }

    /** Visits the names of an expression from left to right. */
    static void forEachName(Syntax syntax, Consumer<Syntax.Name> visitor) {
        if (syntax instanceof Syntax.Name name) {
            visitor.accept(name);
        } else if (syntax instanceof Syntax.Negation negation) {
            forEachName(negation.operand(), visitor);
        } else if (syntax instanceof Syntax.Arithmetic arithmetic) {
            forEachName(arithmetic.left(), visitor);
            forEachName(arithmetic.right(), visitor);
        } else if (syntax instanceof Syntax.BinaryRelation comparison) {
            forEachName(comparison.left(), visitor);
            forEachName(comparison.right(), visitor);
        } else if (syntax instanceof Syntax.PatternMatch match) {
            forEachName(match.subject(), visitor);
        } else if (syntax instanceof Syntax.NullTest test) {
            forEachName(test.operand(), visitor);
        } else if (syntax instanceof Syntax.Not not) {
            forEachName(not.operand(), visitor);
        } else if (syntax instanceof Syntax.All all) {
            all.operands().forEach(operand -> forEachName(operand, visitor));
        } else if (syntax instanceof Syntax.Any any) {
            any.operands().forEach(operand -> forEachName(operand, visitor));
        } else if (syntax instanceof Syntax.FunctionCall call) {
            call.arguments().forEach(argument -> forEachName(argument, visitor));
        }
    }

    private Field field(Syntax.Name name) {
        try {
            return type.fields().get(type.indexOf(names.apply(name.name())));
        } catch (IllegalArgumentException e) {
            throw error(name, String.valueOf(e.getMessage()));
        }
    }

    private ExpressionException error(Syntax syntax, String problem) {
        return new ExpressionException(text, syntax.position(), problem);
    }
}
