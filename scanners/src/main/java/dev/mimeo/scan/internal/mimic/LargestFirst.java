package dev.mimeo.scan.internal.mimic;

import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;

/**
 * Runs steps whose inputs differ in size, the largest ones first, so that at the end no thread waits long for another one (Graham: "Bounds on
 * multiprocessing timing anomalies", SIAM J. Appl. Math. 17(2), 1969). For one thread.
 */
final class LargestFirst {

    private final DatasetFindings.StepRunner steps;
    private final List<Integer> order;
    private final IntConsumer done;

    /**
     * @param steps runs the steps
     * @param sizes sizes of the inputs, in any unit
     * @param done told how much is done, as by {@link DatasetFindings.StepRunner#run}
     */
    LargestFirst(DatasetFindings.StepRunner steps, List<Long> sizes, IntConsumer done) {
        this.steps = steps;
        this.order = IntStream.range(0, sizes.size())
                .boxed()
                .sorted(Comparator.comparing(sizes::get, Comparator.reverseOrder()))
                .toList();
        this.done = done;
    }

    /**
     * Runs a step for each input.
     *
     * @param inputs as many as sizes
     * @return the results, in the order of the inputs
     */
    <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> inputs) throws IOException {
        List<O> results = steps.run(step, order.stream().<I>map(inputs::get).toList(), done);
        List<O> inOrder = new ArrayList<>(results);
        for (int i = 0; i < results.size(); i++) {
            inOrder.set(order.get(i), results.get(i));
        }
        return Collections.unmodifiableList(inOrder);
    }
}
