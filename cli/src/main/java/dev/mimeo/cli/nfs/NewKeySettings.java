package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.formats.anonymize.NameKeys;
import java.io.IOException;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Keys to anonymize with, which may be new. */
final class NewKeySettings {

    @Mixin
    private NameKeySettings known = new NameKeySettings();

    @Option(names = "--random-key", description = "Use random keys that are not kept: names cannot be decrypted.")
    private boolean randomKey;

    /**
     * Returns the keys; an error of usage if none are given.
     *
     * @param onlyNames whether nothing but names needs them, so that none are needed for names as they are
     */
    NameKeys keys(MimeoSubcommand command, boolean onlyNames) throws IOException {
        if (randomKey) {
            if (known.given()) {
                throw command.usageError("--keys and --random-key exclude each other");
            }
            return NameKeys.random();
        }
        return command.checkedReading(
                () -> known.keys(onlyNames ? ", or take --random-key or --anonymize none" : ", or take --random-key"));
    }
}
