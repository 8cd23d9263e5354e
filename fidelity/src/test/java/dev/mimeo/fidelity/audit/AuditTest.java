package dev.mimeo.fidelity.audit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException;
import dev.mimeo.characterization.ByteHistogram;
import dev.mimeo.characterization.CharacterizationWriter;
import dev.mimeo.characterization.ChunkCharacterization;
import dev.mimeo.characterization.DatasetCharacterization;
import dev.mimeo.dataseries.WriterOptions;
import dev.mimeo.fidelity.DataSample;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.internal.statistics.GramIndex;
import dev.mimeo.internal.statistics.OrderTwoChain;
import dev.mimeo.internal.statistics.RunStartCounter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.FileChannel;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("slow")
final class AuditTest {

    private static final int SIZE = 300_000;

    @TempDir
    @SuppressWarnings("NullAway.Init") // JUnit sets it
    private Path folder;

    private final byte[] original = letters(1, SIZE);

    @SuppressWarnings("NullAway.Init") // set before each test
    private Path file;

    /** Letters in unequal shares, independent of each other. */
    private static byte[] letters(long seed, int size) {
        Random random = new Random(seed);
        byte[] data = new byte[size];
        for (int i = 0; i < size; i++) {
            data[i] = (byte) ('a' + (int) (26 * random.nextDouble() * random.nextDouble()));
        }
        return data;
    }

    @BeforeEach
    void writeFile() throws IOException {
        file = folder.resolve("c.ds");
        write(new ChunkCharacterization.Builder().bytes(ByteHistogram.ofBytes(original, 0, SIZE)));
    }

    private void write(ChunkCharacterization.Builder chunk) throws IOException {
        write(chunk, "");
    }

    private void write(ChunkCharacterization.Builder chunk, String label) throws IOException {
        try (CharacterizationWriter writer = CharacterizationWriter.create(
                FileChannel.open(
                        file,
                        StandardOpenOption.CREATE,
                        StandardOpenOption.WRITE,
                        StandardOpenOption.TRUNCATE_EXISTING),
                WriterOptions.DEFAULT)) {
            writer.write(chunk.build(0, 0, SIZE));
            writer.finish(new DatasetCharacterization(
                    label, "0", SIZE, 1, 1, SIZE, SIZE, false, 0, "histogram", 0, List.of()));
        }
    }

    private AuditResult audit(byte[] synthetic, Canaries canaries) throws IOException {
        try (DataSample sample = DataSample.ofBytes("original", original)) {
            return Audit.run(sample, file, new ByteArrayInputStream(synthetic), synthetic.length, canaries, done -> {});
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {2, 3, 4})
    void independentDataOfTheSameKindIsFine(long seed) throws IOException {
        AuditResult result = audit(letters(seed, 2_000_000), Canaries.none());
        assertThat(result.reasons()).as("seed %d", seed).isEmpty();
        assertThat(result.rate()).isEqualTo(1);
        assertThat(result.output().bytes()).isEqualTo(2_000_000);
        assertThat(result.output().longest()).isBetween(8, 20);
    }

    @Test
    void countsTheRunsThatAnObviousSearchFinds() throws IOException {
        byte[] synthetic = letters(5, 30_000);
        System.arraycopy(original, 1000, synthetic, 500, 40);
        AuditResult.CommonRuns found = audit(synthetic, Canaries.none()).output();
        Set<String> all = new HashSet<>();
        String text = new String(original, StandardCharsets.ISO_8859_1);
        for (int i = 0; i + 8 <= text.length(); i++) {
            all.add(text.substring(i, i + 8));
        }
        String searched = new String(synthetic, StandardCharsets.ISO_8859_1);
        int covered = 0;
        int end = 0;
        for (int i = 0; i + 8 <= searched.length(); i++) {
            if (all.contains(searched.substring(i, i + 8))) {
                covered += i + 8 - Math.max(i, end);
                end = i + 8;
            }
        }
        // Each place is in one run only, so the runs cover no more than that, and little less.
        assertThat(found.lengths().get(0).coveredBytes()).isBetween(0.9 * covered, (double) covered);
        assertThat(found.lengths().get(2).runs()).isEqualTo(1);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 65_530, 1_048_570, 1_999_950})
    void aCopyOfFortyBytesIsFound(int place) throws IOException {
        byte[] synthetic = letters(6, 2_000_000);
        System.arraycopy(original, 77_777, synthetic, place, 40);
        AuditResult result = audit(synthetic, Canaries.none());
        assertThat(result.passed()).isFalse();
        assertThat(result.output().unexplained()).isEqualTo(1);
        assertThat(result.output().longestUnexplained()).isBetween(40, 44);
        assertThat(result.output().unexplainedOffset()).isBetween(Math.max(0, place - 4L), (long) place);
        assertThat(result.output().originalOffset()).isBetween(77_773L, 77_777L);
    }

