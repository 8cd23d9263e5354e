package dev.mimeo.cli.nfs;

import dev.mimeo.cli.command.ByteSize;
import dev.mimeo.cli.command.MimeoSubcommand;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.OutputFolder;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.PackingOptions;
import dev.mimeo.cli.command.Progress;
import dev.mimeo.cli.command.Terminal;
import dev.mimeo.cli.command.TimeSpan;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.nfs.Counters;
import dev.mimeo.nfs.ParserOptions;
import dev.mimeo.nfs.convert.InputHash;
import dev.mimeo.nfs.convert.Manifest;
import dev.mimeo.nfs.convert.NfsConverter;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Converts captures of NFS to tables. */
@Command(
        name = "convert",
        customSynopsis = "mimeo nfs convert [--manifest M] CAPTURE... [-o OUT] [OPTIONS]",
        description = {
            "Converts captured NFS packets to tables.",
            "",
            "The tables have rows for calls, replies, attributes, reads and writes, and packets.",
            "",
            "Reads pcap, pcapng, snoop and ERF, plain or compressed by gzip, bzip2, zstd, xz,",
            "lz4, zlib or LZF. Packets that cannot be parsed are counted in the table",
            "Summary::NFS::convert-stats. Names of files and paths of mounts are encrypted,",
            "unless --anonymize selects another method; 'mimeo nfs decrypt' decrypts them.",
            "",
            "With --manifest each group of captures from 'mimeo nfs info' becomes a file.",
            "Groups are converted in parallel, with the same rows and record numbers as in",
            "one file."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs convert monday.pcap.gz -o monday.ds --keys keys.txt",
            "  mimeo nfs convert monday.pcap.gz -o monday.ds --anonymize none",
            "  tcpdump -i eth0 -w - port 2049 | mimeo nfs convert - -o now.ds --random-key",
            "  mimeo nfs convert trace.0001.pcap trace.0002.pcap -o trace.ds --no-ip",
            "  mimeo ds2txt monday.ds --select 'Trace::NFS::common' '*'",
            "  mimeo nfs info trace.*.pcap -o manifest.json",
            "  mimeo nfs convert --manifest manifest.json trace.*.pcap -o tables --keys k.txt"
        })
final class NfsConvertCommand extends MimeoSubcommand {

    private static final int MAP_BUFFER = 1 << 16;

    /** The attributes that are written. */
    private enum AttributeChoice {
        ALL,
        CLASSIC
    }

    @Parameters(
            paramLabel = "CAPTURE...",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Captures, in chronological order; - is standard input.")
    private List<String> captures = new ArrayList<>();

    @Option(
            names = {"-o", "--output", "--out"},
            paramLabel = "OUT",
            description = "DataSeries file to write, or - for standard output (default: the name of the capture with "
                    + ".ds); with --manifest the folder of files.")
    private @Nullable String output;

    @Option(
            names = "--manifest",
            paramLabel = "FILE",
            description = "Manifest that 'mimeo nfs info' wrote for the same captures.")
    private @Nullable String manifest;

    @Option(
            names = {"--anonymize", "--anonymise"},
            paramLabel = "MODE",
            description = {
                "Anonymization of names: encrypt (AES-SIV; the default), classic (as in the published traces), hmac (a keyed"
                        + " hash), ints (numbers) or none."
            })
    private NameMode names = NameMode.ENCRYPT;

    @Mixin
    private NewKeySettings keys = new NewKeySettings();

    @Option(
            names = "--write-map",
            paramLabel = "FILE",
            description = "Write the name for each token of hmac or ints to a file that only its owner can read.")
    private @Nullable String map;

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            converter = ByteSize.PositiveConverter.class,
            description = "Memory for the names of ints or --write-map; more names go to a temporary file "
                    + "(default: 256MiB).")
    private long nameMemory = NameMode.MEMORY;

    @Mixin
    private IdentitySettings identities = new IdentitySettings();

    @Mixin
    private RecordSettings records = new RecordSettings();

    @Option(
            names = "--rotate",
            paramLabel = "TIME",
            converter = TimeSpan.Converter.class,
            description = "Begin a new file after this time of the packets, such as 10min: OUT.000001.ds and so on.")
    private @Nullable Long rotate;

