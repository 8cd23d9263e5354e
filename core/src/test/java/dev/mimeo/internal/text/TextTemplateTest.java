package dev.mimeo.internal.text;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;

final class TextTemplateTest {

    @Test
    void valuesReplaceNamesWhateverTheyContain() {
        assertThat(new TextTemplate("${a}${b} $a {b} ${a}").fill(Map.of("a", "${b}$1\\", "b", "")))
                .isEqualTo("${b}$1\\ $a {b} ${b}$1\\");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new TextTemplate("x ${none}").fill(Map.of("a", "")))
                .withMessage("no value for ${none}");
    }
}
