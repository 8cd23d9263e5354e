package dev.mimeo.dataseries;

import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Type of a column. */
public enum FieldType {
    /** True or false, one bit. */
    BOOL(0),
    /** Unsigned, 0 to 255. */
    BYTE(1),
    /** Signed 32-bit integer. */
    INT32(4),
    /** Signed 64-bit integer. */
    INT64(8),
    /** IEEE-754 binary64. */
    DOUBLE(8),
    /** Byte string of any length; the record holds its offset in the variable part. */
    VARIABLE32(4),
    /** Opaque bytes of a length fixed by the type. */
    FIXEDWIDTH(0);

    private final int recordBytes;

    FieldType(int recordBytes) {
        this.recordBytes = recordBytes;
    }

    /** Returns the name used in type descriptions, for example {@code variable32}. */
    public String xmlName() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** Bytes of a value in the record; 0 where the size is not a property of the type. */
    int recordBytes() {
        return recordBytes;
    }

    static @Nullable FieldType ofXmlName(String name) {
        for (FieldType type : values()) {
            if (type.xmlName().equals(name)) {
                return type;
            }
        }
        return null;
    }
}
