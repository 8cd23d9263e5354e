package dev.mimeo.cli.command;

import java.io.PrintStream;
import me.tongfei.progressbar.ConsoleProgressBarConsumer;
import me.tongfei.progressbar.ProgressBar;
import me.tongfei.progressbar.ProgressBarBuilder;
import me.tongfei.progressbar.ProgressBarStyle;

/** A bar on a terminal, drawn ten times a second at most; its library is only loaded where somebody looks. */
final class ConsoleProgress implements Progress {

    /** Most columns of a bar: more tell nobody more. */
    private static final int MOST_COLUMNS = 79;

    private static final int LEAST_COLUMNS = 20;
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
                .setConsumer(new ConsoleProgressBarConsumer(terminal, width(Integer.getInteger("mimeo.columns", 0))));
    }

    /**
     * Returns the columns of a bar: one less than the terminal has, so that the cursor stays in the line.
     *
     * @param columns those of the terminal, which the launcher found; 0 if it could not
     */
    static int width(int columns) {
        return columns <= 0 ? MOST_COLUMNS : Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns - 1));
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
