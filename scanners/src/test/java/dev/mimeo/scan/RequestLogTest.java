package dev.mimeo.scan;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ByteHistogram;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Chunks of a log of requests have its byte frequencies. Its lines repeat long phrases and differ in numbers, so that codecs find hardly any
 * letters among its literals.
 */
final class RequestLogTest {

    private static final int BYTES = 1 << 20;

    private static String[] names(Random random, int count, int parts) {
        String[] words =
                "images api static users orders cart search blog login help media download list detail".split(" ");
        String[] names = new String[count];
        for (int i = 0; i < count; i++) {
            StringBuilder name = new StringBuilder();
            for (int part = random.nextInt(parts); part >= 0; part--) {
                name.append('/').append(words[random.nextInt(words.length)]);
            }
            names[i] = name.append(random.nextBoolean() ? ".html" : "?id=" + random.nextInt(100_000))
                    .toString();
        }
        return names;
    }

    /** Returns one of some strings, as frequent as by the law of Zipf. */
    private static String one(Random random, String[] strings) {
        return strings[(int) Math.pow(strings.length, random.nextDouble()) - 1];
    }

    private static byte[] log() {
        Random random = new Random(1);
        String[] paths = names(random, 3000, 4);
        String[] pages = names(random, 300, 4);
        String[] clients = new String[5000];
        Arrays.setAll(
                clients, i -> random.ints(4, 1, 255).mapToObj(Integer::toString).collect(Collectors.joining(".")));
        String[] systems = {"Windows NT 10.0; Win64; x64", "X11; Linux x86_64", "Macintosh; Intel Mac OS X 10_15_7"};
        String[] browsers = new String[120];
        Arrays.setAll(
                browsers,
                i -> String.format(
                        "Mozilla/5.0 (%s) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/%d.0.%d.%d Safari/537.36",
                        systems[random.nextInt(systems.length)],
                        90 + random.nextInt(35),
                        1000 + random.nextInt(5000),
                        10 + random.nextInt(190)));
        StringBuilder log = new StringBuilder();
        for (long time = 0; log.length() < BYTES; time += random.nextInt(2)) {
            log.append(String.format(
                    "%s - - [14/Nov/2023:%02d:%02d:%02d +0000] \"GET %s HTTP/1.1\" %d %d \"https://www.example.com%s\" \"%s\"\n",
                    one(random, clients),
                    time / 3600,
                    time / 60 % 60,
                    time % 60,
                    one(random, paths),
                    random.nextInt(10) == 0 ? 304 : 200,
                    (int) Math.exp(8 + 1.5 * random.nextGaussian()),
                    one(random, pages),
                    one(random, browsers)));
        }
        return log.substring(0, BYTES).getBytes(StandardCharsets.US_ASCII);
    }

    @Test
    void chunksHaveItsEntropyAndCompressAsIt() throws IOException {
        byte[] log = log();
        byte[] made = MemoryScan.generate(
                MemoryScan.file(log, 32_768, 2, "histogram", "repetition", "duplicates", "mimic"), "auto", 1, BYTES);
        assertThat(ByteHistogram.ofBytes(made, 0, BYTES).entropy())
                .isCloseTo(ByteHistogram.ofBytes(log, 0, BYTES).entropy(), within(0.4));
        for (String codec : new String[] {"lz4", "zlib:6", "zstd:3"}) {
            assertThat((double) MemoryScan.packed(codec, made, 32_768) / MemoryScan.packed(codec, log, 32_768))
                    .as(codec)
                    .isCloseTo(1, within(0.1));
        }
    }
}
