package dev.mimeo.dataseries;

import dev.mimeo.testing.TraceFixture;
import java.io.IOException;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Small files with everything in them, always the same. */
final class SampleFiles {

    private static final String ALL = """
            <ExtentType name="Sample::All" namespace="mimeo.dev" version="1.2">
              <field type="bool" name="flag" opt_nullable="yes" />
              <field type="byte" name="small" opt_nullable="yes" />
              <field type="int64" name="time" pack_relative="time" units="nanoseconds" epoch="unix" />
              <field type="int64" name="end" pack_relative="time" opt_nullable="yes" />
              <field type="int32" name="count" pack_relative="count" />
              <field type="int32" name="other" pack_relative="count" />
              <field type="double" name="exact" />
              <field type="double" name="rounded" pack_scale="0.125" pack_relative="rounded" />
              <field type="variable32" name="word" pack_unique="yes" />
              <field type="variable32" name="data" opt_nullable="yes" />
              %s
            </ExtentType>
            """;

    private static final String WIDE = "<field type=\"fixedwidth\" name=\"id\" size=\"5\" opt_nullable=\"yes\" />";

    private SampleFiles() {}

    /** Returns the type of the extents that {@link #extents()} has. */
    static ExtentType type() throws DataSeriesException {
        return ExtentType.parse(ALL.formatted(WIDE));
    }

    /** Returns the type with null compaction, which fixed-width fields do not go with. */
    static ExtentType compactType() throws DataSeriesException {
        return ExtentType.parse(
                ALL.formatted("").replace("Sample::All\"", "Sample::Compact\" pack_null_compact=\"non_bool\""));
    }

    static ExtentType emptyType() throws DataSeriesException {
        return ExtentType.parse("<ExtentType name=\"Sample::Empty\" />");
    }

    /** Returns some extents, one of them without rows. */
    static List<Extent> extents() throws DataSeriesException {
        Random random = new Random(20);
        List<Extent> extents = new ArrayList<>();
        extents.add(extent(type(), 20, random));
        extents.add(extent(compactType(), 20, random));
        extents.add(extent(type(), 0, random));
        extents.add(extent(emptyType(), 3, random));
        extents.add(extent(type(), 3, random));
        return extents;
    }

    /** Returns an extent of random rows. */
    static Extent extent(ExtentType type, int rows, Random random) {
        ExtentBuilder builder = new ExtentBuilder(type);
        for (int row = 0; row < rows; row++) {
            builder.addRow();
            for (Field field : type.fields()) {
                if (field.nullable() && random.nextInt(3) == 0) {
                    builder.setNull(field.index());
                } else {
                    set(builder, field, row, random);
                }
            }
        }
        return builder.build();
    }

    private static void set(ExtentBuilder builder, Field field, int row, Random random) {
        int index = field.index();
        switch (field.type()) {
            case BOOL -> builder.setBoolean(index, random.nextBoolean());
            case BYTE -> builder.setByte(index, random.nextInt(256));
            case INT32 -> builder.setInt(index, row == 7 ? Integer.MIN_VALUE : random.nextInt(1000));
            case INT64 -> builder.setLong(index, row == 7 ? Long.MAX_VALUE : 1_700_000_000_000_000_000L + row);
            case DOUBLE -> builder.setDouble(index, random.nextInt(4000) / 8.0);
            case VARIABLE32 -> builder.setString(index, "word ".repeat(random.nextInt(4)) + random.nextInt(3));
            case FIXEDWIDTH -> {
                byte[] value = new byte[field.size()];
                random.nextBytes(value);
                builder.setBytes(index, value);
            }
        }
    }

    static byte[] file(ByteOrder order, int threads, String... codecs) throws IOException {
        return TraceFixture.of(type(), compactType(), emptyType())
                .with(new WriterOptions(List.of(codecs), order, threads))
                .extents(extents())
                .bytes();
    }

    /** Returns a little-endian file of extents of one type. */
    static byte[] file(List<Extent> extents, String codec) throws IOException {
        return TraceFixture.of(extents.get(0).type())
                .with(WriterOptions.DEFAULT.withCodecs(codec))
                .extents(extents)
                .bytes();
    }
}
