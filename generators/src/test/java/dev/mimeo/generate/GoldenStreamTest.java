package dev.mimeo.generate;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.characterization.Characterization;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Freezes the bytes of the stream: a characterization and a seed give the same data in every later version, on every
 * machine and JDK. {@code small.ds} characterises 120 KB in chunks of 8 KiB (text, zeros, noise, bases, the text again);
 * {@code mimic.ds} the same with a model for {@code mimic}, as {@link TestCharacterizations#main} writes it.
 * If a change here is wanted, it breaks everyone's recorded experiments: say so in the change log.
 */
final class GoldenStreamTest {

    private static final int BYTES = 300_000;

    private static Characterization open(String name) throws IOException {
        try (InputStream file = Objects.requireNonNull(GoldenStreamTest.class.getResourceAsStream(name))) {
            return Characterization.read(file.readAllBytes(), name);
        }
    }

    @ParameterizedTest
    @CsvSource({
        "motif, STORED, 1234, 721c1fa68171bec905a8da2ec8d0c7ea0d6105ebfe07813e24f11767aaa33b08",
        "motif, STORED, -1, 74f4d424bebf8bd008ed931b507f5558100fa81258924f1b8662c3d8f5a2a5e9",
        "motif, RANDOM, 1234, c78aba582b3b78cc4d8b8c62c8a622a9bf8edd7cccabaaf11b9ad9c8aee2720c",
        "mix, STORED, 1234, aef90f1bd5b071479e2eaacc76109301a2ff9278dec3ad1c40f7809a9cbea819",
        "mix, RANDOM, 7, 455cbfb376689b95e727940c6ed433b7994abc763e58572a1144d57bc07d5bb2",
        "random, STORED, 1234, c5cba9756937ba87de7478773c447c6a9e5cb13dbd1e7009e824003303a50113",
        "random, RANDOM, 7, d8290c8b5714c7e9f97c7a86198aec274621989e39c5f7a6e4f010551700e95e",
        "zeros, STORED, 1234, 886715e4051e827f4fe215df3053af3f85ad0d352db2c829c7487af6d78efe30",
        "mimic, STORED, 1234, cb68c791028c101ea7d9d37675a1150f9b392dc5ef612f9b5ab54649e4c7fd02",
        "mimic, RANDOM, 7, 2c46b4165b6040dcc3f5903fb4d4511d13a270e55c230e2012d446e72bf23448"
    })
    void neverChanges(String generator, DataProducer.Order order, long seed, String sha256)
            throws IOException, NoSuchAlgorithmException {
        try (Characterization characterization = open(generator.equals("mimic") ? "mimic.ds" : "small.ds");
                DataProducer producer = DataProducer.of(characterization)
                        .generator(generator, Map.of())
                        .order(order)
                        .seed(seed)
                        .threads(2)
                        .build()) {
            ByteArrayOutputStream written = new ByteArrayOutputStream();
            producer.writeTo(Channels.newChannel(written), 0, BYTES, done -> {});
            assertThat(hash(producer.getSynData(BYTES))).isEqualTo(sha256);
            assertThat(hash(written.toByteArray())).isEqualTo(sha256);
        }
    }

    private static String hash(byte[] data) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(data));
    }

    @Test
    void objectsNeverMove() throws IOException {
        try (Characterization characterization = open("small.ds");
                DataProducer producer = DataProducer.of(characterization).build()) {
            producer.seekObject(42);
            assertThat(producer.position()).isEqualTo(2290474843381708471L);
        }
    }
}
