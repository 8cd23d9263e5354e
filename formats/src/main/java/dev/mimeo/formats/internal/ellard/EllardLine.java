package dev.mimeo.formats.internal.ellard;

import static java.nio.charset.StandardCharsets.US_ASCII;

import dev.mimeo.formats.internal.trace.LineBuffer;
import dev.mimeo.formats.internal.trace.LineCursor;
import dev.mimeo.formats.internal.trace.LineFormat;
import dev.mimeo.formats.internal.trace.RowValues;

/**
 * Lines {@code TIME SOURCE.PORT DEST.PORT T|U C|R VERSION XID FUNCTION-ID FUNCTION [RETURN] KEY VALUE ... TAIL}. Numbers
 * are hexadecimal, times decimal.
 */
final class EllardLine implements LineFormat {

    static final int TIME = field("time");
    static final int SOURCE_IP = field("source_ip");
    static final int SOURCE_PORT = field("source_port");
    static final int DEST_IP = field("dest_ip");
    static final int DEST_PORT = field("dest_port");
    static final int IS_UDP = field("is_udp");
    static final int IS_CALL = field("is_call");
    static final int NFS_VERSION = field("nfs_version");
    static final int RPC_TRANSACTION_ID = field("rpc_transaction_id");
    static final int RPC_FUNCTION_ID = field("rpc_function_id");
    static final int RPC_FUNCTION = field("rpc_function");
    static final int RETURN_VALUE = field("return_value");
    static final int SHORT_PACKET = field("short_packet");

    static final EllardKey[] KEYS = EllardKeys.inOrder();

    /** Functions, by version (RFC 1094, RFC 1813), that lines treat in a special way. */
    static final int NULL = 0;

    private static final int VERSION_2_RENAME = 11;

    private static final byte[] RENAME = ascii("rename");
    private static final byte[] READLINK = ascii("readlink");
    static final byte[] ACCESS = ascii("access");

    static final byte[] OK = ascii(" OK");
    static final byte[] SERVER = ascii("SERVER");
    static final byte[] CALL_TAIL = ascii(" con = XXX len = XXX\n");
    static final byte[] REPLY_TAIL = ascii(" status=XXX pl = XXX con = XXX len = XXX\n");
    static final byte[] NULL_CALL = ascii(" con = 82 len = 97");
    static final byte[] NULL_REPLY = ascii(" status=0 pl = 0 con = 70 len = 70");
    static final byte[] CUT_PACKET = ascii(" SHORT PACKETcon = 130 len = 400");
    private static final byte[] ANY_CUT_PACKET = ascii(" SHORT PACKET");

    private static final byte[] LETTERS = ascii("UGXDF");

    /** Set to the time of the server. */
    static final long SERVER_TIME = -1;

    static final long MICROS = 1_000_000;
    static final long MAX_WORD = 0xffff_ffffL;

    private static final int MAX_ACCESS = 63;

    /** Replies of one server to one client that have one of these times keep their header, as in the original tool. */
    private static final byte[][] FALSE_TIMES = {
        ascii(" mtime 1025711813.4075311 "), ascii(" mtime 1025710163.2383279 ")
    };

    private static final byte[] FALSE_TIMES_SERVER = ascii(" 30.0801 33.039b ");

    private byte[] handles = new byte[256];
    private int handlesSize;

    static int field(String name) {
        return EllardConverter.TYPE.indexOf(name);
    }

    static byte[] ascii(String text) {
        return text.getBytes(US_ASCII);
    }

