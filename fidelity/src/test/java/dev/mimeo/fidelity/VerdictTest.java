package dev.mimeo.fidelity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import org.junit.jupiter.api.Test;

final class VerdictTest {

    private static ComparisonResult with(CodecComparison.TimeFigure compress, long bytes) {
        ComparisonResult of = Samples.result();
        CodecComparison codec = of.codecs().get(0);
        CodecComparison changed = new CodecComparison(
                codec.codec(),
                codec.bytes(),
                codec.repetitions(),
                new ComparisonResult.MeasuredPair(4, 4.1),
                compress,
                codec.decompressTime(),
                codec.chunkRatio(),
                codec.chunkTime(),
                codec.chunkDecompressTime(),
                List.of());
        ComparisonResult.Side side = new ComparisonResult.Side("data", bytes, 1);
        return new ComparisonResult(
                side, side, bytes, bytes >> 15, of.options(), of.machine(), List.of(changed), of.content(), null);
    }

    @Test
    void passesWhereAllIsWithinTheGoal() {
        Verdict verdict = Verdict.of(with(new CodecComparison.TimeFigure(0.1, 0.11, 0.01), 64L << 20), Tolerance.GOAL);
        assertThat(verdict.passed()).isTrue();
        assertThat(verdict.summary())
                .isEqualTo("PASS: 0 of 1 ratios and 0 of 2 times outside the goal, ratio ±5 %, time ±15 %");
        assertThat(verdict.ratio().mean()).isEqualTo(0.025, within(1e-12));
        assertThat(verdict.time().worst()).isEqualTo(0.1, within(1e-12));
        assertThat(verdict.time().describe()).isEqualTo("10.0 % on average, largest +10.0 % (zlib:6 compression time)");
        assertThat(verdict.uncertainties())
                .containsExactly("the noise of the measurement is larger than the difference for 1 of 2 times");
    }

    /** A time of which no limit was given is not "0 outside": nothing was checked. */
    @Test
    void countsOnlyWhatTheGoalLimits() {
        ComparisonResult result = with(new CodecComparison.TimeFigure(0.1, 0.5, 0.01), 64L << 20);
        assertThat(Verdict.of(result, Tolerance.parse("ratio=1%")).summary())
                .isEqualTo("FAIL: 1 of 1 ratios outside the goal, ratio ±1 %");
        assertThat(Verdict.of(result, Tolerance.parse("time=1000%")).summary())
                .isEqualTo("PASS: 0 of 2 times outside the goal, time ±1000 %");
        assertThat(Verdict.of(result, Tolerance.NONE).summary()).isEqualTo("PASS: no limits");
    }

    @Test
    void saysWhereTheNoiseDecides() {
        Verdict verdict = Verdict.of(with(new CodecComparison.TimeFigure(0.1, 0.116, 0.03), 64L << 20), Tolerance.GOAL);
        assertThat(verdict.passed()).isFalse();
        assertThat(verdict.uncertainties())
                .contains("zlib:6 compression time deviates by +16.0 ± 3.0 %, too close to the goal to decide");
    }
}
