package dev.mimeo.nfs.internal.summary;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.summary.TrafficSummary.Line;
import dev.mimeo.query.internal.stream.TupleTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/** The operations that were seen, numbered from 0, with their loads. For one thread at a time. */
final class OperationKinds {

    /** A trace that has more is not one of NFS. */
    private static final int MOST = 4096;

    private static final byte[] NOTHING = {};

    private final TupleTable table = new TupleTable();
    private Usage[] usages = new Usage[64];
    private String[] names = new String[64];
    private int[] versions = new int[64];

    /** Returns the number of a message's operation. */
    int of(TrafficMessage message) {
        ByteSlice name = message.operation;
        long hash = Mixing.fnv1a64(name.array(), name.offset(), name.length());
        int entry = table.find(message.version, hash);
        if (entry >= 0) {
            return entry;
        }
        boolean full = table.size() >= MOST;
        entry = full ? table.add(0, 0) : table.add(message.version, hash);
        if (entry == usages.length) {
            usages = Arrays.copyOf(usages, 2 * entry);
            names = Arrays.copyOf(names, 2 * entry);
            versions = Arrays.copyOf(versions, 2 * entry);
        }
        if (usages[entry] == null) {
            usages[entry] = new Usage(entry, NOTHING);
            names[entry] = full ? "others" : "v" + message.version + " " + name.text();
            versions[entry] = message.version;
        }
        return entry;
    }

    Usage usage(int kind) {
        return usages[kind];
    }

    /** Returns the name, which starts with the version. */
    String name(int kind) {
        return names[kind];
    }

    /** Returns whether a kind is an operation of a compound, which has the name of the kind without its version. */
    boolean is(int kind, ByteSlice operation) {
        return names[kind].equals("v" + versions[kind] + " " + operation.text());
    }

    /** Returns whether the operation is the one without arguments, with which contexts of RPCSEC_GSS are set up. */
    boolean isPing(int kind) {
        return names[kind].endsWith("null");
    }

    int version(int kind) {
        return versions[kind];
    }

    /** Returns the loads, those with most calls first. */
    List<Line> lines(List<Double> quantiles) {
        List<Line> lines = new ArrayList<>();
        for (int i = 0; i < table.size(); i++) {
            lines.add(new Line(names[i], usages[i].load(quantiles)));
        }
        lines.sort(Comparator.comparingLong((Line line) -> -line.load().calls()).thenComparing(Line::name));
        return lines;
    }
}
