package dev.mimeo.formats.internal.ellard;

import dev.mimeo.formats.internal.ellard.EllardKey.Form;
import dev.mimeo.formats.internal.ellard.EllardKey.Where;
import java.util.ArrayList;
import java.util.List;

/**
 * The keys of lines in the order in which lines have them. It is the same for all functions except for {@code name} and
 * {@code fn}; the rows do not keep it, so that a line in another order is not one of the format.
 */
final class EllardKeys {

    private static final EllardKey[] KEYS = keys();

    private EllardKeys() {}

    /** Returns the keys in order, each as often as it has places. */
    static EllardKey[] inOrder() {
        return KEYS.clone();
    }

    private static EllardKey[] keys() {
        List<EllardKey> keys = new ArrayList<>();
        add(keys, Form.HANDLE, Where.ALWAYS, "fh");
        add(keys, Form.TEXT, Where.RENAME, "name");
        add(keys, Form.TEXT, Where.VERSION_2_RENAME, "fn");
        add(keys, Form.HANDLE, Where.ALWAYS, "fh2");
        add(keys, Form.TEXT, Where.VERSION_2_OTHER, "fn");
        add(keys, Form.LONG, Where.ALWAYS, "pre-size");
        add(keys, Form.TIME, Where.ALWAYS, "pre-mtime", "pre-ctime");
        add(keys, Form.TEXT, Where.NEITHER_RENAME_NOR_READLINK, "name");
        add(keys, Form.TEXT, Where.ALWAYS, "name2");
        add(keys, Form.LETTER, Where.ALWAYS, "how");
        add(keys, Form.INT, Where.ALWAYS, "tsize", "bsize");
        add(keys, Form.TEXT, Where.ALWAYS, "fn2");
        addAttributes(keys, "");
        add(keys, Form.INT, Where.ALWAYS, "bfree", "bavail");
        add(keys, Form.TEXT, Where.READLINK, "name");
        addAttributes(keys, "_dup");
        add(keys, Form.ACCESS, Where.ALWAYS, "acc");
        add(keys, Form.HANDLE, Where.ALWAYS, "file");
        add(keys, Form.LONG, Where.ALWAYS, "off");
        add(keys, Form.INT, Where.ALWAYS, "begoff", "offset");
        add(keys, Form.LONG, Where.ALWAYS, "cookie");
        add(keys, Form.INT, Where.ALWAYS, "count", "tcount", "maxcnt");
        add(keys, Form.FLAG, Where.ALWAYS, "eof");
        add(keys, Form.TEXT, Where.ALWAYS, "sdata");
        add(keys, Form.LETTER, Where.ALWAYS, "stable");
        add(keys, Form.INT, Where.ALWAYS, "euid", "egid", "nfsstat");
        return keys.toArray(EllardKey[]::new);
    }

    /** Adds what is known of a file; lines may have it of two files. */
    private static void addAttributes(List<EllardKey> keys, String suffix) {
        boolean first = suffix.isEmpty();
        add(keys, Form.SMALL, Where.ALWAYS, "ftype" + suffix);
        add(keys, Form.INT, Where.ALWAYS, "mode" + suffix, "nlink" + suffix, "uid" + suffix, "gid" + suffix);
        add(keys, Form.LONG, Where.ALWAYS, "size" + suffix);
        if (first) {
            add(keys, Form.LONG, Where.ALWAYS, "blksize");
        }
        add(keys, Form.LONG, Where.ALWAYS, "used" + suffix);
        add(keys, Form.INT, Where.ALWAYS, "rdev" + suffix);
        if (first) {
            add(keys, Form.INT, Where.ALWAYS, "blocks");
        }
        add(keys, Form.INT, Where.ALWAYS, "rdev2" + suffix);
        add(keys, Form.LONG, Where.ALWAYS, "fsid" + suffix, "fileid" + suffix);
        add(keys, Form.TIME, Where.ALWAYS, "atime" + suffix, "mtime" + suffix, "ctime" + suffix);
    }

    private static void add(List<EllardKey> keys, Form form, Where where, String... names) {
        for (String name : names) {
            keys.add(new EllardKey(name, form, where));
        }
    }
}
