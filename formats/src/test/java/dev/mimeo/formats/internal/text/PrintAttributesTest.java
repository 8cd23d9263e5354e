package dev.mimeo.formats.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.dataseries.Field;
import dev.mimeo.dataseries.FieldType;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class PrintAttributesTest {

    private static Field field(String text) {
        return new Field(0, "x", FieldType.DOUBLE, false, 0, Map.of("print_multiplier", text));
    }

    @ParameterizedTest
    @CsvSource({"1e-6, 1e-6", "0x10, 16", "' 2 ', 2", "inf, Infinity"})
    void readsRealsAsC(String text, double expected) {
        assertThat(PrintAttributes.real(field(text), "print_multiplier", 7)).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "1d", "0x", "1,5", "\u0661"})
    void refusesWhatIsNotANumber(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrintAttributes.real(field(text), "print_multiplier", 7))
                .withMessage("print_multiplier '" + text + "' is not a number");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrintAttributes.integer(field(text), "print_multiplier", 7))
                .withMessage("print_multiplier '" + text + "' is not an integer");
    }

    @Test
    void absentAttributesHaveADefault() {
        assertThat(PrintAttributes.real(field("1"), "print_offset", 7.5)).isEqualTo(7.5);
        assertThat(PrintAttributes.integer(field("1"), "print_offset", 7)).isEqualTo(7);
    }
}