    @Override
    public boolean parse(LineCursor line, RowValues row) {
        if (!parseHeader(line, row)) {
            return false;
        }
        boolean isCall = row.isTrue(IS_CALL);
        byte[] tail = isCall ? CALL_TAIL : REPLY_TAIL;
        if (!line.endsWith(tail)) {
            return false;
        }
        line.shorten(line.end() - tail.length);
        if (row.number(RPC_FUNCTION_ID) == NULL) {
            row.set(RETURN_VALUE, 0);
            line.expect(isCall ? NULL_CALL : NULL_REPLY);
            return line.isComplete();
        }
        if (!isCall) {
            parseReturnValue(line, row);
        }
        if (line.accept(CUT_PACKET)) {
            row.set(SHORT_PACKET, true);
        } else if (line.position() + 1 == line.end()) {
            line.expect(' ');
        } else {
            parsePairs(line, row);
        }
        return line.isComplete();
    }

    private static boolean parseHeader(LineCursor line, RowValues row) {
        row.set(TIME, time(line, false));
        line.expect(' ');
        parseAddress(line, row, SOURCE_IP, SOURCE_PORT);
        parseAddress(line, row, DEST_IP, DEST_PORT);
        row.set(IS_UDP, either(line, 'U', 'T'));
        line.expect(' ');
        row.set(IS_CALL, either(line, 'C', 'R'));
        row.set(NFS_VERSION, line.decimal(3));
        line.expect(' ');
        row.set(RPC_TRANSACTION_ID, line.hex(8));
        line.expect(' ');
        row.set(RPC_FUNCTION_ID, line.hex(2));
        line.expect(' ');
        take(line, row, RPC_FUNCTION, line.find(' '));
        return !line.isFailed() && row.number(NFS_VERSION) >= 2;
    }

    private static boolean either(LineCursor line, char yes, char no) {
        if (line.accept(yes)) {
            return true;
        }
        line.expect(no);
        return false;
    }

    private static void parseAddress(LineCursor line, RowValues row, int ip, int port) {
        row.set(ip, line.hex(8));
        line.expect('.');
        row.set(port, line.hex(4));
        line.expect(' ');
    }

    private static void parseReturnValue(LineCursor line, RowValues row) {
        if (line.accept(OK)) {
            row.set(RETURN_VALUE, 0);
        } else {
            line.expect(' ');
            row.set(RETURN_VALUE, line.hex(8));
        }
    }

    private void parsePairs(LineCursor line, RowValues row) {
        handlesSize = 0;
        for (EllardKey key : KEYS) {
            byte[] word = key.word();
            // The first bytes of all keys are spaces; the second ones tell most of them apart.
            if (line.peekSecond() == word[1]
                    && line.isNext(word)
                    && isHere(key, row)
                    && (key.first() < 0 || !row.isNull(key.first()))) {
                line.expect(word);
                parseValue(line, row, key);
                if (line.isFailed()) {
                    return;
                }
            }
        }
    }

    static boolean isHere(EllardKey key, RowValues row) {
        boolean version2 = row.number(NFS_VERSION) == 2;
        boolean version2Rename = version2 && row.number(RPC_FUNCTION_ID) == VERSION_2_RENAME;
        return switch (key.where()) {
            case ALWAYS -> true;
            case RENAME -> row.is(RPC_FUNCTION, RENAME);
            case READLINK -> row.is(RPC_FUNCTION, READLINK);
            case NEITHER_RENAME_NOR_READLINK -> !row.is(RPC_FUNCTION, RENAME) && !row.is(RPC_FUNCTION, READLINK);
            case VERSION_2_RENAME -> version2Rename;
            case VERSION_2_OTHER -> version2 && !version2Rename;
        };
    }

    private void parseValue(LineCursor line, RowValues row, EllardKey key) {
        int field = key.field();
        switch (key.form()) {
            case HANDLE -> parseHandle(line, row, field);
            case TEXT -> parseText(line, row, field);
            case SMALL -> row.set(field, line.decimal(255));
            case INT -> row.set(field, line.hex(8));
            case LONG -> row.set(field, line.hex(16));
            case TIME -> row.set(field, line.accept(SERVER) ? SERVER_TIME : time(line, row.number(NFS_VERSION) == 2));
            case FLAG -> row.set(field, line.decimal(1));
            case LETTER -> parseLetter(line, row, field);
            case ACCESS -> parseAccess(line, row, field);
        }
    }

