package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.convert.OperationNames;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * One numbering of the operations of all versions of NFS, the same in every release: 0 to 23 are the procedures of NFSv2 and
 * NFSv3 (RFC 1094, RFC 1813), equal ones as one; 32 and above are operations that only NFSv4 has (RFC 7530, RFC 8881, RFC
 * 7862, RFC 8276) and its callbacks. What is not known is {@link #UNKNOWN}.
 */
public final class Operations {

    /** The number of READ. */
    public static final int READ = 6;

    /** The number of WRITE. */
    public static final int WRITE = 8;

    /** The number of LOOKUP. */
    public static final int LOOKUP = 4;

    /** The number of what none of the versions has. */
    public static final int UNKNOWN = 31;

    /** CREATE among the operations of NFSv4 (RFC 7530, section 16.4). */
    static final int CREATE_4 = 6;

    private static final int FIRST_OF_V4 = 32;

    /** Name of fsstat in NFSv3. */
    private static final String STATFS = "statfs";

    private static final List<String> COMMON = common();

    /**
     * In the order of their numbers, the first of which is {@link #FIRST_OF_V4}. An operation that is new in NFSv4 has to go to
     * the end, behind those of callbacks.
     */
    private static final List<String> ONLY_V4 = onlyV4();

    /** Index of the illegal operation in lists, under which no trace has an operation. */
    private static final int ILLEGAL_AT = 2;

    private static final Map<String, Integer> BY_NAME = byName();
    private static final byte[] OF_V2 = numbers(OperationNames.VERSION_2);
    private static final byte[] OF_V3 = numbers(OperationNames.VERSION_3);
    private static final byte[] OF_V4 = numbersOfV4();

    private Operations() {}

    /** Returns the procedures of NFSv2 and those that only NFSv3 has, in the order of their numbers. */
    private static List<String> common() {
        Set<String> names = new LinkedHashSet<>();
        for (String name : OperationNames.VERSION_2) {
            names.add(name.equals(STATFS) ? "fsstat" : name);
        }
        names.addAll(OperationNames.VERSION_3);
        return List.copyOf(names);
    }

    private static List<String> onlyV4() {
        List<String> names = new ArrayList<>(OperationNames.VERSION_4);
        names.remove(OperationNames.ILLEGAL);
        names.add(OperationNames.ILLEGAL);
        names.removeAll(COMMON);
        names.addAll(OperationNames.CALLBACKS.subList(1, OperationNames.CALLBACKS.size()));
        names.remove(OperationNames.CALLBACK_ILLEGAL);
        names.add(OperationNames.CALLBACK_ILLEGAL);
        return List.copyOf(names);
    }

    private static Map<String, Integer> byName() {
        Map<String, Integer> numbers = new HashMap<>();
        for (int i = 0; i < COMMON.size(); i++) {
            numbers.put(COMMON.get(i), i);
        }
        for (int i = 0; i < ONLY_V4.size(); i++) {
            numbers.put(ONLY_V4.get(i), FIRST_OF_V4 + i);
        }
        numbers.put(STATFS, numbers.get("fsstat"));
        return Map.copyOf(numbers);
    }

    private static byte[] numbers(List<String> names) {
        byte[] numbers = new byte[names.size()];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (byte) ofName(names.get(i));
        }
        return numbers;
    }

    /** By the byte that a common table has. */
    private static byte[] numbersOfV4() {
        byte[] numbers = new byte[256];
        Arrays.fill(numbers, (byte) UNKNOWN);
        byte[] operations = numbers(OperationNames.VERSION_4);
        System.arraycopy(operations, 0, numbers, 0, operations.length);
        byte[] callbacks = numbers(OperationNames.CALLBACKS);
        System.arraycopy(callbacks, 0, numbers, OperationNames.FIRST_CALLBACK, callbacks.length);
        // Pings are the same everywhere, and what is illegal has other numbers.
        numbers[OperationNames.FIRST_CALLBACK] = 0;
        numbers[ILLEGAL_AT] = (byte) UNKNOWN;
        numbers[OperationNames.FIRST_CALLBACK + ILLEGAL_AT] = (byte) UNKNOWN;
        numbers[OperationNames.SHORT_ILLEGAL] = (byte) ofName(OperationNames.ILLEGAL);
        numbers[OperationNames.FIRST_CALLBACK + OperationNames.SHORT_ILLEGAL] =
                (byte) ofName(OperationNames.CALLBACK_ILLEGAL);
        return numbers;
    }

    /**
     * Returns the number of what a common table has.
     *
     * @param version version of NFS; other than 2, 3 and 4 only the null procedure is known
     * @param operation procedure of NFSv2 and NFSv3, principal operation of NFSv4, 0 to 255
     */
    public static int number(int version, int operation) {
        byte[] numbers = switch (version) {
            case 2 -> OF_V2;
            case 3 -> OF_V3;
            case 4 -> OF_V4;
            default -> OF_V2;
        };
        boolean known = operation < numbers.length && (operation == 0 || (version >= 2 && version <= 4));
        return known ? numbers[operation] & 0xff : UNKNOWN;
    }

    /** Returns the number of a name in lower case; {@code statfs} has that of {@code fsstat}. */
    public static int ofName(String name) {
        return BY_NAME.getOrDefault(name, UNKNOWN);
    }

    /** Returns the name of a number. */
    public static String name(int number) {
        if (number >= 0 && number < COMMON.size()) {
            return COMMON.get(number);
        }
        int ofV4 = number - FIRST_OF_V4;
        return ofV4 >= 0 && ofV4 < ONLY_V4.size() ? ONLY_V4.get(ofV4) : "unknown";
    }
}
