package dev.mimeo.garage.compact;

import dev.mimeo.garage.store.ColumnArray;
import dev.mimeo.garage.store.GarageTree;
import dev.mimeo.garage.store.GarageTree.PartsList;
import dev.mimeo.garage.store.PackedFile;
import dev.mimeo.garage.store.PackedFileWriter;
import dev.mimeo.garage.store.PackedFileWriter.FileDescription;
import dev.mimeo.garage.store.TableSchema;
import dev.mimeo.garage.summary.SummaryStore;
import dev.mimeo.garage.summary.ThinningPlan;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.TreeWalk;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries a plan out, such that no row is lost or counted twice, whenever it ends.
 *
 * <p>For each group a {@link PartsList} is written, then the whole file. It is read again and compared with its parts, value by value,
 * before these are removed; the list is removed last. From the moment at which the whole file appears, readers ignore its parts. Where a
 * run ended early, {@link #finish} does the rest. Summaries of the parts give way to those of the whole file. Not
 * thread-safe.
 */
public final class Compaction {

    private final Path root;
    private final SummaryStore summaries;
    private final int threads;
    private final Consumer<Path> progress;

    /**
     * The size of a group before and after.
     *
     * @param group files that became one
     * @param bytes size of the whole file
     */
    public record Result(CompactionPlan.Group group, long bytes) {}

    /**
     * Makes a compaction.
     *
     * @param root root of the garage
     * @param summaries summaries of the garage
     * @param threads groups that are joined at a time, at least 1
     * @param progress is told each whole file when its parts are gone
     */
    public Compaction(Path root, SummaryStore summaries, int threads, Consumer<Path> progress) {
        this.root = root;
        this.summaries = summaries;
        this.threads = threads;
        this.progress = progress;
    }

    /**
     * Finishes what an earlier run began: removes the parts of whole files, lists of files that did not appear, and files that are not
     * complete.
     *
     * @return whole files whose parts were removed
     * @throws PackedFile.DamagedException if a list or a file is damaged, or a whole file has not the rows of its parts, and was
     *     removed
     */
    public int finish() throws IOException {
        List<Path> folders = new ArrayList<>(List.of(root));
        List<Path> lists = new ArrayList<>();
        TreeWalk walk = TreeWalk.of(root, (path, reason) -> {
            throw reason;
        });
        for (TreeWalk.Entry entry = walk.next(); entry != null; entry = walk.next()) {
            if (entry.attributes().isDirectory()) {
                folders.add(entry.path());
            } else if (PartsList.isList(entry.path())) {
                lists.add(entry.path());
            }
        }
        for (Path folder : folders) {
            AtomicFile.removeAbandoned(folder, Compaction::isWritten);
        }
        int finished = 0;
        for (Path file : lists) {
            PartsList list = PartsList.read(file);
            if (Files.exists(list.whole())) {
                // Parts are removed only after they were compared, all together.
                if (list.parts().stream().allMatch(Files::exists)) {
                    compare(list);
                }
                replace(list);
                finished++;
            } else {
                list.delete();
            }
        }
        summaries.commit();
        return finished;
    }

    /**
     * Carries a plan out.
     *
     * @param results is told each group that is done, in the order of the plan
     * @throws IOException if a file cannot be read or written; groups before are done then, and others are as they were or left to
     *     {@link #finish}
     */
    public void run(CompactionPlan plan, Consumer<Result> results) throws IOException {
        Iterator<CompactionPlan.Group> groups = plan.groups().iterator();
        try (OrderedPipeline<CompactionPlan.Group, Result> pipeline = new OrderedPipeline<>(
                () -> groups.hasNext() ? groups.next() : null,
                () -> Compaction::join,
                group -> 1,
                threads,
                threads == 1 ? 0 : threads)) {
            for (Result result = pipeline.next(); result != null; result = pipeline.next()) {
                replace(new PartsList(result.group.whole(), result.group.parts()));
                results.accept(result);
            }
        }
        summaries.commit();
    }

    private static boolean isWritten(String name) {
        return name.endsWith(GarageTree.SUFFIX) || PartsList.isList(Path.of(name));
    }

    /** Writes a whole file, and compares it with its parts. */
    private static Result join(CompactionPlan.Group group) throws IOException {
        PartsList list = new PartsList(group.whole(), group.parts());
        list.write();
        boolean isWhole = false;
        try (OpenParts open = OpenParts.of(group.parts())) {
            List<FileDescription> descriptions =
                    open.files().stream().map(PackedFile::description).toList();
            long bytes;
            try (PackedFileWriter writer = PackedFileWriter.create(
                    group.whole(), FileDescription.joined(descriptions), PackedFileWriter.Options.LOSSLESS)) {
                for (JoinedTable table : JoinedTable.of(open.files())) {
                    writer.add(table.schema(), table);
                }
                bytes = writer.commit();
            }
            isWhole = true;
            compare(list);
            return new Result(group, bytes);
        } finally {
            if (!isWhole) {
                list.delete();
            }
        }
    }

    /** Compares a whole file with its parts, and removes it if they are different. */
    private static void compare(PartsList list) throws IOException {
        String difference = difference(list);
        if (difference != null) {
            Files.delete(list.whole());
            list.delete();
            throw new PackedFile.DamagedException(
                    list.whole().toString(),
                    difference,
                    "expected what its parts have; it was removed, and they are all there");
        }
    }

    private static @Nullable String difference(PartsList list) throws IOException {
        try (OpenParts open = OpenParts.of(list.parts());
                PackedFile whole = PackedFile.open(list.whole())) {
            for (JoinedTable table : JoinedTable.of(open.files())) {
                TableSchema schema = whole.table(table.schema().name());
                String place = "table '" + table.schema().name() + "'";
                if (schema == null || !schema.equals(table.schema())) {
                    return place;
                }
                for (int i = 0; i < schema.columns().size(); i++) {
                    ColumnArray column = whole.read(schema.name(), i)[0];
                    if (!column.isSame(table.read(i))) {
                        return place + ", column '" + schema.columns().get(i).name() + "'";
                    }
                }
            }
            return null;
        }
    }

    /** Removes the parts of a whole file, and their summaries. */
    private void replace(PartsList list) throws IOException {
        Set<String> known = summaries.sources();
        boolean isSummarized = false;
        for (Path part : list.parts()) {
            isSummarized |= known.contains(source(part));
            Files.deleteIfExists(part);
        }
        AtomicFile.syncFolder(AtomicFile.folderOf(list.whole()));
        if (isSummarized) {
            try (PackedFile whole = PackedFile.open(list.whole())) {
                summaries.add(source(list.whole()), whole);
            }
            list.parts().forEach(part -> summaries.forget(source(part)));
            summaries.commit();
        }
        list.delete();
        progress.accept(list.whole());
    }

    private String source(Path file) {
        return ThinningPlan.source(root.relativize(file));
    }
}
