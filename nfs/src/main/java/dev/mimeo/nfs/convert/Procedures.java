package dev.mimeo.nfs.convert;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.util.List;

/** Programs and the names of their procedures. */
final class Procedures {

    static final int NFS = 100_003;
    static final int MOUNT = 100_005;
    static final int FIRST_CALLBACK = 0x4000_0000;
    static final int LAST_CALLBACK = 0x5fff_ffff;

    private static final byte[][] VERSION_2 = names(OperationNames.VERSION_2);

    private static final byte[][] VERSION_3 = names(OperationNames.VERSION_3);

    /** Stands in a byte for a procedure that was not captured. No version has this one, and in version 4 no operation. */
    static final int NOT_CAPTURED = 126;

    static final byte[] UNKNOWN = "unknown".getBytes(US_ASCII);

    private Procedures() {}

    static byte[][] names(List<String> names) {
        return names.stream().map(name -> name.getBytes(US_ASCII)).toArray(byte[][]::new);
    }

    static boolean isCallback(int program) {
        return program >= FIRST_CALLBACK && program <= LAST_CALLBACK;
    }

    /** Returns how many procedures a version has; 1 for those that only answer pings. */
    static int count(int version) {
        return switch (version) {
            case 2 -> VERSION_2.length;
            case 3 -> VERSION_3.length;
            case 4 -> 2;
            default -> 1;
        };
    }

    /** Returns the name of a procedure of version 2 or 3, or of the ping of any. */
    static byte[] name(int version, int procedure) {
        byte[][] names = version == 2 ? VERSION_2 : VERSION_3;
        return procedure >= 0 && procedure < count(version) ? names[procedure] : UNKNOWN;
    }
}
