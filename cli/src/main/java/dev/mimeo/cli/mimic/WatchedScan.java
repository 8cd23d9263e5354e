package dev.mimeo.cli.mimic;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.scan.DataScanner;

/** Shows how far a scan is: the bytes that are scanned, then the fit to them. Updates come one at a time. */
final class WatchedScan implements DataScanner.Listener, AutoCloseable {

    private static final int STEPS = 1000;

    private final MimeoSubcommand command;
    private Progress shown;
    private boolean fitting;

    /** @param task what to call the scan */
    WatchedScan(String task, MimeoSubcommand command) {
        this.command = command;
        this.shown = command.byteProgress(task);
    }

    @Override
    public void update(long scannedBytes, long totalBytes) {
        shown.update(scannedBytes, totalBytes);
    }

    @Override
    public void fit(double done) {
        if (!fitting) {
            shown.close();
            shown = command.stepProgress("fit");
            fitting = true;
        }
        shown.update(Math.round(done * STEPS), STEPS);
    }

    @Override
    public void close() {
        shown.close();
    }
}
