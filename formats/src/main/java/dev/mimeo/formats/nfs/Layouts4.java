package dev.mimeo.formats.nfs;

/**
 * Steps through the arguments and results of the operations of NFS version 4. What they are made of is a string per
 * operation, with a letter for each part:
 *
 * <pre>
 * 4 8 t d   4, 8, 12 (a time) or 16 bytes (a device)     o   bytes with their length
 * b         bitmap                                      f   bitmap and attributes
 * H N S     file handle, name, state                    n s   name and state that are not kept
 * O L l     offset, length of 8 and of 4 bytes          X q T   session, sequence, slot
 * D         data                                        i   change of a directory
 * u v w z   arrays of numbers, states, devices, strings a p e   optional number, time and state
 *
 * </pre>
 *
 * and capital letters and signs for unions, each with its method. Not thread-safe.
 */
final class Layouts4 {

    private static final int STATE = 16;
    private static final int SESSION = 16;
    private static final int CHANGE = 20;
    private static final int MAX_HANDLE = 128;
    private static final int MAX_NAME = 4096;

    /** Longer strings than a message are refused by the reader. */
    private static final int MAX_OPAQUE = 1 << 24;

    private static final int DENIED = 10010;
    private static final int CLIENT_IN_USE = 10017;
    private static final int TOO_SMALL = 10005;
    private static final int TRY_LATER = 10058;
    private static final int NO_REQUIREMENTS = 10094;

    private static final String[] ARGUMENTS = new String[Operations4.LAST + 1];
    private static final String[] RESULTS = new String[Operations4.LAST + 1];
    private static final String[] CALLBACK_ARGUMENTS = {
        "", "", "", "Hb", "S4H", "444r", "SHM", "H@", "4b", "4", "4", "XqT44F", "44", "H8o", "M", "HSW"
    };

    static {
        define(3, "4", "44");
        define(4, "4S", "S");
        define(5, "Ol", "8");
        define(6, "CNf", "ib");
        define(7, "8", "");
        define(8, "S", "");
        define(9, "b", "f");
        define(10, "", "H");
        define(11, "N", "i");
        define(12, "44OLK", "S");
        define(13, "4OL8o", "");
        define(14, "44SOL", "S");
        define(15, "N", "");
        define(16, "", "");
        define(17, "f", "");
        define(18, "444 8oY", "Si4b@");
        define(19, "4", "");
        define(20, "S4", "S");
        define(21, "S444", "S");
        define(22, "H", "");
        define(23, "", "");
        define(24, "", "");
        define(25, "SOl", "4D");
        define(26, "8844b", "8E4");
        define(27, "", "o");
        define(28, "N", "i");
        define(29, "Nn", "ii");
        define(30, "8", "");
        define(31, "", "");
        define(32, "", "");
        define(33, "N", "I");
        define(34, "Sf", "");
        define(35, "8o4oo4", "88");
        define(36, "88", "");
        define(37, "f", "");
        define(38, "SO4D", "l48");
        define(39, "8o", "");
        define(40, "4P", "");
        define(41, "X44", "X44");
        define(42, "8o4Am", "844Z8oom");
        define(43, "844GG4P", "X44GG");
        define(44, "X", "");
        define(45, "S", "");
        define(46, "4bttbb", "%");
        define(47, "d44b", "4ob");
        define(48, "4488", "88w4");
        define(49, "OL4Sap4o", "a");
        define(50, "444OL8S4", "4S#");
        define(51, "444R", "e");
        define(52, "4", "I");
        define(53, "XqT44", "XqT44 4");
        define(54, "oo", "o");
        define(55, "v", "u");
        define(56, "4Q", "@");
        define(57, "8", "");
        define(58, "4", "");
        define(59, "SOL", "");
        define(60, "SsO8L44U", "&44");
        define(61, "SV", "tsU");
        define(62, "SOL", "");
        define(63, "SOLb", "b");
        define(64, "OLS*", "");
        define(65, "OLS8888d4o", "");
        define(66, "S", "");
        define(67, "S", "8u");
        define(68, "SOl", "4+");
        define(69, "SO4", "4O");
        define(70, "S4O88848o", "&");
        define(71, "SsO8L", "");
        define(72, "N", "o");
        define(73, "4No", "i");
        define(74, "84", "8z4");
        define(75, "N", "i");
    }

    /** Bytes and holes of the last READ, READ_PLUS or WRITE, and whether a read has reached the end. */
    int bytes;

    long holes;
    int end;

    /** Whether a write is on stable storage. */
    int stable;

    private static void define(int number, String arguments, String results) {
        ARGUMENTS[number] = arguments;
        RESULTS[number] = results;
    }

    /** Clears what a row says of an operation but for its numbers and its status. */
    static void clear(Rows.Operation row) {
        row.handle.clear();
        row.file.clear();
        row.stateId.clear();
        row.session.clear();
        row.hasOffset = false;
        row.hasLength = false;
        row.hasSlot = false;
    }

