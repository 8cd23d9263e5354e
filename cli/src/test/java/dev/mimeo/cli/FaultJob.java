package dev.mimeo.cli;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A way to run a command that writes a file, for the faults that may befall it.
 *
 * @param command its name, with that of the group
 * @param arguments with the names of inputs in braces, and {@code OUT}
 * @param stream the input, in braces, that may be a named pipe; empty if none may
 */
record FaultJob(String command, List<String> arguments, String stream) {

    /** A job for every command that writes a file under a name of its own; a new one is added here. */
    static final List<FaultJob> ALL = List.of(
            job("scan", "{csv} -o OUT --scanner histogram", "{csv}"),
            job("generate", "{chars} --size 300KiB -o OUT", ""),
            job("compare", "{csv} {csv} --codec zlib:6 --html OUT", ""),
            job("describe", "{chars} --html OUT", ""),
            job("characterizations", "prose -o OUT", ""),
            job("pool", "{chars} --size 300KiB -o OUT", ""),
            job("segment", "{chars} --size 300KiB -o OUT", ""),
            job("pattern", "fio {chars} --block-size 4KiB --blocks 64 -o OUT", ""),
            job("dsselect", "t id,name {trace} OUT", "{trace}"),
            job("csv2ds", "--infer {csv} OUT", ""),
            job("csv2ds", "--xml-desc-file {type} {csv} OUT", "{csv}"),
            job("csv2ds", "--xml-desc-file {type} --compress zstd {csv} OUT", "{csv}"),
            job("txt2ds", "{text} OUT", "{text}"),
            job("sql2ds", "--dsn=jdbc:sqlite:{sqlite} t OUT", ""),
            job("dsrecover", "{trace} OUT", "{trace}"),
            job("dsrepack", "--compress none {trace} OUT", "{trace}"),
            job("dsrepack", "--compress snappy {trace} OUT", ""),
            job("dsrepack", "--compress zstd --threads 3 {trace} OUT", ""),
            job("dsextentindex", "--new t id OUT {trace}", ""),
            job("dstypes2java", "{trace} -o OUT", "{trace}"),
            job("dscat", "{trace} {trace} OUT", ""),
            job("dssort", "--by name {trace} OUT", "{trace}"),
            job("dsmerge", "--by id {trace} {trace} OUT", ""),
            job("dssql", "FROM|'{trace}' -o OUT.csv", ""),
            job("dsexport", "{trace} -o OUT.parquet", "{trace}"),
            job("dsimport", "{parquet} OUT", ""),
            job("convert", "msr-cambridge {msr} OUT", "{msr}"),
            job("nfs summary", "{pcap} --csv OUT --quiet", ""),
            job("nfs info", "{pcap} -o OUT", ""),
            job("nfs convert", "{pcap} --anonymize none -o OUT", ""),
            job("nfs subset", "--records 1..5 {tables} OUT", ""),
            job("garage pack", "{counters} -o OUT", ""),
            job("garage unpack", "{garage} -o OUT.csv", ""),
            job("garage unpack", "{garage} -o OUT.parquet", ""),
            job("garage unpack", "{garage} -o OUT --partition-by day,server", ""));

    /** Why other commands are not there. */
    static final Map<String, String> LEFT_OUT = Map.ofEntries(
            Map.entry("demo", "does what scan, generate and compare do, and takes long"),
            Map.entry("mimic", "does what scan, generate and compare do"),
            Map.entry("audit", "writes no file"),
            Map.entry("run", "writes no file but a segment, as segment does"),
            Map.entry("nfs top", "writes no file"),
            Map.entry("serve", "writes no file"),
            Map.entry("tree", "fills files in place; see TreeCommandTest"),
            Map.entry("pipe", "fills files in place; see PipeCommandTest"),
            Map.entry("ds2txt", "writes no file"),
            Map.entry("dsstatgroupby", "writes no file"),
            Map.entry("dsinfo", "writes no file"),
            Map.entry("dsverify", "writes no file"),
            Map.entry("completion", "writes no file"),
            Map.entry("help", "writes no file"),
            Map.entry("version", "writes no file"),
            Map.entry("warm-up", "works in a distribution only; .ci/distribution runs it"),
            Map.entry("nfs", "is a group"),
            Map.entry("nfs capture", "makes files as packets come; see NfsCaptureTest"),
            Map.entry("nfs analyze", "writes as dssql does"),
            Map.entry("nfs report", "writes as pattern does"),
            Map.entry("nfs plot", "writes as describe does"),
            Map.entry("nfs decrypt", "writes no file"),
            Map.entry("garage", "is a group"),
            Map.entry("garage sample", "makes files as samples come"),
            Map.entry("garage fetch", "needs a server; GarageFetchTest has one, and it writes as ds2txt does"),
            Map.entry("garage catalog", "writes no file"),
            Map.entry("garage summarize", "adds to summaries in place; FullDiskTest fills the disk"),
            Map.entry("garage thin", "changes files in place; FullDiskTest fills the disk"),
            Map.entry(
                    "garage compact",
                    "changes files in place; CompactionTest ends it between its steps, FullDiskTest fills the disk"),
            Map.entry("garage query", "keeps OUT.partial, and writes as dssql does"),
            Map.entry("garage serve", "is a server"));

    /** Makes a job without an input that may be a named pipe, from arguments with spaces between them. */
    static FaultJob job(String command, String arguments) {
        return job(command, arguments, "");
    }

    private static FaultJob job(String command, String arguments, String stream) {
        return new FaultJob(command, List.of(arguments.split(" ")), stream);
    }

    /**
     * Returns the words of its command line.
     *
     * @param inputs files by their names in braces
     * @param output stands in place of {@code OUT}
     */
    List<String> words(Map<String, Path> inputs, String output) {
        List<String> words = new ArrayList<>(List.of(command.split(" ")));
        for (String argument : arguments) {
            String word = argument.replace("OUT", output);
            for (Map.Entry<String, Path> input : inputs.entrySet()) {
                word = word.replace(input.getKey(), input.getValue().toString());
            }
            words.add(word.replace('|', ' '));
        }
        return words;
    }

    @Override
    public String toString() {
        return command + " " + String.join(" ", arguments);
    }
}
