package dev.mimeo.nfs.convert;

import static dev.mimeo.nfs.convert.XdrPart.HYPER;
import static dev.mimeo.nfs.convert.XdrPart.INT;
import static dev.mimeo.nfs.convert.XdrPart.INTS;
import static dev.mimeo.nfs.convert.XdrPart.INVALID;
import static dev.mimeo.nfs.convert.XdrPart.NOTHING;
import static dev.mimeo.nfs.convert.XdrPart.OPAQUE;
import static dev.mimeo.nfs.convert.XdrPart.array;
import static dev.mimeo.nfs.convert.XdrPart.sequence;
import static dev.mimeo.nfs.convert.XdrPart.skip;
import static dev.mimeo.nfs.convert.XdrPart.union;

import dev.mimeo.nfs.Counter;
import dev.mimeo.nfs.Counters;
import java.util.List;

/**
 * Reads the attributes of NFS version 4: a bitmap of their numbers and their values in the order of the numbers (RFC 7531,
 * 5662, 7863, 8275, 8276). One that is not known ends the list, as its length is not known either. Not thread-safe.
 */
final class Attributes4 {

    private static final int WORDS = 3;
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

    private static final XdrPart<Object> TIME = skip(12);

    /** {@code settime4}: a union, of which the time of the client has more than its number. */
    private static final XdrPart<Object> SET_TIME = union(how -> how == 1 ? TIME : NOTHING);

    private static final XdrPart<Object> ACCESS_LIST = array(16, sequence(skip(12), OPAQUE));
    private static final XdrPart<Object> FLAGGED_ACCESS_LIST = sequence(INT, ACCESS_LIST);
    private static final XdrPart<Object> PATH = array(4, OPAQUE);
    private static final XdrPart<Object> LOCATIONS = sequence(PATH, array(8, sequence(PATH, PATH)));

    /** {@code fs_locations_info4}: its arrays are the places of a file system, and of each the servers. */
    private static final XdrPart<Object> LOCATIONS_INFO =
            sequence(skip(8), PATH, array(8, sequence(array(12, sequence(INT, OPAQUE, OPAQUE)), PATH)));

    private static final XdrPart<Object> CHANGE_POLICY = skip(16);
    private static final XdrPart<Object> STATUS = sequence(skip(8), OPAQUE, OPAQUE, skip(16));
    private static final XdrPart<Object> LAYOUT_HINT = sequence(INT, OPAQUE);
    private static final XdrPart<Object> THRESHOLDS = array(12, sequence(INT, INTS, OPAQUE));
    private static final XdrPart<Object> RETENTION = sequence(HYPER, array(12, TIME));
    private static final XdrPart<Object> NEW_RETENTION = sequence(INT, array(8, HYPER));
    private static final XdrPart<Object> SECURITY_LABEL = sequence(HYPER, OPAQUE);

    /** In the place of an attribute that {@link #keep} reads. */
    private static final XdrPart<Object> KEPT = INVALID;

    /** The attributes that are passed over, by their numbers. */
    private static final List<XdrPart<Object>> SKIPPED = List.of(
            INTS, // 0 supported_attrs
            KEPT, // 1 type
            INT, // 2 fh_expire_type
            HYPER, // 3 change
            KEPT, // 4 size
            INT, // 5 link_support
            INT, // 6 symlink_support
            INT, // 7 named_attr
            KEPT, // 8 fsid
            INT, // 9 unique_handles
            INT, // 10 lease_time
            INT, // 11 rdattr_error
            ACCESS_LIST, // 12 acl
            INT, // 13 aclsupport
            INT, // 14 archive
            INT, // 15 cansettime
            INT, // 16 case_insensitive
            INT, // 17 case_preserving
            INT, // 18 chown_restricted
            KEPT, // 19 filehandle
            KEPT, // 20 fileid
            HYPER, // 21 files_avail
            HYPER, // 22 files_free
            HYPER, // 23 files_total
            LOCATIONS, // 24 fs_locations
            INT, // 25 hidden
            INT, // 26 homogeneous
            HYPER, // 27 maxfilesize
            INT, // 28 maxlink
            INT, // 29 maxname
            HYPER, // 30 maxread
            HYPER, // 31 maxwrite
            OPAQUE, // 32 mimetype
            KEPT, // 33 mode
            INT, // 34 no_trunc
            KEPT, // 35 numlinks
            KEPT, // 36 owner
            KEPT, // 37 owner_group
            HYPER, // 38 quota_avail_hard
            HYPER, // 39 quota_avail_soft
            HYPER, // 40 quota_used
            HYPER, // 41 rawdev
            HYPER, // 42 space_avail
            HYPER, // 43 space_free
            HYPER, // 44 space_total
            KEPT, // 45 space_used
            INT, // 46 system
            KEPT, // 47 time_access
            SET_TIME, // 48 time_access_set
            TIME, // 49 time_backup
            TIME, // 50 time_create
            TIME, // 51 time_delta
            KEPT, // 52 time_metadata
            KEPT, // 53 time_modify
            SET_TIME, // 54 time_modify_set
            HYPER, // 55 mounted_on_fileid
            TIME, // 56 dir_notif_delay
            TIME, // 57 dirent_notif_delay
            FLAGGED_ACCESS_LIST, // 58 dacl
            FLAGGED_ACCESS_LIST, // 59 sacl
            CHANGE_POLICY, // 60 change_policy
            STATUS, // 61 fs_status
            INTS, // 62 fs_layout_type
            LAYOUT_HINT, // 63 layout_hint
            INTS, // 64 layout_type
            INT, // 65 layout_blksize
            INT, // 66 layout_alignment
            LOCATIONS_INFO, // 67 fs_locations_info
            THRESHOLDS, // 68 mdsthreshold
            RETENTION, // 69 retention_get
            NEW_RETENTION, // 70 retention_set
            RETENTION, // 71 retentevt_get
            NEW_RETENTION, // 72 retentevt_set
            HYPER, // 73 retention_hold
            HYPER, // 74 mode_set_masked
            INTS, // 75 suppattr_exclcreat
            INT, // 76 fs_charset_cap
            INT, // 77 clone_blksize
            HYPER, // 78 space_freed
            INT, // 79 change_attr_type
            SECURITY_LABEL, // 80 sec_label
            HYPER, // 81 mode_umask
            INT); // 82 xattr_support

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
        int words = in.count(4);
        if (!in.ok()) {
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
            if (number >= SKIPPED.size()) {
                unknown = true;
                break;
            }
            keep(number, list, into, handle);
        }
        if (unknown || !list.ok()) {
            counters.count(Counter.V4_UNKNOWN_ATTR);
        }
        return in.ok();
    }

    /** Reads an attribute, and keeps it if the tables have it. */
    private static void keep(int number, Xdr in, Attributes into, OpaqueSlice handle) {
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
            default -> SKIPPED.get(number).read(in, into);
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
}
