package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;

/**
 * Reads the attributes of NFS version 4: a bitmap of their numbers and their values in the order of the numbers (RFC 7531,
 * 5662, 7863, 8275, 8276). One that is not known ends the list, as its length is not known either. Not thread-safe.
 */
final class Attributes4 {

    private static final int WORDS = 3;
    private static final int MAX_OPAQUE = 1 << 24;
    private static final int MAX_HANDLE = 128;
    private static final int MAX_OWNER = 1024;
    private static final int MAX_DIGITS = 10;

    private static final int TYPE = 1;
    private static final int SIZE = 4;
    private static final int FSID = 8;
    private static final int HANDLE = 19;
    private static final int FILE_ID = 20;
    private static final int MODE = 33;
    private static final int LINKS = 35;
    private static final int OWNER = 36;
    private static final int GROUP = 37;
    private static final int USED = 45;
    private static final int ACCESS_TIME = 47;
    private static final int CHANGE_TIME = 52;
    private static final int MODIFY_TIME = 53;

    /**
     * The others, from number 0: 4, 8, 16 bytes (s), a time (t), a string (o), a bitmap (b), an array of numbers (u), or with
     * a method each. A question mark is one that is read by its number.
     */
    private static final String KINDS = "b?48?" // 0
            + "444?4" // 5
            + "44a44" // 10
            + "4444?" // 15
            + "?888l" // 20
            + "44844" // 25
            + "88o?4" // 30
            + "???88" // 35
            + "88888" // 40
            + "?4?Tt" // 45
            + "tt??T" // 50
            + "8ttAA" // 55
            + "sSuyu" // 60
            + "44Lmr" // 65
            + "RrR88" // 70
            + "b4484" // 75
            + "c84"; // 80

    private final Counters counters;
    private final int[] bitmap = new int[WORDS];

    Attributes4(Counters counters) {
        this.counters = counters;
    }

    /**
     * Reads attributes.
     *
     * @param handle takes the file handle, if it is among them
     * @return false if they are not as they must be; then what is past them is not known
     */
    boolean read(Xdr in, Attributes into, OpaqueSlice handle) {
        into.clear();
        handle.clear();
        int words = in.u32();
        if (words < 0 || 4L * words > in.left()) {
            in.fail();
            return false;
        }
        boolean unknown = false;
        for (int i = 0; i < words; i++) {
            int word = in.u32();
            if (i < WORDS) {
                bitmap[i] = word;
            } else {
                unknown |= word != 0;
            }
        }
        for (int i = words; i < WORDS; i++) {
            bitmap[i] = 0;
        }
        int length = in.u32();
        if (!in.ok() || length < 0 || length > in.left()) {
            in.fail();
            return false;
        }
        Xdr list = new Xdr();
        list.reset(in.data(), in.position(), in.position() + length, 0);
        in.skip((length + 3) & ~3);
        for (int number = 0; number < Integer.SIZE * WORDS && list.ok(); number++) {
            if ((bitmap[number >> 5] >>> number & 1) == 0) {
                continue;
            }
            if (number >= KINDS.length()) {
                unknown = true;
                break;
            }
            value(number, list, into, handle);
        }
        if (unknown || !list.ok()) {
            counters.count(Counter.V4_UNKNOWN_ATTR);
        }
        return in.ok();
    }

    private static void value(int number, Xdr in, Attributes into, OpaqueSlice handle) {
        switch (number) {
            case TYPE -> {
                int type = in.u32();
                into.type = in.ok() ? type : -1;
            }
            case SIZE -> {
                long size = in.u64();
                into.size = in.ok() ? size : -1;
            }
            case FSID -> {
                // The major number alone tells file systems of a server apart.
                long major = in.u64();
                in.u64();
                into.fsid = in.ok() ? major : -1;
            }
            case HANDLE -> {
                in.opaque(MAX_HANDLE);
                handle.set(in);
            }
            case FILE_ID -> {
                long id = in.u64();
                into.fileId = in.ok() ? id : -1;
            }
            case MODE -> {
                int mode = in.u32();
                if (in.ok()) {
                    into.setMode(mode);
                }
            }
            case LINKS -> {
                int links = in.u32();
                into.links = in.ok() ? links : -1;
            }
            case OWNER -> into.uid = owner(in);
            case GROUP -> into.gid = owner(in);
            case USED -> {
                long used = in.u64();
                into.used = in.ok() ? used : -1;
            }
            case ACCESS_TIME -> into.accessTime = time(in);
            case CHANGE_TIME -> into.changeTime = time(in);
            case MODIFY_TIME -> into.modifyTime = time(in);
            default -> skip(KINDS.charAt(number), in);
        }
    }

