package dev.mimeo.nfs.internal.summary;

import java.util.HashMap;
import java.util.Map;

/** Names of errors of NFS and RPC. Immutable and thread-safe. */
final class StatusNames {

    private static final int FIRST_OF_VERSION_4 = 10009;
    private static final int ACCESS = 13;
    private static final int DELAY = 10008;
    private static final int VERSION_4 = 4;

    /** Errors of all versions by number, without the prefix: RFC 1094, section 2.3.1, and RFC 1813, section 2.6. */
    private static final Map<Integer, String> SHARED = Map.ofEntries(
            Map.entry(1, "PERM"),
            Map.entry(2, "NOENT"),
            Map.entry(5, "IO"),
            Map.entry(6, "NXIO"),
            Map.entry(ACCESS, "ACCES"),
            Map.entry(17, "EXIST"),
            Map.entry(18, "XDEV"),
            Map.entry(19, "NODEV"),
            Map.entry(20, "NOTDIR"),
            Map.entry(21, "ISDIR"),
            Map.entry(22, "INVAL"),
            Map.entry(27, "FBIG"),
            Map.entry(28, "NOSPC"),
            Map.entry(30, "ROFS"),
            Map.entry(31, "MLINK"),
            Map.entry(63, "NAMETOOLONG"),
            Map.entry(66, "NOTEMPTY"),
            Map.entry(69, "DQUOT"),
            Map.entry(70, "STALE"),
            Map.entry(71, "REMOTE"),
            Map.entry(99, "WFLUSH"),
            Map.entry(10001, "BADHANDLE"),
            Map.entry(10002, "NOT_SYNC"),
            Map.entry(10003, "BAD_COOKIE"),
            Map.entry(10004, "NOTSUPP"),
            Map.entry(10005, "TOOSMALL"),
            Map.entry(10006, "SERVERFAULT"),
            Map.entry(10007, "BADTYPE"),
            Map.entry(DELAY, "JUKEBOX"));

    /**
     * Errors of version 4 from 10009 on; {@code -} for a number without a name. RFC 8881, section 15.1, RFC 7862, section 11, and
     * RFC 8276, section 8.5.
     */
    private static final String[] VERSION_4_NAMES =
            ("SAME DENIED EXPIRED LOCKED GRACE FHEXPIRED SHARE_DENIED WRONGSEC CLID_INUSE RESOURCE MOVED"
                            + " NOFILEHANDLE MINOR_VERS_MISMATCH STALE_CLIENTID STALE_STATEID OLD_STATEID BAD_STATEID BAD_SEQID"
                            + " NOT_SAME LOCK_RANGE SYMLINK RESTOREFH LEASE_MOVED ATTRNOTSUPP NO_GRACE RECLAIM_BAD"
                            + " RECLAIM_CONFLICT BADXDR LOCKS_HELD OPENMODE BADOWNER BADCHAR BADNAME BAD_RANGE LOCK_NOTSUPP"
                            + " OP_ILLEGAL DEADLOCK FILE_OPEN ADMIN_REVOKED CB_PATH_DOWN BADIOMODE BADLAYOUT BAD_SESSION_DIGEST"
                            + " BADSESSION BADSLOT COMPLETE_ALREADY CONN_NOT_BOUND_TO_SESSION DELEG_ALREADY_WANTED BACK_CHAN_BUSY"
                            + " LAYOUTTRYLATER LAYOUTUNAVAILABLE NOMATCHING_LAYOUT RECALLCONFLICT UNKNOWN_LAYOUTTYPE"
                            + " SEQ_MISORDERED SEQUENCE_POS REQ_TOO_BIG REP_TOO_BIG REP_TOO_BIG_TO_CACHE RETRY_UNCACHED_REP"
                            + " UNSAFE_COMPOUND TOO_MANY_OPS OP_NOT_IN_SESSION HASH_ALG_UNSUPP - CLIENTID_BUSY PNFS_IO_HOLE"
                            + " SEQ_FALSE_RETRY BAD_HIGH_SLOT DEADSESSION ENCR_ALG_UNSUPP PNFS_NO_LAYOUT NOT_ONLY_OP WRONG_CRED"
                            + " WRONG_TYPE DIRDELEG_UNAVAIL REJECT_DELEG RETURNCONFLICT DELEG_REVOKED PARTNER_NOTSUPP"
                            + " PARTNER_NO_AUTH UNION_NOTSUPP OFFLOAD_DENIED WRONG_LFS BADLABEL OFFLOAD_NO_REQS NOXATTR"
                            + " XATTR2BIG")
                    .split(" ");

    /** Errors of RPC by the numbers of column {@code rpc_error}: RFC 5531, section 9. */
    private static final Map<Integer, String> RPC = Map.of(
            1, "PROG_UNAVAIL",
            2, "PROG_MISMATCH",
            3, "PROC_UNAVAIL",
            4, "GARBAGE_ARGS",
            5, "SYSTEM_ERR",
            16, "RPC_MISMATCH",
            17, "AUTH_ERROR");

    private static final Map<Integer, String> NAMES_4 = names4();

    private StatusNames() {}

    private static Map<Integer, String> names4() {
        Map<Integer, String> names = new HashMap<>(SHARED);
        names.put(ACCESS, "ACCESS");
        names.put(DELAY, "DELAY");
        for (int i = 0; i < VERSION_4_NAMES.length; i++) {
            if (!VERSION_4_NAMES[i].equals("-")) {
                names.put(FIRST_OF_VERSION_4 + i, VERSION_4_NAMES[i]);
            }
        }
        return Map.copyOf(names);
    }

    /**
     * Returns the name of an error, or a text with its number if the error has no name.
     *
     * @param version version of NFS, 2 to 4
     * @param status status of NFS other than OK; ignored if there is an error of RPC
     * @param rpcError error of RPC by its number in column {@code rpc_error}, or 0 for none
     */
    static String of(int version, int status, int rpcError) {
        if (rpcError != 0) {
            return RPC.getOrDefault(rpcError, "RPC error " + rpcError);
        }
        String name = (version == VERSION_4 ? NAMES_4 : SHARED).get(status);
        String prefix = "NFS" + (version == 2 ? "" : version) + "ERR_";
        return name == null ? "status " + Integer.toUnsignedString(status) : prefix + name;
    }
}
