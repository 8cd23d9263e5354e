package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

final class OpenGroupsTest {

    private final OpenGroups groups = new OpenGroups();
    private final TransferGroup looked = new TransferGroup();

    private void add(int group, long offset) {
        groups.add(group, 2 * offset, 3 * offset, offset, (int) offset % 1000, offset % 2 == 0);
    }

    private List<Long> offsets(int group) {
        groups.moveTo(group, looked);
        looked.rewind(AnalysisRequest.Sequentiality.TransferOrder.REPLY);
        List<Long> offsets = new ArrayList<>();
        while (looked.hasNext()) {
            int transfer = looked.take(looked.earliest());
            long offset = looked.offset(transfer);
            assertThat(looked.length(transfer)).isEqualTo((int) offset % 1000);
            assertThat(looked.isRead(transfer)).isEqualTo(offset % 2 == 0);
            offsets.add(offset);
        }
        return offsets;
    }

    /** The same as lists, whatever is opened, emptied and closed in between. */
    @Test
    void keepsTheTransfersOfEachGroupInTheirOrder() {
        long seed = 7;
        Random random = new Random(seed);
        Map<Integer, List<Long>> expected = new HashMap<>();
        for (int step = 0; step < 20_000; step++) {
            int choice = random.nextInt(10);
            if (choice == 0 || expected.isEmpty()) {
                int group = groups.open(step);
                assertThat(expected).as("seed %d, step %d", seed, step).doesNotContainKey(group);
                expected.put(group, new ArrayList<>());
                continue;
            }
            List<Integer> open = new ArrayList<>(expected.keySet());
            int group = open.get(random.nextInt(open.size()));
            List<Long> offsets = expected.getOrDefault(group, List.of());
            if (choice == 1 && open.size() > 50) {
                assertThat(offsets(group)).as("seed %d, step %d", seed, step).isEqualTo(offsets);
                groups.close(group);
                expected.remove(group);
            } else if (choice == 2) {
                assertThat(offsets(group)).as("seed %d, step %d", seed, step).isEqualTo(offsets);
                offsets.clear();
            } else {
                long offset = random.nextInt(1 << 20);
                add(group, offset);
                offsets.add(offset);
                assertThat(groups.lastReply(group)).isEqualTo(3 * offset);
            }
        }
    }

    /** Freed slots are reused first, so memory is that of the most that was open at once. */
    @Test
    void takesNoMoreMemoryThanWasNeededAtOnce() {
        for (int i = 0; i < 100; i++) {
            add(groups.open(i), i);
        }
        long before = groups.memoryBytes();
        for (int round = 0; round < 10; round++) {
            for (int group = 0; group < 100; group++) {
                groups.moveTo(group, looked);
                groups.close(group);
            }
            for (int i = 0; i < 100; i++) {
                add(groups.open(i), i);
            }
        }
        assertThat(groups.memoryBytes()).isEqualTo(before);
    }
}
