package dev.mimeo.nfs.analyze;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.query.internal.stream.ByteStringTable;
import java.io.IOException;
import java.util.List;

/** Lists every operation on given file handles, as the scan meets them. */
final class FileHandleLogAnalysis extends TraceAnalysis {

    private static final ResultTable TABLE = ResultTable.of(
            "nfs_file_handle_log",
            "reply_at:t",
            "client:a",
            "server:a",
            "operation:t",
            "type:t",
            "filehandle:t",
            "filename:t",
            "file_size:i",
            "modify_time:i");

    private final AnalysisOutput output;
    private final ByteStringTable wanted = new ByteStringTable();
    private boolean begun;

    FileHandleLogAnalysis(List<byte[]> handles, AnalysisOutput output) {
        this.output = output;
        for (byte[] handle : handles) {
            wanted.number(handle, 0, handle.length);
        }
    }

    @Override
    String name() {
        return "fhlog";
    }

    @Override
    boolean joins() {
        return true;
    }

    @Override
    void joined(JoinedRow row) throws IOException {
        begin();
        ByteSlice handle = row.filehandle();
        if (wanted.find(handle.array(), handle.offset(), handle.length()) >= 0) {
            print(row);
        }
    }

    private void begin() throws IOException {
        if (!begun && output.isClassic()) {
            output.text("FHOL: reply-at client server ; operation type filehandle filename; file-size modify-time\n");
        }
        begun = true;
    }

    private void print(JoinedRow row) throws IOException {
        String replyAt = ClassicText.seconds(row.replyAt());
        if (output.isClassic()) {
            output.text("FHOL: " + replyAt + " " + Addresses.dotted(row.client()) + " "
                    + Addresses.dotted(row.server()) + " ; " + Operations.name(row.operation()) + " "
                    + row.type().text() + " " + row.filehandle().hex() + " '"
                    + row.filename().text() + "' ; " + row.fileSize() + " " + ClassicText.seconds(row.modifyTime())
                    + "\n");
            return;
        }
        output.row(
                TABLE,
                replyAt,
                Addresses.number(row.client()),
                Addresses.number(row.server()),
                Operations.name(row.operation()),
                row.type().text(),
                row.filehandle().hex(),
                row.filename().text(),
                row.fileSize(),
                row.modifyTime());
    }

    @Override
    void finish() throws IOException {
        begin();
        if (output.isClassic()) {
            StringBuilder text = new StringBuilder();
            ClassicText.begin(text, "FileHandleOperationLookup");
            text.append("  (already printed everything with FHOL prefix)\n");
            ClassicText.end(text, "FileHandleOperationLookup");
            output.text(text);
        }
    }

    @Override
    long memoryBytes() {
        return wanted.memoryBytes();
    }
}
