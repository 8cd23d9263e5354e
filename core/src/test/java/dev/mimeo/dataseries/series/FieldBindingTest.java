package dev.mimeo.dataseries.series;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

final class FieldBindingTest {

    private static ExtentType type(String name, String fields) throws IOException {
        return ExtentType.parse("<ExtentType name=\"" + name + "\">" + fields + "</ExtentType>");
    }

    private static Extent extent(ExtentType type, long value) {
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        builder.setLong(0, value);
        return builder.build();
    }

    @Test
    void bindsFieldsLate() throws IOException {
        ExtentType type = type(
                "T",
                "<field type=\"int64\" name=\"x\" /><field type=\"int64\" name=\"y\" opt_nullable=\"yes\" />"
                        + "<field type=\"variable32\" name=\"text\" />");
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.EXACT);
        ExtentBuilder builder = new ExtentBuilder(type);
        builder.addRow();
        builder.setLong(1, 9);
        series.setExtent(builder.build());
        Int64Field field = new Int64Field(series, "x");
        assertThat(series.next()).isTrue();
        assertThat(field.value()).isZero();
        field.setName("y");
        assertThat(field.value()).isEqualTo(9);
        for (String wrong : new String[] {"z", "text"}) {
            assertThatThrownBy(() -> field.setName(wrong)).isInstanceOf(IllegalArgumentException.class);
            assertThat(field.name()).isEqualTo("y");
            assertThat(field.value()).isEqualTo(9);
            assertThat(field.isNullable()).isTrue();
        }
    }

    /** Such as the attempts to find out which type a column has. */
    @Test
    void fieldsThatAreRefusedDoNotCount() throws IOException {
        ExtentType type = type("T", "<field type=\"int64\" name=\"x\" />");
        ExtentType other = type("U", "<field type=\"int64\" name=\"x\" />");
        SeriesReader series = SeriesReader.of(SeriesReader.TypeMode.LOOSE);
        series.setExtent(extent(type, 5));
        assertThatThrownBy(() -> new Int32Field(series, "x")).isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> new Int64Field(series, "y")).isInstanceOf(IllegalArgumentException.class);
        Int64Field field = new Int64Field(series, "x");
        for (Extent next : List.of(extent(type, 6), extent(other, 7))) {
            series.setExtent(next);
            assertThat(series.next()).isTrue();
            assertThat(field.value()).isEqualTo(next.longs(0)[0]);
        }
    }
}
