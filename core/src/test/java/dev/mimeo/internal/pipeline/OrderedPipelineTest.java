package dev.mimeo.internal.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.statistics.PipelineStatistics;
import java.io.IOException;
import java.io.InterruptedIOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class OrderedPipelineTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 7})
    void deliversResultsInTheOrderOfTheItems(int threads) throws IOException {
        try (OrderedPipeline<Integer, Integer> pipeline =
                new OrderedPipeline<>(count(1000), () -> item -> item * item, item -> 1, 10, threads)) {
            for (int i = 0; i < 1000; i++) {
                assertThat(pipeline.next()).isEqualTo(i * i);
            }
            assertThat(pipeline.next()).isNull();
            assertThat(pipeline.next()).isNull();
        }
    }

    @Test
    void readsNoMoreThanTheBoundAllows() throws IOException {
        AtomicInteger read = new AtomicInteger();
        OrderedPipeline.Source<Integer> endless = read::incrementAndGet;
        try (OrderedPipeline<Integer, Integer> pipeline =
                new OrderedPipeline<>(endless, () -> item -> item, item -> 3, 10, 2)) {
            for (int i = 1; i <= 100; i++) {
                assertThat(pipeline.next()).isEqualTo(i);
                // Three items of weight 3 are in flight, and one more was read to learn its weight.
                assertThat(read.get()).isLessThanOrEqualTo(i + 3 + 1);
            }
        }
    }

    @Test
    void admitsAnItemThatIsHeavierThanTheBound() throws IOException {
        try (OrderedPipeline<Integer, Integer> pipeline =
                new OrderedPipeline<>(count(5), () -> item -> item, item -> 1000, 10, 2)) {
            for (int i = 0; i < 5; i++) {
                assertThat(pipeline.next()).isEqualTo(i);
            }
            assertThat(pipeline.next()).isNull();
        }
    }

    @Test
    void throwsTheFailureOfAWorkerAtItsPlace() throws IOException {
        try (OrderedPipeline<Integer, Integer> pipeline = new OrderedPipeline<>(
                count(10),
                () -> item -> {
                    if (item == 3) {
                        throw new IOException("item 3");
                    }
                    return item;
                },
                item -> 1,
                100,
                2)) {
            for (int i = 0; i < 3; i++) {
                assertThat(pipeline.next()).isEqualTo(i);
            }
            assertThatThrownBy(pipeline::next).isInstanceOf(IOException.class).hasMessage("item 3");
            assertThatThrownBy(pipeline::next).isInstanceOf(IOException.class).hasMessage("item 3");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void aFailureAndTheEndOfThePipelineAreNotTheEndOfTheItems(int threads) throws IOException {
        OrderedPipeline<Integer, Integer> pipeline = new OrderedPipeline<>(
                count(4),
                () -> item -> {
                    if (item == 1) {
                        throw new IllegalStateException("item 1");
                    }
                    return item;
                },
                item -> 1,
                100,
                threads);
        assertThat(pipeline.next()).isZero();
        for (int i = 0; i < 3; i++) {
            assertThatThrownBy(pipeline::next).hasMessage("item 1");
        }
        pipeline.close();
        assertThatThrownBy(pipeline::next)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("closed");
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3})
    void noticesAnInterruptionThoughNothingBlocks(int threads) throws IOException {
        try (OrderedPipeline<Integer, Integer> pipeline =
                new OrderedPipeline<>(count(4), () -> item -> item, item -> 1, 100, threads)) {
            assertThat(pipeline.next()).isZero();
            Thread.currentThread().interrupt();
            assertThatThrownBy(pipeline::next).isInstanceOf(InterruptedIOException.class);
            assertThat(Thread.interrupted()).isTrue();
            assertThatThrownBy(pipeline::next).isInstanceOf(InterruptedIOException.class);
        } finally {
            Thread.interrupted();
        }
    }

    @Test
    void handsOutWhatWasReadBeforeTheSourceFailed() throws IOException {
        AtomicInteger read = new AtomicInteger();
        OrderedPipeline.Source<Integer> failing = () -> {
            int item = read.getAndIncrement();
            if (item == 4) {
                throw new IOException("source");
            }
            return item;
        };
        try (OrderedPipeline<Integer, Integer> pipeline =
                new OrderedPipeline<>(failing, () -> item -> item, item -> 1, 100, 2)) {
            for (int i = 0; i < 4; i++) {
                assertThat(pipeline.next()).isEqualTo(i);
            }
            assertThatThrownBy(pipeline::next).isInstanceOf(IOException.class).hasMessage("source");
        }
    }

    @Test
    void closesEveryWorkerOnceAndUsesNoMoreThanThreads() throws IOException {
        List<String> events = Collections.synchronizedList(new ArrayList<>());
        class Recording implements OrderedPipeline.Worker<Integer, Integer> {
            @Override
            public Integer apply(Integer item) {
                return item;
            }

            @Override
            public void close() {
                events.add("closed");
            }
        }
        AtomicInteger made = new AtomicInteger();
        OrderedPipeline<Integer, Integer> pipeline = new OrderedPipeline<>(
                count(100),
                () -> {
                    made.incrementAndGet();
                    return new Recording();
                },
                item -> 1,
                50,
                3);
        while (pipeline.next() != null) {}
        pipeline.close();
        pipeline.close();
        assertThat(made.get()).isBetween(1, 3);
        assertThat(events).hasSize(made.get());
    }

    @Test
    void interruptsWorkersWhenClosedEarly() throws IOException {
        CountDownLatch never = new CountDownLatch(1);
        CountDownLatch started = new CountDownLatch(1);
        AtomicInteger interrupted = new AtomicInteger();
        OrderedPipeline<Integer, Integer> pipeline = new OrderedPipeline<>(
                count(2),
                () -> item -> {
                    if (item == 0) {
                        return item;
                    }
                    started.countDown();
                    try {
                        never.await();
                    } catch (InterruptedException e) {
                        interrupted.incrementAndGet();
                    }
                    return item;
                },
                item -> 1,
                50,
                2);
        assertThat(pipeline.next()).isZero();
        try {
            started.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        pipeline.close();
        assertThat(interrupted.get()).isEqualTo(1);
    }

    @Test
    void anInterruptionDoesNotEndTheWaitForAPool() throws InterruptedException {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        CountDownLatch begun = new CountDownLatch(1);
        pool.execute(() -> {
            begun.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        begun.await();
        Thread.currentThread().interrupt();
        OrderedPipeline.shutDown(pool);
        assertThat(Thread.interrupted()).as("still set").isTrue();
        assertThat(pool.isTerminated()).isTrue();
    }

    @Test
    void tellsWhereTheTimeWent() throws IOException {
        for (int threads : new int[] {0, 1, 3}) {
            OrderedPipeline<Integer, Integer> pipeline =
                    new OrderedPipeline<>(count(100), () -> item -> item, item -> 1, 10, threads);
            assertThat(pipeline.statistics().elapsedNanos()).isZero();
            while (pipeline.next() != null) {}
            PipelineStatistics statistics = pipeline.statistics();
            pipeline.close();
            assertThat(statistics.items()).isEqualTo(100);
            assertThat(statistics.threads()).isEqualTo(Math.max(1, threads));
            assertThat(statistics.elapsedNanos()).isPositive();
            assertThat(statistics.busyNanos()).isPositive();
            assertThat(statistics.sourceNanos()).isPositive().isLessThanOrEqualTo(statistics.elapsedNanos());
            assertThat(statistics.waitNanos()).isNotNegative().isLessThanOrEqualTo(statistics.elapsedNanos());
            assertThat(statistics.waitFraction()).isBetween(0.0, 1.0);
            assertThat(pipeline.statistics()).isEqualTo(statistics);
        }
        PipelineStatistics busy = new PipelineStatistics(7, 4, 1000, 100, 250, 3000);
        assertThat(busy.idleNanos()).isEqualTo(1000);
        assertThat(busy.waitFraction()).isEqualTo(0.25);
    }

    private static OrderedPipeline.Source<Integer> count(int items) {
        AtomicInteger next = new AtomicInteger();
        return () -> next.get() < items ? next.getAndIncrement() : null;
    }
}
