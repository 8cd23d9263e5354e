package dev.mimeo.nfs.convert;

/**
 * Steps through what a layout of {@link Layouts4} says, and keeps what rows have of it. Not as it must be is what the reader
 * says then. Immutable and thread-safe; readers and rows are not.
 */
final class LayoutSteps4 {

    private static final int STATE = 16;
    private static final int SESSION = 16;
    private static final int CHANGE = 20;
    private static final int MAX_HANDLE = 128;
    private static final int MAX_NAME = 4096;

    /** Longer strings than a message are refused by the reader. */
    private static final int MAX_OPAQUE = 1 << 24;

    private LayoutSteps4() {}

    /** Reads the length of an array, which cannot have more elements than bytes are left for. */
    static int count(Xdr in, int elementBytes) {
        int count = in.u32();
        if (count < 0 || (long) count * elementBytes > in.left()) {
            in.fail();
            return 0;
        }
        return count;
    }

    /** Steps through parts; false if they are not as they must be. */
    static boolean step(String layout, Xdr in, Rows.Operation row) {
        for (int i = 0; i < layout.length() && in.ok(); i++) {
            part(layout.charAt(i), in, row);
        }
        return in.ok();
    }

    private static void steps(String layout, int elementBytes, Xdr in, Rows.Operation row) {
        for (int left = count(in, elementBytes); left > 0 && in.ok(); left--) {
            step(layout, in, row);
        }
    }

    private static void part(char kind, Xdr in, Rows.Operation row) {
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

    private static void union(char kind, Xdr in, Rows.Operation row) {
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
                row.objectType = type;
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

    private static void optional(String layout, Xdr in, Rows.Operation row) {
        if (in.bool()) {
            step(layout, in, row);
        }
    }

    private static void open(Xdr in, Rows.Operation row) {
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

    private static void securityParameters(Xdr in, Rows.Operation row) {
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

    private static void protection(Xdr in, Rows.Operation row, String secretState) {
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

    private static void layoutRecall(Xdr in, Rows.Operation row) {
        int type = in.u32();
        step(type == 1 ? "HOLS" : type == 2 ? "d" : "", in, row);
    }

    private static void delegation(Xdr in, Rows.Operation row) {
        switch (in.u32()) {
            case 0 -> {}
            case 1, 4 -> {
                row.delegation = 1;
                step("s4444o", in, row);
            }
            case 2, 5 -> {
                row.delegation = 2;
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

    private static void securityFlavors(Xdr in, Rows.Operation row) {
        for (int left = count(in, 4); left > 0 && in.ok(); left--) {
            if (in.u32() == 6) {
                step("o44", in, row);
            }
        }
    }

    private static void entries(Xdr in, Rows.Operation row) {
        while (in.bool() && in.ok()) {
            step("8of", in, row);
        }
    }
}
