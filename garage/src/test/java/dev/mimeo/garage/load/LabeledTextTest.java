package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.ZstdOutputStream;
import dev.mimeo.garage.store.ColumnSchema;
import dev.mimeo.garage.store.PackedFile;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Texts of monitoring systems. Those in resources were written by Prometheus 2.42, VictoriaMetrics 1.79 and collectd 5.12 on a
 * virtual machine; Prometheus and VictoriaMetrics scraped the same two exporters.
 */
final class LabeledTextTest {

    @TempDir
    private Path folder;

    /** Each line of the dump is one row, found by an expression of its own. */
    @Test
    void dumpsOfPrometheusAreReadWhole() throws IOException {
        Path dump = resource("promtool-dump.txt");
        Pattern sample = Pattern.compile("\\{__name__=\"([^\"]+)\"(.*)} (\\S+) (\\d+)");
        Pattern label = Pattern.compile(", (\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"");
        TreeSet<String> expected = new TreeSet<>();
        for (String line : Files.readAllLines(dump)) {
            Matcher parts = sample.matcher(line);
            assertThat(parts.matches()).describedAs(line).isTrue();
            List<String> labels = new ArrayList<>();
            label.matcher(parts.group(2)).results().forEach(found -> labels.add(found.group(1) + "=" + found.group(2)));
            double value = Double.parseDouble(parts.group(3).replace("+Inf", "Infinity"));
            expected.add(Instant.ofEpochMilli(Long.parseLong(parts.group(4))) + "," + parts.group(1) + "," + value + ","
                    + new TreeSet<>(labels));
        }
        assertThat(expected).hasSizeGreaterThan(100);
        TreeSet<String> found = new TreeSet<>();
        for (Row row : read(CounterText.PROMETHEUS, dump)) {
            TreeSet<String> labels = new TreeSet<>();
            String all = String.valueOf(row.instance);
            Pattern.compile("(\\w+)=\"((?:[^\"\\\\]|\\\\.)*)\"")
                    .matcher(all)
                    .results()
                    .forEach(part -> labels.add(part.group(1) + "=" + part.group(2)));
            labels.removeIf(text -> text.startsWith("port="));
            labels.add("instance=" + row.server + all.replaceAll("(?s).*port=\"(\\d+)\".*", ":$1"));
            found.add(Instant.ofEpochMilli(row.time) + "," + row.counter + "," + row.value + "," + labels);
        }
        assertThat(found).isEqualTo(expected);
    }

    @Test
    void labelsNameTablesAndInstances() throws IOException {
        Path dump = write("""
                {__name__="node_load1", instance="web17:9100", job="node"} 0.5 1700000000000
                {__name__="node_load1", instance="web17:9100", job="node"} NaN 1700000015000
                {__name__="disk_reads", device="sd\\"a\\\\", instance="[::1]:9100"} 1e+09 1700000000000
                {__name__="cpu", cpu="0", mode="user", empty="", instance="fe80::1"} +Inf 1700000000000

                # a comment
                \t # and one behind blanks
                 \tup{host="db2"} 1 1700000000000
                {"a name", instance="web17"} -1 1700000000000
                """);
        assertThat(read(CounterText.PROMETHEUS, dump))
                .extracting(Row::toString)
                .containsExactly(
                        "RawData,web17,job=\"node\",port=\"9100\",node_load1,0.5",
                        "RawData,web17,job=\"node\",port=\"9100\",node_load1,NaN",
                        "device,[::1],device=\"sd\\\"a\\\\\",port=\"9100\",disk_reads,1.0E9",
                        "cpu_mode,fe80::1,cpu=\"0\",mode=\"user\",cpu,Infinity",
                        "RawData,db2,null,up,1.0",
                        "RawData,web17,null,a name,-1.0");
        assertThat(read(CounterText.PROMETHEUS, dump, null, "job", "PORT"))
                .extracting(Row::toString)
                .contains("RawData,web17,null,node_load1,0.5", "device,[::1],sd\"a\\,disk_reads,1.0E9");
        assertThat(read(CounterText.PROMETHEUS, dump, "all"))
                .extracting(Row::toString)
                .contains("RawData,all,host=\"db2\",up,1.0"
                        .replace("RawData", "host")
                        .replace("host=\"db2\"", "db2"));
    }

    /** Some lines of {@code promtool tsdb dump} and {@code dump-openmetrics} of Prometheus 3.16, of an exporter with odd labels. */
    @Test
    void labelsThatPromtoolPrintsHaveTheEscapesOfGo() throws IOException {
        Path dump = write("""
                {__name__="odd", instance="a:9200", q="back\\\\slash"} 1 1700000000000
                {__name__="odd", instance="a:9200", q="bell\\a"} 2 1700000000000
                {__name__="odd", instance="a:9200", q="cr\\rx"} 3 1700000000000
                {__name__="odd", instance="a:9200", q="d\\\\t"} 4 1700000000000
                {__name__="odd", instance="a:9200", q="nb\\u00a0sp"} 5 1700000000000
                {__name__="odd", instance="a:9200", q="new\\nline \\"q\\""} 6 1700000000000
                {__name__="odd", instance="a:9200", q="tab\\there"} 7 1700000000000
                {__name__="odd", "dc.name"="x", instance="a:9200"} 8 1700000000000
                """);
        Path text = Files.writeString(
                folder.resolve("text.txt"),
                Files.readString(dump)
                                .replaceAll("\\{__name__=\"odd\", ", "odd{")
                                .replace("\"dc.name\"", "dc.name")
                                .replace(", ", ",")
                                .replace("000\n", ".0\n")
                        + "# EOF\n");
        for (CounterText format : List.of(CounterText.PROMETHEUS, CounterText.OPENMETRICS)) {
            assertThat(read(format, format == CounterText.PROMETHEUS ? dump : text, null, "port"))
                    .extracting(row -> row.time + row.instance)
                    .containsExactly(
                            "1700000000000back\\slash",
                            "1700000000000bell\u0007",
                            "1700000000000cr\rx",
                            "1700000000000d\\t",
                            "1700000000000nb\u00a0sp",
                            "1700000000000new\nline \"q\"",
                            "1700000000000tab\there",
                            "1700000000000x");
        }
    }

    /** In the text that Prometheus scrapes, other characters have no escape. */
    @Test
    void otherBackslashesOfTextsThatAreScrapedStay() throws IOException {
        Path text = write("odd{instance=\"a\",q=\"C:\\temp\\\\d\\n\\\"\\x\"} 1 1700000000000\n");
        assertThat(read(CounterText.PROMETHEUS, text))
                .extracting(row -> row.instance)
                .containsExactly("C:\\temp\\d\n\"\\x");
    }

    @Test
    void carriageReturnsInLabelsAreNotEndsOfLines() throws IOException {
        Path dump = write(
                "up{host=\"a\",path=\"x\ry\"} 1 1700000000000\r\nup{host=\"a\",path=\"xy\"} 2 1700000000000\r\r\n\r\n");
        assertThat(read(CounterText.PROMETHEUS, dump))
                .extracting(Row::toString)
                .containsExactly("path,a,x\ry,up,1.0", "path,a,xy,up,2.0");
    }

    @Test
    void openMetricsHasSecondsAndAnEnd() throws IOException {
        Path text = write("""
                # TYPE up gauge
                up{instance="a:1"} 1 1700000000.123
                requests_total{instance="a:1",code="200"} 17 1700000000 # {trace_id="x"} 1.0 1700000000.1
                # EOF
                """);
        assertThat(read(CounterText.OPENMETRICS, text))
                .extracting(row -> row.time + " " + row)
                .containsExactly(
                        "1700000000123 RawData,a,port=\"1\",up,1.0",
                        "1700000000000 code,a,code=\"200\",port=\"1\",requests_total,17.0",
                        "0 1 exemplar left out");
    }

    @Test
    void compressedTextsAreRead() throws IOException {
        Path file = folder.resolve("dump.txt.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write("up{instance=\"a\"} 1 1700000000000\n".getBytes(java.nio.charset.StandardCharsets.UTF_8));
        }
        assertThat(read(CounterText.PROMETHEUS, file)).hasSize(1);
    }

    @ParameterizedTest
    @CsvSource({
        "PROMETHEUS, promtool-dump.txt, .gz",
        "PROMETHEUS, promtool-dump.txt, .zst",
        "VICTORIAMETRICS, victoriametrics.jsonl, .gz",
        "VICTORIAMETRICS, victoriametrics.jsonl, .zst"
    })
    void compressedTextsThatAreCutOrDamagedAreErrors(CounterText format, String resource, String suffix)
            throws IOException {
        byte[] text = Files.readAllBytes(resource(resource));
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out = suffix.equals(".gz") ? new GZIPOutputStream(packed) : new ZstdOutputStream(packed)) {
            out.write(text);
        }
        byte[] whole = packed.toByteArray();
        Path file = folder.resolve(resource + suffix);
        byte[] followed = Arrays.copyOf(whole, whole.length + 6);
        System.arraycopy(whole, 0, followed, whole.length, 6);
        for (byte[] content : List.of(
                followed,
                Arrays.copyOf(whole, suffix.equals(".gz") ? 0 : 3),
                Arrays.copyOf(whole, 12),
                Arrays.copyOf(whole, whole.length / 2),
                text)) {
            Files.write(file, content);
            assertThatThrownBy(() -> read(format, file))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(file + ": cannot be decompressed: it is damaged, cut short or not what its name says");
        }
    }

