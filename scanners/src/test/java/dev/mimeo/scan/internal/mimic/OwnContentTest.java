package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.mimeo.characterization.ChunkCharacterization.Stretch;
import java.util.List;
import org.junit.jupiter.api.Test;

final class OwnContentTest {

    private static final int CHUNK = 1 << 15;

    private final Sketches sketches = new Sketches(10);
    private final ChunkPlaces places = new ChunkPlaces();
    private final OwnContent content = new OwnContent(sketches, places);

    private static byte[] sketch(double share) {
        byte[] sketch = new byte[ChunkSketcher.BYTES];
        for (int size = ChunkSketcher.SIZES; size < ChunkSketcher.SIZES_END; size++) {
            sketch[size] = ChunkSketcher.coded(share);
            sketch[ChunkSketcher.WHOLE + size - ChunkSketcher.SIZES] = sketch[size];
        }
        return sketch;
    }

    private void add(double share) {
        sketches.add(sketch(share), 0);
        places.add(CHUNK);
    }

    private double own(double share, Stretch... stretches) {
        byte[] sketch = sketch(share);
        content.sketch(List.of(stretches), sketch, CHUNK);
        assertThat(sketch[2]).isEqualTo(sketch[1]);
        assertThat(sketch[3]).isEqualTo(sketch[1]);
        return ChunkSketcher.share(sketch[1]);
    }

    @Test
    void contentBesideCompressibleCopiesIsLessCompressible() {
        add(0.1);
        add(0.7);
        int half = CHUNK / 2;
        // A half of a chunk takes a bit more than half of its compressed size.
        double part = Math.pow(0.5, 0.93);
        assertThat(own(0.4, Stretch.copy(0, half, 0))).isEqualTo((0.4 - 0.1 * part) / part, within(0.02));
        assertThat(own(0.4, Stretch.copy(half, half, CHUNK + 7))).isEqualTo(0.4 / 3, within(0.005));
        assertThat(own(0.5, Stretch.copy(0, half, CHUNK))).isEqualTo((0.5 - 0.7 * part) / part, within(0.02));
        double both = (0.1 + 0.7) * Math.pow(0.25, 0.93);
        assertThat(own(0.4, Stretch.copy(100, half, half / 2 + half))).isEqualTo((0.4 - both) / part, within(0.02));
    }

    @Test
    void copiesTakeWhatTheChunksThatTheyAreFromTakeAsAWhole() {
        add(0.1);
        byte[] sketch = sketch(0.4);
        content.sketch(List.of(Stretch.copy(0, CHUNK / 2, 0)), sketch, CHUNK);
        assertThat(sketch[1]).isNotEqualTo(ChunkSketcher.coded(0.4));
        sketches.add(sketch, 0);
        places.add(CHUNK);
        double part = Math.pow(0.5, 0.93);
        assertThat(own(0.4, Stretch.copy(0, CHUNK / 2, CHUNK))).isEqualTo((0.4 - 0.4 * part) / part, within(0.02));
    }

    @Test
    void ofACopyThatGoesOnIntoItsOwnChunkOnlyWhatIsEarlierTakesBytes() {
        add(0.1);
        int half = CHUNK / 2;
        double part = Math.pow(0.5, 0.93);
        double earlier = 0.1 * Math.pow(0.25, 0.93);
        assertThat(own(0.2, Stretch.copy(half, half, CHUNK - half / 2)))
                .isEqualTo((0.2 - earlier) / part, within(0.01));
        assertThat(content.sketch(List.of(Stretch.copy(half, half, CHUNK - 1)), sketch(0.2), CHUNK))
                .containsExactly(0);
    }

    @Test
    void aChunkWithoutCopiesOfEarlierOnesIsAsItIs() {
        add(0.1);
        double itself = ChunkSketcher.share(ChunkSketcher.coded(0.4));
        assertThat(own(0.4)).isEqualTo(itself);
        assertThat(own(0.4, Stretch.constant(0, 9000, 3), Stretch.copy(9000, 5000, CHUNK)))
                .isEqualTo(itself);
        // Of what is nearly all copied, little can be said.
        assertThat(own(0.4, Stretch.copy(0, CHUNK - 1000, 0))).isEqualTo(itself);
    }

    @Test
    void sourcesAreTheChunksThatCopiesComeFrom() {
        for (int i = 0; i < 5; i++) {
            add(0.3);
        }
        List<Stretch> copies = List.of(
                Stretch.copy(0, 5000, CHUNK - 1),
                Stretch.copy(5000, 4000, CHUNK + 9),
                Stretch.copy(9000, 3000, 4 * CHUNK));
        assertThat(content.sketch(copies, sketch(0.5), CHUNK)).containsExactly(0, 1, 4);
        assertThat(content.sketch(List.of(), sketch(0.5), CHUNK)).isEmpty();
    }
}
