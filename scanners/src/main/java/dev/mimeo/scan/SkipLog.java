package dev.mimeo.scan;

import dev.mimeo.MimeoException;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Remembers what was left out: counts of all, details of the first. */
final class SkipLog {
    private static final int LISTED = 1000;

    private final boolean strict;
    private final List<ScanSummary.SkippedSource> listed = new ArrayList<>();
    private final Map<Reason, Long> counts = new EnumMap<>(Reason.class);

    /** @param strict whether what cannot be read is an error */
    SkipLog(boolean strict) {
        this.strict = strict;
    }

    /** Makes a log of a scan that goes on after what cannot be read. */
    static SkipLog lenient() {
        return new SkipLog(false);
    }

    /** Notes something that could not be read, or fails if that is an error. */
    void unreadable(String name, IOException failure) throws IOException {
        if (strict) {
            throw failure(name, failure);
        }
        add(name, Reason.UNREADABLE, message(failure));
    }

    /** Notes a file that ended before the size it had when it was listed, or fails if that is an error. */
    void shrunk(String name, long size, long found) throws IOException {
        String message = "listed with " + size + " bytes, ends after " + found;
        if (strict) {
            throw new MimeoException(
                    name,
                    -1,
                    MimeoException.Reason.TRUNCATED,
                    "'" + name + "' became smaller while it was read: " + message);
        }
        add(name, Reason.SHRUNK, message);
    }

    void special(String name, String message) {
        add(name, Reason.SPECIAL, message);
    }

    /** Counts a symbolic link, which is not listed: the data that it names may be part of the data set under its own name. */
    void link() {
        counts.merge(Reason.LINK, 1L, Long::sum);
    }

    List<ScanSummary.SkippedSource> listed() {
        return Collections.unmodifiableList(listed);
    }

    long count(Reason reason) {
        return counts.getOrDefault(reason, 0L);
    }

    /** Makes one line of a failure that names the object. */
    static IOException failure(String name, IOException cause) {
        if (cause instanceof NoSuchFileException) {
            return new NoSuchFileException(name, null, message(cause));
        }
        return Failures.ofSource(name, cause, message(cause));
    }

    private void add(String name, Reason reason, String message) {
        counts.merge(reason, 1L, Long::sum);
        if (listed.size() < LISTED) {
            listed.add(new ScanSummary.SkippedSource(name, reason, message));
        }
    }

    private static String message(IOException failure) {
        if (failure instanceof AccessDeniedException) {
            return "permission denied";
        }
        if (failure instanceof NoSuchFileException) {
            return "no such file or directory";
        }
        @Nullable String reason = failure instanceof FileSystemException system ? system.getReason() : failure.getMessage();
        return reason == null ? failure.getClass().getSimpleName() : reason;
    }
}