    /** Steps through arguments; false if the operation is unknown or they are not as they must be. */
    boolean arguments(int number, boolean callback, Xdr in, Rows.Operation row) {
        clear(row);
        if (number == Operations4.ILLEGAL) {
            return true;
        }
        String[] layouts = callback ? CALLBACK_ARGUMENTS : ARGUMENTS;
        if (number < Operations4.ACCESS || number >= layouts.length) {
            return false;
        }
        return step(layouts[number], in, row);
    }

    /** Steps through results; false if the operation is unknown or they are not as they must be. */
    boolean results(int number, boolean callback, int status, Xdr in, Rows.Operation row) {
        clear(row);
        bytes = 0;
        holes = -1;
        end = -1;
        stable = -1;
        if (number == Operations4.ILLEGAL) {
            return in.ok();
        }
        if (number < Operations4.ACCESS || number > (callback ? Operations4.LAST_CALLBACK : Operations4.LAST)) {
            return false;
        }
        if (callback) {
            return status != 0 || step(number == 3 ? "f" : number == 11 ? "XqT44" : "", in, row);
        }
        if (number == Operations4.READ || number == Operations4.READ_PLUS) {
            return status != 0 ? in.ok() : read(number, in, row);
        }
        if (number == Operations4.WRITE && status == 0) {
            bytes = in.u32();
            row.hasLength = in.ok();
            row.length = Integer.toUnsignedLong(bytes);
            stable = in.u32();
            in.skip(8);
            return in.ok();
        }
        if (number == Operations4.SETATTR) {
            return step("b", in, row);
        }
        if (status == 0) {
            return step(RESULTS[number], in, row);
        }
        return step(failure(number, status), in, row);
    }

    /** Returns the layout of results of an operation that failed. */
    private static String failure(int number, int status) {
        return switch (number) {
            case Operations4.LOCK, Operations4.LOCKT -> status == DENIED ? "OL48o" : "";
            case Operations4.SETCLIENTID -> status == CLIENT_IN_USE ? "oo" : "";
            case Operations4.GETDEVICEINFO -> status == TOO_SMALL ? "4" : "";
            case Operations4.LAYOUTGET -> status == TRY_LATER ? "4" : "";
            case Operations4.COPY -> status == NO_REQUIREMENTS ? "44" : "";
            default -> "";
        };
    }

    private boolean read(int number, Xdr in, Rows.Operation row) {
        end = in.bool() ? 1 : 0;
        if (number == Operations4.READ) {
            bytes = in.bulk();
        } else {
            holes = 0;
            for (int left = count(in, 12); left > 0 && in.ok(); left--) {
                boolean hole = in.u32() == 1;
                in.u64();
                if (hole) {
                    holes += in.u64();
                } else {
                    bytes += in.bulk();
                }
            }
        }
        row.hasLength = in.ok();
        row.length = Integer.toUnsignedLong(bytes);
        return in.ok();
    }

    /** Reads the length of an array, which cannot have more elements than bytes are left for. */
    private static int count(Xdr in, int elementBytes) {
        int count = in.u32();
        if (count < 0 || (long) count * elementBytes > in.left()) {
            in.fail();
            return 0;
        }
        return count;
    }

    private boolean step(String layout, Xdr in, Rows.Operation row) {
        for (int i = 0; i < layout.length() && in.ok(); i++) {
            part(layout.charAt(i), in, row);
        }
        return in.ok();
    }

    private void steps(String layout, int elementBytes, Xdr in, Rows.Operation row) {
        for (int left = count(in, elementBytes); left > 0 && in.ok(); left--) {
            step(layout, in, row);
        }
    }

    private void part(char kind, Xdr in, Rows.Operation row) {
        switch (kind) {
            case ' ' -> {}
            case '4' -> in.skip(4);
            case '8' -> in.skip(8);
            case 't' -> in.skip(12);
            case 'd' -> in.skip(16);
            case 'i' -> in.skip(CHANGE);
            case 's' -> in.skip(STATE);
            case 'o' -> in.opaque(MAX_OPAQUE);
            case 'n' -> in.opaque(MAX_NAME);
            case 'b' -> in.skip(4 * count(in, 4));
            case 'f' -> {
                in.skip(4 * count(in, 4));
                in.opaque(MAX_OPAQUE);
            }
            case 'D' -> {
                int length = in.bulk();
                row.hasLength = in.ok();
                row.length = Integer.toUnsignedLong(length);
            }
            case 'H' -> {
                in.opaque(MAX_HANDLE);
                row.handle.set(in);
            }
            case 'N' -> {
                in.opaque(MAX_NAME);
                row.file.set(in);
            }
            case 'S' -> {
                in.fixed(STATE);
                row.stateId.set(in);
            }
            case 'X' -> {
                in.fixed(SESSION);
                row.session.set(in);
            }
            case 'O' -> {
                row.offset = in.u64();
                row.hasOffset = in.ok();
            }
            case 'L' -> {
                row.length = in.u64();
                row.hasLength = in.ok();
            }
            case 'l' -> {
                row.length = Integer.toUnsignedLong(in.u32());
                row.hasLength = in.ok();
            }
            case 'q' -> row.sequence = in.u32();
            case 'T' -> {
                row.slot = in.u32();
                row.hasSlot = in.ok();
            }
            default -> union(kind, in, row);
        }
    }

