package dev.mimeo.query.relational;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.query.expression.Expression;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Scope of the names in expressions of computed columns: columns of the input, of the row that is computed, and of the
 * row computed before it. All of these are fields of one type, under the names {@code in.x}, {@code out.x} and
 * {@code prev.x}.
 */
final class RowScope {

    static final String IN = "in.";
    static final String OUT = "out.";
    static final String PREVIOUS = "prev.";

    /** Attributes that decide what a value is, not how it is packed or printed. */
    private static final List<String> KEPT = List.of("type", "size", "opt_nullable", "opt_doublebase");

    private final ExtentType input;
    private final ExtentType output;
    private final Map<String, String> copied = new LinkedHashMap<>();
    private final List<Projection.Computed> computed;
    private final List<Expression> expressions = new ArrayList<>();

    /**
     * Binds the expressions.
     *
     * @throws dev.mimeo.query.expression.ExpressionException if one has a fault
     */
    RowScope(ExtentType input, ExtentType output, List<Projection.Column> columns, List<Projection.Computed> computed) {
        this.input = input;
        this.output = output;
        this.computed = computed;
        columns.forEach(column -> copied.put(column.name(), column.source()));
        Set<String> all = new LinkedHashSet<>();
        input.fields().forEach(field -> all.add(IN + field.name()));
        output.fields().forEach(field -> all.add(OUT + field.name()));
        output.fields().forEach(field -> all.add(PREVIOUS + field.name()));
        ExtentType type = type(all);
        for (int i = 0; i < computed.size(); i++) {
            expressions.add(parse(i, type));
        }
    }

    /** Returns the name of the column of the input that a name stands for: that of its own, or that without its prefix. */
    static String inputName(ExtentType input, String name) {
        return !input.hasField(name) && name.startsWith(IN) ? name.substring(IN.length()) : name;
    }

    ExtentType output() {
        return output;
    }

    List<Projection.Computed> computed() {
        return computed;
    }

    /** Returns the names of columns of the input by those of the columns of the output that are copies of them. */
    Map<String, String> copied() {
        return copied;
    }

    /** Returns whether a computed column can be null. */
    boolean isNullable(int column) {
        return expressions.get(column).fields().stream().anyMatch(Field::nullable);
    }

    /** Returns whether the expressions use the row of the input alone. */
    boolean isLocal() {
        return used().stream().allMatch(name -> name.startsWith(IN));
    }

    /** Returns the names of all fields that the expressions use. */
    Set<String> used() {
        Set<String> names = new LinkedHashSet<>();
        for (Expression expression : expressions) {
            expression.fields().forEach(field -> names.add(field.name()));
        }
        return names;
    }

    /** Parses the expression of a computed column over a type that has all fields it uses. */
    Expression parse(int column, ExtentType type) {
        return Expression.parse(computed.get(column).expression(), type, name -> resolve(column, name));
    }

    /** Makes a type of fields under their names with a prefix. */
    ExtentType type(Set<String> names) {
        StringBuilder xml = ProjectedType.start("Row", "", "1.0");
        for (String name : names) {
            int dot = name.indexOf('.') + 1;
            ExtentType from = name.startsWith(IN) ? input : output;
            Field field = from.fields().get(from.indexOf(name.substring(dot)));
            Map<String, String> attributes = new LinkedHashMap<>();
            for (String attribute : KEPT) {
                String value = field.attributes().get(attribute);
                if (value != null) {
                    attributes.put(attribute, value);
                }
            }
            attributes.put("name", name);
            ProjectedType.append(xml, attributes);
        }
        try {
            return ProjectedType.finish(xml);
        } catch (DataSeriesException e) {
            throw new IllegalArgumentException(e.getMessage(), e);
        }
    }

    private String resolve(int column, String name) {
        if (input.hasField(name)) {
            return IN + name;
        }
        if (name.startsWith(IN) && input.hasField(name.substring(IN.length()))) {
            return name;
        }
        if (name.startsWith(PREVIOUS)) {
            output.indexOf(name.substring(PREVIOUS.length()));
            return name;
        }
        String other = name.startsWith(OUT) ? name.substring(OUT.length()) : name;
        if (output.hasField(other)) {
            if (!copied.containsKey(other) && position(other) >= column) {
                throw new IllegalArgumentException("column '" + other
                        + "' is not computed yet: compute it first, or take that of the row before, prev." + other);
            }
            return OUT + other;
        }
        // Says that there is no such field.
        (name.startsWith(OUT) ? output : input).indexOf(other);
        throw new IllegalArgumentException("there is no column '" + name + "'");
    }

    private int position(String name) {
        int at = 0;
        while (!computed.get(at).name().equals(name)) {
            at++;
        }
        return at;
    }
}