    private static long time(Xdr in) {
        long seconds = in.u64();
        long nanos = Integer.toUnsignedLong(in.u32());
        return in.ok() ? Attributes.nanos(seconds, 0) + nanos : -1;
    }

    /** Reads an owner, which is a number or a name. */
    private static int owner(Xdr in) {
        in.opaque(MAX_OWNER);
        if (!in.ok() || in.length() == 0 || in.length() > MAX_DIGITS) {
            return -1;
        }
        long number = 0;
        for (int i = 0; i < in.length(); i++) {
            int digit = in.data()[in.start() + i] - '0';
            if (digit < 0 || digit > 9) {
                return -1;
            }
            number = 10 * number + digit;
        }
        return number > 0xffff_ffffL ? -1 : (int) number;
    }

    private static int count(Xdr in, int elementBytes) {
        int count = in.u32();
        if (count < 0 || (long) count * elementBytes > in.left()) {
            in.fail();
            return 0;
        }
        return count;
    }

    private static void skip(char kind, Xdr in) {
        switch (kind) {
            case '4' -> in.skip(4);
            case '8' -> in.skip(8);
            case 's' -> in.skip(16);
            case 't' -> in.skip(12);
            case 'o' -> in.opaque(MAX_OPAQUE);
            case 'b', 'u' -> in.skip(4 * count(in, 4));
            case 'a' -> entries(in);
            case 'A' -> {
                in.skip(4);
                entries(in);
            }
            case 'l' -> locations(in);
            case 'T' -> in.skip(in.u32() == 1 ? 12 : 0);
            case 'S' -> {
                in.skip(8);
                in.opaque(MAX_OPAQUE);
                in.opaque(MAX_OPAQUE);
                in.skip(16);
            }
            case 'y' -> {
                in.skip(4);
                in.opaque(MAX_OPAQUE);
            }
            case 'L' -> locationsInfo(in);
            case 'm' -> {
                for (int left = count(in, 12); left > 0 && in.ok(); left--) {
                    in.skip(4);
                    in.skip(4 * count(in, 4));
                    in.opaque(MAX_OPAQUE);
                }
            }
            case 'r' -> {
                in.skip(8);
                in.skip(12 * count(in, 12));
            }
            case 'R' -> {
                in.skip(4);
                in.skip(8 * count(in, 8));
            }
            case 'c' -> {
                in.skip(8);
                in.opaque(MAX_OPAQUE);
            }
            default -> in.fail();
        }
    }

    /** Entries of an access control list. */
    private static void entries(Xdr in) {
        for (int left = count(in, 16); left > 0 && in.ok(); left--) {
            in.skip(12);
            in.opaque(MAX_OPAQUE);
        }
    }

    private static void path(Xdr in) {
        for (int left = count(in, 4); left > 0 && in.ok(); left--) {
            in.opaque(MAX_OPAQUE);
        }
    }

    private static void locations(Xdr in) {
        path(in);
        for (int left = count(in, 8); left > 0 && in.ok(); left--) {
            path(in);
            path(in);
        }
    }

    private static void locationsInfo(Xdr in) {
        in.skip(8);
        path(in);
        for (int left = count(in, 8); left > 0 && in.ok(); left--) {
            for (int servers = count(in, 12); servers > 0 && in.ok(); servers--) {
                in.skip(4);
                in.opaque(MAX_OPAQUE);
                in.opaque(MAX_OPAQUE);
            }
            path(in);
        }
    }
}