    /** Zeros among the first four bytes are taken for one of the encodings of 32 bits. */
    @ParameterizedTest
    @ValueSource(strings = {"0000007b 00110000", "00007b00", "007b0000 00000000"})
    void jsonInEncodingsOfWideCharactersIsAnError(String content) throws IOException {
        Path file = Files.write(folder.resolve("input.json"), HexFormat.of().parseHex(content.replace(" ", "")));
        for (CounterText format : List.of(CounterText.VICTORIAMETRICS, CounterText.OTLP)) {
            assertThatThrownBy(() -> read(format, file))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(file + ": line 1: is not UTF-8 text: convert it, such as with iconv");
        }
    }

    @Test
    void messagesOfTheParserAreShort() throws IOException {
        for (String text : List.of("{\"" + "a".repeat(2_000_000) + "\":1}", "{" + "a".repeat(200))) {
            Path file = write(text);
            assertThatThrownBy(() -> read(CounterText.VICTORIAMETRICS, file))
                    .isInstanceOf(LoadException.class)
                    .satisfies(failure -> assertThat(
                                    String.valueOf(failure.getMessage()).replace(file.toString(), ""))
                            .startsWith(": line 1: is not JSON: ")
                            .hasSizeLessThan(200)
                            .doesNotContain("StreamReadConstraints"));
        }
    }

    /** Both scraped the same exporters, at times of their own: series and places are the same. */
    @Test
    void exportsOfVictoriaMetricsHaveThePlacesOfDumpsOfPrometheus() throws IOException {
        List<Row> victoria = read(CounterText.VICTORIAMETRICS, resource("victoriametrics.jsonl"));
        assertThat(victoria).hasSizeGreaterThan(100);
        TreeSet<String> expected = new TreeSet<>();
        read(CounterText.PROMETHEUS, resource("promtool-dump.txt")).forEach(row -> expected.add(row.place()));
        expected.removeIf(place -> place.matches(".*,(scrape_|up).*"));
        TreeSet<String> found = new TreeSet<>();
        victoria.forEach(row -> found.add(row.place()));
        found.removeIf(place -> place.matches(".*,(scrape_|up).*"));
        assertThat(found).hasSizeGreaterThan(20).isEqualTo(expected);
    }

