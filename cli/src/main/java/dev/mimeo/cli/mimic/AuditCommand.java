package dev.mimeo.cli.mimic;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.GeneratorSettings;
import dev.mimeo.cli.command.Json;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.NamedOptions;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.WithoutOptions;
import dev.mimeo.fidelity.ComparisonOptions;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.fidelity.audit.Audit;
import dev.mimeo.fidelity.audit.AuditResult;
import dev.mimeo.fidelity.audit.Canaries;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.internal.text.Counts;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Says what a characterization reveals. */
@Command(
        name = "audit",
        customSynopsis = "mimeo audit ORIGINAL C.ds [OPTIONS]",
        description = {
            "Reports what a characterization reveals of its original.",
            "",
            "Generates data from it, and searches the data and the file itself for runs of",
            "bytes of the original. Tests whether chance explains each run, and reports what",
            "the file reveals."
        },
        footer = {
            "",
            "Exit code 1 means that more of the original was found than chance explains.",
            "",
            "Examples:",
            "  mimeo audit /data/logs logs.ds",
            "  mimeo audit /data/logs logs.ds --size 10GiB --generator motif",
            "  mimeo audit /data/crm crm.ds --canaries card-numbers.txt --json"
        })
@WithoutOptions("--force")
final class AuditCommand extends MimeoSubcommand {

    @Parameters(
            index = "0",
            paramLabel = "ORIGINAL",
            description = "File, directory, block device, FIFO, or - for standard input.")
    private String original = "";

    @Parameters(index = "1", paramLabel = "C.ds", description = "Characterization of ORIGINAL.")
    private String characterization = "";

    @Option(
            names = "--size",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Bytes to generate and search, at least 8 (default: the size of ORIGINAL).")
    private @Nullable Long size;

    @Mixin
    private GeneratorSettings settings = new GeneratorSettings();

    @Option(
            names = "--canaries",
            paramLabel = "FILE",
            description = "Secrets to search for, one per line, 4 to 4096 bytes each; - is standard input.")
    private @Nullable String canaries;

    AuditCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    protected int run() throws IOException {
        NamedOptions named = settings.generator(this);
        if (characterization.equals("-")) {
            throw usageError("a characterization to audit is a file: its bytes are searched too");
        }
        if (size != null && size < Audit.MIN_BYTES) {
            throw usageError("--size must be at least " + Audit.MIN_BYTES
                    + " bytes, the shortest run that is searched for, got " + size);
        }
        if ("-".equals(canaries) && original.equals("-")) {
            throw usageError("ORIGINAL and --canaries both want standard input: name a file");
        }
        Characterizations.refuseSwapped(original, characterization, this);
        Canaries secrets = secrets();
        byte[] content = Characterizations.content(characterization, terminal);
        if (content == null) {
            return run(Outputs.path(characterization), Characterizations.openFile(characterization), named, secrets);
        }
        // A bundled one, or a pipe: the bytes that are searched are those of a file.
        Path copy = outputs.spool(new ByteArrayInputStream(content), "mimeo-audit-");
        try {
            return run(copy, Characterization.open(copy), named, secrets);
        } finally {
            outputs.discard(copy);
        }
    }

    private Canaries secrets() throws IOException {
        if (canaries == null) {
            return Canaries.none();
        }
        return canaries.equals("-")
                ? Canaries.read(terminal.in(), "standard input")
                : Canaries.read(Outputs.path(canaries));
    }

    /** Audits a characterization, which is closed at the end. */
    private int run(Path file, Characterization opened, NamedOptions named, Canaries secrets) throws IOException {
        try (Characterization source = opened;
                DataSample sample = Fidelity.sample(Outputs.path(original), ComparisonOptions.defaults(), this)) {
            long scanned = source.dataset().bytes();
            if (scanned != sample.bytes()) {
                // Nothing is found in data that the characterization does not come from.
                warn(characterization + ": was scanned from " + Counts.of(scanned, "byte") + ", and " + original
                        + " has " + Counts.of(sample.bytes(), "byte")
                        + ": the verdict holds only for data that was scanned");
            }
            AuditResult result = audit(sample, file, source, named, secrets);
            AuditReport report = new AuditReport(named.name(), result);
            print(json ? Json.render(report.json()) : report.text());
            return result.passed() ? 0 : 1;
        }
    }

    private AuditResult audit(
            DataSample sample, Path file, Characterization source, NamedOptions named, Canaries secrets)
            throws IOException {
        long bytes = size == null ? sample.bytes() : size;
        DataProducer.Builder builder =
                DataProducer.of(source).generator(named.name(), named.options()).threads(threads());
        Long seed = settings.seed();
        if (seed != null) {
            builder.seed(seed);
        }
        long total = sample.bytes() + bytes;
        try (DataProducer producer = build(builder);
                InputStream synthetic = producer.stream(bytes);
                Progress progress = byteProgress("audit")) {
            return Audit.run(sample, file, synthetic, bytes, secrets, done -> progress.update(done, total));
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    private DataProducer build(DataProducer.Builder builder) throws IOException {
        try {
            return builder.build();
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }
}
