package dev.mimeo.nfs.internal.rpc;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Comparator;
import java.util.Objects;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class MessageQueueTest {

    /**
     * The same with a queue of the JDK, on messages that come in order, mostly in order, at few times, or in any order. Some begin in a
     * packet before the current one.
     */
    @ParameterizedTest
    @CsvSource({"0, 10", "3, 10", "100, 10", "1000000, 10", "4, 1", "1000000, 1"})
    void messagesLeaveInTheOrderOfTheirTimesThenOfTheirPacketsAndThenOfTheirArrival(int disorder, int step) {
        for (long seed = 0; seed < 20; seed++) {
            Random random = new Random(seed);
            MessageQueue queue = new MessageQueue(new LargeArrays());
            PriorityQueue<RpcMessage> expected =
                    new PriorityQueue<>(Comparator.<RpcMessage>comparingLong(message -> message.time + Long.MIN_VALUE)
                            .thenComparingLong(message -> message.firstPacket)
                            .thenComparingLong(message -> message.arrival));
            // Times are unsigned: half of them are negative as signed numbers.
            long time = Long.MAX_VALUE - 5000;
            for (int i = 0; i < 4000; i++) {
                // More come than leave in the first half, so that both parts of the queue grow.
                if (random.nextInt(100) < (i < 2000 ? 80 : 30)) {
                    RpcMessage message = queue.obtain();
                    time += random.nextInt(step + 1);
                    message.time = time + random.nextInt(disorder + 1);
                    message.firstPacket = i / 4L - random.nextInt(3);
                    queue.add(message);
                    expected.add(message);
                } else if (!expected.isEmpty()) {
                    take(queue, expected, seed);
                }
            }
            while (!expected.isEmpty()) {
                take(queue, expected, seed);
            }
            assertThat(queue.first()).as("seed %d", seed).isNull();
            assertThat(queue.size()).as("seed %d", seed).isZero();
            assertThat(queue.bytes()).as("seed %d", seed).isZero();
        }
    }

    private static void take(MessageQueue queue, PriorityQueue<RpcMessage> expected, long seed) {
        assertThat(queue.size()).as("seed %d", seed).isEqualTo(expected.size());
        RpcMessage first = Objects.requireNonNull(queue.first());
        assertThat(first).as("seed %d", seed).isSameAs(expected.remove());
        queue.removeFirst();
        queue.recycle(first);
    }
}
