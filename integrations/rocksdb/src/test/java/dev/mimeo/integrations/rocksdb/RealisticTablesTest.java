package dev.mimeo.integrations.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.testing.SharedData;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.tukaani.xz.XZInputStream;

/** The purpose of the adapters: tables of synthetic data are as large as those of the data that was scanned. */
@Tag("thorough")
final class RealisticTablesTest {

    private static final List<String> CODECS = List.of("lz4", "snappy", "zlib", "zstd");
    private static final int VALUE_BYTES = 1024;

    /** RocksDB's default; what repeats in larger chunks need not repeat in a block. */
    private static final int BLOCK_BYTES = 4096;

    private static final double TOLERANCE = 0.1;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    /** Real data that the program brings along for {@code mimeo demo}. */
    @ParameterizedTest
    @ValueSource(strings = {"lcet10.txt", "urls.10K"})
    void samplesOfTheRepository(String name) throws IOException {
        Path packed = Path.of("../../cli/src/main/resources/dev/mimeo/cli/mimic/sample", name + ".xz");
        Path original = folder.resolve(name);
        try (InputStream in = new XZInputStream(Files.newInputStream(packed))) {
            Files.copy(in, original);
        }
        tablesAreAsLarge(original);
    }

    @ParameterizedTest
    @ValueSource(strings = {"logs/dpkg.log", "silesia/xml", "bin/bash.elf"})
    @Tag("slow")
    void realData(String name) throws IOException {
        tablesAreAsLarge(SharedData.path("corpora/" + name));
    }

    private void tablesAreAsLarge(Path original) throws IOException {
        long records = Files.size(original) / VALUE_BYTES;
        Path profile = folder.resolve("profile.ds");
        scan(original, profile);
        for (String codec : CODECS) {
            RocksDbLoad load = new RocksDbLoad(codec, VALUE_BYTES, BLOCK_BYTES);
            double expected;
            try (OriginalValues values = OriginalValues.open(original)) {
                expected = tables(load, records, values);
            }
            try (Characterization characterization = Characterization.open(profile);
                    DataProducer producer = DataProducer.of(characterization).build()) {
                double size = tables(load, records, value -> {
                    producer.fill(value, 0, value.length);
                    return true;
                });
                assertThat(size / expected).as(codec).isBetween(1 - TOLERANCE, 1 + TOLERANCE);
            }
            Random random = new Random(5);
            double noise = tables(load, records, value -> {
                random.nextBytes(value);
                return true;
            });
            double zeros = tables(load, records, value -> {
                Arrays.fill(value, (byte) 0);
                return true;
            });
            assertThat(noise / expected).as("random bytes, %s", codec).isGreaterThan(1.3);
            assertThat(zeros / expected).as("zeros, %s", codec).isLessThan(0.5);
        }
    }

    private double tables(RocksDbLoad load, long records, dev.mimeo.integrations.rocksdb.RocksDbLoad.Values values)
            throws IOException {
        RocksDbLoad.Result result = load.run(folder, records, values);
        assertThat(result.values()).isEqualTo(records);
        return result.tableBytes();
    }

    private static void scan(Path original, Path profile) throws IOException {
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(BLOCK_BYTES)
                .withSeed(1)
                .withThreads(2)
                .withStrict(true);
        try (ChunkSource source =
                        ChunkSources.open(List.of(original), InputStream.nullInputStream(), options.source());
                CharacterizationWriter writer = CharacterizationWriter.create(
                        FileChannel.open(profile, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
                        WriterOptions.DEFAULT)) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        }
    }
}
