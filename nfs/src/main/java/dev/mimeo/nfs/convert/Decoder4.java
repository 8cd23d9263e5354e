package dev.mimeo.nfs.convert;

import dev.mimeo.nfs.Counters;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.stream.Stream;

/**
 * Calls and results of the compounds of NFS version 4 and of its callbacks. Both are gone through before the first row, to know what
 * the whole is about and which handles it gets. Not thread-safe.
 */
final class Decoder4 {

    private static final int MAX_TAG = 1 << 20;
    private static final int MAX_NAME = 4096;

    /** Most compounds have fewer operations; those behind these are decoded again for their rows. */
    private static final int KEPT = 32;

    private final Rows rows;
    private final Attributes4 attributes4;
    private final Attributes attributes = new Attributes();
    private final Objects4 objects = new Objects4();

    /** The first operations of the last call or reply, as they were decoded. */
    private final Rows.Operation[] kept =
            Stream.generate(Rows.Operation::new).limit(KEPT).toArray(Rows.Operation[]::new);

    private final Rows.Operation other = new Rows.Operation();
    private final Rows.Transfer transfer = new Rows.Transfer();
    private final OpaqueSlice handle = new OpaqueSlice();
    private final OpaqueSlice name = new OpaqueSlice();
    private final OpaqueSlice directory = new OpaqueSlice();
    private final OpaqueSlice entry = new OpaqueSlice();

    /** The decoded operations of the last call or reply. */
    private int decoded;

    /** The decoded operations, and the one behind them if its number has no meaning. */
    private int listed;

    /** Of these: their numbers, where their arguments or results start, and of results the status. */
    private int[] numbers = new int[KEPT];

    private int[] bodies = new int[KEPT];
    private int[] statuses = new int[KEPT];

    /** Goes through a message again. */
    private final Xdr again = new Xdr();

    private int stated;
    private int principal;
    private int principalRank;
    private int principalObjectType;

    Decoder4(Rows rows, Counters counters) {
        this.rows = rows;
        this.attributes4 = new Attributes4(counters);
    }

    /** Returns whether all operations of the last call or reply could be gone through. */
    boolean isComplete() {
        return decoded == stated;
    }

    /** Returns the operation that stands for the last call; 1 if none of those that are there does. */
    int principal() {
        return principal;
    }

    /** Returns the type of the object that the principal operation makes, 0 if it makes none. */
    int principalObjectType() {
        return principalObjectType;
    }

    /** Goes through the arguments of a call. */
    Compound call(Xdr in, boolean callback) {
        Compound compound = new Compound();
        in.opaque(MAX_TAG);
        int minorVersion = in.u32();
        compound.minorVersion = in.ok() ? minorVersion : -1;
        if (callback) {
            in.u32();
        }
        stated = in.ok() ? in.u32() : -1;
        decoded = 0;
        listed = 0;
        principal = 1;
        principalRank = Integer.MAX_VALUE;
        principalObjectType = 0;
        objects.clear();
        while (decoded < stated && in.ok()) {
            int stored = in.u32();
            if (!in.ok()) {
                break;
            }
            int number = Operations4.known(stored, callback);
            // A compound that cannot be decoded may still be shown as a whole.
            int rank = Operations4.rank(number, callback);
            boolean isPrincipal = rank < principalRank;
            if (isPrincipal) {
                principalRank = rank;
                principal = number;
                principalObjectType = 0;
            }
            note(number, in.position(), 0);
            Rows.Operation row = rowOf(decoded);
            if (!OperationReader4.arguments(number, callback, in, row)) {
                break;
            }
            compound.add(number, row);
            listed = decoded + 1;
            if (number != stored) {
                // Nobody knows how long its arguments are.
                objects.stay(decoded);
                break;
            }
            if (isPrincipal) {
                principalObjectType = row.objectType;
            }
            boolean named = row.file.isPresent();
            if (callback) {
                objects.stay(decoded);
            } else {
                objects.pass(number, decoded, compound.handle(decoded, handle), named);
            }
            decoded++;
        }
        if (!isComplete() && in.end() < in.wireEnd() && Operations4.isPreparation(principal, callback)) {
            // The operation that it prepares was not captured.
            principal = 1;
        }
        return compound;
    }

