package dev.mimeo.nfs.convert;

import static dev.mimeo.nfs.convert.Parts4.ATTRIBUTES;
import static dev.mimeo.nfs.convert.Parts4.BITMAP;
import static dev.mimeo.nfs.convert.Parts4.CHANGE_INFO;
import static dev.mimeo.nfs.convert.Parts4.CHANNEL;
import static dev.mimeo.nfs.convert.Parts4.COUNT;
import static dev.mimeo.nfs.convert.Parts4.CREATE_TYPE;
import static dev.mimeo.nfs.convert.Parts4.DATA;
import static dev.mimeo.nfs.convert.Parts4.DELEGATION;
import static dev.mimeo.nfs.convert.Parts4.DELEGATION_CLAIM;
import static dev.mimeo.nfs.convert.Parts4.DEVICE;
import static dev.mimeo.nfs.convert.Parts4.DEVICES;
import static dev.mimeo.nfs.convert.Parts4.DEVICE_ERRORS;
import static dev.mimeo.nfs.convert.Parts4.DIRECTORY_DELEGATION;
import static dev.mimeo.nfs.convert.Parts4.ENTRIES;
import static dev.mimeo.nfs.convert.Parts4.HANDLE;
import static dev.mimeo.nfs.convert.Parts4.IMPLEMENTATION;
import static dev.mimeo.nfs.convert.Parts4.LAYOUTS;
import static dev.mimeo.nfs.convert.Parts4.LAYOUT_RECALL;
import static dev.mimeo.nfs.convert.Parts4.LAYOUT_RETURN;
import static dev.mimeo.nfs.convert.Parts4.LENGTH;
import static dev.mimeo.nfs.convert.Parts4.LOCATION;
import static dev.mimeo.nfs.convert.Parts4.LOCATIONS;
import static dev.mimeo.nfs.convert.Parts4.LOCKER;
import static dev.mimeo.nfs.convert.Parts4.NAME;
import static dev.mimeo.nfs.convert.Parts4.NOTIFICATIONS;
import static dev.mimeo.nfs.convert.Parts4.OFFLOAD;
import static dev.mimeo.nfs.convert.Parts4.OFFSET;
import static dev.mimeo.nfs.convert.Parts4.OPAQUES;
import static dev.mimeo.nfs.convert.Parts4.OPEN_CLAIM;
import static dev.mimeo.nfs.convert.Parts4.OPEN_FLAG;
import static dev.mimeo.nfs.convert.Parts4.OTHER_NAME;
import static dev.mimeo.nfs.convert.Parts4.OTHER_STATE;
import static dev.mimeo.nfs.convert.Parts4.OTHER_STATES;
import static dev.mimeo.nfs.convert.Parts4.PROTECTION_ARGUMENTS;
import static dev.mimeo.nfs.convert.Parts4.PROTECTION_RESULTS;
import static dev.mimeo.nfs.convert.Parts4.READ_PLUS_RESULT;
import static dev.mimeo.nfs.convert.Parts4.READ_RESULT;
import static dev.mimeo.nfs.convert.Parts4.REFERRING_CALLS;
import static dev.mimeo.nfs.convert.Parts4.SECURITY_FLAVORS;
import static dev.mimeo.nfs.convert.Parts4.SECURITY_PARAMETERS;
import static dev.mimeo.nfs.convert.Parts4.SEQUENCE;
import static dev.mimeo.nfs.convert.Parts4.SESSION;
import static dev.mimeo.nfs.convert.Parts4.SLOT;
import static dev.mimeo.nfs.convert.Parts4.STATE;
import static dev.mimeo.nfs.convert.Parts4.TIME;
import static dev.mimeo.nfs.convert.Parts4.WRITE_RESPONSE;
import static dev.mimeo.nfs.convert.Parts4.WRITE_RESULT;
import static dev.mimeo.nfs.convert.XdrPart.HYPER;
import static dev.mimeo.nfs.convert.XdrPart.INT;
import static dev.mimeo.nfs.convert.XdrPart.INTS;
import static dev.mimeo.nfs.convert.XdrPart.NOTHING;
import static dev.mimeo.nfs.convert.XdrPart.OPAQUE;
import static dev.mimeo.nfs.convert.XdrPart.optional;
import static dev.mimeo.nfs.convert.XdrPart.sequence;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The parts that the arguments and the results of each operation of NFS version 4 consist of (RFC 7531, 5662, 7863 and 8276). */
final class Layouts4 {

