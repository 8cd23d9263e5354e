package dev.mimeo.cli.garage;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.cli.command.Progress;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class WorkerProgressTest {

    private final List<String> shown = new ArrayList<>();

    private final GarageQueryCommand.WorkerProgress progress = new GarageQueryCommand.WorkerProgress(new Progress() {
        @Override
        public void update(long done, long total) {
            shown.add(done + "/" + total);
        }

        @Override
        public void note(String words) {
            shown.add(words);
        }
    });

    @Test
    void filesOfEachWorkerAreShown() {
        progress.update(5, 10);
        progress.worker(0, 1);
        progress.update(6, 10);
        progress.worker(1, 1);
        progress.update(7, 10);
        progress.worker(0, 2);
        progress.update(8, 10);
        assertThat(shown).containsExactly("5/10", "6/10", "by worker 1 1", "7/10", "by worker 2 1", "8/10");
    }

    @Test
    void manyWorkersAreSummedUp() {
        for (int worker = 0; worker < 20; worker++) {
            progress.worker(worker, 3 + worker % 4);
        }
        progress.update(90, 100);
        assertThat(shown).containsExactly("20 workers, 3 to 6", "90/100");
    }
}
