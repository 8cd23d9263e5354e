package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class ToleranceTest {

    @Test
    void readsPercentagesAndShares() {
        assertThat(Tolerance.parse("ratio=5%,time=15%")).isEqualTo(new Tolerance(0.05, 0.15));
        assertThat(Tolerance.parse(" Time = 0.5 % , ratio=0.02").ratio()).isEqualTo(0.02);
        assertThat(Tolerance.parse("time=0.5 %").time()).isEqualTo(0.005, within(1e-15));
        assertThat(Tolerance.parse("ratio=0").ratio()).isZero();
    }

    @Test
    void whatIsNotNamedHasNoLimit() {
        assertThat(Tolerance.parse("ratio=5%").time()).isInfinite();
        assertThat(Tolerance.parse("time=5%").ratio()).isInfinite();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "5%,ratio=1%",
                "ratio",
                "ratio=",
                "ratio=%",
                "ratio=-1%",
                "ratio=x",
                "ratio=NaN",
                "ratio=Infinity",
                "speed=5%",
                "ratio=5%,",
                "ratio=5%,ratio=6%",
                "ratio=5%,ratio=5%",
                "time=1%,ratio=5%, TIME =2%",
                "ratio=5%;time=1%"
            })
    void refusesAnythingElse(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tolerance.parse(text))
                .withMessageContaining("ratio=5%,time=15%")
                .withMessageContaining("'" + text + "'");
    }

    @ParameterizedTest
    @ValueSource(strings = {"ratio=5", "ratio=1", "time=1.0", "ratio=5%,time=15", "ratio=1e3", "5"})
    void refusesAFractionOfOneOrMore(String text) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tolerance.parse(text))
                .withMessageContaining("'" + text + "'")
                .withMessageContaining("% for percent");
        assertThat(Tolerance.parse("ratio=0.999").ratio()).isEqualTo(0.999);
        assertThat(Tolerance.parse("ratio=500%").ratio()).isEqualTo(5);
    }

    @Test
    void aValueAloneLimitsRatios() {
        assertThat(Tolerance.parse("5%")).isEqualTo(Tolerance.parse("ratio=5%"));
        assertThat(Tolerance.parse(" 0.05 ").ratio()).isEqualTo(0.05);
    }

    @Test
    void listsWhatLiesOutside() {
        ComparisonResult result = Samples.result();
        assertThat(new Tolerance(0.25, 0.5).violations(result)).isEmpty();
        assertThat(result.within(new Tolerance(0.25, 0.5))).isTrue();
        assertThat(new Tolerance(0.05, 0.15).violations(result))
                .isEqualTo(List.of(
                        "zlib:6 ratio deviates by +25.0 %, tolerance 5 %",
                        "zlib:6 compression time deviates by -20.0 %, tolerance 15 %"));
        assertThat(result.within(new Tolerance(0.05, 0.15))).isFalse();
    }

    @Test
    void doesNotHoldNoiseAgainstTheData() {
        // The decompression time of zlib:6 deviates by 10 % with a noise of 30 %.
        assertThat(new Tolerance(1, 0.05).violations(Samples.result()))
                .containsExactly("zlib:6 compression time deviates by -20.0 %, tolerance 5 %");
    }
}
