package dev.mimeo.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Java processes that end while they work. */
final class ShutdownHookTest {

    @ParameterizedTest
    @CsvSource({
        "stopped before, stopped ended",
        "stopped after, stopped ended",
        "impatient, stopped",
        "closed, ''",
        "late, interrupted"
    })
    @Timeout(300)
    void workIsStoppedAndWaitedFor(String state, String words) throws IOException, InterruptedException {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Work.class.getName(),
                        state)
                .redirectErrorStream(true)
                .start();
        String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(output).isEqualTo(7);
        assertThat(output.strip()).isEqualTo(words);
    }

    /** Works in one state, and ends. */
    static final class Work {

        private Work() {}

        public static void main(String[] arguments) throws IOException {
            switch (arguments[0]) {
                case "stopped before" -> {
                    ShutdownHook hook = ShutdownHook.open("test", ShutdownHook.FOREVER);
                    Thread worker = new Thread(() -> end(hook));
                    hook.onShutdown(() -> {
                        print("stopped");
                        worker.start();
                    });
                }
                case "stopped after" -> {
                    ShutdownHook hook = ShutdownHook.open("test", ShutdownHook.FOREVER);
                    CountDownLatch asked = new CountDownLatch(1);
                    hook.onShutdown(asked::countDown);
                    Runtime.getRuntime().addShutdownHook(new Thread(() -> beginLate(hook, asked)));
                }
                case "impatient" -> ShutdownHook.open("test", Duration.ZERO).onShutdown(() -> print("stopped"));
                case "closed" -> {
                    ShutdownHook hook = ShutdownHook.open("test", ShutdownHook.FOREVER);
                    hook.onShutdown(() -> print("stopped"));
                    hook.close();
                }
                case "late" -> Runtime.getRuntime().addShutdownHook(new Thread(Work::openLate));
                default -> throw new IllegalArgumentException(arguments[0]);
            }
            System.exit(7);
        }

        private static void beginLate(ShutdownHook hook, CountDownLatch asked) {
            try {
                asked.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            hook.onShutdown(() -> print("stopped"));
            end(hook);
        }

        private static void openLate() {
            try {
                ShutdownHook.open("test", ShutdownHook.FOREVER).close();
            } catch (InterruptedIOException e) {
                print(String.valueOf(e.getMessage()));
            }
        }

        private static void end(ShutdownHook hook) {
            print("ended");
            hook.close();
        }

        private static void print(String word) {
            System.out.print(word + " ");
        }
    }
}
