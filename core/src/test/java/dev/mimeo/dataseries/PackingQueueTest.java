package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Timeout(300)
final class PackingQueueTest {

    private static Extent extent(int value) throws IOException {
        ExtentBuilder builder = new ExtentBuilder(
                ExtentType.parse("<ExtentType name=\"T\"><field type=\"int32\" name=\"x\" /></ExtentType>"));
        builder.addRow();
        builder.setInt(0, value);
        return builder.build();
    }

    private static List<Throwable> failures() {
        return List.of(
                new UnsatisfiedLinkError("no such library"),
                new NoClassDefFoundError("Codec"),
                new IllegalStateException("no codec"),
                new OutOfMemoryError("of packers"));
    }

    private static void fail(Throwable failure) {
        if (failure instanceof Error error) {
            throw error;
        }
        throw (RuntimeException) failure;
    }

    @ParameterizedTest
    @MethodSource("failures")
    void failsTheExtentsWhenThereIsNoPacker(Throwable failure) throws IOException {
        for (int threads : new int[] {1, 2}) {
            Supplier<ExtentPacker> none = () -> {
                fail(failure);
                throw new AssertionError();
            };
            try (PackingQueue queue = new PackingQueue(WriterOptions.DEFAULT.withThreads(threads), none)) {
                for (int i = 0; i < 3; i++) {
                    queue.add(extent(i));
                }
                for (int i = 0; i < 3; i++) {
                    assertThatThrownBy(() -> queue.take()).isSameAs(failure);
                }
                assertThat(queue.take()).isNull();
            }
        }
    }

    @Test
    void goesOnWithAnotherPacker() throws IOException {
        WriterOptions options = WriterOptions.DEFAULT.withThreads(2);
        AtomicInteger made = new AtomicInteger();
        Supplier<ExtentPacker> second = () -> {
            if (made.getAndIncrement() == 0) {
                throw new IllegalStateException("the first");
            }
            return new ExtentPacker(options);
        };
        try (PackingQueue queue = new PackingQueue(options, second)) {
            queue.add(extent(1));
            assertThatThrownBy(() -> queue.take()).hasMessage("the first");
            queue.add(extent(2));
            assertThat(Objects.requireNonNull(queue.take()).typeName()).isEqualTo("T");
        }
    }
}
