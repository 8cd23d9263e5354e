package dev.mimeo.fuzz;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.dataseries.Checksums;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.scan.CharacterizationSink;
import dev.mimeo.scan.ChunkSource;
import dev.mimeo.scan.ChunkSources;
import dev.mimeo.scan.DataScanner;
import dev.mimeo.scan.ScannerSpec;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import java.util.zip.DataFormatException;
import org.jspecify.annotations.Nullable;

/**
 * A characterization generates data with every generator or is refused, and takes little memory. The input is a file, or, where
 * its first byte is not that of one, changes of the bytes of one that is good. Checksums are put right: they would hide all but luck.
 */
public final class CharacterizationFuzz {

    /** The size of the texts of the largest models, and some more. */
    private static final long MAX_ALLOCATED = 768L << 20;

    private static final int GENERATED = 40_000;
    private static final int EDIT = 4;

    private static final byte[] GOOD = good();

    private CharacterizationFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) throws IOException {
        boolean file = data.length > 0 && data[0] == 'D';
        byte[] repaired = repaired(file ? data : edited(data));
        if (repaired != null) {
            Check.allocates(MAX_ALLOCATED, data.length, () -> read(repaired));
        }
    }

    private static void read(byte[] file) throws IOException {
        try (Characterization characterization = Characterization.read(file, "fuzz")) {
            for (String generator : DataGenerators.names()) {
                generate(characterization, generator);
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
    }

    private static void generate(Characterization characterization, String generator) throws IOException {
        try (DataProducer producer =
                DataProducer.of(characterization).generator(generator, Map.of()).build()) {
            producer.getSynData(GENERATED);
            producer.seekChunk(characterization.chunkCount() - 1);
            producer.getSynData(GENERATED);
        } catch (UncheckedIOException e) {
            if (!(e.getCause() instanceof DataSeriesException refusal)) {
                throw e;
            }
            Check.oneLine(refusal);
        } catch (IllegalArgumentException | DataSeriesException e) {
            Check.oneLine(e);
        }
    }

    /** Returns the good file with changes of {@value #EDIT} bytes each: two of the place, how, and a value. */
    private static byte[] edited(byte[] edits) {
        byte[] file = GOOD.clone();
        for (int i = 0; i + EDIT <= edits.length; i += EDIT) {
            int place = ((edits[i] & 0xff) << 8 | (edits[i + 1] & 0xff)) % file.length;
            switch (edits[i + 2] & 3) {
                case 0 -> file[place] = edits[i + 3];
                case 1 -> file[place] ^= edits[i + 3];
                case 2 -> file[place] += edits[i + 3];
                default -> Arrays.fill(file, place, Math.min(file.length, place + 4), edits[i + 3]);
            }
        }
        return file;
    }

    /** Returns the rows of a file in one whose checksums are right, or null if they cannot be read. */
    private static byte @Nullable [] repaired(byte[] file) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (DataSeriesReader reader = DataSeriesReader.read(file, "fuzz", Checksums.NONE);
                DataSeriesWriter writer =
                        DataSeriesWriter.create(Channels.newChannel(out), reader.types(), uncompressed())) {
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                Extent extent = reader.read(entry.offset());
                if (!extent.type().name().startsWith("DataSeries: ")) {
                    writer.write(extent);
                }
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
            return null;
        } catch (IllegalStateException e) {
            // A characterization that was read without its checksums may have strings that the writer cannot find.
            Check.that(e.getCause() instanceof DataFormatException, "%s", e);
            return null;
        }
        return out.toByteArray();
    }

    private static WriterOptions uncompressed() {
        return WriterOptions.DEFAULT.withCodecs();
    }

    /** Characterises words, records, noise, zeros and the words again. */
    private static byte[] good() {
        Random random = new Random(1);
        StringBuilder text = new StringBuilder();
        while (text.length() < 20_000) {
            text.append(random.nextInt(300)).append(random.nextInt(9) == 0 ? ".\n" : " ");
        }
        while (text.length() < 50_000) {
            text.append("id=")
                    .append(random.nextInt(100_000))
                    .append(";state=ok;count=")
                    .append(random.nextInt(9));
        }
        byte[] data = Arrays.copyOf(text.toString().getBytes(StandardCharsets.US_ASCII), 80_000);
        byte[] noise = new byte[8192];
        random.nextBytes(noise);
        System.arraycopy(noise, 0, data, 51_200, noise.length);
        System.arraycopy(data, 0, data, 71_680, 8192);
        List<ScannerSpec> scanners = Stream.of(
                        "histogram", "repetition", "duplicates", "compression", "mimic,effort=fast")
                .map(ScannerSpec::parse)
                .toList();
        DataScanner.Options options = DataScanner.Options.defaults()
                .withChunkSize(2048)
                .withSeed(1)
                .withThreads(1)
                .withScanners(scanners);
        ByteArrayOutputStream file = new ByteArrayOutputStream();
        try (ChunkSource source =
                        ChunkSources.open(List.of(Path.of("-")), new ByteArrayInputStream(data), options.source());
                CharacterizationWriter writer =
                        CharacterizationWriter.create(Channels.newChannel(file), uncompressed())) {
            new DataScanner(options).scan(source, CharacterizationSink.to(writer), DataScanner.Listener.NONE);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return file.toByteArray();
    }
}