    /** Adds the rows of the operations of the call that was gone through last. */
    void callRows(Xdr in, boolean callback, Compound compound, long recordId) throws IOException {
        for (int i = 0; i < listed; i++) {
            int number = numbers[i];
            Rows.Operation row = rowOf(i);
            if (i >= KEPT) {
                goBack(in, bodies[i]);
                OperationReader4.arguments(number, callback, again, row);
            }
            row.recordId = recordId;
            row.request = true;
            row.lockLength = 0;
            row.index = i;
            row.number = Operations4.id(number, callback);
            row.name = Operations4.name(number, callback, compound.objectType(i));
            row.hasStatus = false;
            if (!callback) {
                objects.handle(objects.after(i), row.handle);
            }
            rows.operation(row);
        }
    }

    /** Goes through the results of a compound, behind their status. */
    void reply(Xdr in, boolean callback, Compound compound) {
        in.opaque(MAX_TAG);
        stated = in.ok() ? in.u32() : -1;
        decoded = 0;
        listed = 0;
        objects.clear();
        while (decoded < stated && in.ok()) {
            int stored = in.u32();
            int number = Operations4.known(stored, callback);
            int status = in.u32();
            if (!in.ok() || decoded >= compound.count) {
                break;
            }
            if (number != compound.number(decoded) && number != Operations4.ILLEGAL) {
                break;
            }
            note(number, in.position(), status);
            Rows.Operation row = rowOf(decoded);
            if (!OperationReader4.results(number, callback, status, in, row)) {
                break;
            }
            listed = decoded + 1;
            if (number != stored) {
                objects.stay(decoded);
                break;
            }
            if (callback || status != 0) {
                objects.stay(decoded);
            } else {
                OpaqueSlice known = number == Operations4.PUTFH ? compound.handle(decoded, handle) : row.handle;
                objects.pass(number, decoded, known, compound.hasName(decoded));
            }
            decoded++;
        }
    }

    /** Adds the rows of the results that were gone through last. */
    void replyRows(Xdr in, boolean callback, Call call, Compound compound, Exchange of) throws IOException {
        for (int i = 0; i < listed; i++) {
            int number = numbers[i];
            int status = statuses[i];
            Rows.Operation row = rowOf(i);
            if (i >= KEPT) {
                goBack(in, bodies[i]);
                OperationReader4.results(number, callback, status, again, row);
            }
            row.recordId = of.replyId;
            row.request = false;
            row.index = i;
            row.number = Operations4.id(number, callback);
            row.name = Operations4.name(number, callback, compound.objectType(i));
            row.hasStatus = true;
            row.status = status;
            boolean lock = !callback && number == Operations4.LOCK && i < compound.count;
            row.lockStart = lock ? compound.offset(i) : 0;
            row.lockLength = lock ? compound.size(i) : 0;
            if (i < compound.count) {
                compound.name(i, row.asked);
            } else {
                row.asked.clear();
            }
            if (!callback) {
                objects.handle(objects.after(i), row.handle);
            }
            rows.operation(row);
        }
        if (callback) {
            return;
        }
        for (int i = 0; i < decoded; i++) {
            secondary(statuses[i] == 0 ? numbers[i] : 0, i, in, compound, of);
        }
        mounts(call, compound, of);
    }

    private void goBack(Xdr in, int position) {
        again.reset(in.data(), position, (int) Math.max(position, in.end()), in.wireEnd());
    }

    /** Returns what takes the arguments or results of an operation: those of the first ones stay until the next message. */
    private Rows.Operation rowOf(int index) {
        return index < KEPT ? kept[index] : other;
    }

