package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.IdentityAnonymizer;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import dev.mimeo.internal.text.Counts;
import dev.mimeo.internal.text.Failures;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.convert.CaptureGroups;
import dev.mimeo.nfs.convert.Manifest;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** The first pass over captures that are converted in groups. */
@Command(
        name = "info",
        customSynopsis = "mimeo nfs info CAPTURE... -o MANIFEST [OPTIONS]",
        description = {
            "Writes the manifest for converting captures in groups.",
            "",
            "The manifest, for 'mimeo nfs convert --manifest', is a JSON file. For each group",
            "of captures it has the number of messages, the open calls at the end, counters,",
            "times and hashes.",
            "",
            "Groups are processed in parallel, one per thread. Standard input cannot be read,",
            "because captures are opened more than once."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs info trace.*.pcap.zst -o manifest.json",
            "  mimeo nfs info --group-size 4 trace.*.pcap.zst -o manifest.json",
            "  mimeo nfs convert --manifest manifest.json trace.*.pcap.zst -o tables"
        })
final class NfsInfoCommand extends MimeoSubcommand {

    @Parameters(
            paramLabel = "CAPTURE...",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Captures, in chronological order.")
    private List<String> captures = new ArrayList<>();

    @Option(
            names = {"-o", "--output", "--out"},
            paramLabel = "MANIFEST",
            required = true,
            description = "File to write, or - for standard output.")
    private String output = "";

    @Option(
            names = "--group-size",
            paramLabel = "N",
            description = "Captures in a group (default: the square root of their number).")
    private @Nullable Integer groupSize;

    @Mixin
    private RecordSettings records = new RecordSettings();

    @Option(
            names = "--anon-addresses",
            paramLabel = "MODE",
            description = "Anonymization of IPv6 addresses: prefix (as in 'nfs convert') or none (default).")
    private IdentitySettings.AddressMode addresses = IdentitySettings.AddressMode.NONE;

    @Mixin
    private NameKeySettings keys = new NameKeySettings();

    @Mixin
    private StrictOption strict = new StrictOption();

    @Mixin
    private ParserSettings parser = new ParserSettings();

    NfsInfoCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        refuseTwoResults(output);
        if (captures.contains(NamedCapture.STANDARD_INPUT)) {
            throw usageError("captures are read more than once: name files, not -");
        }
        records.check(this);
        int size = groupSize == null ? CaptureGroups.usualSize(captures.size()) : groupSize;
        IdentityAnonymizer identities = identities();
        List<NamedCapture> inputs = NamedCapture.of(captures, terminal, Progress.NONE, this::warn);
        CaptureGroups groups = checked(() -> new CaptureGroups(inputs, size, parser.options(), records.hash()));
        try (Output file = outputs.openText(output, force)) {
            Manifest found = survey(groups);
            Manifest manifest = identities == null ? found : found.withHosts(identities);
            NfsManifest.write(manifest, file);
            file.commit();
            return report(manifest, inputs, file);
        }
    }

    /** Returns what replaces addresses; null to leave them as they are. */
    private @Nullable IdentityAnonymizer identities() throws IOException {
        if (addresses == IdentitySettings.AddressMode.NONE) {
            return null;
        }
        try {
            return Anonymizers.identities(keys.keys(""), Set.of(IdentityAnonymizer.Kind.HOST));
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    private Manifest survey(CaptureGroups groups) throws IOException {
        List<CaptureGroups.Survey> surveys = new ArrayList<>();
        Iterator<Integer> numbers = IntStream.range(0, groups.count()).iterator();
        int count = Math.min(threads(), groups.count());
        try (Progress progress = stepProgress("info");
                OrderedPipeline<Integer, CaptureGroups.Survey> pipeline = new OrderedPipeline<>(
                        () -> numbers.hasNext() ? numbers.next() : null,
                        () -> groups::survey,
                        group -> 1,
                        2L * count,
                        count)) {
            progress.update(0, groups.count());
            for (CaptureGroups.Survey survey = pipeline.next(); survey != null; survey = pipeline.next()) {
                surveys.add(survey);
                progress.update(surveys.size(), groups.count());
            }
        }
        return groups.manifest(surveys, records.first());
    }

    private int report(Manifest manifest, List<NamedCapture> captures, Output file) throws IOException {
        Counters.Losses losses = LossReport.of(manifest);
        long packets =
                manifest.inputs().stream().mapToLong(Manifest.Input::packets).sum();
        LossReport.damage(this, captures, manifest.inputs());
        if (json) {
            ObjectNode document = Json.object()
                    .put("output", output)
                    .put("groups", manifest.groups().size())
                    .put("inputs", manifest.inputs().size())
                    .put("packets", packets)
                    .put("records", manifest.records())
                    .put("complete", losses.isNone());
            print(Json.render(document));
        }
        note(String.format(
                Locale.ROOT,
                "%s: %s in %s, %s, %s%n",
                Failures.oneLine(file.name()),
                Counts.of(manifest.inputs().size(), "capture"),
                Counts.of(manifest.groups().size(), "group"),
                Counts.of(packets, "packet"),
                Counts.of(manifest.records(), "NFS message")));
        return LossReport.report(this, file.name(), losses, strict.isGiven());
    }
}
