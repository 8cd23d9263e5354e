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

/**
 * Parts of the arguments and results of the operations of NFS version 4: types of RFC 7531, 5662, 7863 and 8276, which each part names in
 * brackets unless its own name says it. A part named {@code OTHER_} is passed over; the one without it sets a field of the row.
 */
final class Parts4 {

    private static final int STATE_BYTES = 16;
    private static final int SESSION_BYTES = 16;
    private static final int DEVICE_BYTES = 16;
    private static final int MAX_HANDLE = 128;
    private static final int MAX_NAME = 4096;

    /** {@code nfstime4}. */
    static final XdrPart<Object> TIME = skip(12);

    /** {@code deviceid4}. */
    static final XdrPart<Object> DEVICE = skip(DEVICE_BYTES);

    /** {@code change_info4}: a bool and two numbers. */
    static final XdrPart<Object> CHANGE_INFO = skip(20);

    static final XdrPart<Object> BITMAP = INTS;

    /** {@code fattr4}, a bitmap and the values. */
    static final XdrPart<Object> ATTRIBUTES = sequence(BITMAP, OPAQUE);

    static final XdrPart<Object> OTHER_NAME = (in, row) -> in.opaque(MAX_NAME);

    /** {@code component4}. */
    static final XdrPart<Rows.Operation> NAME = (in, row) -> {
        in.opaque(MAX_NAME);
        row.file.set(in);
    };

    /** {@code nfs_fh4}. */
    static final XdrPart<Rows.Operation> HANDLE = (in, row) -> {
        in.opaque(MAX_HANDLE);
        row.handle.set(in);
    };

    static final XdrPart<Object> OTHER_STATE = skip(STATE_BYTES);

    /** {@code stateid4}. */
    static final XdrPart<Rows.Operation> STATE = (in, row) -> {
        in.fixed(STATE_BYTES);
        row.stateId.set(in);
    };

    /** {@code sessionid4}. */
    static final XdrPart<Rows.Operation> SESSION = (in, row) -> {
        in.fixed(SESSION_BYTES);
        row.session.set(in);
    };

    /** {@code sequenceid4} of a session. */
    static final XdrPart<Rows.Operation> SEQUENCE = (in, row) -> row.sequence = in.u32();

    /** {@code slotid4}. */
    static final XdrPart<Rows.Operation> SLOT = (in, row) -> {
        row.slot = in.u32();
        row.hasSlot = in.ok();
    };

    /** {@code offset4}. */
    static final XdrPart<Rows.Operation> OFFSET = (in, row) -> {
        row.offset = in.u64();
        row.hasOffset = in.ok();
    };

    /** {@code length4}. */
    static final XdrPart<Rows.Operation> LENGTH = (in, row) -> {
        row.length = in.u64();
        row.hasLength = in.ok();
    };

    /** {@code count4}, a length of 4 bytes. */
    static final XdrPart<Rows.Operation> COUNT = (in, row) -> {
        row.length = Integer.toUnsignedLong(in.u32());
        row.hasLength = in.ok();
    };

    /** Data of a write, of which the length is kept. */
    static final XdrPart<Rows.Operation> DATA = (in, row) -> {
        int length = in.bulk();
        row.hasLength = in.ok();
        row.length = Integer.toUnsignedLong(length);
    };

    static final XdrPart<Object> OTHER_STATES = array(STATE_BYTES, OTHER_STATE);
    static final XdrPart<Object> DEVICES = array(DEVICE_BYTES, DEVICE);
    static final XdrPart<Object> OPAQUES = array(4, OPAQUE);

    /** Results of a READ ({@code READ4resok}). */
    static final XdrPart<Rows.Operation> READ_RESULT = (in, row) -> {
        row.end = in.bool() ? 1 : 0;
        row.bytes = in.bulk();
        keepBytesAsLength(in, row);
    };

    /** Results of a READ_PLUS ({@code read_plus_res4}): data and holes. */
    static final XdrPart<Rows.Operation> READ_PLUS_RESULT = (in, row) -> {
        row.end = in.bool() ? 1 : 0;
        row.holes = 0;
        for (int left = in.count(12); left > 0 && in.ok(); left--) {
            boolean hole = in.u32() == 1;
            in.u64();
            if (hole) {
                row.holes += in.u64();
            } else {
                row.bytes += in.bulk();
            }
        }
        keepBytesAsLength(in, row);
    };

