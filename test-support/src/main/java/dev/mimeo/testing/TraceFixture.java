package dev.mimeo.testing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A builder of small DataSeries files: types, and rows of values in extents. It holds all rows in memory. Not thread-safe.
 *
 * <pre>{@code
 * Path file = TraceFixture.of("""
 *         <ExtentType name="Rows">
 *           <field type="int64" name="id" />
 *           <field type="variable32" name="word" opt_nullable="yes" />
 *         </ExtentType>""").row(1, "one").row(2, null).write(folder.resolve("rows.ds"));
 * }</pre>
 */
public final class TraceFixture {

    private final List<ExtentType> types;
    private final List<Extent> extents = new ArrayList<>();
    private @Nullable ExtentBuilder open;
    private WriterOptions options = WriterOptions.DEFAULT;

    private TraceFixture(List<ExtentType> types) {
        this.types = types;
    }

    /**
     * Starts a file of some types.
     *
     * @param types their XML; rows are of the first one unless {@link #extent(String)} says otherwise
     * @throws IOException if one of them is not valid
     */
    public static TraceFixture of(String... types) throws IOException {
        List<ExtentType> parsed = new ArrayList<>();
        for (String xml : types) {
            parsed.add(ExtentType.parse(xml));
        }
        return new TraceFixture(parsed);
    }

    /** Starts a file of some types; rows are of the first one unless {@link #extent(String)} says otherwise. */
    public static TraceFixture of(ExtentType... types) {
        return of(List.of(types));
    }

    /** Starts a file of some types; rows are of the first one unless {@link #extent(String)} says otherwise. */
    public static TraceFixture of(List<ExtentType> types) {
        return new TraceFixture(types);
    }

    /** Sets the options of the writer; the default is {@link WriterOptions#DEFAULT}. */
    public TraceFixture with(WriterOptions newOptions) {
        options = newOptions;
        return this;
    }

    /** Starts another extent of the first type. It is written even if it gets no rows. */
    public TraceFixture extent() {
        return extent(types.get(0));
    }

    /**
     * Starts another extent. It is written even if it gets no rows.
     *
     * @param typeName the name of one of the types of the file
     */
    public TraceFixture extent(String typeName) {
        ExtentType type = types.stream()
                .filter(candidate -> candidate.name().equals(typeName))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("no type '" + typeName + "' in this file"));
        return extent(type);
    }

    private TraceFixture extent(ExtentType type) {
        extents(List.of());
        open = new ExtentBuilder(type);
        return this;
    }

    /** Adds extents that exist; rows that are added later are in another one. */
    public TraceFixture extents(List<Extent> existing) {
        if (open != null) {
            extents.add(open.build());
            open = null;
        }
        extents.addAll(existing);
        return this;
    }

    /**
     * Adds a row to the extent that was started last, or to a new one.
     *
     * @param values one for each field: a {@link Boolean}, an {@link Integer} or {@link Long} in the range of the field (0
     *     to 255 for a byte), any {@link Number} for a double, a {@link String} or {@code byte[]}, or null
     * @throws RuntimeException if there are more or fewer values than fields, or one does not fit its field
     */
    public TraceFixture row(@Nullable Object... values) {
        if (open == null) {
            extent();
        }
        ExtentBuilder builder = Objects.requireNonNull(open);
        List<Field> fields = builder.type().fields();
        if (values.length != fields.size()) {
            throw new IllegalArgumentException(values.length + " values for the " + fields.size() + " fields of '"
                    + builder.type().name() + "'");
        }
        builder.addRow();
        for (Field field : fields) {
            Object value = values[field.index()];
            if (value == null) {
                builder.setNull(field.index());
            } else {
                set(builder, field, value);
            }
        }
        return this;
    }

    private static void set(ExtentBuilder builder, Field field, Object value) {
        int index = field.index();
        switch (field.type()) {
            case BOOL -> builder.setBoolean(index, (Boolean) value);
            case BYTE -> builder.setByte(index, Objects.checkIndex(Math.toIntExact(whole(value)), 256));
            case INT32 -> builder.setInt(index, Math.toIntExact(whole(value)));
            case INT64 -> builder.setLong(index, whole(value));
            case DOUBLE -> builder.setDouble(index, ((Number) value).doubleValue());
            case VARIABLE32, FIXEDWIDTH ->
                builder.setBytes(index, value instanceof String text ? text.getBytes(UTF_8) : (byte[]) value);
        }
    }

    private static long whole(Object value) {
        return value instanceof Integer number ? number : (Long) value;
    }

    /** Returns the file. */
    public byte[] bytes() throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesWriter writer = DataSeriesWriter.create(Channels.newChannel(out), types, options)) {
            for (Extent extent : extents) {
                writer.write(extent);
            }
            if (open != null) {
                writer.write(open.build());
            }
        }
        return out.toByteArray();
    }

    /** Writes the file, in place of one that is there, and returns its path. */
    public Path write(Path file) throws IOException {
        return Files.write(file, bytes());
    }
}