    @Option(names = "--no-ip", description = "Write no rows for IP packets.")
    private boolean noPackets;

    @Option(names = "--no-ids", description = "Leave out the users and groups of calls.")
    private boolean noIds;

    @Option(names = "--other-rpc", description = "Also write a row per message of other programs.")
    private boolean otherPrograms;

    @Option(names = "--reproducible", description = "Do not record the time, host and JVM of the conversion.")
    private boolean reproducible;

    @Mixin
    private StrictOption strict = new StrictOption();

    @Option(
            names = "--attr-rows",
            paramLabel = "WHICH",
            description = "Attributes to write: all (the default), or classic, those that the published traces have.")
    private AttributeChoice attributeRows = AttributeChoice.ALL;

    @Mixin
    private ParserSettings parser = new ParserSettings();

    @Mixin
    private PackingOptions packing = PackingOptions.fast();

    /** The output, given or derived; set when the command runs. */
    private String target = "";

    NfsConvertCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Spec
    void describePacking(CommandSpec command) {
        PackingOptions.describeFast(command);
    }

    @Override
    protected int run() throws IOException {
        if (output == null && (captures.size() > 1 || manifest != null)) {
            throw usageError("several captures or --manifest need a name for the output: -o NAME");
        }
        target = outputOr(output, captures.get(0), NamedCapture.SUFFIXES, ".ds");
        refuseTwoResults(target);
        if (captures.stream().filter("-"::equals).count() > 1) {
            throw usageError("standard input can be read once only: name - once");
        }
        records.check(this);
        NameKeys known = names.isKeyed() || identities.needKeys() ? keys.keys(this, !identities.needKeys()) : null;
        if (map != null) {
            checkMap(map);
        }
        if (rotate != null && (map != null || manifest != null || target.equals("-"))) {
            throw usageError("--rotate writes files, and cannot be combined with --manifest or --write-map");
        }
        if (manifest != null) {
            return convertGroups(manifest, known);
        }
        if (rotate != null) {
            return convertRotated(rotate, known);
        }
        if (map == null) {
            return convertToFile(known, null);
        }
        try (Output file = outputs.openText(map, force)) {
            if (!file.restrictToOwner()) {
                warn(map + ": this file system has no permissions, so others may be able to read the names");
            }
            OutputStream out = new BufferedOutputStream(Channels.newOutputStream(file.channel()), MAP_BUFFER);
            int code = convertToFile(known, out);
            out.flush();
            file.commit();
            return code;
        }
    }

    private void checkMap(String name) {
        if (names != NameMode.HMAC && names != NameMode.INTS) {
            throw usageError("--write-map is for --anonymize hmac and ints: the other modes need no map");
        }
        if (name.equals("-") || manifest != null) {
            throw usageError("--write-map takes a file, and cannot be combined with --manifest");
        }
    }

    private int convertToFile(@Nullable NameKeys known, @Nullable OutputStream nameMap) throws IOException {
        try (Output file = outputs.openBinary(target, force)) {
            NfsConverter converter = convert(file, known, nameMap);
            file.commit();
            return report().one(converter, file);
        }
    }

    private NfsConverter.Options options(@Nullable NameKeys known, @Nullable OutputStream nameMap) {
        return NfsConverter.Options.DEFAULT
                .withPackets(!noPackets)
                .withOtherPrograms(otherPrograms)
                .withIds(!noIds)
                .withClassicAttributes(attributeRows == AttributeChoice.CLASSIC)
                .withNames(names.anonymizer(known, nameMap, nameMemory))
                .withIdentities(identities.anonymizer(known));
    }

    private NfsConverter convert(Output file, @Nullable NameKeys known, @Nullable OutputStream nameMap)
            throws IOException {
        long first = records.first();
        ParserOptions found = checked(parser::options);
        try (Progress progress = byteProgress("convert");
                DataSeriesWriter writer = DataSeriesWriter.create(
                        file.channel(), NfsConverter.types(), packing.writerOptions(threads()))) {
            NfsConverter converter =
                    new NfsConverter(writer, packing.extentSize(), first, options(known, nameMap), found);
            boolean done = false;
            try {
                Map<String, String> stamp = stamp(1, 1, first, found, known);
                List<NamedCapture> inputs = NamedCapture.of(captures, terminal, progress, this::warn);
                for (int i = 0; i < inputs.size(); i++) {
                    Manifest.Input facts = converter.read(inputs.get(i), records.hash());
                    LossReport.damage(this, inputs.get(i), facts);
                    stamp.putAll(facts.stamp(i));
                }
                converter.finish(stamp);
                done = true;
                return converter;
            } finally {
                if (!done) {
                    writer.abort();
                }
            }
        }
    }

