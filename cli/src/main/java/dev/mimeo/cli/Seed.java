package dev.mimeo.cli;

import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Seeds: 64 bits, written in decimal, signed or unsigned, or in hexadecimal with {@code 0x}. */
final class Seed implements ITypeConverter<Long> {

    @Override
    public Long convert(String value) {
        String text = value.strip();
        try {
            if (text.startsWith("0x") || text.startsWith("0X")) {
                return Long.parseUnsignedLong(text.substring(2), 16);
            }
            return text.startsWith("-") ? Long.parseLong(text) : Long.parseUnsignedLong(text);
        } catch (NumberFormatException e) {
            throw new TypeConversionException("'" + value + "' is no seed: give a whole number of 64 bits");
        }
    }
}
