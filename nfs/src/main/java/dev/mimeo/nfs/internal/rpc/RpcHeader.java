package dev.mimeo.nfs.internal.rpc;

import dev.mimeo.internal.bytes.BigEndian;

/**
 * The header of a call or a reply: RFC 5531, with the credentials of AUTH_SYS and of RPCSEC_GSS (RFC 2203). Used again for
 * other messages. Not thread-safe.
 */
public final class RpcHeader {

    /** Values of {@link #error} from here on are denials: this plus reject_stat. */
    public static final int DENIED = 16;

    /** The version or procedure of a call of which the capture does not have these bytes. */
    public static final int NOT_CAPTURED = -1;

    /** Outcome of {@link #parse}. */
    enum Result {
        /** A header as it must be. */
        COMPLETE,
        /** The start of one: a reply, or a call of which at least the program is there. */
        CUT,
        /** Something else. */
        NOT_RPC
    }

    // The fixed part of a call: to the program, the version and the procedure.
    private static final int TO_PROGRAM = 16;
    private static final int TO_VERSION = 20;
    static final int CALL_BYTES = 24;

    /** Bytes before the arguments or results that {@link #isWrapped}: their length, and the sequence number that it includes. */
    public static final int WRAPPING = 8;

    /** The least of a reply: to reply_stat. */
    static final int REPLY_BYTES = 12;

    private static final int RPC_VERSION = 2;
    private static final int MAX_AUTHENTICATION = 400;
    private static final int MAX_MACHINE_NAME = 255;
    private static final int AUTH_SYS = 1;
    private static final int RPCSEC_GSS = 6;
    private static final int AUTH_TLS = 7;
    private static final int GSS_INTEGRITY = 2;
    private static final int GSS_PRIVACY = 3;
    private static final int MAX_ACCEPT_STATE = 5;

    private boolean call;
    private int transaction;
    private int program;
    private int version;
    private int procedure;
    private int error;
    private int bodyOffset;
    private boolean hasUser;
    private int uid;
    private int gid;
    private int gssService;
    private boolean gssControl;
    private boolean wantsTls;

    RpcHeader() {}

    /**
     * Reads a header.
     *
     * @param available bytes that are there, from {@code at} on
     * @param length bytes that the message had on the wire
     */
    Result parse(byte[] data, int at, int available, int length) {
        program = 0;
        version = 0;
        procedure = 0;
        error = 0;
        bodyOffset = -1;
        hasUser = false;
        gssService = 0;
        gssControl = false;
        wantsTls = false;
        if (available < REPLY_BYTES) {
            return Result.NOT_RPC;
        }
        transaction = BigEndian.getInt(data, at);
        int type = BigEndian.getInt(data, at + 4);
        call = type == 0;
        if (call) {
            return available < CALL_BYTES ? parseStart(data, at, available, length) : parseCall(data, at, available);
        }
        return type == 1 ? parseReply(data, at, available) : Result.NOT_RPC;
    }

    /** Reads what a short snap length leaves of the fixed part. That is little to tell a call by, so its program must be known. */
    private Result parseStart(byte[] data, int at, int available, int length) {
        if (available < TO_PROGRAM || available >= length || BigEndian.getInt(data, at + 8) != RPC_VERSION) {
            return Result.NOT_RPC;
        }
        program = BigEndian.getInt(data, at + 12);
        version = available < TO_VERSION ? NOT_CAPTURED : BigEndian.getInt(data, at + TO_PROGRAM);
        procedure = NOT_CAPTURED;
        return StartFinder.isKnown(program) ? Result.CUT : Result.NOT_RPC;
    }

    private Result parseCall(byte[] data, int at, int available) {
        if (BigEndian.getInt(data, at + 8) != RPC_VERSION) {
            return Result.NOT_RPC;
        }
        program = BigEndian.getInt(data, at + 12);
        version = BigEndian.getInt(data, at + 16);
        procedure = BigEndian.getInt(data, at + 20);
        int credential = CALL_BYTES;
        if (available < credential + 8) {
            return Result.CUT;
        }
        int flavor = BigEndian.getInt(data, at + credential);
        int length = BigEndian.getInt(data, at + credential + 4);
        if (length < 0 || length > MAX_AUTHENTICATION) {
            return Result.NOT_RPC;
        }
        int verifier = credential + 8 + padded(length);
        int end = Math.min(available, credential + 8 + length);
        if (flavor == AUTH_SYS) {
            parseUser(data, at + credential + 8, at + end);
        } else if (flavor == RPCSEC_GSS && end >= credential + 24) {
            gssControl = BigEndian.getInt(data, at + credential + 12) != 0;
            gssService = BigEndian.getInt(data, at + credential + 20);
        } else if (flavor == AUTH_TLS) {
            wantsTls = procedure == 0;
        }
        if (available < verifier + 8) {
            return Result.CUT;
        }
        length = BigEndian.getInt(data, at + verifier + 4);
        if (length < 0 || length > MAX_AUTHENTICATION) {
            return Result.NOT_RPC;
        }
        bodyOffset = verifier + 8 + padded(length);
        return Result.COMPLETE;
    }

