package dev.mimeo.nfs.capture;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class LevelLadderTest {

    /** The shares at which a level changes, of a room of 16. */
    @ParameterizedTest
    @CsvSource({
        "5, 0, 0", "5, 1, 0", "5, 2, 1", "5, 3, 1", "5, 4, 2", "5, 7, 2", "5, 8, 3", "5, 11, 3", "5, 12, 4", "5, 16, 4",
        "3, 7, 0", "3, 8, 1", "3, 11, 1", "3, 12, 2", "2, 11, 0", "2, 12, 1", "1, 16, 0", "6, 1, 1", "6, 2, 2",
                "6, 12, 5"
    })
    void theMoreWaitsTheFaster(int rungs, int waiting, int asked) {
        assertThat(new LevelLadder(rungs).asked(waiting, 16)).isEqualTo(asked);
    }

    @Test
    void goesDownAtOnceAndUpOneByOne() {
        LevelLadder ladder = new LevelLadder(5);
        int rung = ladder.next(0, 13, 16);
        assertThat(rung).isEqualTo(4);
        int[] up = new int[6];
        for (int i = 0; i < up.length; i++) {
            rung = ladder.next(rung, 0, 16);
            up[i] = rung;
        }
        assertThat(up).containsExactly(3, 2, 1, 0, 0, 0);
        assertThat(ladder.next(3, 5, 16)).as("no stronger than asked").isEqualTo(2);
        assertThat(ladder.next(2, 5, 16)).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource({"1, 0", "2, 0", "3, 1", "4, 1", "5, 2"})
    void beginsInTheMiddle(int rungs, int first) {
        assertThat(new LevelLadder(rungs).first()).isEqualTo(first);
    }

    /** With room for one all levels but the first and the last are never asked for, and a full room asks for the last. */
    @Test
    void aFullRoomAsksForTheLast() {
        for (int rungs = 1; rungs < 8; rungs++) {
            for (int room = 1; room < 40; room++) {
                assertThat(new LevelLadder(rungs).asked(0, room)).isZero();
                assertThat(new LevelLadder(rungs).asked(room, room)).isEqualTo(rungs - 1);
            }
        }
    }
}
