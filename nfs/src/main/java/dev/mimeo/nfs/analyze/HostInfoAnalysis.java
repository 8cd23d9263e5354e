package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.text.Counts;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo.Part;
import dev.mimeo.query.internal.stream.Quantiles;
import dev.mimeo.query.internal.stream.TupleCells;
import dev.mimeo.query.internal.stream.TupleLayout;
import java.io.IOException;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Messages and bytes by host, direction, operation, kind of message and group of time, as a cube, and how many a second
 * there are. Each message counts twice, for its sender and its receiver. The cells of groups of time that are over are
 * printed and dropped, so memory is that of the groups in work and of the cells over all times.
 */
final class HostInfoAnalysis extends TraceAnalysis {

    /** The columns of the cube. */
    static final int HOST = 0;

    static final int IS_SEND = 1;
    static final int TIME = 2;
    static final int OPERATION = 3;
    static final int IS_REQUEST = 4;

    static final TupleLayout LAYOUT = new TupleLayout(32, 1, 33, 8, 1);

    private static final Set<String> COLUMNS =
            Set.of("packet_at", "source", "dest", "is_request", "nfs_version", "op_id", "operation", "payload_length");
    private static final long NANOS = 1_000_000_000L;
    private static final int ANY_TIME = 1 << TIME;

    private final AnalysisRequest.HostInfo settings;
    private final HostInfoPrinter printer;
    private final HostInfoRates rates;
    private final TupleCells base = new TupleCells(LAYOUT);
    private final TupleCells batch = new TupleCells(LAYOUT);
    private final TupleCells cube = new TupleCells(LAYOUT);
    private final TupleCells seen = new TupleCells(LAYOUT);

    /** Nanoseconds of the current group of time; it is empty before the first row. */
    private long groupStart = Long.MAX_VALUE;

    private long groupEnd = Long.MIN_VALUE;
    private long group;
    private long newest = Long.MIN_VALUE;
    private long oldest = Long.MAX_VALUE;
    private long oldestOpen = Long.MIN_VALUE;
    private long lateRows;

    HostInfoAnalysis(AnalysisRequest.HostInfo settings, AnalysisOutput output) {
        this.settings = settings;
        this.printer = new HostInfoPrinter(settings, output);
        this.rates = new HostInfoRates(settings.groupSeconds());
    }

    @Override
    String name() {
        return "hostinfo";
    }

    @Override
    Set<String> columns(TraceTable table) {
        return table == TraceTable.COMMON ? COLUMNS : Set.of();
    }

    @Override
    void common(CommonRows rows, int row) throws IOException {
        long nanos = rows.timeNanos(row);
        if (nanos < groupStart || nanos >= groupEnd) {
            changeGroup(nanos);
        }
        long kind = LAYOUT.part(OPERATION, rows.operation(row)) | LAYOUT.part(IS_REQUEST, rows.isRequest(row) ? 1 : 0);
        long time = LAYOUT.part(TIME, group);
        double payload = rows.payloadBytes(row);
        base.add(kind | LAYOUT.part(HOST, rows.source(row)) | LAYOUT.part(IS_SEND, 1), time, payload);
        base.add(kind | LAYOUT.part(HOST, rows.dest(row)), time, payload);
    }

    private void changeGroup(long nanos) throws IOException {
        long seconds = settings.groupSeconds();
        group = Math.floorDiv(Math.floorDiv(nanos, NANOS), seconds) * seconds;
        groupStart = group * NANOS;
        groupEnd = groupStart + seconds * NANOS;
        if (group < oldestOpen) {
            // Its group has been printed; the one that is nearest takes it.
            lateRows++;
            group = oldestOpen;
            groupEnd = groupStart;
        }
        oldest = Math.min(oldest, group);
        if (group > newest) {
            newest = group;
            // The group before the newest one may still get rows.
            if (base.size() >= settings.incremental() && group - seconds > Math.max(oldest, oldestOpen)) {
                process(group - seconds);
                oldestOpen = group - seconds;
            }
        }
    }

    /** Prints and drops the groups of time before a limit. */
    private void process(long limit) throws IOException {
        batch.clear();
        base.removeIf(entry -> {
            boolean over = base.value(entry, TIME) < limit;
            if (over) {
                batch.addAll(base.first(entry), base.second(entry), base, entry);
            }
            return over;
        });
        rates.setFirst(oldest);
        printer.base(batch);
        noteValues();
        boolean timeCells = settings.has(Part.CUBE_TIME) || settings.has(Part.PRINT_RATES);
        cube.addCube(batch, (any, first, second) -> any != 0 && (timeCells || (any & ANY_TIME) != 0) && keeps(any));
        printer.cubeOfTimes(cube);
        if (settings.has(Part.PRINT_RATES)) {
            rates.add(batch);
            rates.add(cube);
        }
        cube.removeIf(entry -> !cube.isAny(entry, TIME));
    }

    private boolean keeps(int any) {
        if ((any & 1) != 0) {
            return true;
        }
        return settings.has(Part.CUBE_HOST) && (settings.has(Part.CUBE_HOST_DETAIL) || any == 0b11110);
    }

    /** Notes the distinct values of time, host and operation, as cells where all other columns are any. */
    private void noteValues() {
        for (int column : new int[] {TIME, HOST, OPERATION}) {
            int others = 0b11111 & ~(1 << column);
            for (int entry = 0; entry < batch.size(); entry++) {
                seen.add(
                        LAYOUT.firstWithAny(batch.first(entry), others),
                        LAYOUT.secondWithAny(batch.second(entry), others),
                        0);
            }
        }
    }

    private long distinct(int column) {
        long count = 0;
        for (int entry = 0; entry < seen.size(); entry++) {
            count += seen.isAny(entry, column) ? 0 : 1;
        }
        return count;
    }

    @Override
    void finish() throws IOException {
        rates.setLast(newest);
        process(Long.MAX_VALUE);
        printer.cubeOfAllTimes(cube);
        printer.unique(distinct(TIME), distinct(HOST), distinct(OPERATION));
        if (settings.has(Part.PRINT_RATES)) {
            printer.rates(rates);
        }
        printer.end(distinct(TIME), oldest, newest, lateRows);
    }

    @Override
    @Nullable String note() {
        long groups = distinct(TIME);
        if (!settings.has(Part.PRINT_RATES) || groups == 0 || rates.completeGroups() > 0) {
            return null;
        }
        return "hostinfo:" + settings.groupSeconds() + ": no rates: the messages are in "
                + Counts.of(groups, "interval") + " of " + settings.groupSeconds()
                + " s, of which the first and the last are incomplete; take shorter intervals, as in "
                + (settings.groupSeconds() > 1 ? "hostinfo:1 or " : "") + "hostinfo:rolling=10ms";
    }

    @Override
    long memoryBytes() {
        return base.memoryBytes() + batch.memoryBytes() + cube.memoryBytes() + seen.memoryBytes() + rates.memoryBytes();
    }

    /** Makes quantiles of rates. */
    static Quantiles quantiles() {
        return new Quantiles(0.005, 10_000_000);
    }
}
