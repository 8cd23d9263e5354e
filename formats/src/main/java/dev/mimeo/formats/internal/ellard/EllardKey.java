package dev.mimeo.formats.internal.ellard;

import static java.nio.charset.StandardCharsets.US_ASCII;

/** A key and a value that a line may have behind its header. */
final class EllardKey {

    /** Syntax of a value. */
    enum Form {
        /** Raw bytes in hexadecimal. */
        HANDLE,
        /** Bytes in double quotes. */
        TEXT,
        /** One digit. */
        SMALL,
        /** Up to 8 hexadecimal digits. */
        INT,
        /** Up to 16 hexadecimal digits. */
        LONG,
        /** Seconds, a dot and microseconds; or SERVER. */
        TIME,
        /** 0 or 1. */
        FLAG,
        /** One of the letters U, G, X, D, F. */
        LETTER,
        /** Access rights: a letter, or a mask in hexadecimal. */
        ACCESS
    }

    /** In which lines a key stands at its place; {@code name} and {@code fn} change theirs with the function. */
    enum Where {
        ALWAYS,
        RENAME,
        READLINK,
        NEITHER_RENAME_NOR_READLINK,
        VERSION_2_RENAME,
        VERSION_2_OTHER
    }

    private static final String DUPLICATE = "_dup";

    private final byte[] word;
    private final int field;
    private final Form form;
    private final Where where;
    private final int first;

    /**
     * Makes a key.
     *
     * @param fieldName field of the values; the one of a second occurrence has a suffix
     */
    EllardKey(String fieldName, Form form, Where where) {
        boolean duplicate = fieldName.endsWith(DUPLICATE);
        String name = duplicate ? fieldName.substring(0, fieldName.length() - DUPLICATE.length()) : fieldName;
        this.word = (" " + name + " ").getBytes(US_ASCII);
        this.field = EllardConverter.TYPE.indexOf(fieldName);
        this.form = form;
        this.where = where;
        this.first = duplicate ? EllardConverter.TYPE.indexOf(name) : -1;
    }

    /** The key between spaces. */
    byte[] word() {
        return word;
    }

    int field() {
        return field;
    }

    Form form() {
        return form;
    }

    Where where() {
        return where;
    }

    /** The field of the first occurrence if this is the second one, else -1. */
    int first() {
        return first;
    }
}
