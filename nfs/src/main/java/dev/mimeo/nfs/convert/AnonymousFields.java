package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import org.jspecify.annotations.Nullable;

/** Sets fields to names, hosts, handles and users, or to what stands for them. Not thread-safe. */
final class AnonymousFields {

    private final @Nullable NameAnonymizer names;
    private final @Nullable IdentityAnonymizer identities;

    /** @param names transformation of names, null for none */
    AnonymousFields(@Nullable NameAnonymizer names, @Nullable IdentityAnonymizer identities) {
        this.names = names;
        this.identities = identities;
    }

    void name(ExtentBuilder to, int field, OpaqueSlice name) {
        if (names == null) {
            to.setBytes(field, name.data, name.start, name.length);
        } else {
            byte[] copy = new byte[name.length];
            System.arraycopy(name.data, name.start, copy, 0, name.length);
            to.setBytes(field, names.anonymize(copy));
        }
    }

    void optionalName(ExtentBuilder to, int field, OpaqueSlice name) {
        if (name.isPresent()) {
            name(to, field, name);
        } else {
            to.setNull(field);
        }
    }

    int host(int host) {
        return identities == null ? host : identities.host(host);
    }

    void handle(ExtentBuilder to, int field, OpaqueSlice handle) {
        if (identities == null) {
            to.setBytes(field, handle.data, handle.start, Math.max(0, handle.length));
        } else {
            to.setBytes(field, identities.handle(handle.data, handle.start, Math.max(0, handle.length)));
        }
    }

    void optionalHandle(ExtentBuilder to, int field, OpaqueSlice handle) {
        if (handle.isPresent()) {
            handle(to, field, handle);
        } else {
            to.setNull(field);
        }
    }

    void ids(ExtentBuilder to, int field, int uid, int gid) {
        to.setInt(field, identities == null ? uid : identities.user(uid));
        to.setInt(field + 1, identities == null ? gid : identities.group(gid));
    }

    static void optional(ExtentBuilder to, int field, OpaqueSlice value) {
        if (value.isPresent()) {
            to.setBytes(field, value.data, value.start, value.length);
        } else {
            to.setNull(field);
        }
    }

    int user(int user) {
        return identities == null ? user : identities.user(user);
    }

    /** Makes a slice the name that is written; nothing if there is none. */
    void name(OpaqueSlice name, ByteSlice to) {
        to.set(name.data, name.start, Math.max(0, name.length));
        if (names != null && name.isPresent()) {
            to.set(names.anonymize(to.copy()));
        }
    }

    /** Makes a slice the handle that is written; nothing if there is none. */
    void handle(OpaqueSlice handle, ByteSlice to) {
        to.set(handle.data, handle.start, Math.max(0, handle.length));
        if (identities != null && handle.isPresent()) {
            to.set(identities.handle(handle.data, handle.start, handle.length));
        }
    }

    /** Returns what stands for an address of IPv6. */
    byte[] address(byte[] address) {
        return identities == null ? address : identities.ipv6(address);
    }

    /** Sets fields 1 to 4 to the addresses and ports of a message: those of its source first. */
    void ends(ExtentBuilder to, RpcMessage message) {
        to.setInt(1, host(message.source()));
        to.setInt(2, message.sourcePort());
        to.setInt(3, host(message.destination()));
        to.setInt(4, message.destinationPort());
    }
}
