package dev.mimeo.fuzz;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;

/** A type with a field of each kind. */
final class Types {

    static final ExtentType MIXED = type("""
            <ExtentType name="T">
              <field name="f" type="bool" />
              <field name="y" type="byte" />
              <field name="i" type="int32" opt_nullable="yes" />
              <field name="l" type="int64" />
              <field name="d" type="double" print_format="%.17g" />
              <field name="s" type="variable32" opt_nullable="yes" />
            </ExtentType>
            """);

    private Types() {}

    private static ExtentType type(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }
}
