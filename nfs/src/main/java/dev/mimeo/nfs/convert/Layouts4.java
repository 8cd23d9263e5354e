package dev.mimeo.nfs.convert;

import org.jspecify.annotations.Nullable;

/**
 * Layouts of the arguments and results of the operations of NFS version 4: a string per operation, with a letter for
 * each part (RFC 7531, RFC 5662, RFC 7863, RFC 8276), which {@link LayoutSteps4} steps through:
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
 * and capital letters and signs for unions, each with its method.
 */
final class Layouts4 {

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

    private Layouts4() {}

    private static void define(int number, String arguments, String results) {
        ARGUMENTS[number] = arguments;
        RESULTS[number] = results;
    }

    /** Returns the layout of arguments; null if the operation is not known. */
    static @Nullable String arguments(int number, boolean callback) {
        String[] layouts = callback ? CALLBACK_ARGUMENTS : ARGUMENTS;
        return number < Operations4.ACCESS || number >= layouts.length ? null : layouts[number];
    }

    /**
     * Returns the layout of results; null if the operation is not known.
     *
     * @param status status of the operation; 0 for callbacks, of which those that failed have no results
     */
    static @Nullable String results(int number, boolean callback, int status) {
        if (number < Operations4.ACCESS || number > (callback ? Operations4.LAST_CALLBACK : Operations4.LAST)) {
            return null;
        }
        if (callback) {
            return number == 3 ? "f" : number == 11 ? "XqT44" : "";
        }
        if (number == Operations4.SETATTR) {
            return "b";
        }
        return status == 0 ? RESULTS[number] : failure(number, status);
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
}
