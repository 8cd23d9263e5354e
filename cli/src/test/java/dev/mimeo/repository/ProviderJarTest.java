package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.cli.MimeoProcess;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Providers in a folder of somebody else, made as CONTRIBUTING.md says, work where the class path has them. */
final class ProviderJarTest {

    private static final int CHUNK = 32 << 10;

    private static final Map<String, String> SOURCES = Map.of(
            "org/example/LettersProvider.java",
            """
            package org.example;

            import dev.mimeo.characterization.Characterization;
            import dev.mimeo.generate.DataGenerator;
            import dev.mimeo.generate.DataGeneratorProvider;
            import java.util.Arrays;
            import java.util.Map;
            import java.util.function.Supplier;

            public final class LettersProvider implements DataGeneratorProvider {
                public String name() {
                    return "letters";
                }

                public String description() {
                    return "one letter all over";
                }

                public Supplier<DataGenerator> prepare(Characterization characterization, Map<String, String> options) {
                    return () -> (chunk, seed, destination, offset, length) ->
                            Arrays.fill(destination, offset, offset + length, (byte) 'L');
                }
            }
            """,
            "org/example/StoredProvider.java",
            """
            package org.example;

            import dev.mimeo.codec.AbstractCodecProvider;
            import dev.mimeo.codec.Codec;

            public final class StoredProvider extends AbstractCodecProvider {
                public StoredProvider() {
                    super("stored", Stored::new);
                }

                private static final class Stored implements Codec {
                    public String name() {
                        return "stored";
                    }

                    public int maxCompressedLength(int length) {
                        return length;
                    }

                    public int compress(byte[] src, int at, int length, byte[] dst, int to, int room) {
                        if (length > room) {
                            return -1;
                        }
                        System.arraycopy(src, at, dst, to, length);
                        return length;
                    }

                    public int decompress(byte[] src, int at, int length, byte[] dst, int to, int room) {
                        System.arraycopy(src, at, dst, to, length);
                        return length;
                    }

                    public void close() {}
                }
            }
            """,
            "org/example/ParityProvider.java",
            """
            package org.example;

            import dev.mimeo.characterization.ChunkCharacterization;
            import dev.mimeo.scan.DatasetFindings;
            import dev.mimeo.scan.DatasetScanner;
            import dev.mimeo.scan.DatasetScannerProvider;
            import dev.mimeo.scan.ScannerSpec;
            import dev.mimeo.scan.Segment;
            import java.util.List;
            import java.util.Map;

            public final class ParityProvider implements DatasetScannerProvider {
                public String name() {
                    return "parity";
                }

                public String description() {
                    return "odd bytes";
                }

                public DatasetScanner<?> create(int chunkSize, Map<String, String> options, List<ScannerSpec> all) {
                    return new Parity();
                }

                private static final class Parity implements DatasetScanner<long[]> {
                    private long total;

                    public long[] scan(Segment segment) {
                        long[] odd = new long[segment.chunks()];
                        for (int i = 0; i < odd.length; i++) {
                            for (int j = 0; j < segment.length(i); j++) {
                                odd[i] += segment.data()[segment.offset(i) + j] & 1;
                            }
                        }
                        return odd;
                    }

                    public void merge(Segment segment, long[] odd, List<ChunkCharacterization.Builder> chunks) {
                        for (int i = 0; i < odd.length; i++) {
                            chunks.get(i).statistic("parity.share", (double) odd[i] / segment.length(i));
                            total += odd[i];
                        }
                    }

                    public void finish(DatasetFindings out) {
                        out.statistic("parity.odd", total);
                    }
                }
            }
            """,
            "org/example/Machines.java",
            """
            package org.example;

            import dev.mimeo.characterization.CharacterizationWriter;
            import dev.mimeo.dataseries.WriterOptions;
            import dev.mimeo.scan.CharacterizationSink;
            import dev.mimeo.scan.DataScanner;
            import dev.mimeo.scan.DatasetFindings;
            import dev.mimeo.scan.ScanPlan;
            import dev.mimeo.scan.ScannerSpec;
            import dev.mimeo.scan.SegmentWorker;
            import java.io.ObjectInputStream;
            import java.io.ObjectOutputStream;
            import java.nio.channels.FileChannel;
            import java.nio.file.Files;
            import java.nio.file.Path;
            import java.nio.file.StandardOpenOption;
            import java.util.ArrayList;
            import java.util.List;

            /** Works on the segments of a scan in one process, and merges in another. */
            public final class Machines {
                public static void main(String[] words) throws Exception {
                    List<ScannerSpec> scanners = List.of(ScannerSpec.parse("histogram"), ScannerSpec.parse("parity"));
                    DataScanner.Options options = DataScanner.Options.defaults().withThreads(1).withScanners(scanners);
                    DataScanner scanner = new DataScanner(options);
                    ScanPlan plan = scanner.plan(List.of(Path.of(words[1])));
                    List<SegmentWorker.SegmentFindings> findings = new ArrayList<>();
                    if (words[0].equals("work")) {
                        try (SegmentWorker worker = new SegmentWorker(options);
                                ObjectOutputStream out = new ObjectOutputStream(Files.newOutputStream(Path.of(words[2])))) {
                            for (ScanPlan.SegmentPlan segment : plan.segments()) {
                                findings.add(worker.scan(segment));
                            }
                            out.writeObject(findings);
                        }
                        return;
                    }
                    try (ObjectInputStream in = new ObjectInputStream(Files.newInputStream(Path.of(words[2])))) {
                        ((List<?>) in.readObject()).forEach(found -> findings.add((SegmentWorker.SegmentFindings) found));
                    }
                    try (FileChannel file = FileChannel.open(
                                    Path.of(words[3]), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
                            CharacterizationWriter writer = CharacterizationWriter.create(file, WriterOptions.DEFAULT)) {
                        scanner.merge(
                                plan,
                                findings.iterator(),
                                CharacterizationSink.to(writer),
                                DatasetFindings.StepRunner.onThreads(1),
                                DataScanner.Listener.NONE);
                    }
                }
            }
            """);

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private String compiled() throws IOException {
        List<String> words =
                new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp", System.getProperty("java.class.path"), "-d"));
        Path classes = Files.createDirectories(folder.resolve("classes"));
        words.add(classes.toString());
        for (Map.Entry<String, String> source : SOURCES.entrySet()) {
            Path file = folder.resolve("src").resolve(source.getKey());
            Files.createDirectories(file.getParent());
            words.add(Files.writeString(file, source.getValue()).toString());
        }
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        assertThat(compiler.run(null, null, null, words.toArray(String[]::new))).isZero();
        Path services = Files.createDirectories(classes.resolve("META-INF/services"));
        Files.writeString(
                services.resolve("dev.mimeo.generate.DataGeneratorProvider"), "org.example.LettersProvider\n");
        Files.writeString(services.resolve("dev.mimeo.codec.CodecProvider"), "org.example.StoredProvider\n");
        Files.writeString(services.resolve("dev.mimeo.scan.DatasetScannerProvider"), "org.example.ParityProvider\n");
        return classes.toString();
    }

