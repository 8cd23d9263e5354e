package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.CNumberFormat;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Packets and bytes by sender, by receiver, and by both. */
final class PacketPairAnalysis extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of("ip_pairs", "source:a", "dest:a", "packets:i", "bytes:i");
    private static final TupleLayout LAYOUT = new TupleLayout(32, 32);

    private final AnalysisOutput output;
    private final TupleCells pairs = new TupleCells(LAYOUT);

    PacketPairAnalysis(AnalysisOutput output) {
        this.output = output;
    }

    @Override
    String name() {
        return "ippairs";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.PACKETS ? Set.of("packet_at", "source", "destination", "wire_length") : Set.of();
    }

    @Override
    void packet(PacketRows rows, int row) {
        pairs.add(LAYOUT.part(0, rows.source(row)) | LAYOUT.part(1, rows.destination(row)), 0, rows.wireBytes(row));
    }

    @Override
    void finish() throws IOException {
        TupleCells cube = new TupleCells(LAYOUT);
        cube.addCube(pairs, (any, first, second) -> true);
        for (int entry : cube.ordered()) {
            Long source = cube.isAny(entry, 0) ? null : (Long) cube.value(entry, 0);
            Long dest = cube.isAny(entry, 1) ? null : (Long) cube.value(entry, 1);
            if (output.isClassic()) {
                output.text(text(source) + " " + text(dest) + " " + cube.count(entry) + " "
                        + CNumberFormat.fixed(cube.sum(entry), 0) + "\n");
            } else {
                output.row(TABLE, source, dest, cube.count(entry), (long) cube.sum(entry));
            }
        }
    }

    private static String text(@Nullable Long address) {
        return address == null ? "*" : Addresses.dotted(address.intValue());
    }

    @Override
    long memoryBytes() {
        return pairs.memoryBytes();
    }
}
