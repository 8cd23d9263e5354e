package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.internal.summary.ProgramNames;

/**
 * Messages of the programs beside NFS 2 and 3: NLM versions 1 to 4 and NSM version 1 (Open Group C702, chapters 9 to 11, and RFC
 * 1813, appendix II), and NFSACL versions 2 and 3, as Solaris published it. Not thread-safe.
 */
final class SidebandDecoder {

    private static final int MAX_NAME = 1024;
    private static final int MAX_HANDLE = 64;
    private static final int HANDLE_2 = 32;
    private static final int FIRST_OF_64_BITS = 4;
    private static final int PRIVATE_BYTES = 16;

    // Procedures of NLM.
    private static final int TEST = 1;
    private static final int LOCK = 2;
    private static final int CANCEL = 3;
    private static final int UNLOCK = 4;
    private static final int GRANTED = 5;
    private static final int TEST_RESULT = 11;
    private static final int GRANTED_RESULT = 15;
    private static final int SHARE = 20;
    private static final int UNSHARE = 21;
    private static final int NM_LOCK = 22;
    private static final int FREE_ALL = 23;

    /** The procedures from 6 to 10 have the arguments of those from 1 to 5, without a reply. */
    private static final int MESSAGES = 5;

    // Procedures of NSM.
    private static final int STAT = 1;
    private static final int MONITOR = 2;
    private static final int UNMONITOR = 3;
    private static final int UNMONITOR_ALL = 4;
    private static final int NOTIFY = 6;

    // Procedures of NFSACL.
    private static final int GET_ACL = 1;
    private static final int SET_ACL = 2;
    private static final int ACCESS = 4;

    private final SidebandRow row = new SidebandRow();

    /** Returns whether messages of a program are decoded. */
    static boolean decodes(int program) {
        return program == ProgramNames.NLM || program == ProgramNames.NSM || program == ProgramNames.NFSACL;
    }

    /** Returns what was decoded last. */
    SidebandRow row() {
        return row;
    }

    /** Decodes the arguments of a call; false if they are not as they must be. */
    boolean call(int program, int version, int procedure, Xdr in) {
        row.clear();
        row.program = program;
        row.version = version;
        row.procedure = procedure;
        switch (program) {
            case ProgramNames.NLM -> lockArguments(version, procedure, in);
            case ProgramNames.NSM -> statusArguments(procedure, in);
            default -> aclArguments(version, procedure, in);
        }
        return in.ok();
    }

    /** Decodes results, behind {@link #call} with the arguments that belong to them; false if they are not as they must be. */
    boolean reply(Xdr in) {
        switch (row.program) {
            case ProgramNames.NLM -> lockResults(row.procedure, in);
            case ProgramNames.NSM -> statusResults(row.procedure, in);
            default -> aclResults(row.version, row.procedure, in);
        }
        return in.ok();
    }

    private void lockArguments(int version, int procedure, Xdr in) {
        if (procedure >= TEST_RESULT && procedure <= GRANTED_RESULT) {
            // The reply to an earlier message comes as a call.
            lockResults(procedure, in);
            return;
        }
        int kind = procedure > MESSAGES && procedure <= 2 * MESSAGES ? procedure - MESSAGES : procedure;
        switch (kind) {
            case TEST, GRANTED -> {
                cookie(in);
                row.exclusive = bool(in);
                lock(version, in);
            }
            case LOCK, NM_LOCK -> {
                cookie(in);
                row.block = bool(in);
                row.exclusive = bool(in);
                lock(version, in);
                row.reclaim = bool(in);
                state(in);
            }
            case CANCEL -> {
                cookie(in);
                row.block = bool(in);
                row.exclusive = bool(in);
                lock(version, in);
            }
            case UNLOCK -> {
                cookie(in);
                lock(version, in);
            }
            case SHARE, UNSHARE -> {
                cookie(in);
                holder(in);
                in.skip(2 * Integer.BYTES);
                row.reclaim = bool(in);
            }
            case FREE_ALL -> {
                in.opaque(MAX_NAME);
                row.caller.set(in);
                state(in);
            }
            default -> {}
        }
    }

