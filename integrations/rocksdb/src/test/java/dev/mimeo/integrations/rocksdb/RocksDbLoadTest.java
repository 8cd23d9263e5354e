package dev.mimeo.integrations.rocksdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.rocksdb.Options;
import org.rocksdb.RocksDB;
import org.rocksdb.RocksDBException;

@Tag("thorough")
final class RocksDbLoadTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @MethodSource("dev.mimeo.integrations.rocksdb.RocksDbLoad#compressions")
    void sizesAreWhatTheCompressionMakesOfTheData(String compression) throws IOException {
        Random random = new Random(5);
        RocksDbLoad load = new RocksDbLoad(compression, 1024, 4096);
        RocksDbLoad.Result noise = load.run(folder, 2000, value -> {
            random.nextBytes(value);
            return true;
        });
        RocksDbLoad.Result zeros = load.run(folder, 2000, value -> {
            Arrays.fill(value, (byte) 0);
            return true;
        });
        assertThat(noise.values()).isEqualTo(2000);
        assertThat(noise.valueBytes()).isEqualTo(2000 * 1024);
        assertThat(noise.ratio()).isCloseTo(0.98, within(0.03));
        if (compression.equals("none")) {
            assertThat(zeros.ratio()).isCloseTo(0.98, within(0.03));
        } else {
            assertThat(zeros.ratio()).isGreaterThan(8);
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void valuesCanBeReadBackUnderAscendingKeys() throws IOException, RocksDBException {
        byte[] counter = {0};
        Path path = folder.resolve("db");
        new RocksDbLoad("lz4", 3, 4096).create(path, 1000, value -> {
            Arrays.fill(value, counter[0]++);
            return counter[0] < 100;
        });
        try (Options options = new Options();
                RocksDB database = RocksDB.openReadOnly(options, path.toString())) {
            for (int key = 0; key < 99; key++) {
                byte[] value = database.get(
                        ByteBuffer.allocate(Long.BYTES).putLong(key).array());
                assertThat(value).containsOnly((byte) key).hasSize(3);
            }
            assertThat(database.get(ByteBuffer.allocate(Long.BYTES).putLong(99).array()))
                    .isNull();
        }
    }

    @Test
    void aFolderThatIsADatabaseAlreadyIsLeftAlone() throws IOException {
        RocksDbLoad load = new RocksDbLoad("none", 10, 4096);
        load.create(folder.resolve("db"), 1, value -> true);
        assertThatThrownBy(() -> load.create(folder.resolve("db"), 1, value -> true))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("exists");
    }

    @Test
    void wrongSettingsAreRefused() {
        assertThatThrownBy(() -> new RocksDbLoad("lz5", 10, 4096))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("no compression 'lz5'; there are: none, snappy, lz4, lz4hc, zlib, zstd, bzip2");
        assertThatThrownBy(() -> new RocksDbLoad("lz4", 0, 4096)).isInstanceOf(IllegalArgumentException.class);
    }
}
