package dev.mimeo.garage.query;

import dev.mimeo.internal.text.Counts;
import dev.mimeo.sql.internal.JsonTree;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.JsonNodeFactory;
import tools.jackson.databind.node.ObjectNode;

/**
 * Coverage of a result: the files that it is made of, and those left out.
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
     * Reason why a file is not part of a result.
     *
     * @param path path of the file in the garage
     * @param reason the missing table or column, or the problem
     */
    public record FileNote(String path, String reason) {}

    /** Copies the lists. */
    public Completeness {
        ignored = List.copyOf(ignored);
        failed = List.copyOf(failed);
    }

    /**
     * Counts.
     *
     * @param files the files of the query
     * @param outcomes their outcomes, in their order
     */
    static Completeness of(List<GarageFile> files, List<FileOutcome> outcomes) {
        Map<FileOutcome.Status, Integer> counts = new EnumMap<>(FileOutcome.Status.class);
        List<FileNote> ignored = new ArrayList<>();
        List<FileNote> failed = new ArrayList<>();
        for (FileOutcome outcome : outcomes) {
            int count = counts.merge(outcome.status(), 1, Integer::sum);
            if (outcome.status() != FileOutcome.Status.USED && count <= MAX_NAMES) {
                boolean lacking = outcome.status() == FileOutcome.Status.IGNORED;
                String path = files.get(outcome.file()).path();
                (lacking ? ignored : failed).add(new FileNote(path, outcome.reason()));
            }
        }
        return new Completeness(
                files.size(),
                counts.getOrDefault(FileOutcome.Status.USED, 0),
                counts.getOrDefault(FileOutcome.Status.IGNORED, 0),
                counts.getOrDefault(FileOutcome.Status.FAILED, 0),
                ignored,
                failed);
    }

    /** Says why there is no row, in one line. */
    String noneUsed() {
        List<FileNote> notes = ignored.isEmpty() ? failed : ignored;
        String lacking = filesIgnoredMissingColumns == 1 ? "1 lacks" : filesIgnoredMissingColumns + " lack";
        return "none of " + Counts.of(filesMatched, "file") + " could be used: " + lacking
                + " a table or column, " + filesFailed + " failed; "
                + notes.get(0).path() + ": " + notes.get(0).reason();
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

    /** Returns the counts in one line, for people. */
    public String summary() {
        return Counts.of(filesMatched, "file") + ": " + Counts.grouped(filesUsed) + " used, "
                + Counts.grouped(filesIgnoredMissingColumns) + " ignored because a column is missing, "
                + Counts.grouped(filesFailed) + " failed";
    }

    /** Returns all of this as a JSON document, indented, with a line feed at its end. */
    public String toJson() {
        ObjectNode object = JsonNodeFactory.instance.objectNode();
        object.put("filesMatched", filesMatched);
        object.put("filesUsed", filesUsed);
        object.put("filesIgnoredMissingColumns", filesIgnoredMissingColumns);
        object.put("filesFailed", filesFailed);
        put(object.putArray("ignored"), ignored);
        put(object.putArray("failed"), failed);
        return JsonTree.indented(object) + "\n";
    }

    private static void put(ArrayNode array, List<FileNote> notes) {
        for (FileNote note : notes) {
            array.addObject().put("path", note.path()).put("reason", note.reason());
        }
    }

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
