package dev.mimeo.query.expression;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.dataseries.GeneralValue;
import dev.mimeo.dataseries.index.internal.ValueBounds;
import java.util.function.Function;

/**
 * Finds the bounds that a condition puts on the values of fields in the rows where it holds. It understands relations between a column
 * and a constant, boolean columns, {@code &&} and {@code ||}. Everything else puts no bounds. Immutable.
 */
final class ConditionBounds {

    /** Relative tolerance; wider than that of a {@link Relation} between doubles. */
    private static final double TOLERANCE = 4e-12;

    private final Function<Syntax.Name, Field> fields;

    /** @param fields returns the field that a name stands for */
    ConditionBounds(Function<Syntax.Name, Field> fields) {
        this.fields = fields;
    }

    ValueBounds of(Syntax syntax) {
        if (syntax instanceof Syntax.All all) {
            return all.operands().stream().map(this::of).reduce(ValueBounds.NONE, ValueBounds::and);
        }
        if (syntax instanceof Syntax.Any any) {
            return any.operands().stream().map(this::of).reduce(ValueBounds::or).orElse(ValueBounds.NONE);
        }
        if (syntax instanceof Syntax.BinaryRelation comparison) {
            Relation relation = comparison.relation();
            return comparison.left() instanceof Syntax.Name name
                    ? of(fields.apply(name), relation, comparison.right())
                    : comparison.right() instanceof Syntax.Name other
                            ? of(fields.apply(other), relation.mirrored(), comparison.left())
                            : ValueBounds.NONE;
        }
        if (syntax instanceof Syntax.Name name && fields.apply(name).type() == FieldType.BOOL) {
            GeneralValue yes = GeneralValue.ofBoolean(true);
            return ValueBounds.between(name(name), yes, yes);
        }
        return ValueBounds.NONE;
    }

    private String name(Syntax.Name name) {
        return fields.apply(name).name();
    }

    private static ValueBounds of(Field field, Relation relation, Syntax constant) {
        if (constant instanceof Syntax.Text text && field.type() == FieldType.VARIABLE32) {
            byte[] bytes = text.content().getBytes(UTF_8);
            // A null counts as the empty string, and an index does not tell where it is.
            boolean holdsForNull = relation.holds(Integer.compare(0, bytes.length));
            GeneralValue value = GeneralValue.ofBytes(bytes);
            return field.nullable() && holdsForNull
                    ? ValueBounds.NONE
                    : widened(relation, ValueBounds.between(field.name(), value, value));
        }
        if (constant instanceof Syntax.Numeral numeral) {
            double number = Double.parseDouble(numeral.digits());
            double tolerance = TOLERANCE * (1 + Math.abs(number));
            // A null counts as 0.
            boolean holdsForNull = relation.holds(Math.abs(number) <= tolerance ? 0 : Double.compare(0, number));
            ValueBounds bounds = field.nullable() && holdsForNull
                    ? ValueBounds.NONE
                    : widened(relation, ValueBounds.near(field.name(), field.type(), numeral.digits(), tolerance));
            // NaN is not greater than a number.
            return field.type() == FieldType.DOUBLE && bounds != ValueBounds.NONE
                    ? bounds.and(ValueBounds.atMost(field.name(), GeneralValue.ofDouble(Double.POSITIVE_INFINITY)))
                    : bounds;
        }
        return ValueBounds.NONE;
    }

    private static ValueBounds widened(Relation relation, ValueBounds equal) {
        return switch (relation) {
            case EQUAL -> equal;
            case LESS, AT_MOST -> equal.orLess();
            case GREATER, AT_LEAST -> equal.orGreater();
            case NOT_EQUAL -> ValueBounds.NONE;
        };
    }
}