    private void parseUser(byte[] data, int at, int end) {
        if (end - at < 8) {
            return;
        }
        int name = BigEndian.getInt(data, at + 4);
        if (name < 0 || name > MAX_MACHINE_NAME) {
            return;
        }
        int ids = at + 8 + padded(name);
        if (end - ids >= 8) {
            hasUser = true;
            uid = BigEndian.getInt(data, ids);
            gid = BigEndian.getInt(data, ids + 4);
        }
    }

    private Result parseReply(byte[] data, int at, int available) {
        int state = BigEndian.getInt(data, at + 8);
        if (state == 1) {
            if (available < 16) {
                return Result.CUT;
            }
            int reject = BigEndian.getInt(data, at + 12);
            if (reject != 0 && reject != 1) {
                return Result.NOT_RPC;
            }
            error = DENIED + reject;
            bodyOffset = available;
            return Result.COMPLETE;
        }
        if (state != 0) {
            return Result.NOT_RPC;
        }
        if (available < 20) {
            return Result.CUT;
        }
        int length = BigEndian.getInt(data, at + 16);
        if (length < 0 || length > MAX_AUTHENTICATION) {
            return Result.NOT_RPC;
        }
        int accept = 20 + padded(length);
        wantsTls =
                length == 8 && available >= 28 && BigEndian.getLong(data, at + 20) == 0x5354415254544c53L; // STARTTLS
        if (available < accept + 4) {
            return Result.CUT;
        }
        error = BigEndian.getInt(data, at + accept);
        if (error < 0 || error > MAX_ACCEPT_STATE) {
            return Result.NOT_RPC;
        }
        bodyOffset = accept + 4;
        return Result.COMPLETE;
    }

    static int padded(int length) {
        return (length + 3) & ~3;
    }

    void copy(RpcHeader from) {
        call = from.call;
        transaction = from.transaction;
        program = from.program;
        version = from.version;
        procedure = from.procedure;
        error = from.error;
        bodyOffset = from.bodyOffset;
        hasUser = from.hasUser;
        uid = from.uid;
        gid = from.gid;
        gssService = from.gssService;
        gssControl = from.gssControl;
        wantsTls = from.wantsTls;
    }

    /** Returns whether this is a call, not a reply. */
    public boolean isCall() {
        return call;
    }

    /** Returns the transaction number. */
    public int transaction() {
        return transaction;
    }

    /** Returns the program of a call; 0 for a reply. */
    public int program() {
        return program;
    }

    /** Returns the version of the program of a call, or {@link #NOT_CAPTURED}; 0 for a reply. */
    public int version() {
        return version;
    }

    /** Returns the procedure of a call, or {@link #NOT_CAPTURED}; 0 for a reply. */
    public int procedure() {
        return procedure;
    }

    /** Returns accept_stat of a reply, or {@link #DENIED} plus its reject_stat; 0 is success. */
    public int error() {
        return error;
    }

    /** Returns where arguments or results start in the message; -1 if the header is cut off. */
    public int bodyOffset() {
        return bodyOffset;
    }

    /** Returns whether the call has a user of AUTH_SYS. */
    public boolean hasUser() {
        return hasUser;
    }

    /** Returns the user's number. */
    public int uid() {
        return uid;
    }

    /** Returns the number of the user's group. */
    public int gid() {
        return gid;
    }

    /** Returns whether arguments or results are wrapped in a sequence with a checksum. */
    public boolean isWrapped() {
        return gssService == GSS_INTEGRITY && !gssControl;
    }

    /** Returns whether the call has a sequence number of its own each time that it is sent: it is in a context of RPCSEC_GSS. */
    boolean isSequenced() {
        return gssService != 0 && !gssControl;
    }

    /** Returns whether arguments cannot be read: they are encrypted, or there are none since the call sets up a context. */
    public boolean isOpaque() {
        return gssService == GSS_PRIVACY || gssControl;
    }

    /** Returns whether this asks for TLS or grants it: RFC 9289. */
    boolean wantsTls() {
        return wantsTls;
    }
}