    // Values of nfsstat4 with which results have parts though the operation failed.
    private static final int TOO_SMALL = 10005;
    private static final int DENIED = 10010;
    private static final int CLIENT_IN_USE = 10017;
    private static final int TRY_LATER = 10058;
    private static final int NO_REQUIREMENTS = 10094;

    /** The lock that another owner has ({@code LOCK4denied}). */
    private static final XdrPart<Rows.Operation> DENIED_LOCK = sequence(OFFSET, LENGTH, INT, HYPER, OPAQUE);

    private static final XdrPart<Object> CLIENT_ADDRESS = sequence(OPAQUE, OPAQUE);
    private static final XdrPart<Object> COPY_REQUIREMENTS = sequence(INT, INT);

    /** Layouts by the number of the operation; null for numbers that no operation has. */
    private static final List<@Nullable Layout> OPERATIONS = empty(Operations4.LAST);

    private static final List<@Nullable Layout> CALLBACKS = empty(Operations4.LAST_CALLBACK);

    private record Layout(XdrPart<? super Rows.Operation> arguments, XdrPart<? super Rows.Operation> results) {}

    static {
        define(Operations4.ACCESS, INT, sequence(INT, INT));
        define(Operations4.CLOSE, sequence(INT, STATE), STATE);
        define(Operations4.COMMIT, sequence(OFFSET, COUNT), HYPER);
        define(Operations4.CREATE, sequence(CREATE_TYPE, NAME, ATTRIBUTES), sequence(CHANGE_INFO, BITMAP));
        define(Operations4.DELEGPURGE, HYPER, NOTHING);
        define(Operations4.DELEGRETURN, STATE, NOTHING);
        define(Operations4.GETATTR, BITMAP, ATTRIBUTES);
        define(Operations4.GETFH, NOTHING, HANDLE);
        define(Operations4.LINK, NAME, CHANGE_INFO);
        define(Operations4.LOCK, sequence(INT, INT, OFFSET, LENGTH, LOCKER), STATE);
        define(Operations4.LOCKT, sequence(INT, OFFSET, LENGTH, HYPER, OPAQUE), NOTHING);
        define(Operations4.LOCKU, sequence(INT, INT, STATE, OFFSET, LENGTH), STATE);
        define(Operations4.LOOKUP, NAME, NOTHING);
        define(Operations4.LOOKUPP, NOTHING, NOTHING);
        define(Operations4.NVERIFY, ATTRIBUTES, NOTHING);
        define(
                Operations4.OPEN,
                sequence(INT, INT, INT, HYPER, OPAQUE, OPEN_FLAG, OPEN_CLAIM),
                sequence(STATE, CHANGE_INFO, INT, BITMAP, DELEGATION));
        define(Operations4.OPENATTR, INT, NOTHING);
        define(Operations4.OPEN_CONFIRM, sequence(STATE, INT), STATE);
        define(Operations4.OPEN_DOWNGRADE, sequence(STATE, INT, INT, INT), STATE);
        define(Operations4.PUTFH, HANDLE, NOTHING);
        define(Operations4.PUTPUBFH, NOTHING, NOTHING);
        define(Operations4.PUTROOTFH, NOTHING, NOTHING);
        define(Operations4.READ, sequence(STATE, OFFSET, COUNT), READ_RESULT);
        define(Operations4.READDIR, sequence(HYPER, HYPER, INT, INT, BITMAP), sequence(HYPER, ENTRIES, INT));
        define(Operations4.READLINK, NOTHING, OPAQUE);
        define(Operations4.REMOVE, NAME, CHANGE_INFO);
        define(Operations4.RENAME, sequence(NAME, OTHER_NAME), sequence(CHANGE_INFO, CHANGE_INFO));
        define(Operations4.RENEW, HYPER, NOTHING);
        define(Operations4.RESTOREFH, NOTHING, NOTHING);
        define(Operations4.SAVEFH, NOTHING, NOTHING);
        define(Operations4.SECINFO, NAME, SECURITY_FLAVORS);
        define(Operations4.SETATTR, sequence(STATE, ATTRIBUTES), BITMAP);
        define(Operations4.SETCLIENTID, sequence(HYPER, OPAQUE, INT, OPAQUE, OPAQUE, INT), sequence(HYPER, HYPER));
        define(Operations4.SETCLIENTID_CONFIRM, sequence(HYPER, HYPER), NOTHING);
        define(Operations4.VERIFY, ATTRIBUTES, NOTHING);
        define(Operations4.WRITE, sequence(STATE, OFFSET, INT, DATA), WRITE_RESULT);
        define(Operations4.RELEASE_LOCKOWNER, sequence(HYPER, OPAQUE), NOTHING);
        define(Operations4.BACKCHANNEL_CTL, sequence(INT, SECURITY_PARAMETERS), NOTHING);
        define(Operations4.BIND_CONN_TO_SESSION, sequence(SESSION, INT, INT), sequence(SESSION, INT, INT));
        define(
                Operations4.EXCHANGE_ID,
                sequence(HYPER, OPAQUE, INT, PROTECTION_ARGUMENTS, IMPLEMENTATION),
                sequence(HYPER, INT, INT, PROTECTION_RESULTS, HYPER, OPAQUE, OPAQUE, IMPLEMENTATION));
        define(
                Operations4.CREATE_SESSION,
                sequence(HYPER, INT, INT, CHANNEL, CHANNEL, INT, SECURITY_PARAMETERS),
                sequence(SESSION, INT, INT, CHANNEL, CHANNEL));
        define(Operations4.DESTROY_SESSION, SESSION, NOTHING);
        define(Operations4.FREE_STATEID, STATE, NOTHING);
        define(Operations4.GET_DIR_DELEGATION, sequence(INT, BITMAP, TIME, TIME, BITMAP, BITMAP), DIRECTORY_DELEGATION);
        define(Operations4.GETDEVICEINFO, sequence(DEVICE, INT, INT, BITMAP), sequence(INT, OPAQUE, BITMAP));
        define(Operations4.GETDEVICELIST, sequence(INT, INT, HYPER, HYPER), sequence(HYPER, HYPER, DEVICES, INT));
        define(
                Operations4.LAYOUTCOMMIT,
                sequence(OFFSET, LENGTH, INT, STATE, optional(HYPER), optional(TIME), INT, OPAQUE),
                optional(HYPER));
        define(
                Operations4.LAYOUTGET,
                sequence(INT, INT, INT, OFFSET, LENGTH, HYPER, STATE, INT),
                sequence(INT, STATE, LAYOUTS));
        define(Operations4.LAYOUTRETURN, sequence(INT, INT, INT, LAYOUT_RETURN), optional(STATE));
        define(Operations4.SECINFO_NO_NAME, INT, SECURITY_FLAVORS);
        define(
                Operations4.SEQUENCE,
                sequence(SESSION, SEQUENCE, SLOT, INT, INT),
                sequence(SESSION, SEQUENCE, SLOT, INT, INT, INT));
        define(Operations4.SET_SSV, sequence(OPAQUE, OPAQUE), OPAQUE);
        define(Operations4.TEST_STATEID, OTHER_STATES, INTS);
        define(Operations4.WANT_DELEGATION, sequence(INT, DELEGATION_CLAIM), DELEGATION);
        define(Operations4.DESTROY_CLIENTID, HYPER, NOTHING);
        define(Operations4.RECLAIM_COMPLETE, INT, NOTHING);
        define(Operations4.ALLOCATE, sequence(STATE, OFFSET, LENGTH), NOTHING);
        define(
                Operations4.COPY,
                sequence(STATE, OTHER_STATE, OFFSET, HYPER, LENGTH, INT, INT, LOCATIONS),
                sequence(WRITE_RESPONSE, INT, INT));
        define(Operations4.COPY_NOTIFY, sequence(STATE, LOCATION), sequence(TIME, OTHER_STATE, LOCATIONS));
        define(Operations4.DEALLOCATE, sequence(STATE, OFFSET, LENGTH), NOTHING);
        define(Operations4.IO_ADVISE, sequence(STATE, OFFSET, LENGTH, BITMAP), BITMAP);
        define(Operations4.LAYOUTERROR, sequence(OFFSET, LENGTH, STATE, DEVICE_ERRORS), NOTHING);
        define(
                Operations4.LAYOUTSTATS,
                sequence(OFFSET, LENGTH, STATE, HYPER, HYPER, HYPER, HYPER, DEVICE, INT, OPAQUE),
                NOTHING);
        define(Operations4.OFFLOAD_CANCEL, STATE, NOTHING);
        define(Operations4.OFFLOAD_STATUS, STATE, sequence(HYPER, INTS));
        define(Operations4.READ_PLUS, sequence(STATE, OFFSET, COUNT), READ_PLUS_RESULT);
        define(Operations4.SEEK, sequence(STATE, OFFSET, INT), sequence(INT, OFFSET));
        define(
                Operations4.WRITE_SAME,
                sequence(STATE, INT, OFFSET, HYPER, HYPER, HYPER, INT, HYPER, OPAQUE),
                WRITE_RESPONSE);
        define(Operations4.CLONE, sequence(STATE, OTHER_STATE, OFFSET, HYPER, LENGTH), NOTHING);
        define(Operations4.GETXATTR, NAME, OPAQUE);
        define(Operations4.SETXATTR, sequence(INT, NAME, OPAQUE), CHANGE_INFO);
        define(Operations4.LISTXATTRS, sequence(HYPER, INT), sequence(HYPER, OPAQUES, INT));
        define(Operations4.REMOVEXATTR, NAME, CHANGE_INFO);

        defineCallback(Operations4.CB_GETATTR, sequence(HANDLE, BITMAP), ATTRIBUTES);
        defineCallback(Operations4.CB_RECALL, sequence(STATE, INT, HANDLE), NOTHING);
        defineCallback(Operations4.CB_LAYOUTRECALL, sequence(INT, INT, INT, LAYOUT_RECALL), NOTHING);
        defineCallback(Operations4.CB_NOTIFY, sequence(STATE, HANDLE, NOTIFICATIONS), NOTHING);
        defineCallback(Operations4.CB_PUSH_DELEG, sequence(HANDLE, DELEGATION), NOTHING);
        defineCallback(Operations4.CB_RECALL_ANY, sequence(INT, BITMAP), NOTHING);
        defineCallback(Operations4.CB_RECALLABLE_OBJ_AVAIL, INT, NOTHING);
        defineCallback(Operations4.CB_RECALL_SLOT, INT, NOTHING);
        defineCallback(
                Operations4.CB_SEQUENCE,
                sequence(SESSION, SEQUENCE, SLOT, INT, INT, REFERRING_CALLS),
                sequence(SESSION, SEQUENCE, SLOT, INT, INT));
        defineCallback(Operations4.CB_WANTS_CANCELLED, sequence(INT, INT), NOTHING);
        defineCallback(Operations4.CB_NOTIFY_LOCK, sequence(HANDLE, HYPER, OPAQUE), NOTHING);
        defineCallback(Operations4.CB_NOTIFY_DEVICEID, NOTIFICATIONS, NOTHING);
        defineCallback(Operations4.CB_OFFLOAD, sequence(HANDLE, STATE, OFFLOAD), NOTHING);
    }

