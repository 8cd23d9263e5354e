package dev.mimeo.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

final class CpuClockTest {

    private long elapsed;
    private final CpuClock watch = () -> elapsed += 50;

    @Test
    void aClockThatCountsTicksOfTheSchedulerGivesWayToElapsedTime() {
        CpuClock ticks = () -> elapsed / 15_625_000 * 15_625_000;
        assertThat(CpuClock.fine(ticks, watch)).isSameAs(watch);
        CpuClock standing = () -> 0;
        assertThat(CpuClock.fine(standing, watch)).isSameAs(watch);
    }

    @Test
    void aClockOfMicrosecondsStaysAlsoWhereTheThreadWaitsForItsCpu() {
        CpuClock fine = () -> elapsed / 1000 * 1000;
        assertThat(CpuClock.fine(fine, watch)).isSameAs(fine);
        // The thread is preempted for 10 ms at the first readings.
        CpuClock preempted = () -> elapsed += elapsed < 20_000_000 ? 10_000_000 : 100;
        elapsed = 0;
        assertThat(CpuClock.fine(preempted, watch)).isSameAs(preempted);
    }
}
