package dev.mimeo.cli.mimic;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.scan.CategorizedFiles;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A scan of each category of files into a characterization of its own, all in one folder. One is scanned after the other, so
 * it takes the memory of one scan, and reads the folders of the inputs, not the files, once for each category. Of files whose extension
 * does not say what they are, the first bytes are read once before.
 *
 * @param categories those that have data, in their order
 * @param scans their scans
 * @param others sources that were left out, of categories without data
 * @param all sources that were left out, each once
 */
record CategoryScan(List<FileCategory> categories, List<Scan> scans, SkippedSources others, SkippedSources all) {

    /** Scans inputs into a folder, which gets its files when all are complete. */
    static CategoryScan run(
            List<Path> inputs, boolean permuted, DataScanner.Options options, String folder, MimeoSubcommand command)
            throws IOException {
        DataScanner scanner = command.checked(() -> new DataScanner(options));
        Path target = Outputs.path(folder);
        prepare(target, command);
        // Also those that this scan does not write, for it removes them.
        for (FileCategory category : FileCategory.values()) {
            command.refuseInput(file(target, category).toString(), inputs);
        }
        command.refuseInput(Characterizations.shares(target).toString(), inputs);
        List<Output> files = new ArrayList<>();
        try {
            CategorizedFiles categorized = command.checkedReading(() -> CategorizedFiles.find(inputs));
            CategoryScan found = new Run(scanner, options, permuted, target, command).scan(categorized, files);
            if (found.categories.isEmpty()) {
                found.all.warn(command);
                throw MimeoException.of(
                        inputs.get(0),
                        MimeoException.Reason.EMPTY,
                        "holds no data to scan: name a directory with at least 1 byte");
            }
            Output shares = command.outputs()
                    .openBinary(Characterizations.shares(target).toString(), command.force());
            files.add(shares);
            categorized.shares().write(shares.channel());
            shares.finish();
            for (Output file : files) {
                file.commit();
            }
            for (FileCategory category : FileCategory.values()) {
                if (!found.categories.contains(category)) {
                    // Files that an earlier scan left are not part of this one.
                    Files.deleteIfExists(file(target, category));
                }
            }
            command.outputs().complete(target);
            return found;
        } finally {
            for (Output file : files) {
                file.close();
            }
            // Only if this run made it, and it is not complete.
            command.outputs().discard(target);
        }
    }

    /**
     * The scans of a run.
     *
     * @param permuted whether byte values are replaced by others
     * @param target folder of the files
     */
    private record Run(
            DataScanner scanner, DataScanner.Options options, boolean permuted, Path target, MimeoSubcommand command) {

        /**
         * Scans one category after the other.
         *
         * @param files takes the outputs with a characterization, which are finished and not committed
         */
        CategoryScan scan(CategorizedFiles categorized, List<Output> files) throws IOException {
            List<FileCategory> categories = new ArrayList<>();
            List<Scan> scans = new ArrayList<>();
            List<SkippedSources> empty = new ArrayList<>();
            for (FileCategory category : FileCategory.values()) {
                try (ChunkSource source = command.checkedReading(
                        () -> ChunkSources.openCategory(categorized, category, options.source()))) {
                    Output file =
                            command.outputs().openBinary(file(target, category).toString(), command.force());
                    files.add(file);
                    try {
                        scans.add(Scan.run(
                                scanner, source, options.maxBytes(), category.label(), permuted, file, command));
                        categories.add(category);
                        file.finish();
                    } catch (MimeoException e) {
                        if (e.reason() != MimeoException.Reason.EMPTY) {
                            throw e;
                        }
                        files.remove(file);
                        file.close();
                        empty.add(SkippedSources.of(source));
                    }
                }
            }
            List<SkippedSources> leftOut = new ArrayList<>();
            scans.forEach(scan -> leftOut.add(scan.leftOut()));
            Set<String> known = new HashSet<>();
            leftOut.forEach(one -> known.addAll(one.names()));
            SkippedSources others = SkippedSources.merge(empty, known, empty.size() * categorized.unlisted());
            leftOut.addAll(empty);
            SkippedSources all = SkippedSources.merge(leftOut, Set.of(), (leftOut.size() - 1) * categorized.unlisted());
            return new CategoryScan(categories, scans, others, all);
        }
    }

    private static Path file(Path folder, FileCategory category) {
        return folder.resolve(category.label() + ".ds");
    }

    private static void prepare(Path folder, MimeoSubcommand command) throws IOException {
        if (!Files.exists(folder)) {
            command.outputs().makeFolder(folder);
            return;
        }
        if (!Files.isDirectory(folder)) {
            throw new FileSystemException(
                    folder.toString(), null, "is not a folder, in which --categories puts its files");
        }
        for (FileCategory category : FileCategory.values()) {
            if (!command.force() && Files.exists(file(folder, category))) {
                throw new FileSystemException(
                        folder.toString(),
                        null,
                        "holds categories already: choose another name, or overwrite with --force");
            }
        }
    }

    /** Shows a summary, a few lines for each category, and warns of what was left out, once of a folder that each category needs. */
    void report(MimeoSubcommand command) {
        for (Scan scan : scans) {
            command.note(scan.describe());
        }
        all.warn(command);
    }

    /** Puts the JSON of it into an object. */
    void put(ObjectNode json) {
        ArrayNode nodes = json.putArray("categories");
        for (int i = 0; i < categories.size(); i++) {
            ObjectNode node = nodes.addObject();
            node.put("category", categories.get(i).label());
            scans.get(i).put(node);
        }
        others.put(json);
    }
}
