package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Seed;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScanConfiguration;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Characterises data. */
@Command(
        name = "scan",
        customSynopsis = "mimeo scan INPUT... [-o C.ds] [OPTIONS]",
        description = {
            "Characterizes files, trees, devices or standard input.",
            "",
            "A characterization holds statistics of each chunk and is small enough to share.",
            "It holds no names, no paths and no string longer than three bytes (five with",
            "--anonymity free); 'mimeo audit' searches it for content of the original.",
            "",
            "Symbolic links that are named are followed, and those in a directory are not."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo scan /data/logs",
            "  mimeo scan /dev/sdb --sample 3000 --seed 7 -o disk.ds",
            "  tar c src | mimeo scan - -o src.ds",
            "  mimeo scan /home --categories -o home",
            "  mimeo scan nfs.ds --field trace:data -o payload.ds",
            "  mimeo scan /data -o data.ds --scanner histogram --scanner repetition \\",
            "      --scanner compression,codecs=lz4+zlib:6",
            "  mimeo scan /data/crm -o crm.ds --scanner histogram --scanner mimic \\",
            "      --k-anonymity 20 --anonymity strict --noise 0.5"
        })
final class ScanCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "INPUT",
            arity = "1..*",
            description = "File, directory, block device, FIFO, or - for standard input.")
    private List<String> inputs = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "C.ds",
            description = "Characterization to write, or - for standard output (default: INPUT.ds).")
    private @Nullable String output;

    @Option(
            names = "--field",
            paramLabel = "TYPE:FIELD",
            description = "Scan the values of a field of DataSeries files instead of their bytes.")
    private @Nullable String field;

    @Option(
            names = "--categories",
            description = "Scan each category of files (text, source, image, ...) separately; C.ds becomes a folder "
                    + "with a characterization of each.")
    private boolean categories;

    @Option(
            names = "--permute-alphabet",
            description = "Before the scan, map byte values by a random permutation that is not stored.")
    private boolean permuteAlphabet;

    @Option(
            names = "--seed",
            paramLabel = "S",
            converter = Seed.class,
            description = "Seed of the sample, and the default seed of generation (default: 0).")
    private long seed;

    @Mixin
    private ScanSettings settings = new ScanSettings();

    ScanCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        ScanConfiguration configuration = settings.configuration();
        DataScanner.Options options = checked(() -> settings.options(configuration, seed, threads()));
        List<Path> paths = new ArrayList<>();
        for (String input : inputs) {
            paths.add(Outputs.path(input));
        }
        refuseRepeated(paths);
        String target = target();
        refuseTwoResults(target);
        for (Path path : paths) {
            refuseInside(target, path);
        }
        if (categories) {
            return scanCategories(paths, options, target);
        }
        try (Output file = outputs.openBinary(target, force)) {
            Scan scan = Scan.run(paths, field, permuteAlphabet, options, file, this);
            file.commit();
            if (json) {
                ObjectNode document = Json.object();
                scan.put(document);
                print(Json.render(document));
            }
            note(scan.describe());
            scan.leftOut().warn(this);
            if (field == null) {
                scan.warnOfSmallFiles(this);
            }
        }
        warnOfFrequentStrings(target);
        return 0;
    }

    /** Refuses inputs that are also read as, or in, another one, by whatever names: their data would count twice. */
    private void refuseRepeated(List<Path> paths) throws IOException {
        Map<Path, Path> names = new LinkedHashMap<>();
        for (Path path : paths) {
            // Two times standard input has an error of its own, and a pipe may have new data each time.
            if (Files.exists(path) && !FileKinds.isStream(path)) {
                Path before = names.put(path.toRealPath(), path);
                if (before != null) {
                    throw usageError(path + (before.equals(path) ? " is named twice" : " is the same as " + before)
                            + ": name each input once");
                }
            }
        }
        for (Map.Entry<Path, Path> input : names.entrySet()) {
            for (Path above = input.getKey().getParent(); above != null; above = above.getParent()) {
                Path folder = names.get(above);
                if (folder != null) {
                    throw usageError(input.getValue() + " is in " + folder + ", another input: leave out one of them");
                }
            }
        }
    }

    private String target() throws IOException {
        if (output == null && (inputs.size() > 1 || categories)) {
            throw usageError("several inputs or --categories need a name for the output: -o NAME");
        }
        return outputOr(output, inputs.get(0), "", ".ds");
    }

    /** Warns of long values that what was scanned repeats so often that generated data will have them. */
    private void warnOfFrequentStrings(String name) throws IOException {
        // Data of a pipe cannot be read again.
        if (!quiet && !name.equals("-") && Files.isRegularFile(Outputs.path(name))) {
            try (Characterization characterization = Characterization.open(Outputs.path(name))) {
                note(FrequentStrings.of(characterization).warning(name));
            }
        }
    }

    private int scanCategories(List<Path> paths, DataScanner.Options options, String folder) throws IOException {
        if (field != null || folder.equals("-")) {
            throw usageError("--categories needs files and writes a folder: leave out --field, and name -o DIR");
        }
        CategoryScan scan = CategoryScan.run(paths, permuteAlphabet, options, folder, this);
        if (json) {
            ObjectNode document = Json.object();
            scan.put(document);
            print(Json.render(document));
        }
        scan.report(this);
        for (Path file : Characterizations.categories(folder).values()) {
            warnOfFrequentStrings(file.toString());
        }
        return 0;
    }
}
