package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class ChunkPlacesTest {

    @Test
    void rangesHaveThePartsOfTheirChunks() {
        Random random = new Random(3);
        ChunkPlaces places = new ChunkPlaces();
        List<Integer> chunkOfByte = new ArrayList<>();
        for (int chunk = 0; chunk < 5000; chunk++) {
            int length = 1 + random.nextInt(chunk % 7 == 0 ? 60 : 3);
            places.add(length);
            for (int i = 0; i < length; i++) {
                chunkOfByte.add(chunk);
            }
        }
        int end = chunkOfByte.size();
        assertThat(places.end()).isEqualTo(end);
        for (int i = 0; i < 3000; i++) {
            int position = i == 0 ? 0 : random.nextInt(end);
            int length = i == 1 ? end - position : 1 + random.nextInt(Math.min(200, end - position));
            List<Integer> found = new ArrayList<>();
            places.parts(position, length, (chunk, bytes) -> {
                assertThat(bytes).isPositive();
                for (int k = 0; k < bytes; k++) {
                    found.add(chunk);
                }
            });
            assertThat(found).isEqualTo(chunkOfByte.subList(position, position + length));
        }
    }
}
