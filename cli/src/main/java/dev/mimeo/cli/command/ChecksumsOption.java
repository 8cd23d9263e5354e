package dev.mimeo.cli.command;

import dev.mimeo.dataseries.Checksums;
import picocli.CommandLine.Option;

/** The option of commands that read DataSeries files and need not verify all of their checksums; used as a mixin. */
public final class ChecksumsOption {

    @Option(
            names = "--checksums",
            paramLabel = "WHICH",
            description = "Checksums to verify: none; packed, those of the stored bytes, which detects "
                    + "damaged files; or all, also those of the rows, which takes longer (default: packed).")
    private Checksums which = Checksums.PACKED;

    /** Returns the checksums to verify. */
    public Checksums which() {
        return which;
    }
}
