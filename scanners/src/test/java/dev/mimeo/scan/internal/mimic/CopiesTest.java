package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CopiesTest {

    private static final int CHUNK = 8192;

    private static byte[] noise(int size, int seed) {
        byte[] noise = new byte[size];
        new Random(seed).nextBytes(noise);
        return noise;
    }

    private static byte[] generated(byte[] data, int... ends) {
        byte[] generated = noise(data.length, 99);
        Copies.find(data, ends).apply(generated, chunk -> 0, chunk -> 0);
        return generated;
    }

    @ParameterizedTest
    @ValueSource(ints = {Copies.SHORTEST, Copies.SHORTEST + 1, 5000, CHUNK})
    void whatRepeatsAnEarlierChunkDoesSoInWhatIsGenerated(int length) {
        byte[] data = noise(3 * CHUNK, 1);
        int from = 2 * CHUNK + (CHUNK - length) / 3;
        int source = (CHUNK - length) / 2;
        System.arraycopy(data, source, data, from, length);
        byte[] generated = generated(data, CHUNK, 2 * CHUNK, 3 * CHUNK);
        byte[] expected = noise(3 * CHUNK, 99);
        System.arraycopy(expected, source, expected, from, length);
        assertThat(generated).isEqualTo(expected);
    }

    @Test
    void copiesOfCopiesAreThoseOfTheFirst() {
        byte[] data = noise(3 * CHUNK, 2);
        System.arraycopy(data, 0, data, CHUNK, CHUNK);
        System.arraycopy(data, 0, data, 2 * CHUNK, CHUNK);
        byte[] generated = generated(data, CHUNK, 2 * CHUNK, 3 * CHUNK);
        byte[] first = Arrays.copyOf(generated, CHUNK);
        assertThat(Arrays.copyOfRange(generated, CHUNK, 2 * CHUNK)).isEqualTo(first);
        assertThat(Arrays.copyOfRange(generated, 2 * CHUNK, 3 * CHUNK)).isEqualTo(first);
    }

    @Test
    void smallChunksThatAreEqualAreCopies() {
        byte[] data = noise(1400, 3);
        System.arraycopy(data, 0, data, 700, 700);
        byte[] generated = generated(data, 700, 1400);
        assertThat(Arrays.copyOfRange(generated, 700, 1400)).isEqualTo(Arrays.copyOf(generated, 700));
    }

    @Test
    void whatIsShortOrConstantOrInTheSameChunkIsNoCopy() {
        byte[] data = noise(3 * CHUNK, 4);
        System.arraycopy(data, 100, data, CHUNK + 50, Copies.SHORTEST - 1);
        Arrays.fill(data, 4000, CHUNK, (byte) 7);
        Arrays.fill(data, 2 * CHUNK, 2 * CHUNK + 4000, (byte) 7);
        System.arraycopy(data, 2 * CHUNK + 4000, data, 2 * CHUNK + 6100, 2092);
        assertThat(generated(data, CHUNK, 2 * CHUNK, 3 * CHUNK)).isEqualTo(noise(3 * CHUNK, 99));
    }

    @Test
    void chunksThatAreMadeAgainHaveTheSameCopies() {
        int[] ends = {CHUNK, 2 * CHUNK, 3 * CHUNK - 100};
        byte[] data = noise(3 * CHUNK - 100, 5);
        System.arraycopy(data, 300, data, CHUNK + 50, 3200);
        System.arraycopy(data, 4000, data, 2 * CHUNK, 3300);
        System.arraycopy(data, CHUNK + 1000, data, 2 * CHUNK + 4000, 3100);
        Copies copies = Copies.find(data, ends);
        byte[][] own = new byte[ends.length][];
        byte[] generated = new byte[data.length];
        for (int chunk = 0; chunk < ends.length; chunk++) {
            own[chunk] = noise(copies.ownBytes(chunk), chunk);
            copies.spread(chunk, own[chunk], generated);
        }
        copies.apply(generated, chunk -> 0, chunk -> 0);
        assertThat(Arrays.stream(own).mapToInt(bytes -> bytes.length))
                .containsExactly(CHUNK, CHUNK - 3200, CHUNK - 100 - 6400);

        byte[] again = new byte[data.length];
        for (int chunk = 0; chunk < ends.length; chunk++) {
            Copies.OfChunk its = copies.ofChunk(chunk, generated);
            assertThat(its.isEmpty()).isEqualTo(chunk == 0);
            int length = ends[chunk] - chunk * CHUNK;
            assertThat(its.ownBytes(length)).isEqualTo(own[chunk].length);
            its.write(own[chunk], again, chunk * CHUNK, length, 0, 0);
        }
        assertThat(again).isEqualTo(generated);
        // The second chunk is its own content up to the copy, and goes on with it behind the copy.
        assertThat(Arrays.copyOfRange(generated, CHUNK, CHUNK + 50)).isEqualTo(Arrays.copyOf(own[1], 50));
        assertThat(Arrays.copyOfRange(generated, CHUNK + 3250, 2 * CHUNK))
                .isEqualTo(Arrays.copyOfRange(own[1], 50, own[1].length));
    }

    @Test
    void thereMayBeNothing() {
        assertThat(generated(new byte[0])).isEmpty();
        assertThat(generated(new byte[] {1, 2}, 1, 2)).hasSize(2);
    }
}