    @Test
    void metricsOfOpenTelemetryBecomeSeries() throws IOException {
        Path file = write("""
                {"resourceMetrics":[{"resource":{"attributes":[
                    {"key":"host.name","value":{"stringValue":"web17"}},
                    {"key":"service.name","value":{"stringValue":"shop"}}]},
                  "scopeMetrics":[{"scope":{"name":"s"},"metrics":[
                    {"name":"load","gauge":{"dataPoints":[{"asDouble":0.5,"timeUnixNano":"1700000000000000000"}]}},
                    {"name":"reads","unit":"1","sum":{"isMonotonic":true,"aggregationTemporality":2,"dataPoints":[
                      {"attributes":[{"key":"device","value":{"stringValue":"sda"}}],"asInt":"17",
                       "startTimeUnixNano":"1600000000000000000","timeUnixNano":"1700000000001000000"},
                      {"flags":1,"timeUnixNano":"1700000000001000000"}]}},
                    {"name":"latency","histogram":{"dataPoints":[{"count":"6","sum":9.5,"bucketCounts":["1","2","3"],
                      "explicitBounds":[0.1,1],"timeUnixNano":1700000000000000000}]}},
                    {"name":"size","summary":{"dataPoints":[{"count":2,"sum":3,"quantileValues":[{"quantile":0.5,"value":1}],
                      "timeUnixNano":"1700000000000000000"}]}},
                    {"name":"wide","exponentialHistogram":{"dataPoints":[{"count":"2","scale":3,"zeroCount":"1",
                      "timeUnixNano":"1700000000000000000"}]}}]}]}]}
                {"resourceMetrics":[]}
                """);
        assertThat(read(CounterText.OTLP, file))
                .extracting(Row::toString)
                .containsExactly(
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",load,0.5",
                        "device,web17,device=\"sda\",otel_scope_name=\"s\",service.name=\"shop\",reads,17.0",
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",latency_count,6.0",
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",latency_sum,9.5",
                        "le,web17,le=\"0.1\",otel_scope_name=\"s\",service.name=\"shop\",latency_bucket,1.0",
                        "le,web17,le=\"1\",otel_scope_name=\"s\",service.name=\"shop\",latency_bucket,3.0",
                        "le,web17,le=\"+Inf\",otel_scope_name=\"s\",service.name=\"shop\",latency_bucket,6.0",
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",size_count,2.0",
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",size_sum,3.0",
                        "quantile,web17,otel_scope_name=\"s\",quantile=\"0.5\",service.name=\"shop\",size,1.0",
                        "RawData,web17,otel_scope_name=\"s\",service.name=\"shop\",wide_count,2.0",
                        "1 empty point left out",
                        "1 exponential bucket list left out");
    }

    /**
     * VictoriaMetrics 1.79 exported these lines, with and without {@code max_rows_per_line}. Its infinities have no quotes, and a
     * missing sample is NaN in place of null if it is the first of a line.
     */
    @Test
    void valuesOfVictoriaMetricsThatAreNotFiniteNeedNoQuotes() throws IOException {
        String text = """
                {"metric":{"__name__":"special","instance":"a","v":"-Inf,+Inf\\"],-Inf"},"values":[+Inf,1.5e+20,-Inf],"timestamps":[1,2,3]}
                {"metric":{"__name__":"flapping","instance":"a"},"values":[NaN,-2,null,3],"timestamps":[1,2,3,4]}
                {"metric":{"__name__":"quoted","instance":"a"},"values":["NaN","-Infinity",-1e-5],"timestamps":[1,2,3]}
                """;
        Path file = write(text);
        String instance = "-Inf,+Inf\"],-Inf";
        assertThat(read(CounterText.VICTORIAMETRICS, file))
                .extracting(Row::toString)
                .containsExactly(
                        "v,a," + instance + ",special,Infinity",
                        "v,a," + instance + ",special,1.5E20",
                        "v,a," + instance + ",special,-Infinity",
                        "RawData,a,null,flapping,-2.0",
                        "RawData,a,null,flapping,3.0",
                        "RawData,a,null,quoted,NaN",
                        "RawData,a,null,quoted,-Infinity",
                        "RawData,a,null,quoted,-1.0E-5",
                        "2 missing samples left out");
    }

    /** The same bytes come of any sizes of the parts that are read, and words at the end of the text are whole. */
    @Test
    void wordsOnBordersOfBlocksAreRepaired() throws IOException {
        for (int before = (1 << 15) - 8; before < (1 << 15) + 2; before++) {
            String start = "[" + " ".repeat(before);
            for (String word :
                    List.of("+Inf", "NaN", "-Infinity", "null", "1e+5", "\"a\\\\\"", "-", "-abcdefghijklmnopqrst")) {
                String expected = switch (word) {
                    case "+Inf", "-Infinity" -> '"' + word + '"';
                    case "NaN" -> "null";
                    // Not JSON before or after.
                    case "-abcdefghijklmnopqrst" -> "\"-abcdefghijklmno\"pqrst";
                    default -> word;
                };
                for (String end : List.of("]", "")) {
                    byte[] text = (start + word + end).getBytes(StandardCharsets.UTF_8);
                    try (InputStream in = new NonFiniteRepair(new ByteArrayInputStream(text))) {
                        assertThat(new String(in.readNBytes(3 << 15), StandardCharsets.UTF_8))
                                .isEqualTo(start + expected + end);
                    }
                }
            }
        }
    }

    /** The metrics of two libraries with the same name, as the SDK for Python 1.45 exports them. */
    @Test
    void scopesOfOpenTelemetryAreLabels() throws IOException {
        Path file = write("""
                {"resourceMetrics": [{"resource": {"attributes": [{"key": "host.name", "value": {"stringValue": "web17"}}]},
                  "scopeMetrics": [
                    {"scope": {"name": "lib.a", "version": "1.0", "attributes": [{"key": "n", "value": {"intValue": "3"}}]},
                     "metrics": [{"name": "requests", "unit": "1", "sum": {"dataPoints": [
                      {"timeUnixNano": "1700000000000000000", "asInt": "6", "attributes": [{"key": "code", "value": {"intValue": "200"}}]}],
                      "aggregationTemporality": "AGGREGATION_TEMPORALITY_CUMULATIVE", "isMonotonic": true}}]},
                    {"metrics": [{"name": "requests", "sum": {"dataPoints": [
                      {"timeUnixNano": "1700000000000000000", "asInt": "28"}]}}],
                     "scope": {"name": "lib.b"}},
                    {"scope": {}, "metrics": [{"name": "requests", "sum": {"dataPoints": [
                      {"timeUnixNano": "1700000000000000000", "asInt": "29"}]}}]},
                    {"metrics": [{"name": "requests", "sum": {"dataPoints": [
                      {"timeUnixNano": "1700000001000000000", "asInt": "30"}]}}]}]}]}
                """);
        assertThat(read(CounterText.OTLP, file))
                .extracting(Row::toString)
                .containsExactly(
                        "code,web17,code=\"200\",otel_scope_n=\"3\",otel_scope_name=\"lib.a\",otel_scope_version=\"1.0\",requests,6.0",
                        "RawData,web17,otel_scope_name=\"lib.b\",requests,28.0",
                        "RawData,web17,null,requests,29.0",
                        "RawData,web17,null,requests,30.0");
        assertThat(read(CounterText.OTLP, file, null, "otel_scope_*"))
                .extracting(Row::toString)
                .startsWith("code,web17,200,requests,6.0", "RawData,web17,null,requests,28.0");
    }

