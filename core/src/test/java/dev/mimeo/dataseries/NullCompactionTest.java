package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Compaction of types with few and with many columns, more than there are bits in a long, and its reversal. */
final class NullCompactionTest {

    private static final String[] TYPES = {"byte", "int32", "int64", "double", "variable32", "bool"};

    private static ExtentType type(int columns, Random random) throws DataSeriesException {
        StringBuilder xml = new StringBuilder("<ExtentType name=\"many\" pack_null_compact=\"non_bool\">");
        for (int i = 0; i < columns; i++) {
            xml.append("<field name=\"f").append(i).append("\" type=\"").append(TYPES[random.nextInt(TYPES.length)]);
            xml.append(i == 0 || random.nextInt(5) > 0 ? "\" opt_nullable=\"yes\"/>" : "\"/>");
        }
        return ExtentType.parse(xml.append("</ExtentType>").toString());
    }

    private static void set(ExtentBuilder builder, Field field, Random random) {
        switch (field.type()) {
            case BYTE -> builder.setByte(field.index(), random.nextInt());
            case INT32 -> builder.setInt(field.index(), random.nextInt());
            case INT64 -> builder.setLong(field.index(), random.nextLong());
            case DOUBLE -> builder.setDouble(field.index(), random.nextDouble());
            case BOOL -> builder.setBoolean(field.index(), random.nextBoolean());
            default -> builder.setString(field.index(), "x".repeat(random.nextInt(3)));
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 8, 9, 31, 63, 64, 65, 66, 120})
    void whatIsLeftOutComesBackAsZero(int columns) throws Exception {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(100L * columns + seed);
            ExtentType type = type(columns, random);
            ExtentBuilder builder = new ExtentBuilder(type);
            int rows = random.nextInt(100);
            int values = 0;
            for (int row = 0; row < rows; row++) {
                builder.addRow();
                boolean sparse = random.nextBoolean();
                for (Field field : type.fields()) {
                    if (field.nullable() && (sparse || random.nextInt(3) == 0)) {
                        builder.setNull(field.index());
                    } else {
                        set(builder, field, random);
                        values++;
                    }
                }
            }
            byte[] records = builder.build().fixed();
            byte[] out = new byte[records.length];
            // The array may have been used before.
            random.nextBytes(out);
            byte[] stream = Arrays.copyOf(out, type.nullCompaction().compact(rows, records, out));
            assertThat(type.nullCompaction().expand(rows, stream))
                    .as("seed %d", seed)
                    .isEqualTo(records);
            assertThat(stream.length)
                    .as("seed %d", seed)
                    .isLessThanOrEqualTo(rows * (type.layout().boolBytes() + 2 * Long.BYTES) + Long.BYTES * values);
        }
    }
}
