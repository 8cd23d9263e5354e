package dev.mimeo.nfs.convert;

import dev.mimeo.internal.bytes.Digests;
import java.security.MessageDigest;
import java.util.HexFormat;

/** A hash of the bytes of a capture, by which it is recognized later. */
public enum InputHash {
    /** XXH64 with seed 0. Finds mistakes, not intent: whoever wants to can make two files with the same hash. */
    XXH64("xxh64"),

    /** SHA-256, which proves that a file is the same. It takes a sixth of the time of a conversion. */
    SHA256("sha256");

    private final String prefix;

    InputHash(String name) {
        this.prefix = name + ":";
    }

    /** Returns the hash that a text is one of. */
    static InputHash of(String text) {
        return text.startsWith(SHA256.prefix) ? SHA256 : XXH64;
    }

    MessageDigest digest() {
        return this == SHA256 ? Digests.sha256() : Digests.xxh64();
    }

    /** Returns the text of a hash: its name, a colon, and lower-case hexadecimal digits. */
    String text(MessageDigest digest) {
        return prefix + HexFormat.of().formatHex(digest.digest());
    }
}
