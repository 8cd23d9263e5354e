package dev.mimeo.formats.internal.trace;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;

/** Helpers of converters for their extent types. */
public final class TraceTypes {

    private TraceTypes() {}

    /** Reads the type description {@code type.xml} in the package of a class. */
    public static ExtentType load(Class<?> owner) {
        try (InputStream xml = Objects.requireNonNull(owner.getResourceAsStream("type.xml"), owner.getName())) {
            return ExtentType.parse(new String(xml.readAllBytes(), UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * Checks that an extent has the fields that a converter expects, so that they may be taken by their numbers.
     *
     * @throws DataSeriesException if a name or a type differs
     */
    static void check(Extent extent, ExtentType expected) throws DataSeriesException {
        ExtentType type = extent.type();
        if (!type.equals(expected) && !signature(type).equals(signature(expected))) {
            throw new DataSeriesException(
                    extent.source(),
                    extent.fileOffset(),
                    -1,
                    "unexpected fields",
                    "those of type '" + type.name() + "' are not those of version " + expected.majorVersion() + "."
                            + expected.minorVersion() + " of '" + expected.name() + "'");
        }
    }

    private static List<String> signature(ExtentType type) {
        return type.fields().stream().map(TraceTypes::signature).toList();
    }

    private static String signature(Field field) {
        return field.type().xmlName() + " " + field.name() + (field.nullable() ? " nullable" : "");
    }
}
