package dev.mimeo.cli.feed;

import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Errors;
import dev.mimeo.cli.command.GeneratorSettings;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.integrations.impressions.FileList;
import dev.mimeo.integrations.impressions.FilePath;
import dev.mimeo.integrations.impressions.TreeFiller;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The common part of commands that fill a tree of files. */
abstract class FillingSubcommand extends MimeoSubcommand {

    /** Files that could not be written to are listed up to here, and counted beyond. */
    private static final int LISTED = 1000;

    /** Places options before those that the commands share; others have -1. */
    static final int FIRST = -2;

    /** The run had to stop: what is bad usage for other commands. */
    static final int STOPPED = 2;

    @Parameters(
            paramLabel = "C.ds",
            completionCandidates = Characterizations.BundledNames.class,
            description = "Characterization, a folder of categories, the name of a bundled one, or -.")
    private String characterization = "";

    @Option(
            names = "--map",
            paramLabel = "EXT=NAME",
            split = ",",
            description = "Characterization, or bundled name, for files with an extension; =NAME is for "
                    + "files without one. May be repeated.")
    private List<String> map = new ArrayList<>();

    @Mixin
    private GeneratorSettings settings = new GeneratorSettings();

    FillingSubcommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    /** Possible openings of a list. */
    enum Opening {
        ONCE,
        REPEATABLE
    }

    /** Opens a list when everything else has been checked. */
    @FunctionalInterface
    interface ListOpener {
        FileList open() throws IOException;
    }

    /**
     * Fills a folder.
     *
     * @param opening if the list can be opened twice, it is checked that there is room for all files before the first is written
     * @param place what to call the place of a request, as in {@code line 3}
     * @param listener is told of every request
     * @return the exit code
     */
    final int fill(String root, ListOpener list, Opening opening, String place, Consumer<TreeFiller.Result> listener)
            throws IOException {
        NamedOptions named = settings.generator(this);
        Long seed = settings.seed();
        try (TreeContents contents =
                TreeContents.open(characterization, checked(() -> TreeContents.parse(map)), terminal)) {
            TreeFiller.Builder builder = TreeFiller.of(Outputs.folder(root), contents.fallback())
                    .generator(named.name(), named.options())
                    .threads(threads());
            contents.byExtension().forEach(builder::content);
            contents.byCategory().forEach(builder::content);
            contents.shares().forEach(builder::share);
            files().forEach(builder::keep);
            Path tree = tree();
            if (tree != null) {
                builder.keepTree(tree);
            }
            contents.files().forEach(builder::keep);
            if (seed != null) {
                builder.seed(seed);
            }
            TreeFiller filler = checkedReading(builder::build);
            Report report = new Report(listener, place);
            long start = System.nanoTime();
            TreeFiller.Summary summary = fill(filler, list, opening, report);
            if (summary == null) {
                return STOPPED;
            }
            FilledTree filled =
                    new FilledTree(root, summary, report.failed, named.name(), seed, System.nanoTime() - start);
            if (json) {
                print(Json.render(filled.json()));
            }
            note(filled.describe());
            return summary.failures() == 0 ? 0 : 1;
        }
    }

    /** Returns the tree that is read, or null if none is. */
    @Nullable Path tree() throws IOException {
        return null;
    }

    /** With C.ds from standard input, nothing else comes from there. */
    final void refuseTwoInputs(String option) {
        if (characterization.equals("-")) {
            throw usageError("C.ds and " + option + " both want standard input: name a file");
        }
    }

    /** Returns null if the run had to stop, which the user has been told of. */
    private TreeFiller.@Nullable Summary fill(TreeFiller filler, ListOpener list, Opening opening, Report report)
            throws IOException {
        if (opening == Opening.REPEATABLE) {
            try (FileList files = list.open()) {
                filler.checkSpace(files);
            } catch (FileSystemException e) {
                stopped(Errors.describe(asGiven(e)));
                return null;
            }
        }
        outputs.watch(() -> shown(filler.unfinished()));
        try (FileList files = list.open()) {
            return fill(filler, files, report);
        } finally {
            outputs.watch(List::of);
        }
    }

    private TreeFiller.@Nullable Summary fill(TreeFiller filler, FileList files, Report report) throws IOException {
        try (Progress progress = stepProgress("fill")) {
            return filler.fill(files, result -> {
                report.accept(result);
                progress.update(report.requests, -1);
            });
        } catch (IOException e) {
            List<String> incomplete = shown(filler.unfinished());
            stopped(Errors.describe(asGiven(e))
                    + (incomplete.isEmpty() ? "" : "; incomplete: " + String.join(", ", incomplete)));
            return null;
        }
    }

    /** Tells why a run stops. It has an exit code of its own, so it does not end with an exception. */
    private void stopped(String message) throws IOException {
        terminal.err().println("mimeo: " + message);
        if (json) {
            print(Json.render(Json.failure(message, STOPPED)));
        }
    }

    private static List<String> shown(List<FilePath> paths) {
        return paths.stream().map(FilePath::toString).sorted().toList();
    }

    /** The progress while files are written. */
    private final class Report implements Consumer<TreeFiller.Result> {
        private final Consumer<TreeFiller.Result> listener;
        private final String place;
        private final List<TreeFiller.Result> failed = new ArrayList<>();
        private long requests;

        Report(Consumer<TreeFiller.Result> listener, String place) {
            this.listener = listener;
            this.place = place;
        }

        @Override
        public void accept(TreeFiller.Result result) {
            listener.accept(result);
            requests++;
            if (!result.written() && failed.size() < LISTED) {
                failed.add(result);
                FileList.Request request = result.request();
                terminal.err()
                        .println("mimeo: " + place + " " + request.number() + ": "
                                + Failures.oneLine(request.path() + ": " + result.error()));
            }
        }
    }
}
