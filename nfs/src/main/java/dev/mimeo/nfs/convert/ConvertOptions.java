package dev.mimeo.nfs.convert;

import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import org.jspecify.annotations.Nullable;

/**
 * Options of a conversion.
 *
 * @param packets whether there is a row per IP packet
 * @param otherPrograms whether there is a row per message of other programs than NFS
 * @param ids whether rows about calls have the user and group that made them
 * @param classicAttributes whether there are rows of attributes only where the published traces have them: of the object of
 *     GETATTR, LOOKUP, ACCESS, READ and WRITE of version 3, and of the entries of READDIRPLUS
 * @param names transformation of names before they are written
 * @param identities transformation of hosts, handles, users and groups
 */
public record ConvertOptions(
        boolean packets,
        boolean otherPrograms,
        boolean ids,
        boolean classicAttributes,
        @Nullable NameAnonymizer names,
        @Nullable IdentityAnonymizer identities) {

    /** Rows of packets and users, none of other programs, names and all else as they are. */
    public static final ConvertOptions DEFAULT = new ConvertOptions(true, false, true, false, null, null);
}
