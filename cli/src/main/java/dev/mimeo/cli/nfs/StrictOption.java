package dev.mimeo.cli.nfs;

import picocli.CommandLine.Option;

/** The option of commands that may fail because of what captures have lost; used as a mixin. */
final class StrictOption {

    @Option(names = "--strict", description = "Exit with 1 if the captures are damaged or known to be incomplete.")
    private boolean isGiven;

    /** Returns whether losses are a failure. */
    boolean isGiven() {
        return isGiven;
    }
}