    private int convertRotated(long interval, @Nullable NameKeys known) throws IOException {
        long first = records.first();
        ParserOptions found = checked(parser::options);
        Map<String, String> inputStamp = new LinkedHashMap<>();
        try (Progress progress = byteProgress("convert");
                RotatedFiles files =
                        new RotatedFiles(this, target, interval, packing.writerOptions(threads()), number -> {
                            Map<String, String> stamp = stamp(number, number, first, found, known);
                            stamp.put("group", number + " of a rotation");
                            stamp.putAll(inputStamp);
                            return stamp;
                        })) {
            NfsConverter converter =
                    new NfsConverter(files.next(), packing.extentSize(), first, options(known, null), found, files);
            List<NamedCapture> inputs = NamedCapture.of(captures, terminal, progress, this::warn);
            for (int i = 0; i < inputs.size(); i++) {
                Manifest.Input facts = converter.read(inputs.get(i), records.hash());
                LossReport.damage(this, inputs.get(i), facts);
                inputStamp.putAll(facts.stamp(i));
            }
            converter.finish(files.stamp());
            files.complete();
            Counters.Losses losses =
                    Counters.Losses.of(List.of(converter.counters().byName()));
            return report().several(losses, "file", files.files(), converter.records(), files.bytes());
        }
    }

    private int convertGroups(String file, @Nullable NameKeys known) throws IOException {
        if (records.hash() == InputHash.SHA256) {
            throw usageError("the hashes are those of the manifest: give --sha256 to 'mimeo nfs info'");
        }
        if (names == NameMode.INTS) {
            throw usageError(
                    "names can be numbered in one group only: leave out --manifest, or take another --anonymize");
        }
        if (records.givesFirst() || parser.given()) {
            throw usageError(
                    "--first-record and the options for messages come from the manifest: give them to 'mimeo nfs info'");
        }
        if (target.equals("-") || captures.contains("-")) {
            throw usageError("groups are read from files and written to a folder: name them");
        }
        Manifest facts = NfsManifest.read(file);
        int count = facts.groups().size();
        if (captures.size() != facts.inputs().size()) {
            throw usageError("the manifest has " + facts.inputs().size() + " captures, got " + captures.size());
        }
        int workers = Math.min(threads(), count);
        List<NamedCapture> inputs = NamedCapture.of(captures, terminal, Progress.NONE, this::warn);
        NfsGroupWriter writer = new NfsGroupWriter(
                facts,
                inputs,
                packing.writerOptions(Math.max(1, threads() / workers)),
                packing.extentSize(),
                () -> options(known, null),
                group -> stamp(group + 1, count, facts.groups().get(0).firstRecord(), facts.parser(), known));
        try (OutputFolder folder = outputs.openFolder(target, force, NfsGroupWriter::isOwnFile);
                Progress progress = stepProgress("convert")) {
            long bytes = writer.write(folder.folder(), workers, progress);
            folder.commit();
            LossReport.damage(this, inputs, facts.inputs());
            return report().several(
                            LossReport.of(facts), "group", facts.groups().size(), facts.records(), bytes);
        }
    }

    private Map<String, String> stamp(int group, int groups, long first, ParserOptions found, @Nullable NameKeys known)
            throws IOException {
        String options = String.format(
                Locale.ROOT,
                "ip=%b other-rpc=%b ids=%b attr-rows=%s first-record=%d %s",
                !noPackets,
                otherPrograms,
                !noIds,
                attributeRows.name().toLowerCase(Locale.ROOT),
                first,
                found);
        return NfsStamp.of(
                options + " " + identities.stamp(),
                group,
                groups,
                names.name().toLowerCase(Locale.ROOT),
                known,
                reproducible);
    }

    private ConversionReport report() {
        return new ConversionReport(this, target, json, strict.isGiven());
    }
}
