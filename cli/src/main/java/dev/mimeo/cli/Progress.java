package dev.mimeo.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a task has come, in bytes. Thread-safe. */
interface Progress extends AutoCloseable {

    /** Shows nothing. */
    Progress NONE = new Progress() {
        @Override
        public void advance(long bytes) {}

        @Override
        public void close() {}
    };

    /**
     * Draws a bar, ten times a second at most.
     *
     * @param totalBytes bytes of the whole task, or -1 if they are not known
     */
    static Progress onTerminal(PrintStream terminal, String task, long totalBytes) {
        ProgressBar bar = new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(totalBytes)
                .setUnit(" MiB", 1 << 20)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .showSpeed()
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(terminal, 79))
                .build();
        return new Progress() {
            @Override
            public void advance(long bytes) {
                bar.stepBy(bytes);
            }

            @Override
            public void close() {
                bar.close();
            }
        };
    }

    /** Adds to what is done. */
    void advance(long bytes);

    /** Removes the bar. */
    @Override
    void close();
}