    private Layouts4() {}

    private static List<@Nullable Layout> empty(int last) {
        return new ArrayList<>(Collections.nCopies(last + 1, null));
    }

    private static void define(
            int number, XdrPart<? super Rows.Operation> arguments, XdrPart<? super Rows.Operation> results) {
        OPERATIONS.set(number, new Layout(arguments, results));
    }

    private static void defineCallback(
            int number, XdrPart<? super Rows.Operation> arguments, XdrPart<? super Rows.Operation> results) {
        CALLBACKS.set(number, new Layout(arguments, results));
    }

    private static @Nullable Layout layout(int number, boolean callback) {
        List<@Nullable Layout> layouts = callback ? CALLBACKS : OPERATIONS;
        return number >= 0 && number < layouts.size() ? layouts.get(number) : null;
    }

    /** Returns the parts of arguments; null if the operation is not known. */
    static @Nullable XdrPart<? super Rows.Operation> arguments(int number, boolean callback) {
        Layout layout = layout(number, callback);
        return layout == null ? null : layout.arguments;
    }

    /**
     * Returns the parts of results behind the status; null if the operation is not known.
     *
     * @param status status of the operation, 0 if it succeeded
     */
    static @Nullable XdrPart<? super Rows.Operation> results(int number, boolean callback, int status) {
        Layout layout = layout(number, callback);
        if (layout == null) {
            return null;
        }
        if (status == 0) {
            return layout.results;
        }
        return callback ? NOTHING : failure(number, status);
    }

    /** Returns the parts of the results of an operation that failed. */
    private static XdrPart<? super Rows.Operation> failure(int number, int status) {
        return switch (number) {
            case Operations4.SETATTR -> BITMAP;
            case Operations4.LOCK, Operations4.LOCKT -> status == DENIED ? DENIED_LOCK : NOTHING;
            case Operations4.SETCLIENTID -> status == CLIENT_IN_USE ? CLIENT_ADDRESS : NOTHING;
            case Operations4.GETDEVICEINFO -> status == TOO_SMALL ? INT : NOTHING;
            case Operations4.LAYOUTGET -> status == TRY_LATER ? INT : NOTHING;
            case Operations4.COPY -> status == NO_REQUIREMENTS ? COPY_REQUIREMENTS : NOTHING;
            default -> NOTHING;
        };
    }
}
