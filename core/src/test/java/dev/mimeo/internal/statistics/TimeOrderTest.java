package dev.mimeo.internal.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("thorough")
final class TimeOrderTest {

    private record Event(long time, int number) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 10, 1000, Long.MAX_VALUE})
    void timesComeAsFromAQueueOfPriorities(long wait) {
        for (int seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            List<Event> out = new ArrayList<>();
            List<Event> expected = new ArrayList<>();
            List<Event> in = new ArrayList<>();
            PriorityQueue<Event> queue = new PriorityQueue<>(Comparator.comparingLong(Event::time));
            TimeOrder order = new TimeOrder(wait, (time, number) -> out.add(new Event(time, number)));
            long newest = Long.MIN_VALUE;
            for (int i = 0; i < 2000; i++) {
                long time = 3L * i - (random.nextInt(4) == 0 ? random.nextInt(1 + seed * 100) : 0);
                in.add(new Event(time, i));
                order.add(time, i);
                queue.add(new Event(time, i));
                newest = Math.max(newest, time);
                while (wait < Long.MAX_VALUE && !queue.isEmpty() && queue.peek().time <= newest - wait) {
                    expected.add(queue.remove());
                }
                assertThat(times(out)).as("seed %d", seed).isEqualTo(times(expected));
            }
            order.finish();
            while (!queue.isEmpty()) {
                expected.add(queue.remove());
            }
            assertThat(times(out)).isEqualTo(times(expected));
            assertThat(out).containsExactlyInAnyOrderElementsOf(in);
        }
    }

    private static List<Long> times(List<Event> events) {
        return events.stream().map(Event::time).toList();
    }

    @Test
    void noMoreThanHalfAMillionWait() {
        List<Long> out = new ArrayList<>();
        TimeOrder order = new TimeOrder(Long.MAX_VALUE, (time, number) -> out.add(time));
        for (int i = 0; i < 500_000; i++) {
            order.add(i % 2 == 0 ? i : -i, 1);
        }
        assertThat(out).isEmpty();
        order.add(0, 1);
        order.add(Long.MIN_VALUE, 1);
        assertThat(out).containsExactly(-499_999L, Long.MIN_VALUE);
        assertThat(order.memoryBytes()).isLessThan(16L << 20);
    }

    @Test
    void withoutWaitingTheyPass() {
        List<Long> out = new ArrayList<>();
        TimeOrder order = new TimeOrder(0, (time, number) -> out.add(time));
        order.add(5, 1);
        order.add(3, 1);
        assertThat(out).containsExactly(5L, 3L);
    }
}