    /** Results of a WRITE ({@code WRITE4resok}). */
    static final XdrPart<Rows.Operation> WRITE_RESULT = (in, row) -> {
        row.bytes = in.u32();
        keepBytesAsLength(in, row);
        row.stable = in.u32();
        in.skip(8);
    };

    private static void keepBytesAsLength(Xdr in, Rows.Operation row) {
        row.hasLength = in.ok();
        row.length = Integer.toUnsignedLong(row.bytes);
    }

    /** {@code createtype4}: a link has its text, a device two numbers. */
    static final XdrPart<Rows.Operation> CREATE_TYPE = (in, row) -> {
        int type = in.u32();
        row.objectType = type;
        switch (type) {
            case 3, 4 -> in.skip(8);
            case 5 -> OPAQUE.read(in, row);
            default -> {}
        }
    };

    private static final XdrPart<Rows.Operation> LOCK_OF_OPEN_FILE = sequence(INT, STATE, INT, HYPER, OPAQUE);
    private static final XdrPart<Rows.Operation> LOCK_OF_LOCK_OWNER = sequence(STATE, INT);

    /** {@code locker4}. */
    static final XdrPart<Rows.Operation> LOCKER = union(isNew -> isNew != 0 ? LOCK_OF_OPEN_FILE : LOCK_OF_LOCK_OWNER);

    private static final XdrPart<Object> VERIFIER_AND_ATTRIBUTES = sequence(HYPER, ATTRIBUTES);

    /** {@code createhow4}: unchecked, guarded, exclusive and exclusive with attributes. */
    private static final XdrPart<Object> CREATE_HOW = union(mode -> switch (mode) {
        case 0, 1 -> ATTRIBUTES;
        case 2 -> HYPER;
        case 3 -> VERIFIER_AND_ATTRIBUTES;
        default -> INVALID;
    });

    /** {@code openflag4}. */
    static final XdrPart<Object> OPEN_FLAG = union(openType -> openType == 1 ? CREATE_HOW : NOTHING);

    private static final XdrPart<Rows.Operation> STATE_AND_NAME = sequence(STATE, NAME);

    /** {@code open_claim4}. */
    static final XdrPart<Rows.Operation> OPEN_CLAIM = union(claim -> switch (claim) {
        case 0, 3 -> NAME;
        case 1 -> INT;
        case 2 -> STATE_AND_NAME;
        case 4, 6 -> NOTHING;
        case 5 -> STATE;
        default -> INVALID;
    });

    /** {@code nfs_space_limit4}: a union of a number and of two integers, which have the same size. */
    private static final XdrPart<Object> SPACE_LIMIT = sequence(INT, HYPER);

    private static final XdrPart<Object> DELEGATION_FOR_READING = sequence(OTHER_STATE, INT, INT, INT, INT, OPAQUE);
    private static final XdrPart<Object> DELEGATION_FOR_WRITING =
            sequence(OTHER_STATE, INT, SPACE_LIMIT, INT, INT, INT, OPAQUE);

    /** {@code open_delegation4}; those of types 4 and 5 have times too. */
    static final XdrPart<Rows.Operation> DELEGATION = (in, row) -> {
        switch (in.u32()) {
            case 0 -> {}
            case 1, 4 -> {
                row.delegation = 1;
                DELEGATION_FOR_READING.read(in, row);
            }
            case 2, 5 -> {
                row.delegation = 2;
                DELEGATION_FOR_WRITING.read(in, row);
            }
            case 3 -> {
                int why = in.u32();
                in.skip(why == 1 || why == 2 ? 4 : 0);
            }
            default -> in.fail();
        }
    };

    /** {@code deleg_claim4}. */
    static final XdrPart<Object> DELEGATION_CLAIM = union(claim -> claim == 1 ? INT : NOTHING);

    private static final XdrPart<Object> SYSTEM_CREDENTIALS = sequence(INT, OPAQUE, INT, INT, INTS);
    private static final XdrPart<Object> GSS_HANDLES = sequence(INT, OPAQUE, OPAQUE);

    /** {@code callback_sec_parms4}, an array: none, AUTH_SYS and RPCSEC_GSS. */
    static final XdrPart<Object> SECURITY_PARAMETERS = array(4, union(flavor -> switch (flavor) {
        case 0 -> NOTHING;
        case 1 -> SYSTEM_CREDENTIALS;
        case 6 -> GSS_HANDLES;
        default -> INVALID;
    }));

    private static final XdrPart<Object> GSS_FLAVOR = sequence(OPAQUE, INT, INT);

