package dev.mimeo.cli.command;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal, drawn ten times a second at most; its library is only loaded where somebody looks. */
final class ConsoleProgress implements Progress {

    private static final int WIDTH = 79;
    private static final int UPDATE_MILLIS = 100;

    private final ProgressBar bar;

    private ConsoleProgress(ProgressBarBuilder builder) {
        bar = builder.build();
    }

    /** Starts a bar of bytes. */
    static Progress ofBytes(PrintStream terminal, String task) {
        return new ConsoleProgress(
                builder(terminal, task).setUnit(" MiB", 1 << 20).showSpeed());
    }

    /** Starts a bar without a unit. */
    static Progress ofSteps(PrintStream terminal, String task) {
        return new ConsoleProgress(builder(terminal, task));
    }

    private static ProgressBarBuilder builder(PrintStream terminal, String task) {
        return new ProgressBarBuilder()
                .setTaskName(task)
                .setInitialMax(-1)
                .setStyle(ProgressBarStyle.ASCII)
                .setUpdateIntervalMillis(UPDATE_MILLIS)
                .clearDisplayOnFinish()
                .setConsumer(new ConsoleProgressBarConsumer(terminal, WIDTH));
    }

    @Override
    public void update(long done, long total) {
        bar.maxHint(total);
        bar.stepTo(done);
    }

    @Override
    public void note(String words) {
        bar.setExtraMessage(words);
    }

    @Override
    public void close() {
        bar.close();
    }
}