    private String mimeo(String classes, String... arguments) throws IOException, InterruptedException {
        return run(classes, "dev.mimeo.cli.Main", arguments);
    }

    private String run(String classes, String main, String... arguments) throws IOException, InterruptedException {
        List<String> words = MimeoProcess.command();
        int path = words.indexOf("-cp") + 1;
        words.set(path, words.get(path) + File.pathSeparator + classes);
        words.set(words.size() - 1, main);
        words.addAll(List.of(arguments));
        return Processes.run(folder, words);
    }

    @Test
    void aGeneratorAndACodecOfOthersAreFound() throws IOException, InterruptedException {
        String classes = compiled();
        mimeo(classes, "generate", "prose", "--generator", "letters", "--size", "100000", "-o", "letters.bin");
        assertThat(Files.readString(folder.resolve("letters.bin"))).matches("L{100000}");
        String table = mimeo(classes, "compare", "letters.bin", "letters.bin", "--codec", "stored,lz4");
        assertThat(table).containsPattern("stored *\\| +1\\.000");
    }

    private void checkFindings(Path file) throws IOException {
        try (Characterization found = Characterization.open(file)) {
            assertThat(found.dataset().statistics()).isEqualTo(Map.of("parity.odd", 2.0 * CHUNK + CHUNK / 8));
            List<Map<String, Double>> chunks = new ArrayList<>();
            for (int i = 0; i < found.chunkCount(); i++) {
                chunks.add(found.chunk(i).statistics());
            }
            assertThat(chunks)
                    .containsExactly(
                            Map.of("parity.share", 1.0),
                            Map.of("parity.share", 1.0),
                            Map.of("parity.share", 0.0),
                            Map.of("parity.share", 0.25));
        }
    }

    @Test
    void aScannerOfOthersAddsFindingsOfItsOwn() throws IOException, InterruptedException {
        String classes = compiled();
        // Three constant chunks, two of them odd, and half a chunk with one odd byte in four.
        byte[] data = new byte[3 * CHUNK + CHUNK / 2];
        Arrays.fill(data, 0, 2 * CHUNK, (byte) 'a');
        for (int i = 3 * CHUNK; i < data.length; i++) {
            data[i] = (byte) (i % 4 == 0 ? 1 : 2 * i);
        }
        Files.write(folder.resolve("data.bin"), data);
        mimeo(classes, "scan", "data.bin", "--scanner", "histogram", "--scanner", "parity", "-o", "data.ds");
        checkFindings(folder.resolve("data.ds"));
        run(classes, "org.example.Machines", "work", "data.bin", "findings");
        run(classes, "org.example.Machines", "merge", "data.bin", "findings", "merged.ds");
        checkFindings(folder.resolve("merged.ds"));
        assertThat(mimeo(classes, "describe", "--json", "data.ds"))
                .containsPattern("\"datasetStatistics\" : \\{\\s*\"parity.odd\" : " + (2 * CHUNK + CHUNK / 8));
        mimeo(classes, "generate", "data.ds", "--generator", "random", "--size", "100000", "-o", "more.bin");
        assertThat(folder.resolve("more.bin")).hasSize(100_000);
    }
}
