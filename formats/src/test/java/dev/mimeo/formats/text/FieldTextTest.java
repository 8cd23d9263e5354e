package dev.mimeo.formats.text;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import dev.mimeo.testing.TraceFixture;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Single values against the rows of ds2txt. */
final class FieldTextTest {

    private static final ExtentType TYPE = type("""
        <ExtentType name="T" version="1.0">
          <field type="bool" name="flag" print_true="yes" print_false="no" />
          <field type="byte" name="small" opt_nullable="yes" print_format="%03d" />
          <field type="int32" name="address" print_format="%08x" />
          <field type="int64" name="time" print_divisor="1000" print_offset="first" />
          <field type="int64" name="seconds" units="nanoseconds" epoch="unix" print_format="sec.nsec" />
          <field type="double" name="share" print_multiplier="100" print_format="%.2f%%" />
          <field type="variable32" name="handle" print_hex="yes" />
          <field type="variable32" name="name" opt_nullable="yes" print_style="maybehex" />
          <field type="fixedwidth" name="id" size="2" />
        </ExtentType>
        """);

    private static ExtentType type(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static Extent extent(int first) {
        ExtentBuilder builder = new ExtentBuilder(TYPE);
        for (int row = first; row < first + 5; row++) {
            builder.addRow();
            builder.setBoolean(0, row % 2 == 0);
            builder.setByte(1, row);
            if (row % 3 == 0) {
                builder.setNull(1);
            }
            builder.setInt(2, 0xc0a80000 + row);
            builder.setLong(3, 1_700_000_000_000L + 5_000L * row);
            builder.setLong(4, 1_700_000_000_000_000_001L + row);
            builder.setDouble(5, row / 7.0);
            builder.setBytes(6, new byte[] {(byte) row, 'x'});
            if (row % 4 == 1) {
                builder.setNull(7);
            } else {
                builder.setBytes(7, row % 4 == 2 ? new byte[] {1, 2} : "name".getBytes(UTF_8));
            }
            builder.setBytes(8, new byte[] {'o', (byte) row});
        }
        return builder.build();
    }

    @Test
    void valuesAreThoseOfTheRows() throws IOException {
        byte[] file =
                TraceFixture.of(TYPE).extents(List.of(extent(1), extent(6))).bytes();
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        TextOptions options = TextOptions.DEFAULT
                .withoutTypes()
                .withoutIndex()
                .withoutExtentType()
                .withoutFieldNames()
                .withSeparator("|");
        try (DataSeriesReader reader = DataSeriesReader.read(file, "file")) {
            new ExtentText(text, options).print(reader);
        }
        List<FieldText> fields = new ArrayList<>();
        for (Field field : TYPE.fields()) {
            fields.add(new FieldText(TYPE, field.name()));
        }
        List<String> rows = new ArrayList<>();
        for (Extent extent : List.of(extent(1), extent(6))) {
            for (int row = 0; row < extent.rows(); row++) {
                List<String> values = new ArrayList<>();
                for (FieldText field : fields) {
                    values.add(field.text(extent, row));
                }
                rows.add(String.join("|", values));
            }
        }
        assertThat(rows).isEqualTo(text.toString(UTF_8).lines().toList());
        assertThat(rows.get(2)).contains("null").contains("c0a80003");
    }

    @Test
    void otherTypesAreRefused() throws IOException {
        ExtentType other =
                ExtentType.parse("<ExtentType name=\"U\"><field type=\"int32\" name=\"address\" /></ExtentType>");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new FieldText(other, "address").text(extent(1), 0))
                .withMessageContaining("'T'");
        assertThatIllegalArgumentException().isThrownBy(() -> new FieldText(other, "flag"));
    }
}
