package dev.mimeo.fuzz;

import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.integrations.impressions.FilePath;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/**
 * The first byte chooses a format of lists of files. Whatever the others are, each line is a request that can be shown on one
 * line, understood or not; what a request says is understood again when it is sent through the pipe.
 */
public final class FileListFuzz {

    private static final int MAX_LINE_BYTES = 4096;

    private FileListFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        if (data.length == 0) {
            return;
        }
        InputStream in = new ByteArrayInputStream(data, 1, data.length - 1);
        long last = 0;
        try (FileList list = list(data[0], in)) {
            for (FileList.Request request = list.next(); request != null; request = list.next()) {
                Check.that(request.number() > last, "line %d after %d", request.number(), last);
                last = request.number();
                Check.that(request.size() >= 0, "size %d", request.size());
                check(request);
            }
            Check.that(list.next() == null, "more after the end");
        }
        Check.that(last <= data.length, "line %d of %d bytes", last, data.length);
    }

    private static FileList list(byte format, InputStream in) {
        return switch (format & 3) {
            case 0 -> FileList.ofLines(in);
            case 1 -> FileList.ofImpressionsLog(in);
            case 2 -> FileList.ofLogOrLines(in);
            default -> FileList.ofRequests(in);
        };
    }

    private static void check(FileList.Request request) throws IOException {
        FilePath path = request.path();
        Check.that(path.toString().chars().noneMatch(Character::isISOControl), "path '%s'", path);
        String defect = request.defect();
        if (defect != null) {
            Check.that(!defect.isBlank() && defect.chars().noneMatch(Character::isISOControl), "defect '%s'", defect);
            return;
        }
        byte[] name = path.bytes();
        String line = new String(name, StandardCharsets.ISO_8859_1) + " " + request.size() + "\n";
        if (line.startsWith("#") || line.length() > MAX_LINE_BYTES) {
            return;
        }
        try (FileList sent =
                FileList.ofRequests(new ByteArrayInputStream(line.getBytes(StandardCharsets.ISO_8859_1)))) {
            FileList.Request received = Objects.requireNonNull(sent.next());
            Check.that(
                    received.defect() == null && received.path().equals(path) && received.size() == request.size(),
                    "sent '%s', received %s",
                    line,
                    received);
        }
    }
}