    /** Rows of people, none of whose addresses, dates and numbers is frequent, while all names and domains are. */
    private static String people(long seed, int rows) {
        String[] names =
                ("anna ben carla david elena felix greta hans ida jonas klara lukas maria nico olga paul rosa simon"
                                + " tina ulrich schmidt mueller weber fischer wagner becker schulz hoffmann koch bauer richter klein")
                        .split(" ");
        String[] domains = {"example.com", "example.org", "mail.example.net"};
        Random random = new Random(seed);
        StringBuilder table = new StringBuilder();
        for (int row = 1; row <= rows; row++) {
            String first = names[random.nextInt(20)];
            String last = names[20 + random.nextInt(names.length - 20)];
            table.append(String.format(
                    Locale.ROOT,
                    "%d,%s.%s%d@%s,%04d-%02d-%02d,+49 30 %07d\n",
                    100_000 + row,
                    first,
                    last,
                    random.nextInt(1000),
                    domains[random.nextInt(3)],
                    1940 + random.nextInt(65),
                    1 + random.nextInt(12),
                    1 + random.nextInt(28),
                    random.nextInt(10_000_000)));
        }
        return table.toString();
    }

    /** The share of rows whose address is one of the original decides: chance explains few of them, and not all. */
    @ParameterizedTest
    @CsvSource({"0, true", "1000, true", "1, false"})
    void addressesOfPeopleAreRepetitionsIfChanceGivesFewer(int every, boolean passes) throws IOException {
        String[] table = people(1, 20_000).split("\n");
        byte[] bytes = (String.join("\n", table) + "\n").getBytes(StandardCharsets.US_ASCII);
        Random random = new Random(2);
        StringBuilder synthetic = new StringBuilder();
        for (int row = 0; row < 20_000; row++) {
            // Rows of the same form without a name in common, or one with the address of a row of the original.
            String own = "%06d,%08x@%s,%04d-%02d\n";
            String address = every > 0 && row % every == 0
                    ? table[random.nextInt(20_000)].split(",")[1]
                    : null;
            synthetic.append(String.format(
                    Locale.ROOT,
                    address == null ? own : "%06d," + address + ",%4$d\n",
                    200_000 + row,
                    random.nextInt(),
                    "example.com",
                    2100 + random.nextInt(65),
                    random.nextInt(12)));
        }
        byte[] searched = synthetic.toString().getBytes(StandardCharsets.US_ASCII);
        try (DataSample sample = DataSample.ofBytes("people", bytes)) {
            AuditResult result = Audit.run(
                    sample, file, new ByteArrayInputStream(searched), searched.length, Canaries.none(), done -> {});
            assertThat(result.starts().withinChance()).as("%s", result.starts()).isEqualTo(passes);
            if (!passes) {
                assertThat(result.passed()).isFalse();
                assertThat(result.reasons().get(0)).contains("begin at").contains("by chance");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 3, 4, 5, 11, 12})
    void countsTheStartsOfRunsThatAnObviousSearchFinds(int period) {
        byte[] synthetic = letters(16, 20_000);
        for (int i = 0; i < 2000; i++) {
            System.arraycopy(original, 3 * i, synthetic, 10 * i, 3 + i % 8);
        }
        for (int i = 0; period > 0 && i < 400; i++) {
            synthetic[i] = original[40_000 + i % period];
            original[40_000 + i] = synthetic[i];
        }
        System.arraycopy(original, 1000, synthetic, 19_960, 40);
        GramIndex index = new GramIndex(AuditResult.RunStarts.LENGTH, 1 << 20);
        index.add(original, 0, SIZE - 11, 0);
        RunStartCounter counter = new RunStartCounter(index);
        counter.search(synthetic, 0, 7000, 20_000);
        counter.search(synthetic, 7000, 20_000, 20_000);
        String all = new String(original, StandardCharsets.ISO_8859_1);
        Set<String> runs = IntStream.rangeClosed(0, all.length() - 12)
                .mapToObj(i -> all.substring(i, i + 12))
                .collect(Collectors.toSet());
        String searched = new String(synthetic, StandardCharsets.ISO_8859_1);
        int count = 0;
        for (int i = 0; i + 12 <= searched.length(); i++) {
            String run = searched.substring(i, i + 12);
            boolean periodic = false;
            for (int length = 1; length <= 4; length++) {
                periodic |= run.equals(run.substring(0, length).repeat(12).substring(0, 12));
            }
            count += !periodic && runs.contains(run) ? 1 : 0;
        }
        assertThat(count).isGreaterThanOrEqualTo(29);
        assertThat(counter.share()).isEqualTo(count / 20_000.0);
    }

    @Test
    void aChainHasTheTriplesOfItsData() {
        byte[] data = "a rose is a rose is a rose and a horse is a horse. "
                .repeat(200)
                .getBytes(StandardCharsets.US_ASCII);
        OrderTwoChain chain = new OrderTwoChain();
        chain.add(data, 0, 4000, data.length);
        chain.add(data, 4000, data.length, data.length);
        byte[] text = new byte[200_000];
        chain.draw(new SplitMix64(3), text);
        String all = new String(data, StandardCharsets.US_ASCII);
        String drawn = new String(text, StandardCharsets.US_ASCII);
        for (int i = 0; i + 3 <= 5000; i++) {
            assertThat(all).contains(drawn.substring(i, i + 3));
        }
        // After "a " come two "rose" and "horse" of five each.
        double roses = drawn.split("a r", -1).length - 1;
        double horses = drawn.split("a h", -1).length - 1;
        assertThat(roses / horses).isBetween(1.4, 1.6);
    }

    @Test
    void aChainOfNothingIsZeros() {
        byte[] text = {1, 2, 3};
        new OrderTwoChain().draw(new SplitMix64(0), text);
        assertThat(text).containsOnly(0);
    }

    @Test
    void constantDataRevealsNothing() throws IOException {
        System.arraycopy(new byte[50_000], 0, original, 10_000, 50_000);
        byte[] synthetic = letters(7, SIZE);
        System.arraycopy(new byte[40_000], 0, synthetic, 5000, 40_000);
        assertThat(audit(synthetic, Canaries.none()).reasons()).isEmpty();
    }

    @Test
    void stringsInTheFileAreSearched() throws IOException {
        // 28 counts of one varint each, which are bytes of the file.
        int[] counts = new int[256];
        int sum = 0;
        for (int i = 0; i < 30; i++) {
            counts[i] = 1 + original[500 + i];
            sum += counts[i];
        }
        byte[] secret = new byte[30];
        for (int i = 0; i < 30; i++) {
            secret[i] = (byte) counts[i];
        }
        System.arraycopy(secret, 0, original, 2000, 30);
        counts[100] = SIZE - sum;
        write(new ChunkCharacterization.Builder().bytes(ByteHistogram.of(counts)));
        AuditResult result = audit(letters(8, SIZE), Canaries.of(List.of(secret)));
        assertThat(result.stored().unexplained()).isPositive();
        assertThat(result.stored().longestUnexplained()).isBetween(30, 32);
        assertThat(result.canariesInFile()).containsExactly(1);
        assertThat(result.canariesInOutput()).isEmpty();
        assertThat(result.reasons()).hasSize(2);
    }

    @Test
    void aLabelIsSearchedToo() throws IOException {
        String label = new String(original, 4000, 40, StandardCharsets.US_ASCII);
        write(new ChunkCharacterization.Builder().bytes(ByteHistogram.ofBytes(original, 0, SIZE)), label);
        AuditResult result = audit(letters(13, SIZE), Canaries.none());
        assertThat(result.stored().longestUnexplained()).isEqualTo(40);
        assertThat(result.passed()).isFalse();
    }

    @Test
    void stringsOfModelsAreCountedAsAnObviousCountDoes() {
        Random random = new Random(14);
        byte[] data = letters(15, 3000);
        ModelStrings strings = new ModelStrings(null);
        assertThat(strings.result()).isEqualTo(new AuditResult.StoredStrings(0, 0, 0));
        String text = new String(data, StandardCharsets.US_ASCII);
        int rarest = Integer.MAX_VALUE;
        for (int i = 0; i < 3000; i++) {
            int from = random.nextInt(2900);
            String string = text.substring(from, from + random.nextInt(2, 6));
            strings.add(string.getBytes(StandardCharsets.US_ASCII));
            int count = 0;
            for (int at = text.indexOf(string); at >= 0; at = text.indexOf(string, at + 1)) {
                count++;
            }
            rarest = Math.min(rarest, count);
        }
        // In two parts, the first of which sees what is behind it.
        strings.count(data, 0, 1000, 3000);
        strings.count(data, 1000, 3000, 3000);
        assertThat(strings.result().longest()).isEqualTo(5);
        assertThat(strings.result().count()).isBetween(1000, 3000);
        assertThat(strings.result().rarest()).isEqualTo(rarest);
    }

    @Test
    void secretsAreFoundWhereverTheyAre() throws IOException {
        Random random = new Random(9);
        List<byte[]> secrets = random.ints(2000)
                .mapToObj(i -> ("key-" + Integer.toHexString(i) + "-" + Integer.toHexString(~i))
                        .getBytes(StandardCharsets.US_ASCII))
                .toList();
        byte[] synthetic = letters(10, 2_200_000);
        assertThat(audit(synthetic, Canaries.of(secrets)).canariesInOutput()).isEmpty();
        for (int i = 0; i < secrets.size(); i += 2) {
            byte[] secret = secrets.get(i);
            System.arraycopy(secret, 0, synthetic, 1000 + i * 1099, secret.length);
        }
        AuditResult result = audit(synthetic, Canaries.of(secrets));
        assertThat(result.canariesInOutput())
                .hasSize(1000)
                .isEqualTo(IntStream.range(0, 1000).map(i -> 1 + 2 * i).boxed().toList())
                .isEqualTo(result.unexplainedInOutput());
        assertThat(result.chanceCanaries()).isZero();
        assertThat(result.passed()).isFalse();
    }

    /** A list of misspelt secrets would pass otherwise. */
    @Test
    void secretsThatTheOriginalLacksAreNamed() throws IOException {
        byte[] secret = "s".repeat(4096).getBytes(StandardCharsets.US_ASCII);
        // Across a boundary of the ranges that the original is read in.
        byte[] large = letters(5, (1 << 20) + 5000);
        System.arraycopy(secret, 0, large, (1 << 20) - 1, secret.length);
        List<byte[]> secrets = List.of(
                "missing-1".getBytes(StandardCharsets.US_ASCII),
                secret,
                Arrays.copyOf(large, 20),
                Arrays.copyOfRange(large, large.length - 20, large.length),
                "missing-2".getBytes(StandardCharsets.US_ASCII));
        byte[] synthetic = letters(6, SIZE);
        try (DataSample sample = DataSample.ofBytes("original", large)) {
            AuditResult result = Audit.run(
                    sample,
                    file,
                    new ByteArrayInputStream(synthetic),
                    synthetic.length,
                    Canaries.of(secrets),
                    done -> {});
            assertThat(result.canariesNotInOriginal()).containsExactly(1, 5);
        }
    }

    @Test
    void secretsOfAFileAreNamedByTheirLines() throws IOException {
        Path list = Files.writeString(folder.resolve("secrets"), "\nnot there at all\n\nsecret one\r\nsecret two\n");
        byte[] synthetic = letters(16, SIZE);
        System.arraycopy("secret two and secret one".getBytes(StandardCharsets.US_ASCII), 0, synthetic, 500, 25);
        assertThat(audit(synthetic, Canaries.read(list)).unexplainedInOutput()).containsExactly(4, 5);
    }

    /** Some editors begin a file with a byte order mark, which is not a part of the first secret. */
    @Test
    void secretsAfterAByteOrderMarkAreFound() throws IOException {
        byte[] synthetic = letters(16, SIZE);
        System.arraycopy("secret one".getBytes(StandardCharsets.US_ASCII), 0, synthetic, 500, 10);
        Path marked = Files.writeString(folder.resolve("marked"), "\ufeffsecret one\n");
        assertThat(audit(synthetic, Canaries.read(marked)).unexplainedInOutput())
                .containsExactly(1);
        for (Charset wide : List.of(StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE)) {
            InputStream in = new ByteArrayInputStream("\ufeffsecret one\n".getBytes(wide));
            assertThatThrownBy(() -> Canaries.read(in, "list"))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("list: is UTF-16");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "\n", "\r\n\n", "\ufeff", "\ufeff\n\n"})
    void aListWithoutSecretsIsRefused(String text) {
        InputStream in = new ByteArrayInputStream(text.getBytes(StandardCharsets.UTF_8));
        assertThatThrownBy(() -> Canaries.read(in, "list"))
                .isInstanceOf(IOException.class)
                .hasMessage("list: holds no secret: write one in each line");
    }

    /** Nothing can be found in less than the shortest run, so a verdict would be empty. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 7, 8, 9})
    void dataWithoutARunIsRefused(int size) throws IOException {
        byte[] synthetic = letters(5, 1000);
        try (DataSample sample = DataSample.ofBytes("small", Arrays.copyOf(original, size))) {
            ThrowingCallable small = () ->
                    Audit.run(sample, file, new ByteArrayInputStream(synthetic), 1000, Canaries.none(), done -> {});
            ThrowingCallable little = () -> audit(Arrays.copyOf(synthetic, size), Canaries.none());
            if (size >= 8) {
                assertThatCode(small).doesNotThrowAnyException();
                assertThatCode(little).doesNotThrowAnyException();
            } else {
                assertThatThrownBy(small)
                        .isInstanceOf(MimeoException.class)
                        .hasMessageStartingWith("small: holds " + size + " byte");
                assertThatIllegalArgumentException().isThrownBy(little);
            }
        }
    }

    @Test
    void secretsThatChanceExplainsAreToldApart() throws IOException {
        byte[] synthetic = letters(11, 1_000_000);
        AuditResult result = audit(synthetic, Canaries.of(List.of("abab".getBytes(StandardCharsets.US_ASCII))));
        assertThat(result.canariesInOutput()).containsExactly(1);
        assertThat(result.unexplainedInOutput()).isEmpty();
        assertThat(result.chanceCanaries()).isEqualTo(1);
        assertThat(result.passed()).isTrue();
    }

    @Test
    void secretsOfAFileAreLinesOfBytes() throws IOException {
        Path list =
                Files.writeString(folder.resolve("secrets"), "first secret\n\nsecond\r\nthird", StandardCharsets.UTF_8);
        assertThat(Canaries.read(list).count()).isEqualTo(3);
        Path shortLine = Files.writeString(folder.resolve("short"), "long enough\nabc\n");
        assertThatThrownBy(() -> Canaries.read(shortLine))
                .isInstanceOf(IOException.class)
                .hasMessage(shortLine + ": line 2 has 3 bytes: a secret has 4 to 4096");
        assertThatThrownBy(() -> Canaries.of(List.of(new byte[3]))).isInstanceOf(IllegalArgumentException.class);
    }

    @Test
    void aSampledIndexStillFindsLongRuns() throws IOException {
        byte[] data = new byte[400_000];
        new Random(12).nextBytes(data);
        GramIndex index = new GramIndex(GramIndex.GRAM, 10_000);
        index.add(data, 0, data.length - 7, 0);
        assertThat(index.rate()).isLessThanOrEqualTo(1 / 32.0).isGreaterThan(1 / 128.0);
        try (DataSample sample = DataSample.ofBytes("original", data)) {
            int found = 0;
            for (int i = 0; i < 200; i++) {
                byte[] synthetic = new byte[5000];
                new Random(i).nextBytes(synthetic);
                System.arraycopy(data, 1000 * i + 13, synthetic, 99, 200);
                RunSearch search = new RunSearch(
                        index, new ChanceModel(), new OriginalReader(sample), data.length, synthetic.length);
                search.search(synthetic, Canaries.none());
                found += search.result().longestUnexplained() == 200 ? 1 : 0;
            }
            double missed = Math.pow(1 - index.rate(), 193);
            assertThat(found / 200.0).isBetween(1 - missed - 0.12, 1 - missed + 0.12);
        }
    }
}
