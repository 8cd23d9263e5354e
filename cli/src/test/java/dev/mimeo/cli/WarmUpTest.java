package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class WarmUpTest {

    /** That it works in a distribution is tried by {@code .ci/distribution}. */
    @Test
    void outsideOfADistributionItSaysSo() {
        TestRun run = TestRun.of("warm-up");
        assertThat(run.code()).isEqualTo(1);
        assertThat(run.out()).isEmpty();
        assertThat(run.err().lines()).singleElement().asString().contains("is not the folder of a distribution");
    }
}
