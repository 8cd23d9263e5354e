package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** The operations of NFS version 4 (RFC 7530, 8881, 7862, 8276) and of its callbacks: numbers, names and what they are called by. */
final class Operations4 {

    static final int ACCESS = 3;
    static final int CLOSE = 4;
    static final int COMMIT = 5;
    static final int CREATE = 6;
    static final int DELEGPURGE = 7;
    static final int DELEGRETURN = 8;
    static final int GETATTR = 9;
    static final int GETFH = 10;
    static final int LINK = 11;
    static final int LOCK = 12;
    static final int LOCKT = 13;
    static final int LOCKU = 14;
    static final int LOOKUP = 15;
    static final int LOOKUPP = 16;
    static final int NVERIFY = 17;
    static final int OPEN = 18;
    static final int OPENATTR = 19;
    static final int OPEN_CONFIRM = 20;
    static final int OPEN_DOWNGRADE = 21;
    static final int PUTFH = 22;
    static final int PUTPUBFH = 23;
    static final int PUTROOTFH = 24;
    static final int READ = 25;
    static final int READDIR = 26;
    static final int READLINK = 27;
    static final int REMOVE = 28;
    static final int RENAME = 29;
    static final int RENEW = 30;
    static final int RESTOREFH = 31;
    static final int SAVEFH = 32;
    static final int SECINFO = 33;
    static final int SETATTR = 34;
    static final int SETCLIENTID = 35;
    static final int SETCLIENTID_CONFIRM = 36;
    static final int VERIFY = 37;
    static final int WRITE = 38;
    static final int RELEASE_LOCKOWNER = 39;
    static final int BACKCHANNEL_CTL = 40;
    static final int BIND_CONN_TO_SESSION = 41;
    static final int EXCHANGE_ID = 42;
    static final int CREATE_SESSION = 43;
    static final int DESTROY_SESSION = 44;
    static final int FREE_STATEID = 45;
    static final int GET_DIR_DELEGATION = 46;
    static final int GETDEVICEINFO = 47;
    static final int GETDEVICELIST = 48;
    static final int LAYOUTCOMMIT = 49;
    static final int LAYOUTGET = 50;
    static final int LAYOUTRETURN = 51;
    static final int SECINFO_NO_NAME = 52;
    static final int SEQUENCE = 53;
    static final int SET_SSV = 54;
    static final int TEST_STATEID = 55;
    static final int WANT_DELEGATION = 56;
    static final int DESTROY_CLIENTID = 57;
    static final int RECLAIM_COMPLETE = 58;
    static final int ALLOCATE = 59;
    static final int COPY = 60;
    static final int COPY_NOTIFY = 61;
    static final int DEALLOCATE = 62;
    static final int IO_ADVISE = 63;
    static final int LAYOUTERROR = 64;
    static final int LAYOUTSTATS = 65;
    static final int OFFLOAD_CANCEL = 66;
    static final int OFFLOAD_STATUS = 67;
    static final int READ_PLUS = 68;
    static final int SEEK = 69;
    static final int WRITE_SAME = 70;
    static final int CLONE = 71;
    static final int GETXATTR = 72;
    static final int SETXATTR = 73;
    static final int LISTXATTRS = 74;
    static final int REMOVEXATTR = 75;
    static final int LAST = REMOVEXATTR;
    static final int ILLEGAL = 10044;

    /** Operations of callbacks are told apart from others by this. */
    static final int CALLBACK = OperationNames.FIRST_CALLBACK;

    // Callbacks have numbers of their own.
    static final int CB_GETATTR = 3;
    static final int CB_RECALL = 4;
    static final int CB_LAYOUTRECALL = 5;
    static final int CB_NOTIFY = 6;
    static final int CB_PUSH_DELEG = 7;
    static final int CB_RECALL_ANY = 8;
    static final int CB_RECALLABLE_OBJ_AVAIL = 9;
    static final int CB_RECALL_SLOT = 10;
    static final int CB_SEQUENCE = 11;
    static final int CB_WANTS_CANCELLED = 12;
    static final int CB_NOTIFY_LOCK = 13;
    static final int CB_NOTIFY_DEVICEID = 14;
    static final int CB_OFFLOAD = 15;
    static final int LAST_CALLBACK = CB_OFFLOAD;

    private static final byte[][] NAMES = Procedures.names(OperationNames.VERSION_4);

    private static final byte[][] CALLBACK_NAMES = Procedures.names(OperationNames.CALLBACKS);

    private static final byte[] ILLEGAL_NAME = OperationNames.ILLEGAL.getBytes(US_ASCII);
    private static final byte[] CALLBACK_ILLEGAL_NAME = OperationNames.CALLBACK_ILLEGAL.getBytes(US_ASCII);

