package dev.mimeo.formats.csv;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Reads the values of one field from text of {@code ds2txt}, and so undoes the print attributes of the field. There is a subclass for
 * each way to print values. Where an attribute loses information, {@link #note} names the loss.
 *
 * <p>Not thread-safe: a field keeps its value of the last row, to which other fields of the row may be relative.
 */
abstract class PrintedField {

    private static final byte[] NULL = "null".getBytes(UTF_8);

    private final Field field;
    private final byte[] prefix;
    private final byte[] suffix;
    private boolean ambiguous;
    private boolean hasNullTexts;

    /**
     * Prepares to read a field.
     *
     * @param format the text around each value; null for none
     */
    PrintedField(Field field, @Nullable PrintedFormat format) {
        this.field = field;
        this.prefix = (format == null ? "" : format.before()).getBytes(UTF_8);
        this.suffix = (format == null ? "" : format.after()).getBytes(UTF_8);
    }

    /**
     * Prepares to read a field.
     *
     * @param decodeHex whether digits that stand for unprintable bytes become these
     * @throws IllegalArgumentException if a print attribute is invalid or cannot be undone at all
     */
    static PrintedField of(ExtentType type, Field field, boolean decodeHex) {
        return switch (field.type()) {
            case BOOL -> new PrintedBool(field);
            case BYTE, INT32, INT64 -> new PrintedInteger(type, field);
            case DOUBLE -> new PrintedDouble(type, field);
            case VARIABLE32 -> new PrintedString(field, decodeHex);
            case FIXEDWIDTH -> new PrintedFixed(field);
        };
    }

    /** Returns the {@code print_format} of a field, null if it has none. */
    static @Nullable PrintedFormat format(Field field) {
        String format = field.attributes().getOrDefault("print_format", "");
        return format.isEmpty() ? null : PrintedFormat.parse(format);
    }

    final Field field() {
        return field;
    }

    /** Returns the loss of information that printing caused, or an empty text. */
    String note() {
        return "";
    }

    /** Returns the offset of the values. */
    PrintedOffset offset() {
        return PrintedOffset.NONE;
    }

    /** Returns whether values were read that may or may not be hexadecimal digits. */
    final boolean isAmbiguous() {
        return ambiguous;
    }

    /** Records that such values were read, by this instance or by another one of the same field. */
    final void setAmbiguous() {
        ambiguous = true;
    }

    /** Returns whether {@code null} was read and taken for a missing value, though a value is printed so, too. */
    final boolean hasNullTexts() {
        return hasNullTexts;
    }

    /** Records that {@code null} was read, by this instance or by another one of the same field. */
    final void setNullTexts() {
        hasNullTexts = true;
    }

    /** Returns whether a value may be printed as {@code null}, as a missing one is. */
    boolean printsNull() {
        return false;
    }

    /** Returns whether a text around values leaves room for {@code null}. */
    final boolean isAroundNull() {
        String text = new String(NULL, UTF_8);
        String start = new String(prefix, UTF_8);
        String end = new String(suffix, UTF_8);
        return start.length() + end.length() <= text.length() && text.startsWith(start) && text.endsWith(end);
    }

    /**
     * Sets the value in the last row of a builder.
     *
     * @param base the field that the value is relative to, already set in this row; this one if there is none
     */
    final void parse(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
        if (field.nullable() && Arrays.equals(text, from, to, NULL, 0, NULL.length)) {
            hasNullTexts |= printsNull();
            setNull();
            row.setNull(field.index());
            return;
        }
        int start = from + prefix.length;
        int end = to - suffix.length;
        if (start > end
                || !Arrays.equals(text, from, start, prefix, 0, prefix.length)
                || !Arrays.equals(text, end, to, suffix, 0, suffix.length)) {
            throw TextFault.of(text, from, to, "is not in the print_format of the field");
        }
        set(text, start, end, base, row);
    }

    /** Records that the value of the last row is null; fields that are relative to it take it as 0. */
    void setNull() {}

    /** Sets a value that is not null, from the text between the prefix and the suffix. */
    abstract void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault;

    /** One of two words. */
    private static final class PrintedBool extends PrintedField {
        private final String yes;
        private final String no;
        private final byte[] yesBytes;
        private final byte[] noBytes;

        PrintedBool(Field field) {
            super(field, null);
            this.yes = field.attributes().getOrDefault("print_true", "T");
            this.no = field.attributes().getOrDefault("print_false", "F");
            this.yesBytes = yes.getBytes(UTF_8);
            this.noBytes = no.getBytes(UTF_8);
            if (yes.equals(no)) {
                throw new IllegalArgumentException("print_true and print_false are the same");
            }
        }

        @Override
        boolean printsNull() {
            return Arrays.equals(yesBytes, NULL) || Arrays.equals(noBytes, NULL);
        }

        @Override
        void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
            boolean value = Arrays.equals(text, from, to, yesBytes, 0, yesBytes.length);
            if (!value && !Arrays.equals(text, from, to, noBytes, 0, noBytes.length)) {
                throw TextFault.of(text, from, to, "is neither " + yes + " nor " + no);
            }
            row.setBoolean(field().index(), value);
        }
    }

    /** Bytes of a fixed number: as they are, or two hexadecimal digits each. */
    private static final class PrintedFixed extends PrintedField {
        PrintedFixed(Field field) {
            super(field, null);
        }

        @Override
        boolean printsNull() {
            return field().size() == NULL.length;
        }

        @Override
        void set(byte[] text, int from, int to, PrintedField base, ExtentBuilder row) throws TextFault {
            int index = field().index();
            int size = field().size();
            if (to - from == size) {
                row.setBytes(index, text, from, size);
            } else if (to - from == 2L * size) {
                row.setBytes(index, FieldParser.decodeHex(text, from, to));
            } else {
                throw TextFault.of(text, from, to, "has neither " + size + " bytes nor digits for them");
            }
        }
    }
}