    private void cookie(Xdr in) {
        in.opaque(MAX_NAME);
        row.cookie.set(in);
    }

    /** Reads the name, the handle and the owner that locks and shares begin with. */
    private void holder(Xdr in) {
        in.opaque(MAX_NAME);
        row.caller.set(in);
        in.opaque(MAX_HANDLE);
        row.handle.set(in);
        in.opaque(MAX_NAME);
        row.owner.set(in);
    }

    private void lock(int version, Xdr in) {
        holder(in);
        row.process = in.u32();
        boolean wide = version >= FIRST_OF_64_BITS;
        row.offset = wide ? in.u64() : Integer.toUnsignedLong(in.u32());
        row.length = wide ? in.u64() : Integer.toUnsignedLong(in.u32());
        row.hasRange = in.ok();
    }

    private static int bool(Xdr in) {
        boolean value = in.bool();
        return !in.ok() ? -1 : value ? 1 : 0;
    }

    private void state(Xdr in) {
        row.state = in.u32();
        row.hasState = in.ok();
    }

    private void status(Xdr in) {
        row.status = in.u32();
        row.hasStatus = in.ok();
    }

    private void lockResults(int procedure, Xdr in) {
        boolean answered = procedure >= TEST && procedure <= GRANTED;
        boolean result = procedure >= TEST_RESULT && procedure <= GRANTED_RESULT && !row.hasStatus;
        boolean share = procedure >= SHARE && procedure <= NM_LOCK;
        if (answered || result || share) {
            cookie(in);
            status(in);
        }
    }

    private void statusArguments(int procedure, Xdr in) {
        if (procedure == STAT || procedure == MONITOR || procedure == UNMONITOR || procedure == NOTIFY) {
            in.opaque(MAX_NAME);
            row.monitored.set(in);
        }
        if (procedure == MONITOR || procedure == UNMONITOR || procedure == UNMONITOR_ALL) {
            in.opaque(MAX_NAME);
            row.caller.set(in);
            in.skip(3 * Integer.BYTES);
        }
        if (procedure == MONITOR) {
            in.skip(PRIVATE_BYTES);
        } else if (procedure == NOTIFY) {
            state(in);
        }
    }

    private void statusResults(int procedure, Xdr in) {
        if (procedure == STAT || procedure == MONITOR) {
            status(in);
        }
        if (procedure >= STAT && procedure <= UNMONITOR_ALL) {
            state(in);
        }
    }

    private void aclArguments(int version, int procedure, Xdr in) {
        int last = version == 2 ? ACCESS : SET_ACL;
        if (procedure < GET_ACL || procedure > last) {
            return;
        }
        if (version == 2) {
            in.fixed(HANDLE_2);
        } else {
            in.opaque(MAX_HANDLE);
        }
        row.handle.set(in);
        if (procedure == GET_ACL || procedure == ACCESS) {
            in.u32();
        } else if (procedure == SET_ACL) {
            entries(in);
        }
    }

    /** Reads the number of entries; these themselves, and those that new files inherit, are passed over. */
    private void entries(Xdr in) {
        in.u32();
        int count = in.u32();
        if (in.ok()) {
            row.entries = count;
        }
    }

    private void aclResults(int version, int procedure, Xdr in) {
        int last = version == 2 ? ACCESS : SET_ACL;
        if (procedure < GET_ACL || procedure > last) {
            return;
        }
        status(in);
        boolean good = row.hasStatus && row.status == 0;
        if (version == 2) {
            row.hasAttributes = good && row.attributes.readVersion2(in);
        } else if (in.bool()) {
            row.hasAttributes = row.attributes.readVersion3(in);
        }
        if (good && procedure == GET_ACL) {
            row.entries = -1;
            entries(in);
        } else if (good && procedure == ACCESS) {
            in.u32();
        }
    }
}
