package dev.mimeo.nfs.analyze;

import dev.mimeo.dataseries.module.RotatingMap;
import dev.mimeo.internal.random.Mixing;
import dev.mimeo.nfs.analyze.AnalysisRequest.Sequentiality.TransferOrder;
import dev.mimeo.nfs.internal.handle.HandleKey;
import dev.mimeo.query.internal.stream.Quantiles;
import java.io.IOException;

/**
 * SequentialityAnalysis of the reads and writes of files. Those of a file by a client at a server are a group until there is
 * none for some seconds; a group is one run, or several where the end of the file was reached on the way.
 */
final class SequentialityAnalysis extends TraceAnalysis {

    private static final double NANOS = 1e9;
    private static final long ABSENT = -1;

    private final AnalysisOutput output;
    private final TransferOrder order;
    private final String orderName;
    private final long slopNanos;
    private final long gapNanos;
    private final boolean ignoreServer;
    private final boolean ignoreClient;
    private final HandleKey keys = new HandleKey();
    private final RunStatistics runs = new RunStatistics();

    /** Numbers of groups, and sizes of files, by key. */
    private final RotatingMap active = new RotatingMap();

    private final RotatingMap sizes = new RotatingMap();
    private final OpenGroups groups = new OpenGroups();

    /** The group that is looked at. */
    private final TransferGroup group = new TransferGroup();

    private long nextRotation = Long.MIN_VALUE;

    SequentialityAnalysis(AnalysisRequest.Sequentiality request, AnalysisOutput output) {
        this.output = output;
        this.order = request.order();
        this.orderName = request.orderText();
        this.slopNanos = (long) (NANOS * request.slopSeconds());
        this.gapNanos = (long) (NANOS * request.gapSeconds());
        this.ignoreServer = request.ignoreServer();
        this.ignoreClient = request.ignoreClient();
    }

    @Override
    String name() {
        return "sequentiality";
    }

    @Override
    boolean joinsReadWrite() {
        return true;
    }

    @Override
    void joinedReadWrite(JoinedRow row) {
        long now = row.replyAt();
        if (nextRotation == Long.MIN_VALUE) {
            nextRotation = now + gapNanos;
        } else if (now >= nextRotation) {
            active.rotate((key, number) -> finish((int) number));
            sizes.rotate((key, size) -> {});
            nextRotation = now + gapNanos;
        }
        long fileKey = keys.of(row.filehandle());
        if (row.fileSize() >= 0 && row.fileSize() > sizes.get(fileKey, ABSENT)) {
            sizes.put(fileKey, row.fileSize());
        }
        long key = key(fileKey, row);
        int number = (int) active.get(key, ABSENT);
        if (number < 0) {
            number = groups.open(fileKey);
            active.put(key, number);
        } else if (groups.lastReply(number) + gapNanos < row.requestAt()) {
            runs(number);
        }
        groups.add(number, row.requestAt(), row.replyAt(), row.offset(), row.bytes(), row.isRead());
    }

    /** Mixes server and client into the 64 bits of the file. */
    private long key(long fileKey, JoinedRow row) {
        long hosts = (ignoreServer ? 0 : (long) row.server() << 32)
                ^ (ignoreClient ? 0 : Integer.toUnsignedLong(row.client()));
        long mixed = Mixing.fibonacci64(hosts ^ hosts >>> 32);
        return fileKey ^ mixed ^ mixed >>> 29;
    }

    private void finish(int number) {
        runs(number);
        groups.close(number);
    }

    private void runs(int number) {
        groups.moveTo(number, group);
        long fileSize = sizes.peek(group.fileKey(), ABSENT);
        group.rewind(order);
        long end = -1;
        int lastPlace = -1;
        long endOfFiles = 0;
        boolean overlapping = order == TransferOrder.OVERLAPPING;
        boolean restarts = overlapping || !output.isClassic();
        while (group.hasNext()) {
            int earliest = group.earliest();
            int place = overlapping ? group.mostSequential(end, slopNanos) : earliest;
            int transfer = group.take(place);
            long offset = group.offset(transfer);
            boolean starts = end < 0;
            if (!starts) {
                runs.skip.add(offset - end);
            }
            runs.add(group.isRead(transfer), group.length(transfer), offset == end);
            boolean reordered = place != earliest;
            if (reordered && !output.isClassic()) {
                runs.addReorder();
            }
            end = offset + group.length(transfer);
            if (restarts && end == fileSize && 2 * runs.runBytes() >= fileSize) {
                runs.endRun(fileSize);
                endOfFiles++;
                end = -1;
            }
            if (output.isClassic() && (reordered || (starts && place < lastPlace))) {
                // As the figures published count: in all only where a run goes on, and for the run behind one's end.
                if (starts) {
                    runs.addUncountedReorder();
                } else {
                    runs.addReorder();
                }
            }
            lastPlace = place;
        }
        runs.endRun(fileSize);
        if (restarts) {
            runs.endOfFileCount.add(endOfFiles);
        }
    }

    @Override
    void finish() throws IOException {
        active.drain((key, number) -> finish((int) number));
        String configuration = (ignoreClient ? "ignore client" : "distinct client") + ", "
                + (ignoreServer ? "ignore server" : "distinct server");
        RunPrinter.print(output, runs, configuration, orderName);
    }

    @Override
    long memoryBytes() {
        long bytes = active.memoryBytes() + sizes.memoryBytes() + groups.memoryBytes() + group.memoryBytes();
        for (Quantiles quantiles : runs.all()) {
            bytes += quantiles.memoryBytes();
        }
        return bytes;
    }
}
