package dev.mimeo.integrations.ycsb;

import dev.mimeo.generate.PayloadSource;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Properties;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/** The core workload with random slices of a file as records, to compare with. */
public final class OriginalWorkload extends CoreWorkload {

    static final String FILE = "original";

    private byte @Nullable [] original;

    @Override
    public void init(Properties properties) throws WorkloadException {
        super.init(properties);
        try {
            original = Files.readAllBytes(Path.of(properties.getProperty(FILE)));
        } catch (IOException e) {
            throw new WorkloadException(e);
        }
    }

    @Override
    public Object initThread(Properties properties, int thread, int threads) {
        PayloadSource slices = new Slices(Objects.requireNonNull(original));
        return new SyntheticValues(slices, slices);
    }

    @Override
    public boolean doInsert(DB database, Object values) {
        return super.doInsert(((SyntheticValues) values).writtenTo(database), values);
    }

    /** Slices of an array, each from a place that a key chooses. */
    private static final class Slices implements PayloadSource {
        private final byte[] bytes;
        private long position;

        Slices(byte[] bytes) {
            this.bytes = bytes;
        }

        @Override
        public void fill(byte[] destination, int offset, int length) {
            int from = (int) (position % bytes.length);
            int first = Math.min(length, bytes.length - from);
            System.arraycopy(bytes, from, destination, offset, first);
            System.arraycopy(bytes, 0, destination, offset + first, length - first);
            position += length;
        }

        @Override
        public void fill(ByteBuffer destination) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long position() {
            return position;
        }

        @Override
        public void seek(long offset) {
            position = offset;
        }

        @Override
        public void seekObject(long key) {
            position = new Random(key).nextInt(bytes.length);
        }
    }
}
