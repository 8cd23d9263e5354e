package dev.mimeo.cli.command;

import dev.mimeo.internal.text.Seeds;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Seeds in options, written as {@link Seeds} reads them. */
public final class Seed implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        try {
            return Seeds.parse(value);
        } catch (IllegalArgumentException e) {
            throw new TypeConversionException(e.getMessage());
        }
    }
}
