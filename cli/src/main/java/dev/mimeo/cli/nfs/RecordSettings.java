package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.nfs.convert.InputHash;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The settings of how captures are hashed and rows about messages numbered, for commands that do both; used as a mixin. */
final class RecordSettings {

    @Option(
            names = "--sha256",
            description = "Record the SHA-256 of each capture instead of its XXH64, which is faster.")
    private boolean sha256;

    @Option(
            names = "--first-record",
            paramLabel = "N",
            description = "Number of the first row about a message (default: 0).")
    private @Nullable Long first;

    /** Returns the hash of captures to record. */
    InputHash hash() {
        return sha256 ? InputHash.SHA256 : InputHash.XXH64;
    }

    /** Returns the number of the first row about a message. */
    long first() {
        return first == null ? 0 : first;
    }

    /** Returns whether a number of the first row is given. */
    boolean givesFirst() {
        return first != null;
    }

    /** Refuses a first row before 0. */
    void check(MimeoSubcommand command) {
        if (first() < 0) {
            throw command.usageError("--first-record must be at least 0, got " + first);
        }
    }
}
