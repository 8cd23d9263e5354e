package dev.mimeo.cli;

import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.formats.anonymize.Anonymizers;
import dev.mimeo.formats.anonymize.NameAnonymizer;
import dev.mimeo.formats.anonymize.NameKeys;
import dev.mimeo.formats.nfs.ConvertOptions;
import dev.mimeo.formats.nfs.NfsConverter;
import dev.mimeo.formats.pcap.CaptureFiles;
import dev.mimeo.formats.pcap.CaptureReader;
import dev.mimeo.formats.rpc.Counter;
import java.io.BufferedInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import tools.jackson.databind.node.ObjectNode;

/** Converts captures of NFS to tables. */
@Command(
        name = "convert",
        customSynopsis = "mimeo nfs convert CAPTURE... -o OUT [OPTIONS]",
        description = {
            "Converts captured packets of NFS to tables of calls, replies and what they say.",
            "",
            "Reads pcap, pcapng and ERF, as they are or packed by gzip, bzip2, zstd, xz or",
            "lz4. What cannot be understood is counted, see the table",
            "Summary::NFS::convert-stats. Names of files and paths of mounts are encrypted",
            "unless another --anonymize says otherwise; 'mimeo nfs decrypt' puts them back."
        },
        footer = {
            "",
            "Examples:",
            "  mimeo nfs convert monday.pcap.gz -o monday.ds --keys keys.txt",
            "  mimeo nfs convert monday.pcap.gz -o monday.ds --anonymize none",
            "  tcpdump -i eth0 -w - port 2049 | mimeo nfs convert - -o now.ds --random-key",
            "  mimeo nfs convert trace.0001.pcap trace.0002.pcap -o trace.ds --no-ip",
            "  mimeo ds2txt monday.ds --select 'Trace::NFS::common' '*'"
        })
final class NfsConvertCommand extends MimeoSubcommand {

    private static final int BUFFER = 1 << 18;

    /** Names that are numbered at most, some 400 MB of them. */
    private static final int MOST_NUMBERED = 4_000_000;

    /** What becomes of names. */
    private enum Names {
        ENCRYPT(true),
        CLASSIC(true),
        HMAC(true),
        INTS(false),
        NONE(false);

        final boolean keyed;

        Names(boolean keyed) {
            this.keyed = keyed;
        }

        /**
         * @param keys null where there are none
         * @return null to leave names as they are
         */
        @Nullable NameAnonymizer anonymizer(@Nullable NameKeys keys) {
            if (keys == null) {
                return this == INTS ? Anonymizers.numbers(MOST_NUMBERED) : null;
            }
            return switch (this) {
                case CLASSIC -> Anonymizers.classic(keys);
                case HMAC -> Anonymizers.hmac(keys);
                default -> Anonymizers.siv(keys);
            };
        }
    }

    @Parameters(
            paramLabel = "CAPTURE...",
            arity = "1..*",
            hideParamSyntax = true,
            description = "Files with packets, in their order; - is standard input.")
    private List<String> captures = new ArrayList<>();

    @Option(
            names = {"-o", "--output"},
            paramLabel = "OUT",
            required = true,
            description = "DataSeries file to write, or - for standard output.")
    private String output = "";

    @Option(
            names = {"--anonymize", "--anonymise"},
            paramLabel = "MODE",
            description = {
                "What becomes of names: encrypt (AES-SIV; the default), classic (as in the published traces), hmac (a keyed"
                        + " hash), ints (numbers) or none."
            })
    private Names names = Names.ENCRYPT;

    @Mixin
    private NameKeySettings keys = new NameKeySettings();

    @Option(names = "--random-key", description = "Take keys that nobody will know: names cannot be put back.")
    private boolean randomKey;

    @Option(names = "--no-ip", description = "Write no row per IP packet.")
    private boolean noPackets;

    @Option(names = "--no-ids", description = "Do not write which users made calls.")
    private boolean noIds;

    @Option(names = "--other-rpc", description = "Write a row per message of other programs too.")
    private boolean otherPrograms;

    @Option(
            names = "--first-record",
            paramLabel = "N",
            description = "Number of the first row about a message (default: 0).")
    private long firstRecord;

    @Option(
            names = "--reproducible",
            description = "Do not write when and where the conversion was done, nor on what JVM.")
    private boolean reproducible;

    @Mixin
    private PackingOptions packing = new PackingOptions();

    NfsConvertCommand(Terminal terminal, Outputs outputs) {
        super(terminal, outputs);
    }

