package dev.mimeo.formats.internal.trace;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentType;
import org.junit.jupiter.api.Test;

final class TraceTypesTest {

    @Test
    void problemsOfExtentsInMemoryNameNoPlace() throws DataSeriesException {
        ExtentType expected = type("<field type='int64' name='x' />");
        Extent extent = new ExtentBuilder(type("<field type='int64' name='y' />")).build();
        assertThatThrownBy(() -> TraceTypes.check(extent, expected))
                .isInstanceOf(DataSeriesException.class)
                .hasMessage("unexpected fields: those of type 'T' are not those of version 1.2 of 'T'");
    }

    private static ExtentType type(String fields) throws DataSeriesException {
        return ExtentType.parse("<ExtentType name='T' version='1.2'>" + fields + "</ExtentType>");
    }
}
