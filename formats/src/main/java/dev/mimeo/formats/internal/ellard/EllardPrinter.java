package dev.mimeo.formats.internal.ellard;

import static dev.mimeo.formats.internal.ellard.EllardLine.ACCESS;
import static dev.mimeo.formats.internal.ellard.EllardLine.CALL_TAIL;
import static dev.mimeo.formats.internal.ellard.EllardLine.CUT_PACKET;
import static dev.mimeo.formats.internal.ellard.EllardLine.DEST_IP;
import static dev.mimeo.formats.internal.ellard.EllardLine.DEST_PORT;
import static dev.mimeo.formats.internal.ellard.EllardLine.IS_CALL;
import static dev.mimeo.formats.internal.ellard.EllardLine.IS_UDP;
import static dev.mimeo.formats.internal.ellard.EllardLine.KEYS;
import static dev.mimeo.formats.internal.ellard.EllardLine.MAX_WORD;
import static dev.mimeo.formats.internal.ellard.EllardLine.MICROS;
import static dev.mimeo.formats.internal.ellard.EllardLine.NFS_VERSION;
import static dev.mimeo.formats.internal.ellard.EllardLine.NULL;
import static dev.mimeo.formats.internal.ellard.EllardLine.NULL_CALL;
import static dev.mimeo.formats.internal.ellard.EllardLine.NULL_REPLY;
import static dev.mimeo.formats.internal.ellard.EllardLine.OK;
import static dev.mimeo.formats.internal.ellard.EllardLine.REPLY_TAIL;
import static dev.mimeo.formats.internal.ellard.EllardLine.RETURN_VALUE;
import static dev.mimeo.formats.internal.ellard.EllardLine.RPC_FUNCTION;
import static dev.mimeo.formats.internal.ellard.EllardLine.RPC_FUNCTION_ID;
import static dev.mimeo.formats.internal.ellard.EllardLine.RPC_TRANSACTION_ID;
import static dev.mimeo.formats.internal.ellard.EllardLine.SERVER;
import static dev.mimeo.formats.internal.ellard.EllardLine.SERVER_TIME;
import static dev.mimeo.formats.internal.ellard.EllardLine.SHORT_PACKET;
import static dev.mimeo.formats.internal.ellard.EllardLine.SOURCE_IP;
import static dev.mimeo.formats.internal.ellard.EllardLine.SOURCE_PORT;
import static dev.mimeo.formats.internal.ellard.EllardLine.TIME;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.RowValues;

/** Prints rows as {@link EllardLine} reads them. */
final class EllardPrinter {

    private static final int COOKIE = EllardLine.field("cookie");
    private static final int VERSION_2_READDIR = 16;
    /** From this time on calls have access rights as a mask and not as a letter, in microseconds. */
    private static final long ACCESS_MASKS_SINCE = 1_043_870_000_000_000L;

    private EllardPrinter() {}

    /** Appends the line of a row. */
    static void print(RowValues row, LineBuffer out) {
        printHeader(row, out);
        boolean isCall = row.isTrue(IS_CALL);
        boolean isNull = row.number(RPC_FUNCTION_ID) == NULL;
        if (!isCall && !(isNull && row.number(RETURN_VALUE) == 0)) {
            printReturnValue(row, out);
        }
        int before = out.size();
        for (EllardKey key : KEYS) {
            if (!row.isNull(key.field()) && EllardLine.isHere(key, row)) {
                out.append(key.word());
                printValue(row, key, out);
            }
        }
        if (isNull) {
            out.append(isCall ? NULL_CALL : NULL_REPLY);
        }
        if (out.size() == before) {
            out.append(' ');
        }
        if (row.isTrue(SHORT_PACKET)) {
            out.append(CUT_PACKET, 1, CUT_PACKET.length - 1);
        }
        out.append(isCall ? CALL_TAIL : REPLY_TAIL);
    }

    private static void printHeader(RowValues row, LineBuffer out) {
        printTime(row.number(TIME), false, out);
        out.append(' ');
        printAddress(row, SOURCE_IP, SOURCE_PORT, out);
        printAddress(row, DEST_IP, DEST_PORT, out);
        out.append(row.isTrue(IS_UDP) ? 'U' : 'T');
        out.append(' ');
        out.append(row.isTrue(IS_CALL) ? 'C' : 'R');
        out.appendDecimal(row.number(NFS_VERSION));
        out.append(' ');
        printWord(row.number(RPC_TRANSACTION_ID), 1, out);
        out.append(' ');
        out.appendHex(row.number(RPC_FUNCTION_ID), 1);
        out.append(' ');
        row.append(RPC_FUNCTION, out);
    }

    private static void printAddress(RowValues row, int ip, int port, LineBuffer out) {
        printWord(row.number(ip), 1, out);
        out.append('.');
        printWord(row.number(port), 4, out);
        out.append(' ');
    }

    private static void printReturnValue(RowValues row, LineBuffer out) {
        if (row.number(RETURN_VALUE) == 0) {
            out.append(OK);
        } else {
            out.append(' ');
            printWord(row.number(RETURN_VALUE), 1, out);
        }
    }

    private static void printWord(long value, int minDigits, LineBuffer out) {
        out.appendHex(value & MAX_WORD, minDigits);
    }

    private static void printTime(long micros, boolean plain, LineBuffer out) {
        if (micros == SERVER_TIME) {
            out.append(SERVER);
            return;
        }
        out.appendDecimal(micros / MICROS);
        out.append('.');
        out.appendDecimal(Math.abs(micros % MICROS), plain ? 1 : 6);
    }

    private static void printValue(RowValues row, EllardKey key, LineBuffer out) {
        int field = key.field();
        long number = row.number(field);
        switch (key.form()) {
            case HANDLE -> row.appendHex(field, out);
            case TEXT -> {
                out.append('"');
                row.append(field, out);
                out.append('"');
            }
            case SMALL, FLAG -> out.appendHex(number, 1);
            case INT -> printWord(number, 1, out);
            case LONG -> out.appendHex(number, hasWideCookie(row, key) ? 8 : 1);
            case TIME -> printTime(number, row.number(NFS_VERSION) == 2, out);
            case LETTER -> out.append((int) number);
            case ACCESS -> printAccess(row, number, out);
        }
    }

    private static boolean hasWideCookie(RowValues row, EllardKey key) {
        return key.field() == COOKIE
                && row.number(NFS_VERSION) == 2
                && row.number(RPC_FUNCTION_ID) == VERSION_2_READDIR;
    }

    private static void printAccess(RowValues row, long mask, LineBuffer out) {
        boolean asMask =
                row.is(RPC_FUNCTION, ACCESS) && (!row.isTrue(IS_CALL) || row.number(TIME) >= ACCESS_MASKS_SINCE);
        int letter = letterOfAccess(mask);
        if (asMask || letter == 0) {
            out.appendHex(mask, 1);
        } else {
            out.append(letter);
        }
    }

    private static int letterOfAccess(long mask) {
        return mask == 1 ? 'R' : mask == 1 << 1 ? 'L' : mask == 1 << 5 ? 'X' : mask == 1 << 6 ? 'U' : 0;
    }
}
