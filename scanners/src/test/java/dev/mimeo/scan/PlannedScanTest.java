package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.io.Serializable;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("thorough")
final class PlannedScanTest {

    @TempDir
    Path folder;

    private static DataScanner.Options options(int chunkSize, long sample) {
        List<ScannerSpec> scanners = List.of(
                ScannerSpec.parse("histogram"),
                ScannerSpec.parse("repetition"),
                ScannerSpec.parse("compression,codecs=zlib:1"),
                ScannerSpec.parse("duplicates"),
                ScannerSpec.parse("mimic"));
        return DataScanner.Options.defaults()
                .withChunkSize(chunkSize)
                .withSample(sample)
                .withSeed(11)
                .withThreads(2)
                .withScanners(scanners)
                .withName("planned");
    }

    private void fill() throws IOException {
        Random random = new Random(5);
        byte[] noise = new byte[900_001];
        random.nextBytes(noise);
        Files.createDirectories(folder.resolve("data/deep"));
        Files.write(folder.resolve("data/noise"), noise);
        Files.write(folder.resolve("data/copy"), noise);
        Files.write(folder.resolve("data/deep/zeros"), new byte[100_000]);
        Files.write(folder.resolve("data/deep/empty"), new byte[0]);
        StringBuilder text = new StringBuilder();
        while (text.length() < 500_000) {
            text.append("line ").append(random.nextInt(5000)).append(" of text\n");
        }
        Files.writeString(folder.resolve("data/text"), text);
        for (int i = 0; i < 40; i++) {
            Files.writeString(folder.resolve("data/deep/small" + i), text.substring(i, 2000 + 37 * i));
        }
    }

    /** Runs the last step first, on copies of what it gets, and gives copies of what it finds. */
    private static final class Elsewhere implements DatasetFindings.StepRunner {
        private int inputs;

        @Override
        public <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> all, IntConsumer done) throws IOException {
            List<O> results = new ArrayList<>();
            for (int i = all.size() - 1; i >= 0; i--) {
                results.add(0, copy(copy(step).apply(copy(all.get(i)), done)));
                inputs++;
            }
            return results;
        }

        @SuppressWarnings("unchecked") // of the same class
        private static <T> T copy(T object) throws IOException {
            try {
                return (T) sent((Serializable) object);
            } catch (ClassNotFoundException e) {
                throw new IOException(e);
            }
        }
    }

    private static byte[] here(List<Path> inputs, DataScanner.Options options) throws IOException {
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source = ChunkSources.open(inputs, InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
        return file.toByteArray();
    }

    private static byte[] elsewhere(List<Path> inputs, DataScanner.Options options) throws Exception {
        DataScanner scanner = new DataScanner(options);
        ScanPlan plan = scanner.plan(inputs);
        List<ScanPlan.SegmentPlan> segments = new ArrayList<>();
        for (ScanPlan.SegmentPlan segment : plan.segments()) {
            segments.add(sent(segment));
        }
        // The last first, each by a worker of its own, as on other machines.
        Collections.reverse(segments);
        List<SegmentWorker.SegmentFindings> findings = new ArrayList<>();
        for (ScanPlan.SegmentPlan segment : segments) {
            try (SegmentWorker worker = new SegmentWorker(sent(options))) {
                findings.add(0, sent(worker.scan(segment)));
            }
        }
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (CharacterizationWriter writer =
                CharacterizationWriter.create(Channels.newChannel(file), WriterOptions.DEFAULT)) {
            Elsewhere steps = new Elsewhere();
            scanner.merge(plan, findings.iterator(), CharacterizationSink.to(writer), steps, DataScanner.Listener.NONE);
            assertThat(steps.inputs).as("classes fitted and corrected").isGreaterThan(2);
        }
        return file.toByteArray();
    }

    @SuppressWarnings({"unchecked", "BanSerializableRead"}) // written by this test
    private static <T extends Serializable> T sent(T object) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(object);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return (T) in.readObject();
        }
    }

    @Test
    void whatOthersFoundIsMergedToTheBytesOfOneMachine() throws Exception {
        fill();
        List<Path> inputs = List.of(folder.resolve("data"), folder.resolve("data/text"));
        for (DataScanner.Options options : List.of(options(32 << 10, 0), options(4 << 10, 60))) {
            assertThat(elsewhere(inputs, options)).as("%s", options).isEqualTo(here(inputs, options));
        }
    }

    @Test
    void whatCannotBeReadAlikeIsRefused() throws Exception {
        fill();
        DataScanner.Options options = options(32 << 10, 0);
        DataScanner scanner = new DataScanner(options);
        assertThatThrownBy(() -> scanner.plan(List.of(Path.of("-")))).hasMessageContaining("streams");
        assertThatThrownBy(() -> scanner.plan(List.of(folder.resolve("none")))).hasMessageContaining("none");
        Path text = folder.resolve("data/text");
        ScanPlan plan = scanner.plan(List.of(text));
        Files.write(text, new byte[1000]);
        try (SegmentWorker worker = new SegmentWorker(options)) {
            assertThatThrownBy(() -> worker.scan(plan.segments().get(0)))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining(text.toString())
                    .hasMessageContaining("1000");
        }
        try (CharacterizationWriter writer = CharacterizationWriter.create(
                Channels.newChannel(new ByteArrayOutputStream()), WriterOptions.DEFAULT)) {
            CharacterizationSink sink = CharacterizationSink.to(writer);
            assertThatThrownBy(() -> scanner.merge(
                            plan,
                            Collections.emptyIterator(),
                            sink,
                            DatasetFindings.StepRunner.onThreads(1),
                            DataScanner.Listener.NONE))
                    .hasMessageContaining("fewer findings");
        }
    }
}
