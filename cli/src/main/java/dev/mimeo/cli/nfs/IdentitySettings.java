package dev.mimeo.cli.nfs;

import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameKeys;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The treatment of addresses, file handles, users and groups. */
final class IdentitySettings {

    /** The treatment of addresses. */
    enum AddressMode {
        /** Those with a common prefix keep one. */
        PREFIX,
        /** Nothing. */
        NONE
    }

    @Option(
            names = "--anon-addresses",
            paramLabel = "MODE",
            description = "Anonymization of addresses: prefix (replaced; common prefixes are preserved) or "
                    + "none (default).")
    private AddressMode addresses = AddressMode.NONE;

    @Option(names = "--anon-handles", description = "Replace file handles by keyed hashes.")
    private boolean handles;

    @Option(names = "--anon-ids", description = "Replace users and groups by other numbers.")
    private boolean ids;

    /** Returns whether keys are needed. */
    boolean needKeys() {
        return addresses == AddressMode.PREFIX || handles || ids;
    }

    /**
     * Makes what replaces them, for one thread.
     *
     * @param keys there if they are needed
     * @return null if nothing is replaced
     */
    @Nullable IdentityAnonymizer anonymizer(@Nullable NameKeys keys) {
        return keys == null || !needKeys()
                ? null
                : Anonymizers.identities(keys, addresses == AddressMode.PREFIX, handles, ids);
    }

    /** Returns what to keep with the tables about it. */
    String stamp() {
        return String.format(
                Locale.ROOT,
                "anon-addresses=%s anon-handles=%b anon-ids=%b",
                addresses.name().toLowerCase(Locale.ROOT),
                handles,
                ids);
    }
}
