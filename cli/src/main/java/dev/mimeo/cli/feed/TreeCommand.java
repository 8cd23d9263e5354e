package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.integrations.impressions.EqualFiles;
import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.integrations.impressions.TreeShape;
import dev.mimeo.internal.files.FileKinds;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Fills a tree of files. */
@Command(
        name = "tree",
        customSynopsis = "mimeo tree C.ds --from LOG|LIST|DIR --root DIR [OPTIONS]",
        description = {
            "Fills a tree of files with synthetic data.",
            "",
            "LOG is a log of Impressions. LIST has lines of path and size. DIR is a tree",
            "whose files, folders, links, permissions and times are reproduced; if DIR is",
            "also the root, content is replaced in place. Existing files are overwritten. The",
            "content of a file depends only on its path, C.ds and the seed; identical files",
            "of DIR get the same content.",
            "",
            "The exit code is 1 if a file was refused, and 2 if the run had to stop, for",
            "example because the disk is full."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo tree prose --from logs/log-3581 --root . --map jpg=images,mp3=images",
            "  find /data -type f -printf '%%P %%s\\n' |",
            "      mimeo tree home.ds --from - --root /mnt/test",
            "  mimeo tree home.ds --from /mnt/image --root /mnt/image --seed 7"
        })
@WithoutOptions("--force")
final class TreeCommand extends FillingSubcommand {

    @Option(
            names = "--from",
            order = FIRST,
            paramLabel = "LOG|LIST|DIR",
            required = true,
            description = "Names and sizes of the files: a log of Impressions, lines of path and size, - for either on"
                    + " standard input, or a tree.")
    private String from = "";

    @Option(
            names = "--format",
            order = FIRST,
            paramLabel = "auto|log|list",
            completionCandidates = Formats.class,
            description = "Format of --from (default: auto, decided by its first line).")
    private String format = "auto";

    /** The formats of lists of files. */
    static final class Formats extends ValueNames {
        Formats() {
            super("auto", "log", "list");
        }
    }

    @Option(
            names = "--root",
            order = FIRST,
            paramLabel = "DIR",
            required = true,
            description = "Folder to fill, created if missing. Paths that leave it are refused.")
    private String root = "";

    private @Nullable EqualFiles equal;

    TreeCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        Function<InputStream, FileList> lines = reader();
        if (from.equals("-")) {
            refuseTwoInputs("--from");
            return fill(root, () -> lines.apply(terminal.in()), Opening.ONCE, "line", result -> {});
        }
        Path source = tree();
        if (source == null) {
            Path list = Outputs.path(from);
            FileKinds.refuseEndless(list);
            // Opened before anything is made, so that a wrong name changes nothing.
            try (InputStream in = Files.newInputStream(list)) {
                boolean again = Files.isRegularFile(list);
                ListOpener requests = () -> lines.apply(again ? Files.newInputStream(list) : in);
                return fill(root, requests, again ? Opening.REPEATABLE : Opening.ONCE, "line", result -> {});
            }
        }
        refuseNested(source, Outputs.path(root));
        int code =
                fill(root, () -> FileList.ofTree(source, equalFiles(source)), Opening.REPEATABLE, "file", result -> {});
        Path target = Outputs.path(root);
        return code == STOPPED || Files.isSameFile(source, target) || copyShape(source, target) ? code : 1;
    }

    @Override
    @Nullable Path tree() throws IOException {
        Path source = from.equals("-") ? null : Outputs.path(from);
        return source != null && Files.isDirectory(source) ? source : null;
    }

    /** Finds them once, before any file is written: the tree may be filled in place. */
    private EqualFiles equalFiles(Path source) throws IOException {
        if (equal == null) {
            equal = EqualFiles.find(
                    source,
                    (path, reason) -> warn(path
                            + ": cannot be read; gets different content, although it may be identical to another file of this"
                            + " size"));
        }
        return equal;
    }

    /** Returns whether all of it was copied; what was not is warned of. */
    private boolean copyShape(Path source, Path target) throws IOException {
        AtomicBoolean whole = new AtomicBoolean(true);
        // The copy names what it reads by this path.
        Path real = source.toRealPath();
        TreeShape.copy(source, target, (path, reason) -> {
            whole.set(false);
            warn(
                    reason instanceof FileSystemException failed && failed.getFile() != null
                            ? Errors.describe(asGiven(failed))
                            : source.resolve(real.relativize(path)) + ": " + reason.getMessage());
        });
        return whole.get();
    }

    /** Files that are written into the tree that is read would be read, too. In place, they are there already. */
    private static void refuseNested(Path source, Path target) throws IOException {
        Path existing = target.toAbsolutePath().normalize();
        boolean made = Files.exists(existing);
        while (existing.getParent() != null && !Files.exists(existing)) {
            existing = existing.getParent();
        }
        Path folder = existing.toRealPath();
        if (folder.startsWith(source.toRealPath()) && !(made && folder.equals(source.toRealPath()))) {
            throw new FileSystemException(
                    target.toString(), null, "lies inside the source tree: choose a folder outside of it");
        }
    }

    private Function<InputStream, FileList> reader() {
        return switch (format.toLowerCase(Locale.ROOT)) {
            case "auto" -> FileList::ofLogOrLines;
            case "log" -> FileList::ofImpressionsLog;
            case "list" -> FileList::ofLines;
            default -> throw usageError("--format is auto, log or list, got '" + format + "'");
        };
    }
}
