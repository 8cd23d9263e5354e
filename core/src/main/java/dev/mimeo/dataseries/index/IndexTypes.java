package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import dev.mimeo.internal.text.Markup;
import java.util.List;

/**
 * The types of index files. Their texts are those of the original tool, for types are the same only if their texts are.
 */
final class IndexTypes {

    static final ExtentType INFO = constant("""
            <ExtentType namespace="dataseries.hpl.hp.com" name="DSIndex::Extent::Info" version="1.0">
              <field type="variable32" name="type-prefix" />
              <field type="variable32" name="fields" />
            </ExtentType>
            """);

    static final ExtentType MODIFY_TIMES = constant("""
            <ExtentType namespace="dataseries.hpl.hp.com" name="DSIndex::Extent::ModifyTimes" version="1.0" >
              <field type="variable32" name="filename" />
              <field type="int64" name="modify-time" />
            </ExtentType>
            """);

    static final String MIN_MAX_PREFIX = "DSIndex::Extent::MinMax::";
    static final String RANGES_PREFIX = "DSIndex::Extent::Ranges::";
    static final String FILE = "filename";
    static final String OFFSET = "extent_offset";
    static final String ROWS = "rowcount";

    /** Attribute of the file names of the ranges, so that an update finds as many. */
    static final String MAX_RANGES = "max_ranges";

    private IndexTypes() {}

    private static ExtentType constant(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    static String min(String field) {
        return "min:" + field;
    }

    static String max(String field) {
        return "max:" + field;
    }

    static String hasNull(String field) {
        return "hasnull:" + field;
    }

    /**
     * Returns the type of the rows of an index, one per extent.
     *
     * @param version namespace and major version of the indexed type, and the lowest minor version seen
     */
    static ExtentType minMax(String prefix, List<Field> fields, IndexedVersion version) throws DataSeriesException {
        StringBuilder xml = new StringBuilder("<ExtentType");
        if (!version.namespace().isEmpty()) {
            xml.append(" namespace=\"")
                    .append(Markup.escapeAttribute(version.namespace()))
                    .append('"');
        }
        if (version.major() != 0 || version.minor() != 0) {
            xml.append(" version=\"")
                    .append(version.major())
                    .append('.')
                    .append(version.minor())
                    .append('"');
        }
        xml.append(" name=\"")
                .append(Markup.escapeAttribute(MIN_MAX_PREFIX + prefix))
                .append("\">\n");
        field(xml, FieldType.VARIABLE32.xmlName(), FILE, "");
        field(xml, FieldType.INT64.xmlName(), OFFSET, "");
        field(xml, FieldType.INT32.xmlName(), ROWS, "");
        for (Field field : fields) {
            field(xml, field.type().xmlName(), min(field.name()), size(field));
            field(xml, field.type().xmlName(), max(field.name()), size(field));
            field(xml, FieldType.BOOL.xmlName(), hasNull(field.name()), "");
        }
        return ExtentType.parse(xml.append("</ExtentType>\n").toString());
    }

    /** Returns the type of the ranges of an index: the n-th range of each field of an extent in one row. */
    static ExtentType ranges(String prefix, List<Field> fields, int maxRanges) throws DataSeriesException {
        StringBuilder xml = new StringBuilder("<ExtentType namespace=\"dev.mimeo\" version=\"1.0\" name=\"")
                .append(Markup.escapeAttribute(RANGES_PREFIX + prefix))
                .append("\">\n");
        field(
                xml,
                FieldType.VARIABLE32.xmlName(),
                FILE,
                " pack_unique=\"yes\" " + MAX_RANGES + "=\"" + maxRanges + "\"");
        field(xml, FieldType.INT64.xmlName(), OFFSET, " pack_relative=\"" + OFFSET + "\"");
        for (Field field : fields) {
            field(xml, field.type().xmlName(), min(field.name()), size(field) + " opt_nullable=\"yes\"");
            field(xml, field.type().xmlName(), max(field.name()), size(field) + " opt_nullable=\"yes\"");
        }
        return ExtentType.parse(xml.append("</ExtentType>\n").toString());
    }

    private static String size(Field field) {
        return field.type() == FieldType.FIXEDWIDTH ? " size=\"" + field.size() + "\"" : "";
    }

    private static void field(StringBuilder xml, String type, String name, String attributes) {
        xml.append("  <field type=\"")
                .append(type)
                .append("\" name=\"")
                .append(Markup.escapeAttribute(name))
                .append('"')
                .append(attributes)
                .append(" />\n");
    }
}
