package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.internal.bytes.LittleEndian;
import dev.mimeo.testing.GoldenFiles;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Verification passes good files and no others; statistics agree with what is in a file. */
@Tag("thorough")
final class VerificationTest {

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    static Stream<Path> goldens() {
        return Stream.of("generated", "csv", "recover", "shipped")
                .flatMap(name -> GoldenFiles.files(name, ".*\\.ds(-littleend|-bigend)?"))
                .filter(file -> !file.toString().matches(".*recover/(bad|truncated)[^.]*\\.a\\.ds"));
    }

    @Test
    void aGoodFilePasses() throws IOException {
        for (ByteOrder order : List.of(ByteOrder.LITTLE_ENDIAN, ByteOrder.BIG_ENDIAN)) {
            byte[] file = SampleFiles.file(order, 1, "lz4");
            assertThat(verify(file)).isEqualTo(new Verification(file.length, 5, 46, true));
        }
    }

    @Test
    void everyChangedByteIsAFault() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1, "zlib");
        for (int at = 0; at < file.length; at += 3) {
            byte[] damaged = file.clone();
            damaged[at] ^= 0x41;
            // The check value NaN of the file header may be any NaN.
            if (at < 32 || at >= FileFrame.HEADER_SIZE) {
                assertThatThrownBy(() -> verify(damaged))
                        .as("changed byte " + at)
                        .isInstanceOf(DataSeriesException.class);
            }
        }
    }

    @Test
    void bytesThatTheIndexDoesNotListAreAFault() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1);
        long index;
        try (DataSeriesReader reader = DataSeriesReader.read(file, "good")) {
            index = reader.index().get(reader.index().size() - 1).offset();
        }
        // Between the last extent and the index, with a trailer that fits.
        int at = Math.toIntExact(index);
        int extra = 28;
        byte[] longer = new byte[file.length + extra];
        System.arraycopy(file, 0, longer, 0, at);
        System.arraycopy(file, at, longer, at + extra, file.length - at);
        int trailer = longer.length - FileFrame.TRAILER_SIZE;
        LittleEndian.putLong(longer, trailer + 16, index + extra);
        LittleEndian.putInt(longer, trailer + 24, JenkinsHash.hash(1776, longer, trailer, 24));
        assertThatThrownBy(() -> verify(longer)).isInstanceOf(DataSeriesException.class);
    }

    @Test
    void statisticsAreThoseOfTheFile() throws IOException {
        byte[] file = SampleFiles.file(ByteOrder.LITTLE_ENDIAN, 1);
        Files.write(folder.resolve("file.ds"), file);
        FileStatistics statistics = FileStatistics.of(folder.resolve("file.ds"), 2, bytes -> {});
        assertThat(statistics.bytes()).isEqualTo(file.length);
        assertThat(statistics.extents()).isEqualTo(5);
        assertThat(statistics.rows()).isEqualTo(46);
        TypeStatistics all = statistics.types().stream()
                .filter(type -> type.type().name().equals("Sample::All"))
                .findFirst()
                .orElseThrow();
        assertThat(all.storage().extents()).isEqualTo(3);
        assertThat(all.storage().rows()).isEqualTo(23);
        assertThat(all.storage().records().codecs()).isEqualTo(Map.of("none", 2L));
        assertThat(all.columns()).hasSize(11);
        assertThat(all.columns().get(0).unpackedBytes()).isEqualTo(3);
        assertThat(all.columns().get(2).unpackedBytes()).isEqualTo(8 * 23);
        assertThat(all.columns().get(10).unpackedBytes()).isEqualTo(5 * 23);
        long strings = 0;
        for (Extent extent : SampleFiles.extents()) {
            if (extent.type().name().equals("Sample::All")) {
                for (int row = 0; row < extent.rows(); row++) {
                    strings += extent.variables(8).length(row);
                }
            }
        }
        assertThat(all.columns().get(8).unpackedBytes()).isEqualTo(4 * 23 + strings);
    }

    @ParameterizedTest
    @MethodSource("goldens")
    void filesOfTheOriginalToolsPass(Path file) throws IOException {
        byte[] content = Files.readAllBytes(file);
        if (file.toString().contains("corrupt-")) {
            assertThatThrownBy(() -> Verification.of(file, 1, bytes -> {})).isInstanceOf(DataSeriesException.class);
            return;
        }
        long rows = StoredExtents.facts(content).stream()
                .filter(facts -> !facts.typeName().startsWith("DataSeries: "))
                .mapToLong(StoredExtents.Facts::rows)
                .sum();
        assertThat(Verification.of(file, 2, bytes -> {}).rows()).isEqualTo(rows);
        assertThat(FileStatistics.of(file, 2, bytes -> {}).rows()).isEqualTo(rows);
    }

    private Verification verify(byte[] file) throws IOException {
        Path path = folder.resolve("verified.ds");
        Files.write(path, file);
        return Verification.of(path, 1, bytes -> {});
    }
}