    /** Exporters leave out fields with the value 0, except a value of one of several types and what is optional. */
    @Test
    void fieldsOfOpenTelemetryThatAreLeftOutAreZero() throws IOException {
        Path file = write("""
                {"resourceMetrics":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"web17"}}]},
                  "scopeMetrics":[{"scope":{},"metrics":[
                    {"name":"gc","summary":{"dataPoints":[{"timeUnixNano":"1700000000000000000","quantileValues":[
                      {},{"quantile":0.5},{"quantile":1,"value":2.5}]}]}},
                    {"name":"latency","histogram":{"dataPoints":[{"timeUnixNano":"1700000000000000000",
                      "bucketCounts":["0","0"],"explicitBounds":[5]}],"aggregationTemporality":1}},
                    {"name":"wide","exponentialHistogram":{"dataPoints":[{"timeUnixNano":"1700000000000000000","sum":0}]}}]}]}]}
                """);
        assertThat(read(CounterText.OTLP, file))
                .extracting(Row::toString)
                .containsExactly(
                        "RawData,web17,null,gc_count,0.0",
                        "RawData,web17,null,gc_sum,0.0",
                        "quantile,web17,0,gc,0.0",
                        "quantile,web17,0.5,gc,0.0",
                        "quantile,web17,1,gc,2.5",
                        "RawData,web17,null,latency_count,0.0",
                        "le,web17,5,latency_bucket,0.0",
                        "le,web17,+Inf,latency_bucket,0.0",
                        "RawData,web17,null,wide_count,0.0",
                        "RawData,web17,null,wide_sum,0.0",
                        "1 exponential bucket list left out");
    }

    /** Otherwise buckets of two points would be one series. */
    @Test
    void attributesWithTheNamesOfLabelsForBucketsAreRenamed() throws IOException {
        Path file = write("""
                {"resourceMetrics":[{"resource":{"attributes":[
                    {"key":"host.name","value":{"stringValue":"web17"}}]},
                  "scopeMetrics":[{"metrics":[
                    {"name":"latency","histogram":{"dataPoints":[{"bucketCounts":["1","2"],"explicitBounds":[5],
                      "attributes":[{"key":"le","value":{"stringValue":"a"}},{"key":"exported_le","value":{"intValue":7}}],
                      "timeUnixNano":"1700000000000000000"}]}},
                    {"name":"size","summary":{"dataPoints":[{"quantileValues":[{"quantile":0.5,"value":1}],
                      "attributes":[{"key":"quantile","value":{"doubleValue":0.9}}],
                      "timeUnixNano":"1700000000000000000"}]}}]}]}]}
                """);
        assertThat(read(CounterText.OTLP, file))
                .extracting(Row::toString)
                .containsExactly(
                        "exported_le_le,web17,exported_le=\"7\",le=\"a\",latency_count,0.0",
                        "exported_exported_le_exported_le_le,web17,exported_exported_le=\"a\",exported_le=\"7\",le=\"5\","
                                + "latency_bucket,1.0",
                        "exported_exported_le_exported_le_le,web17,exported_exported_le=\"a\",exported_le=\"7\",le=\"+Inf\","
                                + "latency_bucket,3.0",
                        "quantile,web17,0.9,size_count,0.0",
                        "quantile,web17,0.9,size_sum,0.0",
                        "exported_quantile_quantile,web17,exported_quantile=\"0.9\",quantile=\"0.5\",size,1.0");
    }

    @Test
    void noLabelOfAResourceOrAPortIsLost() throws IOException {
        Path metrics = write("""
                {"resourceMetrics":[{"resource":{"attributes":[
                    {"key":"host.name","value":{"stringValue":"web17"}},
                    {"key":"device","value":{"stringValue":"sda"}},
                    {"key":"zone","value":{"stringValue":"a"}},
                    {"key":"rack","value":{"stringValue":"7"}}]},
                  "scopeMetrics":[{"metrics":[{"name":"reads","gauge":{"dataPoints":[{"asInt":1,
                      "attributes":[{"key":"device","value":{"stringValue":"sdb"}},{"key":"zone","value":{"stringValue":"a"}},
                        {"key":"rack","value":{"stringValue":""}}],
                      "timeUnixNano":"1700000000000000000"}]}}]}]}]}
                """);
        assertThat(read(CounterText.OTLP, metrics))
                .extracting(Row::toString)
                .containsExactly(
                        "device_zone,web17,device=\"sdb\",rack=\"7\",resource_device=\"sda\",zone=\"a\",reads,1.0");
        Path ports = write("""
                received{instance="a:9100",device="mlx5_0",port="1"} 1 1700000000000
                received{instance="a:9101",device="mlx5_0",port="1"} 2 1700000000000
                received{instance="a:1",device="mlx5_0",port="1"} 3 1700000000000
                """);
        assertThat(read(CounterText.PROMETHEUS, ports))
                .extracting(Row::toString)
                .containsExactly(
                        "device,a,device=\"mlx5_0\",instance_port=\"9100\",port=\"1\",received,1.0",
                        "device,a,device=\"mlx5_0\",instance_port=\"9101\",port=\"1\",received,2.0",
                        "device,a,device=\"mlx5_0\",port=\"1\",received,3.0");
    }