    /** {@code secinfo4}, an array, in which RPCSEC_GSS alone has more than its number. */
    static final XdrPart<Object> SECURITY_FLAVORS = array(4, union(flavor -> flavor == 6 ? GSS_FLAVOR : NOTHING));

    private static final XdrPart<Object> OPERATIONS_TO_PROTECT = sequence(BITMAP, BITMAP);

    /** {@code state_protect4_a}. */
    static final XdrPart<Object> PROTECTION_ARGUMENTS =
            protection(sequence(OPERATIONS_TO_PROTECT, OPAQUES, OPAQUES, INT, INT));

    /** {@code state_protect4_r}. */
    static final XdrPart<Object> PROTECTION_RESULTS =
            protection(sequence(OPERATIONS_TO_PROTECT, INT, INT, INT, INT, OPAQUES));

    private static XdrPart<Object> protection(XdrPart<Object> secretState) {
        return union(how -> switch (how) {
            case 0 -> NOTHING;
            case 1 -> OPERATIONS_TO_PROTECT;
            case 2 -> secretState;
            default -> INVALID;
        });
    }

    /** {@code nfs_impl_id4}, an array. */
    static final XdrPart<Object> IMPLEMENTATION = array(20, sequence(OPAQUE, OPAQUE, TIME));

    /** {@code channel_attrs4}. */
    static final XdrPart<Object> CHANNEL = sequence(INT, INT, INT, INT, INT, INT, INTS);

    private static final XdrPart<Rows.Operation> RETURNED_FILE = sequence(OFFSET, LENGTH, STATE, OPAQUE);

    /** {@code layoutreturn4}. */
    static final XdrPart<Rows.Operation> LAYOUT_RETURN = union(type -> type == 1 ? RETURNED_FILE : NOTHING);

    private static final XdrPart<Rows.Operation> RECALLED_FILE = sequence(HANDLE, OFFSET, LENGTH, STATE);

    /** {@code layoutrecall4}: those of a file, of a file system or all. */
    static final XdrPart<Rows.Operation> LAYOUT_RECALL = union(type -> switch (type) {
        case 1 -> RECALLED_FILE;
        case 2 -> DEVICE;
        default -> NOTHING;
    });

    /** {@code layout4}, an array. */
    static final XdrPart<Object> LAYOUTS = array(28, sequence(HYPER, HYPER, INT, INT, OPAQUE));

    /** {@code device_error4}, an array. */
    static final XdrPart<Object> DEVICE_ERRORS = array(24, sequence(DEVICE, INT, INT));

    private static final XdrPart<Object> NETWORK_ADDRESS = sequence(OPAQUE, OPAQUE);

    /** {@code netloc4}: a name, a URL or an address. */
    static final XdrPart<Object> LOCATION = union(type -> type == 3 ? NETWORK_ADDRESS : OPAQUE);

    static final XdrPart<Object> LOCATIONS = array(8, LOCATION);

    /** {@code write_response4}. */
    static final XdrPart<Object> WRITE_RESPONSE = sequence(OTHER_STATES, HYPER, INT, HYPER);

    /** {@code offload_info4}. */
    static final XdrPart<Object> OFFLOAD = union(status -> status == 0 ? WRITE_RESPONSE : HYPER);

    private static final XdrPart<Object> NOTIFIED_DIRECTORY = sequence(HYPER, OTHER_STATE, BITMAP, BITMAP, BITMAP);

    /** {@code GET_DIR_DELEGATION4res_non_fatal}. */
    static final XdrPart<Object> DIRECTORY_DELEGATION = union(status -> status == 0 ? NOTIFIED_DIRECTORY : INT);

    /** {@code notify4}, an array. */
    static final XdrPart<Object> NOTIFICATIONS = array(8, sequence(BITMAP, OPAQUE));

    private static final XdrPart<Object> CALLS_OF_SLOTS = (in, row) -> in.skip(8 * in.count(8));

    /** {@code referring_call_list4}, an array. */
    static final XdrPart<Object> REFERRING_CALLS =
            array(SESSION_BYTES + 4, sequence(skip(SESSION_BYTES), CALLS_OF_SLOTS));

    private static final XdrPart<Object> ENTRY = sequence(HYPER, OPAQUE, ATTRIBUTES);

    /** {@code entry4}, a list in which a bool precedes each entry and a last one ends it. */
    static final XdrPart<Object> ENTRIES = (in, row) -> {
        while (in.bool() && in.ok()) {
            ENTRY.read(in, row);
        }
    };

    private Parts4() {}
}
