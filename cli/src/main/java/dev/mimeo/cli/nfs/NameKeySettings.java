package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Outputs;
import dev.mimeo.formats.anonymize.NameKeys;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The sources of the keys of names. */
final class NameKeySettings {

    @Option(
            names = "--keys",
            paramLabel = "FILE",
            description = "File with the keys (default: the variables NAME_KEY_1 and NAME_KEY_2).")
    private @Nullable String keys;

    /**
     * Returns the keys.
     *
     * @param otherwise what else to do without keys, for the message
     * @throws IllegalArgumentException if none are given, or they are no keys
     */
    NameKeys keys(String otherwise) throws IOException {
        if (keys != null) {
            return NameKeys.read(Outputs.path(keys));
        }
        try {
            return NameKeys.fromNamed(System.getenv()::get);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    e.getMessage() + ": give --keys FILE, whose lines " + NameKeys.FIRST + "= and " + NameKeys.SECOND
                            + "= have 32 hexadecimal digits or more, or set both in the environment" + otherwise,
                    e);
        }
    }

    /** Returns whether a file was named. */
    boolean given() {
        return keys != null;
    }
}