    /** Takes note of the operation behind those that are decoded. */
    private void note(int number, int body, int status) {
        if (decoded == numbers.length) {
            numbers = Arrays.copyOf(numbers, 2 * decoded);
            bodies = Arrays.copyOf(bodies, 2 * decoded);
            statuses = Arrays.copyOf(statuses, 2 * decoded);
        }
        numbers[decoded] = number;
        bodies[decoded] = body;
        statuses[decoded] = status;
    }

    /** Adds what the results of an operation have in other tables; the number is 0 if it has failed. */
    private void secondary(int number, int index, Xdr in, Compound compound, Exchange of) throws IOException {
        switch (number) {
            case Operations4.GETATTR -> {
                goBack(in, bodies[index]);
                getattr(again, index, compound, of);
            }
            case Operations4.READDIR -> {
                goBack(in, bodies[index]);
                readdir(again, index, of);
            }
            case Operations4.READ, Operations4.READ_PLUS, Operations4.WRITE -> {
                Rows.Operation row = rowOf(index);
                if (index >= KEPT) {
                    goBack(in, bodies[index]);
                    OperationReader4.results(number, false, 0, again, row);
                }
                transfer.read = number != Operations4.WRITE;
                transfer.offset = compound.offset(index);
                transfer.requested = (int) compound.size(index);
                transfer.bytes = row.bytes;
                transfer.stable = row.stable;
                transfer.end = row.end;
                transfer.holes = row.holes;
                objects.handle(objects.after(index), handle);
                rows.readWrite(of.requestId, of.replyId, handle, transfer);
            }
            default -> {}
        }
    }

    private void getattr(Xdr list, int index, Compound compound, Exchange of) throws IOException {
        if (!attributes4.read(list, attributes, entry) || !attributes.isUseful()) {
            return;
        }
        int object = objects.after(index);
        objects.handle(object, handle);
        int named = objects.name(object);
        if (!handle.isPresent()) {
            handle.set(entry);
        }
        if (named >= 0) {
            compound.name(named, name);
            objects.handle(objects.directory(object), directory);
        } else {
            name.clear();
            directory.clear();
        }
        int role = objects.isDirectory(object) ? Rows.DIRECTORY : Rows.OBJECT;
        rows.attributes(of.requestId, of.replyId, name, handle, directory, attributes, role);
    }

    private void readdir(Xdr list, int index, Exchange of) throws IOException {
        objects.handle(objects.after(index), directory);
        list.skip(8);
        while (list.bool() && list.ok()) {
            list.skip(8);
            list.opaque(MAX_NAME);
            name.set(list);
            if (!attributes4.read(list, attributes, entry)) {
                return;
            }
            if (attributes.isUseful()) {
                rows.attributes(of.requestId, of.replyId, name, entry, directory, attributes, Rows.ENTRY);
            }
            rows.directoryEntry(of.requestId, of.replyId, directory, name, attributes.fileId, entry);
        }
    }

    /**
     * Adds a row in place of the mounts that version 4 does not have: a path from the root whose handle is requested.
     */
    private void mounts(Call call, Compound compound, Exchange of) throws IOException {
        ByteArrayOutputStream path = null;
        for (int i = 0; i < decoded; i++) {
            switch (compound.number(i)) {
                case Operations4.PUTROOTFH -> path = new ByteArrayOutputStream();
                case Operations4.LOOKUP -> {
                    if (path != null) {
                        compound.name(i, name);
                        path.write('/');
                        path.write(name.data, name.start, Math.max(0, name.length));
                    }
                }
                case Operations4.GETFH -> {
                    objects.handle(objects.after(i), handle);
                    if (path != null && handle.isPresent()) {
                        if (path.size() == 0) {
                            path.write('/');
                        }
                        byte[] whole = path.toByteArray();
                        name.set(whole, 0, whole.length);
                        rows.mount(call.time, of.replyTime, call.server, call.client, name, handle);
                        path = null;
                    }
                }
                case Operations4.PUTFH,
                        Operations4.PUTPUBFH,
                        Operations4.RESTOREFH,
                        Operations4.OPEN,
                        Operations4.CREATE,
                        Operations4.LOOKUPP -> path = null;
                default -> {}
            }
        }
    }
}
