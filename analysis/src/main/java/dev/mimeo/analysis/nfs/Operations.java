package dev.mimeo.analysis.nfs;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One numbering of the operations of all versions of NFS, the same in every release: 0 to 23 are the procedures of NFSv2 and
 * NFSv3 (RFC 1094, RFC 1813), equal ones as one; 32 and above are operations that only NFSv4 has (RFC 7530, RFC 8881, RFC
 * 7862, RFC 8276) and its callbacks. What is not known is {@link #UNKNOWN}.
 */
public final class Operations {

    /** The number of READ. */
    public static final int READ = 6;

    /** The number of WRITE. */
    public static final int WRITE = 8;

    /** The number of LOOKUP. */
    public static final int LOOKUP = 4;

    /** The number of what none of the versions has. */
    public static final int UNKNOWN = 31;

    private static final int FIRST_OF_V4 = 32;

    private static final List<String> COMMON = List.of(
            "null",
            "getattr",
            "setattr",
            "root",
            "lookup",
            "readlink",
            "read",
            "writecache",
            "write",
            "create",
            "remove",
            "rename",
            "link",
            "symlink",
            "mkdir",
            "rmdir",
            "readdir",
            "fsstat",
            "access",
            "mknod",
            "readdirplus",
            "fsinfo",
            "pathconf",
            "commit");

    /** In the order of their numbers, the first of which is {@link #FIRST_OF_V4}. New ones go to the end. */
    private static final List<String> ONLY_V4 = List.of(
            "compound",
            "close",
            "delegpurge",
            "delegreturn",
            "getfh",
            "lock",
            "lockt",
            "locku",
            "lookupp",
            "nverify",
            "open",
            "openattr",
            "open_confirm",
            "open_downgrade",
            "putfh",
            "putpubfh",
            "putrootfh",
            "renew",
            "restorefh",
            "savefh",
            "secinfo",
            "setclientid",
            "setclientid_confirm",
            "verify",
            "release_lockowner",
            "backchannel_ctl",
            "bind_conn_to_session",
            "exchange_id",
            "create_session",
            "destroy_session",
            "free_stateid",
            "get_dir_delegation",
            "getdeviceinfo",
            "getdevicelist",
            "layoutcommit",
            "layoutget",
            "layoutreturn",
            "secinfo_no_name",
            "sequence",
            "set_ssv",
            "test_stateid",
            "want_delegation",
            "destroy_clientid",
            "reclaim_complete",
            "allocate",
            "copy",
            "copy_notify",
            "deallocate",
            "io_advise",
            "layouterror",
            "layoutstats",
            "offload_cancel",
            "offload_status",
            "read_plus",
            "seek",
            "write_same",
            "clone",
            "getxattr",
            "setxattr",
            "listxattrs",
            "removexattr",
            "illegal",
            "cb_compound",
            "cb_getattr",
            "cb_recall",
            "cb_layoutrecall",
            "cb_notify",
            "cb_push_deleg",
            "cb_recall_any",
            "cb_recallable_obj_avail",
            "cb_recall_slot",
            "cb_sequence",
            "cb_wants_cancelled",
            "cb_notify_lock",
            "cb_notify_deviceid",
            "cb_offload",
            "cb_illegal");

    /** By procedure of NFSv2; statfs is what NFSv3 calls fsstat. */
    private static final List<String> V2 = List.of(
            "null",
            "getattr",
            "setattr",
            "root",
            "lookup",
            "readlink",
            "read",
            "writecache",
            "write",
            "create",
            "remove",
            "rename",
            "link",
            "symlink",
            "mkdir",
            "rmdir",
            "readdir",
            "fsstat");

    private static final List<String> V3 = List.of(
            "null",
            "getattr",
            "setattr",
            "lookup",
            "access",
            "readlink",
            "read",
            "write",
            "create",
            "mkdir",
            "symlink",
            "mknod",
            "remove",
            "rmdir",
            "rename",
            "link",
            "readdir",
            "readdirplus",
            "fsstat",
            "fsinfo",
            "pathconf",
            "commit");

    /** From operation 3. */
    private static final List<String> V4 = List.of(
            "access",
            "close",
            "commit",
            "create",
            "delegpurge",
            "delegreturn",
            "getattr",
            "getfh",
            "link",
            "lock",
            "lockt",
            "locku",
            "lookup",
            "lookupp",
            "nverify",
            "open",
            "openattr",
            "open_confirm",
            "open_downgrade",
            "putfh",
            "putpubfh",
            "putrootfh",
            "read",
            "readdir",
            "readlink",
            "remove",
            "rename",
            "renew",
            "restorefh",
            "savefh",
            "secinfo",
            "setattr",
            "setclientid",
            "setclientid_confirm",
            "verify",
            "write",
            "release_lockowner",
            "backchannel_ctl",
            "bind_conn_to_session",
            "exchange_id",
            "create_session",
            "destroy_session",
            "free_stateid",
            "get_dir_delegation",
            "getdeviceinfo",
            "getdevicelist",
            "layoutcommit",
            "layoutget",
            "layoutreturn",
            "secinfo_no_name",
            "sequence",
            "set_ssv",
            "test_stateid",
            "want_delegation",
            "destroy_clientid",
            "reclaim_complete",
            "allocate",
            "copy",
            "copy_notify",
            "deallocate",
            "io_advise",
            "layouterror",
            "layoutstats",
            "offload_cancel",
            "offload_status",
            "read_plus",
            "seek",
            "write_same",
            "clone",
            "getxattr",
            "setxattr",
            "listxattrs",
            "removexattr");

    /** From callback 3. */
    private static final List<String> CALLBACKS = List.of(
            "cb_getattr",
            "cb_recall",
            "cb_layoutrecall",
            "cb_notify",
            "cb_push_deleg",
            "cb_recall_any",
            "cb_recallable_obj_avail",
            "cb_recall_slot",
            "cb_sequence",
            "cb_wants_cancelled",
            "cb_notify_lock",
            "cb_notify_deviceid",
            "cb_offload");

    private static final int FIRST_CALLBACK = 128;
    private static final int ILLEGAL = 127;
    private static final int ILLEGAL_CALLBACK = 255;
    private static final int FIRST_OPERATION = 3;

    private static final Map<String, Integer> BY_NAME = byName();
    private static final byte[] OF_V2 = numbers(V2);
    private static final byte[] OF_V3 = numbers(V3);
    private static final byte[] OF_V4 = numbersOfV4();

    private Operations() {}

    private static Map<String, Integer> byName() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < COMMON.size(); i++) {
            numbers.put(COMMON.get(i), i);
        }
        for (int i = 0; i < ONLY_V4.size(); i++) {
            numbers.put(ONLY_V4.get(i), FIRST_OF_V4 + i);
        }
        numbers.put("statfs", numbers.get("fsstat"));
        return Map.copyOf(numbers);
    }

    private static byte[] numbers(List<String> names) {
        byte[] numbers = new byte[names.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (byte) ofName(names.get(i));
        }
        return numbers;
    }

    private static byte[] numbersOfV4() {
        byte[] numbers = new byte[256];
        Arrays.fill(numbers, (byte) UNKNOWN);
        numbers[0] = 0;
        numbers[1] = (byte) ofName("compound");
        byte[] operations = numbers(V4);
        System.arraycopy(operations, 0, numbers, FIRST_OPERATION, operations.length);
        numbers[ILLEGAL] = (byte) ofName("illegal");
        numbers[FIRST_CALLBACK] = 0;
        numbers[FIRST_CALLBACK + 1] = (byte) ofName("cb_compound");
        byte[] callbacks = numbers(CALLBACKS);
        System.arraycopy(callbacks, 0, numbers, FIRST_CALLBACK + FIRST_OPERATION, callbacks.length);
        numbers[ILLEGAL_CALLBACK] = (byte) ofName("cb_illegal");
        return numbers;
    }

    /**
     * Returns the number of what a common table has.
     *
     * @param version of NFS; other than 2, 3 and 4 only the null procedure is known
     * @param operation procedure of NFSv2 and NFSv3, principal operation of NFSv4, 0 to 255
     */
    public static int number(int version, int operation) {
        byte[] numbers = switch (version) {
            case 2 -> OF_V2;
            case 3 -> OF_V3;
            case 4 -> OF_V4;
            default -> OF_V2;
        };
        boolean known = operation < numbers.length && (operation == 0 || (version >= 2 && version <= 4));
        return known ? numbers[operation] & 0xff : UNKNOWN;
    }

    /** Returns the number of a name in lower case; {@code statfs} has that of {@code fsstat}. */
    public static int ofName(String name) {
        return BY_NAME.getOrDefault(name, UNKNOWN);
    }

    /** Returns the name of a number. */
    public static String name(int number) {
        if (number >= 0 && number < COMMON.size()) {
            return COMMON.get(number);
        }
        int ofV4 = number - FIRST_OF_V4;
        return ofV4 >= 0 && ofV4 < ONLY_V4.size() ? ONLY_V4.get(ofV4) : "unknown";
    }
}
