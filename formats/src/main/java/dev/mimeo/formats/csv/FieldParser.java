package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.Field;
import java.util.Arrays;

/** Turns the text of values of one field into values of a row. Immutable. */
abstract class FieldParser {

    private static final byte[][] TRUE_WORDS = words("true", "on", "yes");
    private static final byte[][] FALSE_WORDS = words("false", "off", "no");

    private final int field;

    FieldParser(Field field) {
        this.field = field.index();
    }

    /** Returns the index of the field in its type. */
    final int field() {
        return field;
    }

    /** Sets the value in the last row of a builder. */
    abstract void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault;

    /** Makes the parser for a field of CSV. */
    static FieldParser of(Field field, boolean hexStrings) {
        return switch (field.type()) {
            case BOOL -> new BoolParser(field);
            case BYTE -> new ByteParser(field);
            case INT32 -> new IntParser(field);
            case INT64 -> new LongParser(field);
            case DOUBLE -> new DoubleParser(field);
            case VARIABLE32 -> hexStrings ? new HexParser(field) : new TextParser(field);
            case FIXEDWIDTH -> new FixedParser(field);
        };
    }

    private static final class BoolParser extends FieldParser {
        BoolParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setBoolean(field(), isTrue(text, from, to));
        }
    }

    private static final class ByteParser extends FieldParser {
        ByteParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setByte(field(), (int) CsvNumbers.parseInteger(text, from, to, 0, 255));
        }
    }

    private static final class IntParser extends FieldParser {
        IntParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setInt(field(), (int) CsvNumbers.parseInteger(text, from, to, Integer.MIN_VALUE, Integer.MAX_VALUE));
        }
    }

    private static final class LongParser extends FieldParser {
        LongParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setLong(field(), CsvNumbers.parseInteger(text, from, to, Long.MIN_VALUE, Long.MAX_VALUE));
        }
    }

    private static final class DoubleParser extends FieldParser {
        DoubleParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setDouble(field(), CsvNumbers.parseDouble(text, from, to));
        }
    }

    private static final class TextParser extends FieldParser {
        TextParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) {
            row.setBytes(field(), text, from, to - from);
        }
    }

    private static final class HexParser extends FieldParser {
        HexParser(Field field) {
            super(field);
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            row.setBytes(field(), decodeHex(text, from, to));
        }
    }

    /** Takes the bytes as they are, or two hexadecimal digits each. */
    private static final class FixedParser extends FieldParser {
        private final int size;

        FixedParser(Field field) {
            super(field);
            this.size = field.size();
        }

        @Override
        void parse(byte[] text, int from, int to, ExtentBuilder row) throws TextFault {
            if (to - from == size) {
                row.setBytes(field(), text, from, size);
            } else if (to - from == 2L * size) {
                row.setBytes(field(), decodeHex(text, from, to));
            } else {
                throw TextFault.of(text, from, to, "has neither " + size + " bytes nor twice as many digits");
            }
        }
    }

    /** Reads a bool as the original tools do. */
    static boolean isTrue(byte[] text, int from, int to) throws TextFault {
        if (isOneOf(TRUE_WORDS, text, from, to)) {
            return true;
        }
        if (isOneOf(FALSE_WORDS, text, from, to)) {
            return false;
        }
        throw TextFault.of(text, from, to, "is none of true, on, yes, false, off, no");
    }

    private static byte[][] words(String... words) {
        return Arrays.stream(words).map(word -> word.getBytes(UTF_8)).toArray(byte[][]::new);
    }

    private static boolean isOneOf(byte[][] words, byte[] text, int from, int to) {
        for (byte[] word : words) {
            if (Arrays.equals(text, from, to, word, 0, word.length)) {
                return true;
            }
        }
        return false;
    }

    /** Decodes pairs of hexadecimal digits. */
    static byte[] decodeHex(byte[] text, int from, int to) throws TextFault {
        byte[] bytes = new byte[(to - from) / 2];
        for (int i = 0; i < bytes.length; i++) {
            int value = digit(text[from + 2 * i]) << 4 | digit(text[from + 2 * i + 1]);
            if (value < 0) {
                throw TextFault.of(text, from, to, "is not hexadecimal");
            }
            bytes[i] = (byte) value;
        }
        if (2 * bytes.length != to - from) {
            throw TextFault.of(text, from, to, "is not hexadecimal: it has an odd number of digits");
        }
        return bytes;
    }

    private static int digit(byte character) {
        if (character >= '0' && character <= '9') {
            return character - '0';
        }
        int lower = character | 0x20;
        return lower >= 'a' && lower <= 'f' ? lower - 'a' + 10 : -1;
    }
}
