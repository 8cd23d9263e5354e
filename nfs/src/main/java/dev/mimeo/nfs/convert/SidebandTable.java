package dev.mimeo.nfs.convert;

import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.ExtentOutput;
import dev.mimeo.nfs.internal.rpc.RpcMessage;
import dev.mimeo.nfs.internal.summary.ProgramNames;
import java.io.IOException;

/** Writes the table of the messages of NLM, NSM and NFSACL. Not thread-safe. */
final class SidebandTable {

    private final ExtentOutput output;
    private final AnonymousFields fields;

    SidebandTable(ExtentOutput output, AnonymousFields fields) {
        this.output = output;
        this.fields = fields;
    }

    /** Adds the row of a message. */
    void add(RpcMessage message, SidebandRow row) throws IOException {
        ExtentBuilder to = output.addRow();
        to.setLong(0, message.time());
        fields.ends(to, message);
        to.setBoolean(5, message.isUdp());
        to.setBoolean(6, message.header().isCall());
        to.setInt(7, message.header().transaction());
        to.setInt(8, row.program);
        to.setInt(9, row.version);
        to.setBytes(10, ProgramNames.encodedProcedure(row.program, row.version, row.procedure));
        optional(to, 11, message.header().error() != 0, message.header().error());
        optional(to, 12, row.hasStatus, row.status);
        fields.optionalHandle(to, 13, row.handle);
        fields.optionalName(to, 14, row.caller);
        fields.optionalName(to, 15, row.monitored);
        fields.optionalName(to, 16, row.owner);
        // The client chooses its bytes, so it may reveal something.
        fields.optionalName(to, 17, row.cookie);
        optional(to, 18, row.hasRange, row.process);
        optional(to, 19, row.hasRange, row.offset);
        optional(to, 20, row.hasRange, row.length);
        optional(to, 21, row.exclusive);
        optional(to, 22, row.block);
        optional(to, 23, row.reclaim);
        optional(to, 24, row.hasState, row.state);
        boolean known = row.hasAttributes;
        optional(to, 25, known, row.attributes.type);
        optional(to, 26, known, row.attributes.mode);
        if (known) {
            fields.ids(to, 27, row.attributes.uid, row.attributes.gid);
        } else {
            to.setNull(27);
            to.setNull(28);
        }
        optional(to, 29, known, row.attributes.size);
        optional(to, 30, known, row.attributes.modifyTime);
        optional(to, 31, row.entries >= 0, row.entries);
    }

    private static void optional(ExtentBuilder to, int field, boolean known, int value) {
        if (known) {
            to.setInt(field, value);
        } else {
            to.setNull(field);
        }
    }

    private static void optional(ExtentBuilder to, int field, boolean known, long value) {
        if (known) {
            to.setLong(field, value);
        } else {
            to.setNull(field);
        }
    }

    /** Sets a field to a boolean: 0 or 1, or -1 for none. */
    private static void optional(ExtentBuilder to, int field, int value) {
        if (value >= 0) {
            to.setBoolean(field, value != 0);
        } else {
            to.setNull(field);
        }
    }
}
