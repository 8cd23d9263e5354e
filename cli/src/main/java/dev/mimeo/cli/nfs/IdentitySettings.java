package dev.mimeo.cli.nfs;

import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.IdentityAnonymizer.Kind;
import dev.mimeo.formats.anonymize.NameKeys;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Set;
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
        return !replaced().isEmpty();
    }

    private Set<Kind> replaced() {
        Set<Kind> kinds = EnumSet.noneOf(Kind.class);
        if (addresses == AddressMode.PREFIX) {
            kinds.add(Kind.HOST);
        }
        if (handles) {
            kinds.add(Kind.HANDLE);
        }
        if (ids) {
            kinds.add(Kind.ID);
        }
        return kinds;
    }

    /**
     * Makes what replaces them, for one thread.
     *
     * @param keys there if they are needed
     * @return null if nothing is replaced
     */
    @Nullable IdentityAnonymizer anonymizer(@Nullable NameKeys keys) {
        return keys == null || !needKeys() ? null : Anonymizers.identities(keys, replaced());
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
