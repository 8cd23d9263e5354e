package dev.mimeo.cli;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** How far a task has come. Thread-safe. */
interface Progress extends AutoCloseable {

    /** Shows nothing. */
    Progress NONE = (done, total) -> {};

    /** Draws a bar of bytes, ten times a second at most. */
    static Progress ofBytes(PrintStream terminal, String task) {
        return new Bar(builder(terminal, task).setUnit(" MiB", 1 << 20).showSpeed());
    }

    /** Draws a bar without a unit. */
    static Progress ofSteps(PrintStream terminal, String task) {
        return new Bar(builder(terminal, task));
    }

    private static ProgressBarBuilder builder(PrintStream terminal, String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(-1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(100)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(terminal, 79));
    }

    /**
     * Moves the bar.
     *
     * @param done what is done so far
     * @param total what there is to do, or -1 if that is not known
     */
    void update(long done, long total);

    /** Removes the bar. */
    @Override
    default void close() {}

    /** A bar; in a class of its own, so that the library is only loaded where somebody looks. */
    final class Bar implements Progress {
        private final ProgressBar bar;

        Bar(ProgressBarBuilder builder) {
            bar = builder.build();
        }

        @Override
        public void update(long done, long total) {
            bar.maxHint(total);
            bar.stepTo(done);
        }

        @Override
        public void close() {
            bar.close();
        }
    }
}
