package dev.mimeo.integrations.spark;

import dev.mimeo.scan.DatasetFindings;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntConsumer;
import java.util.stream.IntStream;
import org.apache.spark.SparkEnv;
import org.apache.spark.api.java.JavaSparkContext;
import org.apache.spark.api.java.function.Function;
import org.apache.spark.broadcast.Broadcast;
import org.apache.spark.serializer.SerializerInstance;
import scala.reflect.ClassTag;
import scala.reflect.ClassTag$;

/** Runs steps of scanners on executors, a task for each input. An executor gets the inputs of its own tasks only. */
record ClusterSteps(JavaSparkContext context) implements DatasetFindings.StepRunner {

    private static final ClassTag<Object> ANY = ClassTag$.MODULE$.apply(Object.class);

    @Override
    @SuppressWarnings("unchecked") // made by tasks of these types
    public <I, O> List<O> run(DatasetFindings.Step<I, O> step, List<I> inputs, IntConsumer done) throws IOException {
        if (inputs.isEmpty()) {
            return List.of();
        }
        // Broadcasts and not the tasks themselves, whose size Spark limits.
        Broadcast<byte[]> shared = context.broadcast(bytes(step));
        List<Broadcast<byte[]>> sent = new ArrayList<>();
        try {
            for (I input : inputs) {
                sent.add(context.broadcast(bytes(input)));
            }
            List<Integer> numbers = IntStream.range(0, inputs.size()).boxed().toList();
            List<O> results = new ArrayList<>();
            for (byte[] result : context.parallelize(numbers, numbers.size())
                    .map(new StepTask<I, O>(shared, sent))
                    .collect()) {
                results.add((O) object(result));
            }
            return results;
        } finally {
            shared.unpersist();
            sent.forEach(Broadcast::unpersist);
        }
    }

    /** Works on one input. */
    private record StepTask<I, O>(Broadcast<byte[]> step, List<Broadcast<byte[]>> inputs)
            implements Function<Integer, byte[]> {
        @Override
        @SuppressWarnings("unchecked") // made of objects of these types
        public byte[] call(Integer number) throws IOException {
            DatasetFindings.Step<I, O> shared = (DatasetFindings.Step<I, O>) object(step.value());
            I input = (I) object(inputs.get(number).value());
            return bytes(shared.apply(input, units -> {}));
        }
    }

    /** Serializes as Java does, whatever serializer Spark is configured with: objects that are one have to stay one. */
    private static byte[] bytes(Object object) {
        ByteBuffer buffer = java().serialize(object, ANY);
        byte[] bytes = new byte[buffer.remaining()];
        buffer.get(bytes);
        return bytes;
    }

    private static Object object(byte[] bytes) {
        return java().deserialize(ByteBuffer.wrap(bytes), Thread.currentThread().getContextClassLoader(), ANY);
    }

    private static SerializerInstance java() {
        return SparkEnv.get().closureSerializer().newInstance();
    }
}
