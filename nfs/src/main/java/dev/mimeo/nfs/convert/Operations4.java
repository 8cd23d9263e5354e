package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.Arrays;

/** The operations of NFS version 4 (RFC 7530, 8881, 7862, 8276) and of its callbacks: numbers, names and what they are called by. */
final class Operations4 {

    static final int ACCESS = 3;
    static final int CREATE = 6;
    static final int GETATTR = 9;
    static final int GETFH = 10;
    static final int LOCK = 12;
    static final int LOCKT = 13;
    static final int LOOKUP = 15;
    static final int LOOKUPP = 16;
    static final int OPEN = 18;
    static final int OPENATTR = 19;
    static final int PUTFH = 22;
    static final int PUTPUBFH = 23;
    static final int PUTROOTFH = 24;
    static final int READ = 25;
    static final int READDIR = 26;
    static final int RESTOREFH = 31;
    static final int SAVEFH = 32;
    static final int SETATTR = 34;
    static final int SETCLIENTID = 35;
    static final int WRITE = 38;
    static final int GETDEVICEINFO = 47;
    static final int LAYOUTGET = 50;
    static final int COPY = 60;
    static final int READ_PLUS = 68;
    static final int LAST = 75;
    static final int ILLEGAL = 10044;

    /** Operations of callbacks are told apart from others by this. */
    static final int CALLBACK = OperationNames.FIRST_CALLBACK;

    static final int LAST_CALLBACK = 15;

    private static final byte[][] NAMES = Procedures.names(OperationNames.VERSION_4);

    private static final byte[][] CALLBACK_NAMES = Procedures.names(OperationNames.CALLBACKS);

    private static final byte[] ILLEGAL_NAME = OperationNames.ILLEGAL.getBytes(US_ASCII);
    private static final byte[] CALLBACK_ILLEGAL_NAME = OperationNames.CALLBACK_ILLEGAL.getBytes(US_ASCII);

    /** Operations in the order in which they stand for a compound; those of a line are equal. */
    private static final int[][] RANKING = {
        {READ, READ_PLUS},
        {WRITE, 70},
        {COPY, 71, 59, 62, 69, 66, 67, 61},
        {OPEN},
        {4},
        {LOCK, LOCKT, 14},
        {READDIR},
        {CREATE},
        {28},
        {29},
        {11},
        {SETATTR},
        {73, 75},
        {5},
        {27},
        {LOOKUP, LOOKUPP},
        {ACCESS},
        {49, LAYOUTGET, 51, 64, 65, GETDEVICEINFO, 48},
        {72, 74},
        {GETATTR, 37, 17},
        {42, 43, 44, 57, 41, SETCLIENTID, 36, 30, 58, 55, 45, 40, 33, 52, 8, 7, 39},
        {53},
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
    static int rank(int number) {
        return number >= 0 && number <= LAST ? RANKS[number] : RANKING.length;
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
