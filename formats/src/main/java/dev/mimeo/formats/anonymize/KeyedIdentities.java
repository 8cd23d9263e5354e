package dev.mimeo.formats.anonymize;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntUnaryOperator;
import javax.crypto.Mac;
import org.jspecify.annotations.Nullable;

/** Replaces hosts, handles, users and groups, each or not, with keys that are made of one. It remembers tokens, up to a bound. */
final class KeyedIdentities implements IdentityAnonymizer {

    private static final int TOKEN = 16;

    /** Numbers of IPv6 hosts begin with as many ones, and addresses of IPv4 that do are in no use. */
    private static final int RESERVED_ONES = 4;

    private static final int MOST_HANDLES = 1 << 18;
    private static final int MOST_NUMBERS = 1 << 16;

    private final @Nullable PrefixCipher hosts;
    private final @Nullable PrefixCipher addresses;
    private final @Nullable Mac handles;
    private final @Nullable NumberCipher users;
    private final @Nullable NumberCipher groups;
    private final Map<Integer, Integer> knownHosts = new HashMap<>();
    private final Map<Integer, Integer> knownUsers = new HashMap<>();
    private final Map<Integer, Integer> knownGroups = new HashMap<>();
    private final Map<ByteBuffer, byte[]> knownHandles = new HashMap<>();

    KeyedIdentities(NameKeys keys, Set<Kind> replaced) {
        boolean anonymousHosts = replaced.contains(Kind.HOST);
        boolean anonymousIds = replaced.contains(Kind.ID);
        hosts = anonymousHosts ? new PrefixCipher(key(keys, "ipv4"), RESERVED_ONES) : null;
        addresses = anonymousHosts ? new PrefixCipher(key(keys, "ipv6"), 0) : null;
        handles = replaced.contains(Kind.HANDLE) ? Primitives.hmac(key(keys, "handle")) : null;
        users = anonymousIds ? new NumberCipher(Arrays.copyOf(key(keys, "user"), TOKEN)) : null;
        groups = anonymousIds ? new NumberCipher(Arrays.copyOf(key(keys, "group"), TOKEN)) : null;
    }

    /** Makes a key for a purpose, of which neither the given keys nor those of other purposes follow. */
    private static byte[] key(NameKeys keys, String purpose) {
        return Primitives.hmac(keys.check()).doFinal(("mimeo-" + purpose).getBytes(US_ASCII));
    }

    @Override
    public int host(int host) {
        PrefixCipher cipher = hosts;
        return cipher == null
                ? host
                : known(knownHosts, host, value -> {
                    byte[] address =
                            ByteBuffer.allocate(Integer.BYTES).putInt(value).array();
                    return ByteBuffer.wrap(cipher.encrypt(address)).getInt();
                });
    }

    private static int known(Map<Integer, Integer> known, int value, IntUnaryOperator cipher) {
        Integer token = known.get(value);
        if (token == null) {
            if (known.size() >= MOST_NUMBERS) {
                known.clear();
            }
            token = cipher.applyAsInt(value);
            known.put(value, token);
        }
        return token;
    }

    @Override
    public byte[] ipv6(byte[] address) {
        return addresses == null ? address : addresses.encrypt(address);
    }

    @Override
    public byte[] handle(byte[] data, int at, int length) {
        if (handles == null || length == 0) {
            return Arrays.copyOfRange(data, at, at + length);
        }
        byte[] token = knownHandles.get(ByteBuffer.wrap(data, at, length));
        if (token == null) {
            handles.update(data, at, length);
            token = Arrays.copyOf(handles.doFinal(), TOKEN);
            if (knownHandles.size() >= MOST_HANDLES) {
                knownHandles.clear();
            }
            knownHandles.put(ByteBuffer.wrap(Arrays.copyOfRange(data, at, at + length)), token);
        }
        return token;
    }

    @Override
    public int user(int id) {
        return users == null ? id : known(knownUsers, id, users::encrypt);
    }

    @Override
    public int group(int id) {
        return groups == null ? id : known(knownGroups, id, groups::encrypt);
    }
}
