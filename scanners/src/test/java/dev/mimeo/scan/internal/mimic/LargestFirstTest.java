package dev.mimeo.scan.internal.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LargestFirstTest {

    @Test
    void theLargestInputsBeginAndResultsAreInTheOrderOfTheInputs() throws IOException {
        List<String> begun = new ArrayList<>();
        LargestFirst steps =
                new LargestFirst(DatasetFindings.StepRunner.onThreads(1), List.of(2L, 5L, 1L, 5L), done -> {});

        List<String> results = steps.run(
                (input, done) -> {
                    begun.add(input);
                    return input + input;
                },
                List.of("a", "b", "c", "d"));

        assertThat(begun).containsExactly("b", "d", "a", "c");
        assertThat(results).containsExactly("aa", "bb", "cc", "dd");
    }
}