    @Test
    void foldersOfCollectdArePacked() throws IOException {
        Path data = folder.resolve("collectd");
        for (Map.Entry<String, String> file : Map.of(
                        "web17/load/load-2026-03-01",
                                "epoch,shortterm,midterm,longterm\n1772323200.125,0.5,0.25,0.125\n",
                        "web17/cpu-0/cpu-user-2026-03-01", "epoch,value\n1772323200.125,nan\n1772323210.125,7\n",
                        "web17/cpu-1/cpu-user-2026-03-01", "epoch,value\n1772323200.125,9\n")
                .entrySet()) {
            Path target = data.resolve(file.getKey());
            Files.createDirectories(Objects.requireNonNull(target.getParent()));
            Files.writeString(target, file.getValue());
        }
        assertThat(read(CounterText.COLLECTD, data.resolve("web17/cpu-0/cpu-user-2026-03-01")))
                .extracting(row -> row.time + " " + row)
                .containsExactly(
                        "1772323200125 cpu,web17,0,cpu.cpu-user,NaN", "1772323210125 cpu,web17,0,cpu.cpu-user,7.0");
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(data)),
                folder.resolve("garage"),
                options(CounterText.COLLECTD, null),
                file -> {});
        assertThat(report.files()).isEqualTo(1);
        assertThat(report.rows()).isEqualTo(4);
        assertThat(folder.resolve("garage/web17.2026-03-01.gar")).exists();
    }

    @Test
    void filesThatCollectdWroteAreRead() throws IOException {
        Path copy = folder.resolve("vm/interface-lo/if_octets-2026-11-24");
        Files.createDirectories(Objects.requireNonNull(copy.getParent()));
        Files.copy(resource("collectd-if_octets.csv"), copy);
        List<String> lines = Files.readAllLines(copy);
        List<Row> rows = read(CounterText.COLLECTD, copy);
        assertThat(rows).hasSize(2 * (lines.size() - 1)).hasSizeGreaterThan(3);
        assertThat(rows)
                .extracting(row -> row.table + "," + row.server + "," + row.instance + "," + row.counter)
                .containsOnly("interface,vm,lo,interface.if_octets.rx", "interface,vm,lo,interface.if_octets.tx");
        String[] last = lines.get(lines.size() - 1).split(",");
        assertThat(rows.get(rows.size() - 1).value).isEqualTo(Double.parseDouble(last[2]));
        assertThat(rows.get(rows.size() - 1).time / 1000.0).isEqualTo(Double.parseDouble(last[0]));
    }

    /** Titles and times as in the documentation of relog, with a zone that is an hour ahead of UTC. */
    @Test
    void countersOfWindowsArePacked() throws IOException {
        Path file = write("""
                "(PDH-CSV 4.0) (W. Europe Standard Time)(-60)","\\\\WEB17\\Processor(_Total)\\% Processor Time","\\\\WEB17\\Memory\\Available Bytes","\\\\WEB17\\Process(a/b(1)#2)\\Handle Count"
                "03/01/2026 00:30:00.125"," ","17179869184","3"
                "03/01/2026 00:30:15.125","12.5","17179869184","4"
                """.replace("\n", "\r\n"));
        assertThat(read(CounterText.RELOG, file))
                .extracting(row -> Instant.ofEpochMilli(row.time) + " " + row)
                .containsExactly(
                        "2026-02-28T23:30:00.125Z RawData,WEB17,null,Memory\\Available Bytes,1.7179869184E10",
                        "2026-02-28T23:30:00.125Z Process,WEB17,a/b(1)#2,Handle Count,3.0",
                        "2026-02-28T23:30:15.125Z Processor,WEB17,_Total,% Processor Time,12.5",
                        "2026-02-28T23:30:15.125Z RawData,WEB17,null,Memory\\Available Bytes,1.7179869184E10",
                        "2026-02-28T23:30:15.125Z Process,WEB17,a/b(1)#2,Handle Count,4.0");
    }

    /** The header of a data collector set ends with its description, of which rows have no field or a blank one. */
    @Test
    void commentsInHeadersOfWindowsAreNotCounters() throws IOException {
        Path file = write("""
                "(PDH-CSV 4.0) (Romance Standard Time)(-60)","\\\\W\\Memory\\Free","\\\\W\\Disk(0 C:)\\Reads","Report, for ""all"" disks"
                "03/01/2026 00:30:00.125","1"," "
                "03/01/2026 00:30:15.125","2","3",""
                """);
        assertThat(read(CounterText.RELOG, file))
                .extracting(Row::toString)
                .containsExactly(
                        "RawData,W,null,Memory\\Free,1.0", "RawData,W,null,Memory\\Free,2.0", "Disk,W,0 C:,Reads,3.0");
        Files.writeString(file, Files.readString(file).replace(",\"3\",\"\"", ",\"3\",\"4\""));
        assertThatThrownBy(() -> read(CounterText.RELOG, file))
                .isInstanceOf(LoadException.class)
                .hasMessage(file + ": line 3: expected 3 fields, found 4");
    }

    /** The standard output of typeperf, once its header names the zone. */
    @Test
    void messagesOfTypeperfAreNotSamples() throws IOException {
        Path file = write("""

                "(PDH-CSV 4.0) (UTC)(0)","\\\\W\\Paging File(_Total)\\% Usage","\\\\W\\Memory\\Commit Limit"
                "09/22/2026 21:42:32.824","0.000000","20261367808.000000"
                Exiting, please wait...                        \s
                The command completed successfully.

                """.replace("\n", "\r\n"));
        assertThat(read(CounterText.RELOG, file))
                .extracting(Row::toString)
                .containsExactly(
                        "Paging File,W,_Total,% Usage,0.0", "RawData,W,null,Memory\\Commit Limit,2.0261367808E10");
    }

    @Test
    void valuesOfNullAreCounted() throws IOException {
        Path file = write("""
                {"metric":{"__name__":"load","instance":"a"},"values":[1,null,"NaN",null],"timestamps":[1000,2000,3000,4000]}
                """);
        assertThat(read(CounterText.VICTORIAMETRICS, file))
                .extracting(Row::toString)
                .containsExactly("RawData,a,null,load,1.0", "RawData,a,null,load,NaN", "2 missing samples left out");
    }

    /** Of the whole numbers around 2^53 and at the end of 64 bits, the odd ones have no double. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            PROMETHEUS      | load{instance="a"} %s 1700000000000
            OPENMETRICS     | load{instance="a"} %s 1700000000~# EOF
            VICTORIAMETRICS | {"metric":{"__name__":"load","instance":"a"},"values":[%s],"timestamps":[1000]}
            VICTORIAMETRICS | {"metric":{"__name__":"load","instance":"a"},"values":["%s"],"timestamps":[1000]}
            OTLP            | {"resourceMetrics":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"a"}}]},"scopeMetrics":[{"metrics":[{"name":"n","gauge":{"dataPoints":[{"timeUnixNano":"1000000","asDouble":%s}]}}]}]}]}
            OTLP            | {"resourceMetrics":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"a"}}]},"scopeMetrics":[{"metrics":[{"name":"n","histogram":{"dataPoints":[{"timeUnixNano":"1000000","bucketCounts":["%s"]}]}}]}]}]}
            RELOG           | "(PDH-CSV 4.0) (UTC)(0)","\\\\W\\Memory\\Available Bytes"~"03/01/2026 00:30:00.125","%s"
            COLLECTD        | epoch,value~1700000000.000,%s
            PMREP           | Time,kernel.all.load~2026-03-01 00:00:00,%s
            SADF            | # hostname;interval;timestamp;proc/s~a;15;2026-03-01 00:00:00 UTC;%s
            SAR             | Linux 6.1 (a) 2026-03-01 _x86_64_ (2 CPU)~~00:00:00 proc/s~00:00:15 %s
            """)
    void wholeNumbersThatAreRoundedAreCounted(CounterText format, String line) throws IOException {
        Map<String, Boolean> isRounded = Map.of(
                "9007199254740991", false,
                "9007199254740992", false,
                "9007199254740993", true,
                "9007199254740994", false,
                "18446744073709551615", true,
                "12.3456789012345678901", false);
        Path file = Files.createDirectories(folder.resolve("host/load")).resolve("load-2026-03-01");
        for (Map.Entry<String, Boolean> number : isRounded.entrySet()) {
            Files.writeString(file, line.replace('~', '\n').formatted(number.getKey()) + "\n");
            List<Row> rows = read(format, file, format == CounterText.PMREP ? "host" : null);
            assertThat(rows.stream()
                            .filter(row -> !row.counter.equals("n_count"))
                            .findFirst())
                    .map(row -> row.value)
                    .describedAs(number.getKey())
                    .contains(Double.parseDouble(number.getKey()));
            assertThat(rows.stream().map(Row::toString).filter("1 whole number rounded to 53 bits"::equals))
                    .describedAs(number.getKey())
                    .hasSize(number.getValue() ? 1 : 0);
        }
    }

    /** Whole numbers stay exact; what has no place in a table is counted. */
    @Test
    void nothingOfOpenTelemetryIsLeftOutUnnoticed() throws IOException {
        Path file = write("""
                {"resourceMetrics":[{"resource":{"attributes":[{"key":"host.name","value":{"stringValue":"web17"}}]},
                  "scopeMetrics":[{"scope":{},"metrics":[
                    {"name":"big","gauge":{"dataPoints":[{"asInt":"9007199254740993","timeUnixNano":"1700000000000000000",
                      "exemplars":[{"asInt":"1"},{"asInt":"2"}]}]}},
                    {"name":"new","cube":{"dataPoints":[]}},
                    {"name":"none","sum":{"dataPoints":[{"timeUnixNano":"1700000000000000000"}]}},
                    {"name":"gone","gauge":{"dataPoints":[{"asInt":"0","flags":1,"timeUnixNano":"1700000000000000000"}]}},
                    {"name":"ended","histogram":{"dataPoints":[{"count":"0","sum":0,"bucketCounts":["0"],"flags":1,
                      "timeUnixNano":"1700000000000000000"}]}}]}]}]}
                """);
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(file)),
                folder.resolve("garage"),
                options(CounterText.OTLP, null),
                done -> {});
        assertThat(report.warnings())
                .containsExactly(
                        "2 exemplars left out; first at " + file + ": line 4",
                        "1 unknown metric left out; first at " + file + ": line 5",
                        "3 empty points left out; first at " + file + ": line 6");
        try (PackedFile packed = PackedFile.open(folder.resolve("garage/web17.2023-11-14.gar"))) {
            assertThat(packed.readBlock("RawData", 0, new int[] {3})[0].longs()[0])
                    .isEqualTo(9_007_199_254_740_993L);
            assertThat(packed.tables())
                    .singleElement()
                    .satisfies(table -> assertThat(table.columns())
                            .extracting(ColumnSchema::name)
                            .containsExactly("serverID", "sampleTime", "prevSampleTime", "big"));
        }
        Path huge = write("""
                {"resourceMetrics":[{"resource":{"attributes":[{"key":"host","value":{"stringValue":"a"}}]},"scopeMetrics":[
                {"metrics":[{"name":"x","gauge":{"dataPoints":[{"asDouble":1e400,"timeUnixNano":"1700000000000000000"}]}}]}]}]}
                """);
        assertThatThrownBy(() -> read(CounterText.OTLP, huge))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("expected a number of 'x' below 1.8e308");
    }

    @Test
    void conflictsNameTheirCause() throws IOException {
        Path file = write("""
                load{instance="a",job="x"} 1 1700000000000
                load{instance="a",job="y"} 2 1700000000000
                """);
        for (List<String> dropped : List.of(List.of("job", "port"), List.<String>of())) {
            if (dropped.isEmpty()) {
                Files.writeString(file, Files.readString(file).replace("job=\"y\"", "job=\"x\""));
            }
            assertThatThrownBy(() -> CounterImport.run(
                            Map.of("RawData", List.of(file)),
                            folder.resolve("garage"),
                            options(CounterText.PROMETHEUS, null, dropped.toArray(new String[0])),
                            done -> {}))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("is 2.0, but 1.0 in " + file + ": line 1; remove one")
                    .hasMessageEndingWith(
                            dropped.isEmpty()
                                    ? "; remove one"
                                    : ", or keep a label that tells them apart: `droppedLabels` leaves out job, port");
        }
    }

    /** Prometheus has two series here, of which a table has one column. */
    @Test
    void namesThatDifferInCaseAreReported() throws IOException {
        Path file = write("""
                Load{instance="a"} 1 1700000000000
                load{instance="a"} 2 1700000015000
                """);
        CounterImport.Report report = CounterImport.run(
                Map.of("RawData", List.of(file)),
                folder.resolve("garage"),
                options(CounterText.PROMETHEUS, null),
                done -> {});
        assertThat(report.warnings())
                .containsExactly(
                        "1 counter has several names in the inputs, which differ in case, such as 'Load' and 'load'"
                                + " in table 'RawData'");
        Files.writeString(file, "load{instance=\"a\"} 3 1700000000000\n", StandardOpenOption.APPEND);
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(file)),
                        folder.resolve("other"),
                        options(CounterText.PROMETHEUS, null),
                        done -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageEndingWith("; remove one, or rename 'Load' or 'load': case does not tell names apart");
    }

    /** JSON does not order the fields of an object. */
    @Test
    void metricsOfOpenTelemetryMayStandBeforeTheirResource() throws IOException {
        Path file = write("""
                {"other":[1,{}],"resourceMetrics":[{"scopeMetrics":[{"metrics":[
                    {"gauge":{"dataPoints":[{"asInt":"3","timeUnixNano":"1700000000000000000"}]},"name":"load"}]}],
                  "schemaUrl":"","resource":{"attributes":[{"key":"host.name","value":{"stringValue":"web17"}}]}}]}
                """);
        assertThat(read(CounterText.OTLP, file))
                .extracting(Row::toString)
                .containsExactly("RawData,web17,null,load,3.0");
    }

    /** Each could be as large as all that is held. */
    @Test
    void metricsOfOpenTelemetryStandOnceBeforeTheirResource() throws IOException {
        Path file = write("{\"resourceMetrics\":[{\"scopeMetrics\":[],\"scopeMetrics\":[],\"resource\":{}}]}");
        assertThatThrownBy(() -> read(CounterText.OTLP, file))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining("Duplicate Object property \"scopeMetrics\"");
    }

    /** As a tree, such a document would take some 500 MB. */
    @Test
    void metricsOfManyTokensAreRefused() throws IOException {
        String objects = "{},".repeat(700_000) + "{}";
        for (String document : List.of(
                "{\"resource\":{},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"x\",\"gauge\":{\"dataPoints\":[" + objects
                        + "]}}]}]}",
                "{\"scopeMetrics\":[" + objects + "]}")) {
            Path file = write("{\"resourceMetrics\":[" + document + "]}");
            assertThatThrownBy(() -> read(CounterText.OTLP, file))
                    .isInstanceOf(LoadException.class)
                    .hasMessageContaining("has more than 1000000 names, values and brackets; export smaller batches");
        }
        // Of many metrics, one is held at a time.
        Path many = write("{\"resourceMetrics\":[{\"resource\":{},\"scopeMetrics\":[{\"scope\":[" + objects
                + "],\"metrics\":[" + "{\"name\":\"x\"},".repeat(500_000) + "{\"name\":\"x\"}]}]}]}");
        assertThat(read(CounterText.OTLP, many))
                .extracting(Row::toString)
                .containsExactly("500,001 unknown metrics left out");
    }

    /** Their last time would be one of 1970, or the last value another. */
    @Test
    void textsThatAreCutInTheirLastLineAreErrors() throws IOException {
        Path dump = folder.resolve("dump.txt");
        String text = "up{instance=\"a\"} 1 1700000000000\nup{instance=\"a\"} 1 1700000015000\n";
        for (int cut : List.of(text.length() - 1, text.length() - 5)) {
            Files.writeString(dump, text.substring(0, cut));
            assertThatThrownBy(() -> read(CounterText.PROMETHEUS, dump))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(dump + ": line 2: expected the end of a line: the text is cut short");
        }
        Path load = folder.resolve("web17/load/load-2026-03-01");
        Files.createDirectories(Objects.requireNonNull(load.getParent()));
        for (String content : List.of("epoch,shortterm\n1772323200.125,0.5", "epoch,short")) {
            Files.writeString(load, content);
            assertThatThrownBy(() -> read(CounterText.COLLECTD, load))
                    .isInstanceOf(LoadException.class)
                    .hasMessageEndingWith("expected the end of a line: the text is cut short");
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "PROMETHEUS | up{instance=\"a\"} 1 | the sample has no time",
                "PROMETHEUS | up 1 1700000000000 | no label names the server of 'up'",
                "PROMETHEUS | up{instance=\"a\" 1 1700000000000 | line 1: expected",
                "PROMETHEUS | up{instance=\"a} 1 1700000000000 | line 1: expected '\"'",
                "PROMETHEUS | up{instance=\"a\",instance=\"b\"} 1 1700000000000 | label 'instance' occurs twice",
                "PROMETHEUS | {instance=\"a\"} 1 1700000000000 | the series has no name",
                "PROMETHEUS | up{__name__=\"b\",instance=\"a\"} 1 1700000000000 | the series has two names",
                "PROMETHEUS | up{instance=\"a\"} x 1700000000000 | expected a number of 'up', found 'x'",
                "PROMETHEUS | up{instance=\"a\"} 1 1e300 | expected a time in milliseconds",
                "PROMETHEUS | up{instance=\"a\"} 1 1700000000000 7 | expected the end of the line",
                "PROMETHEUS | up{instance=\"a\"} {count:1, sum:2} 1700000000000 | has no values of counters",
                "PROMETHEUS | up{instance=\"a\"} 1e400 1700000000000 | expected a number of 'up' below 1.8e308, found '1e400'",
                "PROMETHEUS | up{instance=\"\"} 1 1700000000000 | no label names the server of 'up'",
                "OPENMETRICS | up{instance=\"a\"} 1 1700000000 | expected '# EOF' at the end: the text is cut short",
                "PROMETHEUS | {__name__=\"up\",instance=\"a\\q\"} 1 1700000000000 | line 1: label: escape '\\q' is not supported",
                "PROMETHEUS | {__name__=\"up\",instance=\"a\\ | line 1: expected '\"'",
                "OPENMETRICS | # EOF!up 1 | expected nothing after '# EOF'",
                "VICTORIAMETRICS | [1] | line 1: expected a JSON object",
                "VICTORIAMETRICS | {\"metric\":{}} | expected \"metric\" with \"__name__\"",
                "VICTORIAMETRICS | {\"metric\":{\"__name__\":\"up\"},\"values\":[1],\"timestamps\":[]} | as many values as timestamps",
                "VICTORIAMETRICS | {\"metric\":{\"__name__\":\"up\"},\"values\":[1],\"timestamps\":[1.5]} | expected a whole number",
                "VICTORIAMETRICS | {\"metric\":{\"__name__\":\"up\"},\"values\":[1e400] | expected a number below 1.8e308",
                "VICTORIAMETRICS | {}!{\"metric\" | expected \"metric\"",
                "OTLP | {\"resourceMetrics\":[ | line 1: is not JSON",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"a\",\"sum\":{\"dataPoints\":{}}}]}]}]} | is not an array",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{\"name\":\"a\",\"sum\":{\"dataPoints\":[1]}}]}]}]} | is not an object",
                "OTLP | {\"resourceMetrics\":[1]} | a value of \"resourceMetrics\" is not an object",
                "OTLP | {\"resourceMetrics\":{}} | \"resourceMetrics\" is not an array",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[[]]}]} | a value of \"scopeMetrics\" is not an object",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[\"a\"]}]}]} | a value of \"metrics\" is not an object",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":1}]}]} | \"metrics\" is not an array",
                "OTLP | {\"resourceMetrics\":[{\"resource\":{\"attributes\":[1]}}]} | an attribute is not an object",
                "OTLP | {\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"host\",\"value\":{\"stringValue\":\"a\"}}]},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"a\",\"sum\":{\"dataPoints\":[{\"asInt\":1}]}}]}]}]} | a point of 'a' has no time",
                "OTLP | {\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"host\",\"value\":{\"stringValue\":\"a\"}}]},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"a\",\"sum\":{\"dataPoints\":[{\"asInt\":1,\"timeUnixNano\":\"0\"}]}}]}]}]} | a point of 'a' has no time",
                "OTLP | {\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"host\",\"value\":{\"stringValue\":\"a\"}}]},\"scopeMetrics\":[{\"metrics\":[{\"name\":\"a\",\"sum\":{\"dataPoints\":[{\"asInt\":1,\"timeUnixNano\":0}]}}]}]}]} | a point of 'a' has no time",
                "OTLP | {\"metrics\":[]} | expected \"resourceMetrics\"",
                "OTLP | {\"resourceMetrics\":[{\"resource\":{\"attributes\":[{\"key\":\"a\",\"value\":{\"intValue\":1}},{\"key\":\"a\",\"value\":{\"intValue\":2}}]}}]} | attribute 'a' has two values",
                "VICTORIAMETRICS | {\"metric\":{\"__name__\":\"up\",\"host\":\"a\",\"host\":\"b\"},\"values\":[1],\"timestamps\":[1]} | is not JSON: Duplicate Object property \"host\"",
                "OTLP | {\"resourceMetrics\":[{\"scopeMetrics\":[{\"metrics\":[{}]}]}]} | a metric has no name",
                "COLLECTD | epoch,value | expected a file HOST/PLUGIN/TYPE-YYYY-MM-DD",
                "RELOG | \"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\b(c)\\serverID\"!\"03/01/2026 10:00:00.000\",\"1\" | line 2: table 'b': a counter has the name of column 'serverID'",
                "RELOG | \"(PDH-CSV 4.0)\",\"\\\\a\\b\\c\" | the header does not name the time zone, as typeperf prints it: change '(PDH-CSV 4.0)' to '(PDH-CSV 4.0) (ZONE)(MINUTES)'",
                "RELOG | \"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\b\\c\"!Exiting, please wait...!\"03/01/2026 10:00:00.000\",\"1\" | line 3: expected nothing after the messages of typeperf",
                "RELOG | Time,x | expected '\"(PDH-CSV 4.0) (ZONE)(MINUTES)\",...'",
                "RELOG | \"(PDH-CSV 4.0) (UTC)(0)\",\"x\" | expected \\\\SERVER\\OBJECT(INSTANCE)\\COUNTER, found 'x'",
                "RELOG | \"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\b\\c\"!\"yesterday\",\"1\" | line 2: expected a time",
                "RELOG | \"(PDH-CSV 4.0) (UTC)(0)\",\"\\\\a\\b\\c\"!\"02/30/2026 10:00:00.000\",\"1\" | line 2: expected a time",
            })
    void whatIsNotSuchATextIsAnError(CounterText format, String lines, String message) throws IOException {
        Path file = write(lines.replace('!', '\n') + "\n");
        assertThatThrownBy(() -> CounterImport.run(
                        Map.of("RawData", List.of(file)), folder.resolve("garage"), options(format, null), done -> {}))
                .isInstanceOf(LoadException.class)
                .hasMessageContaining(file + ": ")
                .hasMessageContaining(message)
                .hasMessageNotContaining("\n");
    }

    @Test
    void objectsThatAreTooLargeAreRefused() throws IOException {
        Path file = write("{} {\"a\": \"" + "x".repeat(100_000) + "\"}");
        try (JsonDocuments documents = new JsonDocuments(file, 50_000)) {
            assertThatThrownBy(() -> documents.each(parser -> {
                        while (!parser.currentToken().isStructEnd()) {
                            parser.nextToken();
                        }
                    }))
                    .isInstanceOf(LoadException.class)
                    .hasMessage(file + ": a JSON object has more than 50000 bytes");
        }
    }

    private Path write(String text) throws IOException {
        return Files.writeString(folder.resolve("input.txt"), text);
    }

    /** A value with its place. */
    private record Row(
            String table, String server, @Nullable String instance, long time, String counter, double value) {
        String place() {
            return table + "," + server + "," + instance + "," + counter;
        }

        @Override
        public String toString() {
            return counter.contains(" left out") || counter.contains(" rounded") ? counter : place() + "," + value;
        }
    }

    private List<Row> read(CounterText format, Path text) throws IOException {
        return read(format, text, null);
    }

    private List<Row> read(CounterText format, Path text, @Nullable String server, String... dropped)
            throws IOException {
        List<Row> found = new ArrayList<>();
        ImportNotes notes = new ImportNotes();
        format.source(text, options(format, server, dropped)).read(new CounterTables(), new SampleSink() {
            private Row row = new Row("", "", null, 0, "", 0);

            @Override
            public boolean row(
                    CounterTable table, String server, long time, long previous, @Nullable String instance, long line) {
                row = new Row(table.name(), server, instance, time, "", 0);
                return true;
            }

            @Override
            public void value(TableCounter counter, CellKind kind, long bits, @Nullable String value) {
                double number = kind == CellKind.WHOLE ? bits : Double.longBitsToDouble(bits);
                found.add(new Row(row.table, row.server, row.instance, row.time, counter.name(), number));
            }

            @Override
            public void rounded(@Nullable TableCounter counter) {
                notes.addRounded(counter, text, 1);
            }

            @Override
            public void skipped(String what, long line) {
                notes.addSkipped(what, text, line);
            }
        });
        notes.warnings()
                .forEach(warning -> found.add(new Row("", "", null, 0, warning.replaceAll("; first.*", ""), 0)));
        return found;
    }

    private CounterImportOptions options(CounterText format, @Nullable String server, String... dropped) {
        return CounterImportOptions.defaults(folder.resolve("tmp"))
                .withServerName(server)
                .withContent(CounterImportOptions.Content.LOSSLESS.withDroppedLabels(List.of(dropped)))
                .withFormat(format);
    }

    private Path resource(String name) throws IOException {
        try (InputStream in = Objects.requireNonNull(LabeledTextTest.class.getResourceAsStream(name), name)) {
            Path copy = folder.resolve(name);
            Files.copy(in, copy);
            return copy;
        }
    }
}