    private void union(char kind, Xdr in, Rows.Operation row) {
        switch (kind) {
            case 'u' -> in.skip(4 * count(in, 4));
            case 'v' -> steps("s", STATE, in, row);
            case 'w' -> steps("d", 16, in, row);
            case 'z' -> steps("o", 4, in, row);
            case 'a' -> optional("8", in, row);
            case 'p' -> optional("t", in, row);
            case 'e' -> optional("S", in, row);
            case '!' -> in.fail();
            case 'C' -> {
                int type = in.u32();
                step(type == 5 ? "o" : type == 3 || type == 4 ? "44" : "", in, row);
            }
            case 'K' -> step(in.bool() ? "4S48o" : "S4", in, row);
            case 'Y' -> open(in, row);
            case 'P' -> securityParameters(in, row);
            case 'A' -> protection(in, row, "bbzz44");
            case 'Z' -> protection(in, row, "bb4444z");
            case 'm' -> steps("oot", 20, in, row);
            case 'G' -> step("444444u", in, row);
            case 'Q' -> step(in.u32() == 1 ? "4" : "", in, row);
            case 'R' -> step(in.u32() == 1 ? "OLSo" : "", in, row);
            case 'r' -> layoutRecall(in, row);
            case 'U' -> steps("V", 8, in, row);
            case 'V' -> step(in.u32() == 3 ? "oo" : "o", in, row);
            case '*' -> steps("d44", 24, in, row);
            case '@' -> delegation(in, row);
            case 'I' -> securityFlavors(in, row);
            case 'E' -> entries(in, row);
            case '%' -> step(in.u32() == 0 ? "8sbbb" : "4", in, row);
            case '#' -> steps("8844o", 28, in, row);
            case '&' -> step("v848", in, row);
            case 'M' -> steps("bo", 8, in, row);
            case 'F' -> {
                for (int left = count(in, SESSION + 4); left > 0 && in.ok(); left--) {
                    in.skip(SESSION);
                    in.skip(8 * count(in, 8));
                }
            }
            case 'W' -> step(in.u32() == 0 ? "&" : "8", in, row);
            default -> throw new IllegalArgumentException(String.valueOf(kind));
        }
    }

    private void optional(String layout, Xdr in, Rows.Operation row) {
        if (in.bool()) {
            step(layout, in, row);
        }
    }

    private void open(Xdr in, Rows.Operation row) {
        if (in.u32() == 1) {
            int mode = in.u32();
            step(mode == 2 ? "8" : mode == 3 ? "8f" : mode <= 1 && mode >= 0 ? "f" : "!", in, row);
        }
        step(
                switch (in.u32()) {
                    case 0, 3 -> "N";
                    case 1 -> "4";
                    case 2 -> "SN";
                    case 4, 6 -> "";
                    case 5 -> "S";
                    default -> "!";
                },
                in,
                row);
    }

    private void securityParameters(Xdr in, Rows.Operation row) {
        for (int left = count(in, 4); left > 0 && in.ok(); left--) {
            step(
                    switch (in.u32()) {
                        case 0 -> "";
                        case 1 -> "4o44u";
                        case 6 -> "4oo";
                        default -> "!";
                    },
                    in,
                    row);
        }
    }

    private void protection(Xdr in, Rows.Operation row, String secretState) {
        step(
                switch (in.u32()) {
                    case 0 -> "";
                    case 1 -> "bb";
                    case 2 -> secretState;
                    default -> "!";
                },
                in,
                row);
    }

    private void layoutRecall(Xdr in, Rows.Operation row) {
        int type = in.u32();
        step(type == 1 ? "HOLS" : type == 2 ? "d" : "", in, row);
    }

    private void delegation(Xdr in, Rows.Operation row) {
        switch (in.u32()) {
            case 0 -> {}
            case 1, 4 -> step("s4444o", in, row);
            case 2, 5 -> {
                in.skip(STATE + 4);
                step(in.u32() == 1 ? "8" : "44", in, row);
                step("444o", in, row);
            }
            case 3 -> {
                int why = in.u32();
                step(why == 1 || why == 2 ? "4" : "", in, row);
            }
            default -> in.fail();
        }
    }

    private void securityFlavors(Xdr in, Rows.Operation row) {
        for (int left = count(in, 4); left > 0 && in.ok(); left--) {
            if (in.u32() == 6) {
                step("o44", in, row);
            }
        }
    }

    private void entries(Xdr in, Rows.Operation row) {
        while (in.bool() && in.ok()) {
            step("8of", in, row);
        }
    }
}
