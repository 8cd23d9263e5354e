package dev.mimeo.garage.query;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What of the files a result is made of.
 *
 * @param filesMatched files of the source
 * @param filesUsed files whose rows are in the result
 * @param filesIgnoredMissingColumns files that lack a table or column that the script names
 * @param filesFailed files that are damaged or cannot be read
 * @param ignored the first 1,000 of those ignored, sorted
 * @param failed the first 1,000 of those that failed, sorted
 */
public record Completeness(
        int filesMatched,
        int filesUsed,
        int filesIgnoredMissingColumns,
        int filesFailed,
        List<FileNote> ignored,
        List<FileNote> failed) {

    /** Most names that are kept of a kind. */
    public static final int MAX_NAMES = 1000;

    /**
     * Why a file is not part of a result.
     *
     * @param path path of the file in the garage
     * @param reason what it lacks, or what is wrong
     */
    public record FileNote(String path, String reason) {}

    /** Copies the lists. */
    public Completeness {
        ignored = List.copyOf(ignored);
        failed = List.copyOf(failed);
    }

    /**
     * A row of table {@code Completeness}: a count, or a file and why it is not used.
     *
     * @param item name of the count, {@code ignored} or {@code failed}
     * @param files the count, null for a file
     * @param path path of the file, null for a count
     * @param reason why it is not used, null for a count
     */
    public record Row(
            String item,
            @Nullable Long files,
            @Nullable String path,
            @Nullable String reason) {}

    /** Returns all of this as rows of a table. */
    public List<Row> rows() {
        List<Row> rows = new ArrayList<>();
        rows.add(new Row("filesMatched", (long) filesMatched, null, null));
        rows.add(new Row("filesUsed", (long) filesUsed, null, null));
        rows.add(new Row("filesIgnoredMissingColumns", (long) filesIgnoredMissingColumns, null, null));
        rows.add(new Row("filesFailed", (long) filesFailed, null, null));
        ignored.forEach(note -> rows.add(new Row("ignored", null, note.path(), note.reason())));
        failed.forEach(note -> rows.add(new Row("failed", null, note.path(), note.reason())));
        return rows;
    }
}
