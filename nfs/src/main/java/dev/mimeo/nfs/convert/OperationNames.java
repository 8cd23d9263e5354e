package dev.mimeo.nfs.convert;

import java.util.List;

/**
 * The names of procedures and operations of NFS as tables of traces have them, in lower case: those of the documents without
 * {@code NFSPROC_}, {@code OP_} and the like. Each is in the place of its number. Immutable and thread-safe.
 */
public final class OperationNames {

    /** Procedures of version 2: RFC 1094, section 2.2. */
    public static final List<String> VERSION_2 = List.of(
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
            "statfs");

    /** Procedures of version 3: RFC 1813, section 3.3. */
    public static final List<String> VERSION_3 = List.of(
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

    /**
     * Operations of version 4: RFC 7530, section 16, RFC 8881, section 18, RFC 7862, section 15, and RFC 8276, section 8.4. The
     * first three, which no document numbers so, are the procedures and {@link #ILLEGAL}.
     */
    public static final List<String> VERSION_4 = List.of(
            "null",
            "compound",
            "illegal",
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

    /**
     * Operations of the callbacks of version 4: RFC 7530, section 18, RFC 8881, section 20, and RFC 7862, section 16. The first
     * three are the procedures and {@link #CALLBACK_ILLEGAL}.
     */
    public static final List<String> CALLBACKS = List.of(
            "cb_null",
            "cb_compound",
            "cb_illegal",
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

    /** Name that servers give an operation of version 4 that they do not know. */
    public static final String ILLEGAL = "illegal";

    /** Name that clients give a callback that they do not know. */
    public static final String CALLBACK_ILLEGAL = "cb_illegal";

    /** Substitute in a byte for the number of {@link #ILLEGAL}, which does not fit. */
    public static final int SHORT_ILLEGAL = 127;

    /** Offset added in a byte to the numbers of callbacks, to distinguish them from those of other operations. */
    public static final int FIRST_CALLBACK = 128;

    private OperationNames() {}
}