    @Override
    int run() throws IOException {
        refuseTwoResults(output);
        if (captures.stream().filter("-"::equals).count() > 1) {
            throw usageError("standard input can be read once only: name - once");
        }
        if (firstRecord < 0) {
            throw usageError("--first-record must be at least 0, got " + firstRecord);
        }
        NameKeys known = names.keyed ? nameKeys() : null;
        ConvertOptions options = new ConvertOptions(!noPackets, otherPrograms, !noIds, names.anonymizer(known));
        try (Output file = outputs.open(output, true, force)) {
            NfsConverter converter = convert(file, options, known);
            file.commit();
            report(converter, file);
        }
        return 0;
    }

    private NfsConverter convert(Output file, ConvertOptions options, @Nullable NameKeys known) throws IOException {
        try (Progress progress = byteProgress("convert");
                DataSeriesWriter writer = DataSeriesWriter.create(
                        file.channel(), NfsConverter.types(), packing.writerOptions(threads()))) {
            NfsConverter converter = new NfsConverter(writer, packing.extentSize(), firstRecord, options);
            boolean done = false;
            try {
                Map<String, String> stamp = stamp(known);
                for (int i = 0; i < captures.size(); i++) {
                    read(captures.get(i), i, converter, progress, stamp);
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

    private NameKeys nameKeys() throws IOException {
        if (randomKey) {
            if (keys.given()) {
                throw usageError("--keys and --random-key exclude each other");
            }
            return NameKeys.random();
        }
        try {
            return keys.keys(", or take --random-key or --anonymize none");
        } catch (IllegalArgumentException e) {
            throw usageError(String.valueOf(e.getMessage()));
        }
    }

    private Map<String, String> stamp(@Nullable NameKeys known) throws IOException {
        Map<String, String> stamp = new LinkedHashMap<>();
        stamp.put("tool", "mimeo " + Version.ofMimeo());
        NfsConverter.versions().forEach((name, version) -> stamp.put("schema " + name, version));
        stamp.put(
                "options",
                String.format(
                        Locale.ROOT,
                        "ip=%b other-rpc=%b ids=%b first-record=%d",
                        !noPackets,
                        otherPrograms,
                        !noIds,
                        firstRecord));
        stamp.put("group", "1 of 1");
        stamp.put("anonymisation", names.name().toLowerCase(Locale.ROOT));
        if (known != null) {
            stamp.put("key fingerprint", known.fingerprint());
        }
        if (!reproducible) {
            stamp.put("jvm", System.getProperty("java.vm.name") + " " + System.getProperty("java.vm.version"));
            stamp.put("converted_at", Instant.now().toString());
            stamp.put("host", hostName());
        }
        return stamp;
    }

    private static String hostName() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "unknown";
        }
    }

    private void read(String name, int number, NfsConverter converter, Progress progress, Map<String, String> stamp)
            throws IOException {
        MessageDigest digest = sha256();
        String shown = name.equals("-") ? "standard input" : name;
        try (InputStream raw = new BufferedInputStream(new DigestInputStream(open(name, progress), digest), BUFFER)) {
            CaptureReader capture = CaptureFiles.open(raw);
            converter.read(capture);
            if (capture.damage() != null) {
                note(shown + ": " + capture.damage() + "; the packets before were converted\n");
            }
            raw.transferTo(OutputStream.nullOutputStream());
            String key = "input " + number;
            stamp.put(
                    key + " name",
                    name.equals("-") ? name : String.valueOf(Outputs.path(name).getFileName()));
            stamp.put(key + " unpacked_bytes", Long.toString(capture.bytes()));
            stamp.put(key + " sha256", HexFormat.of().formatHex(digest.digest()));
        } catch (IOException e) {
            throw new IOException(shown + ": " + Errors.reason(e), e);
        }
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }

    private InputStream open(String name, Progress progress) throws IOException {
        if (name.equals("-")) {
            return new WatchedInput(terminal.in(), -1, progress);
        }
        Path path = Outputs.path(name);
        long size = Files.isRegularFile(path) ? Files.size(path) : -1;
        return new WatchedInput(Files.newInputStream(path), size, progress);
    }

    private void report(NfsConverter converter, Output file) throws IOException {
        if (json) {
            ObjectNode document = Json.object()
                    .put("output", output)
                    .put("outputBytes", file.bytes())
                    .put("records", converter.records());
            ObjectNode counters = document.putObject("counters");
            for (Counter counter : Counter.values()) {
                counters.put(counter.statName(), converter.counters().get(counter));
            }
            print(Json.render(document));
        }
        note(String.format(
                Locale.ROOT,
                "%s: %,d packets, %,d messages of NFS, %,d replies without calls, %s written%n",
                file.name(),
                converter.counters().get(Counter.PACKET),
                converter.records(),
                converter.counters().get(Counter.UNMATCHED_REPLY),
                ByteSize.format(file.bytes())));
    }
}
