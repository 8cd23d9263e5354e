package dev.mimeo.scan;

import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.function.IntConsumer;

/**
 * Runs steps on threads of this machine.
 *
 * @param threads at least 1; one is that of the caller
 */
record ThreadSteps(int threads) implements DatasetFindings.StepRunner {

    /** Inputs and results that wait. */
    private static final int PENDING = 16;

    @Override
    public <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> inputs, IntConsumer done) throws IOException {
        Iterator<I> left = inputs.iterator();
        List<O> results = new ArrayList<>();
        try (OrderedPipeline<I, O> pipeline = new OrderedPipeline<>(
                () -> left.hasNext() ? left.next() : null,
                () -> input -> step.apply(input, done),
                input -> 1,
                PENDING,
                threads == 1 ? 0 : threads)) {
            for (int i = 0; i < inputs.size(); i++) {
                results.add(Objects.requireNonNull(pipeline.next()));
            }
        }
        return results;
    }
}
