package dev.mimeo.dataseries;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * Describes the rows of extents: a name, a version and the fields.
 *
 * <p>A type is defined by an XML text, which is stored in files as it is. Two types are equal if their texts are the same
 * byte for byte. Immutable and thread-safe.
 */
public final class ExtentType {

    /** The type of the extent that lists the types of a file. */
    static final ExtentType XML_TYPE = builtIn("""
            <ExtentType name="DataSeries: XmlType">
              <field type="variable32" name="xmltype" />
            </ExtentType>
            """);

    /** The type of the extent that lists the extents of a file. */
    static final ExtentType INDEX_TYPE = builtIn("""
            <ExtentType name="DataSeries: ExtentIndex">
              <field type="int64" name="offset" />
              <field type="variable32" name="extenttype" />
            </ExtentType>
            """);

    private final byte[] xml;
    private final String name;
    private final String namespace;
    private final int majorVersion;
    private final int minorVersion;
    private final Map<String, String> attributes;
    private final List<Field> fields;
    private final Map<String, Integer> indexes;
    private final RecordLayout layout;
    private final NullCompaction nullCompaction;

    ExtentType(
            byte[] xml,
            String name,
            String namespace,
            int majorVersion,
            int minorVersion,
            Map<String, String> attributes,
            List<Field> fields,
            RecordLayout layout) {
        this.xml = xml;
        this.name = name;
        this.namespace = namespace;
        this.majorVersion = majorVersion;
        this.minorVersion = minorVersion;
        this.attributes = Collections.unmodifiableMap(new LinkedHashMap<>(attributes));
        this.fields = List.copyOf(fields);
        this.layout = layout;
        this.nullCompaction = new NullCompaction(layout);
        this.indexes = new HashMap<>();
        for (Field field : fields) {
            indexes.put(field.name(), field.index());
        }
    }

    /** Returns whether a name is that of one of the two types that are part of the format. */
    public static boolean isBuiltIn(String name) {
        return name.equals(XML_TYPE.name) || name.equals(INDEX_TYPE.name);
    }

    private static ExtentType builtIn(String xml) {
        try {
            return parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError(e);
        }
    }

    /**
     * Reads a type description.
     *
     * @param xml the XML text; taken as UTF-8 where it is stored
     * @throws DataSeriesException if the text is not well-formed or breaks a rule of type descriptions
     */
    public static ExtentType parse(String xml) throws DataSeriesException {
        return parse(xml.getBytes(UTF_8), new Place("type description", -1, -1));
    }

    static ExtentType parse(byte[] xml, Place place) throws DataSeriesException {
        return new TypeParser(xml, place).parse();
    }

    /** Returns the name, 1 to 255 bytes in UTF-8. */
    public String name() {
        return name;
    }

    /** Returns the owner of the type, normally a domain name; empty if not given. */
    public String namespace() {
        return namespace;
    }

    /** Returns the version before the dot; 0 if none is given. */
    public int majorVersion() {
        return majorVersion;
    }

    /** Returns the version after the dot; 0 if none is given. */
    public int minorVersion() {
        return minorVersion;
    }

    /**
     * Returns whether a program written for a version can read rows of this type: the major version is the same, and the
     * minor version at least as high, as minor versions only add fields.
     */
    public boolean versionCompatible(int major, int minor) {
        return majorVersion == major && minorVersion >= minor;
    }

    /** Returns all attributes of the type in the order of the defining text, also those without a meaning for the format. */
    public Map<String, String> attributes() {
        return attributes;
    }

    /** Returns the defining text. */
    public String xml() {
        return new String(xml, UTF_8);
    }

    /** Returns the defining text as it is stored in files. */
    public byte[] xmlBytes() {
        return xml.clone();
    }

    /** Returns the visible fields in the order of their declaration. */
    public List<Field> fields() {
        return fields;
    }

    /** Returns the bytes of a record in the fixed part of an extent. */
    public int recordSize() {
        return layout.recordSize();
    }

    /**
     * Returns the index of a field.
     *
     * @throws IllegalArgumentException if there is no such field; the message lists the fields
     */
    public int indexOf(String fieldName) {
        Integer index = indexes.get(fieldName);
        if (index == null) {
            throw new IllegalArgumentException("type '" + name + "' has no field '" + fieldName + "'; it has: "
                    + ListedNames.of(fields.stream().map(Field::name).toList()));
        }
        return index;
    }

    /** Returns whether there is a field of that name. */
    public boolean hasField(String fieldName) {
        return indexes.containsKey(fieldName);
    }

    RecordLayout layout() {
        return layout;
    }

    NullCompaction nullCompaction() {
        return nullCompaction;
    }

    @Override
    public boolean equals(Object other) {
        return this == other || (other instanceof ExtentType type && Arrays.equals(xml, type.xml));
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(xml);
    }

    @Override
    public String toString() {
        return name + " (" + majorVersion + "." + minorVersion + ")";
    }
}