    /** Operations in the order in which they stand for a compound; those of a line are equal. */
    private static final int[][] RANKING = {
        {READ, READ_PLUS},
        {WRITE, WRITE_SAME},
        {COPY, CLONE, ALLOCATE, DEALLOCATE, SEEK, OFFLOAD_CANCEL, OFFLOAD_STATUS, COPY_NOTIFY},
        {OPEN},
        {CLOSE},
        {LOCK, LOCKT, LOCKU},
        {READDIR},
        {CREATE},
        {REMOVE},
        {RENAME},
        {LINK},
        {SETATTR},
        {SETXATTR, REMOVEXATTR},
        {COMMIT},
        {READLINK},
        {LOOKUP, LOOKUPP},
        {ACCESS},
        {LAYOUTCOMMIT, LAYOUTGET, LAYOUTRETURN, LAYOUTERROR, LAYOUTSTATS, GETDEVICEINFO, GETDEVICELIST},
        {GETXATTR, LISTXATTRS},
        {GETATTR, VERIFY, NVERIFY},
        {
            EXCHANGE_ID,
            CREATE_SESSION,
            DESTROY_SESSION,
            DESTROY_CLIENTID,
            BIND_CONN_TO_SESSION,
            SETCLIENTID,
            SETCLIENTID_CONFIRM,
            RENEW,
            RECLAIM_COMPLETE,
            TEST_STATEID,
            FREE_STATEID,
            BACKCHANNEL_CTL,
            SECINFO,
            SECINFO_NO_NAME,
            DELEGRETURN,
            DELEGPURGE,
            RELEASE_LOCKOWNER
        },
        {SEQUENCE},
        {PUTFH, PUTROOTFH, PUTPUBFH, SAVEFH, RESTOREFH, GETFH},
    };

    private static final int[] RANKS = ranks();

    /** Types of objects that CREATE makes (RFC 7531, {@code nfs_ftype4}). */
    private static final int DIRECTORY = 2;

    private static final int SYMBOLIC_LINK = 5;

    private static final int LAST_TYPE = 9;

    private static final byte[] MKDIR = "mkdir".getBytes(US_ASCII);
    private static final byte[] SYMLINK = "symlink".getBytes(US_ASCII);
    private static final byte[] MKNOD = "mknod".getBytes(US_ASCII);

    private Operations4() {}

    private static int[] ranks() {
        int[] ranks = new int[LAST + 1];
        // Operations that are not listed, such as IO_ADVISE, come before those that only prepare others.
        Arrays.fill(ranks, RANKING.length - 3);
        for (int i = 0; i < RANKING.length; i++) {
            for (int number : RANKING[i]) {
                ranks[number] = i;
            }
        }
        return ranks;
    }

    /** Tells how well an operation stands for its compound: the less the better. */
    static int rank(int number, boolean callback) {
        if (number < 0 || number > (callback ? LAST_CALLBACK : LAST)) {
            return RANKING.length;
        }
        // Callbacks have numbers of their own.
        return callback ? number == CB_SEQUENCE ? RANKS[SEQUENCE] : 0 : RANKS[number];
    }

    /** Returns whether an operation only chooses the session or the file of others in its compound. */
    static boolean isPreparation(int number, boolean callback) {
        return rank(number, callback) >= RANKS[SEQUENCE];
    }

    /** Returns the number of an operation in a compound; {@link #ILLEGAL} for numbers that no RFC gives a meaning. */
    static int known(int number, boolean callback) {
        return Layouts4.arguments(number, callback) == null ? ILLEGAL : number;
    }

    /** Returns the number of an operation in a byte. */
    static int id(int number, boolean callback) {
        int shortNumber =
                number >= 0 && number <= (callback ? LAST_CALLBACK : LAST) ? number : OperationNames.SHORT_ILLEGAL;
        return callback ? CALLBACK + shortNumber : shortNumber;
    }

    /**
     * Returns the name of an operation, of the ping (0) or of a compound without operations (1). A CREATE, which in version 4
     * makes all but regular files, has the name of the procedure that does the same in version 3.
     *
     * @param objectType the type of the object that it makes, 0 if none or not known
     */
    static byte[] name(int number, boolean callback, int objectType) {
        if (!callback && number == CREATE && objectType > 1 && objectType <= LAST_TYPE) {
            return objectType == DIRECTORY ? MKDIR : objectType == SYMBOLIC_LINK ? SYMLINK : MKNOD;
        }
        if (callback) {
            return number >= 0 && number <= LAST_CALLBACK ? CALLBACK_NAMES[number] : CALLBACK_ILLEGAL_NAME;
        }
        return number >= 0 && number <= LAST ? NAMES[number] : ILLEGAL_NAME;
    }
}