    /** Takes seconds and microseconds, which version 2 has without leading zeros. */
    private static long time(LineCursor line, boolean plain) {
        long seconds = line.decimal(MAX_WORD);
        line.expect('.');
        int start = line.position();
        long micros = line.decimal(MICROS - 1);
        if (!plain && line.position() - start != 6) {
            line.fail();
        }
        return seconds * MICROS + micros;
    }

    private void parseHandle(LineCursor line, RowValues row, int field) {
        byte[] text = line.text();
        int start = line.position();
        int end = line.find(' ');
        int length = (end - start) / 2;
        if (handles.length - handlesSize < length) {
            // Handles of this row that were parsed before keep the old array.
            handles = new byte[Math.max(2 * handles.length, length)];
            handlesSize = 0;
        }
        for (int i = 0; i < length; i++) {
            int high = LineCursor.hexDigit(text[start + 2 * i]);
            int low = LineCursor.hexDigit(text[start + 2 * i + 1]);
            if ((high | low) < 0) {
                line.fail();
                return;
            }
            handles[handlesSize + i] = (byte) (high << 4 | low);
        }
        row.set(field, handles, handlesSize, length);
        handlesSize += length;
        line.moveTo(start + 2 * length);
    }

    /** A text may hold spaces and quotes, but not a quote before a space. */
    private static void parseText(LineCursor line, RowValues row, int field) {
        line.expect('"');
        byte[] text = line.text();
        int end = line.position();
        while (end < line.end() && !(text[end] == '"' && (end + 1 == line.end() || text[end + 1] == ' '))) {
            end++;
        }
        take(line, row, field, end);
        line.expect('"');
    }

    private static void take(LineCursor line, RowValues row, int field, int end) {
        row.set(field, line.text(), line.position(), end - line.position());
        line.moveTo(end);
    }

    private static void parseLetter(LineCursor line, RowValues row, int field) {
        for (byte letter : LETTERS) {
            if (line.accept((char) letter)) {
                row.set(field, letter);
                return;
            }
        }
        line.fail();
    }

    private static void parseAccess(LineCursor line, RowValues row, int field) {
        int mask = accessOfLetter(line.peek());
        if (mask != 0) {
            row.set(field, mask);
            line.moveTo(line.position() + 1);
            return;
        }
        row.set(field, line.hex(2));
        if (row.number(field) > MAX_ACCESS) {
            line.fail();
        }
    }

    private static int accessOfLetter(int letter) {
        return switch (letter) {
            case 'R' -> 1;
            case 'L' -> 1 << 1;
            case 'X' -> 1 << 5;
            case 'U' -> 1 << 6;
            default -> 0;
        };
    }

    @Override
    public void print(RowValues row, LineBuffer out) {
        EllardPrinter.print(row, out);
    }

    /** Such rows are as the original tool leaves them: the time, mostly no header, no keys, and no error returned. */
    @Override
    public void salvage(LineCursor line, RowValues row) {
        row.clear();
        row.set(RETURN_VALUE, 0);
        if (hasFalseTime(line)) {
            parseHeader(line, row);
            return;
        }
        row.set(SHORT_PACKET, contains(line, ANY_CUT_PACKET));
        long time = time(line, false);
        row.set(TIME, line.isFailed() ? 0 : time);
    }

    private static boolean hasFalseTime(LineCursor line) {
        return contains(line, FALSE_TIMES_SERVER) && (contains(line, FALSE_TIMES[0]) || contains(line, FALSE_TIMES[1]));
    }

    private static boolean contains(LineCursor line, byte[] word) {
        int start = line.position();
        boolean found = false;
        while (!found && line.position() < line.end()) {
            line.moveTo(line.find((char) word[0]));
            found = line.isNext(word);
            line.moveTo(Math.min(line.position() + 1, line.end()));
        }
        line.moveTo(start);
        return found;
    }
}
