package dev.mimeo.integrations.impressions;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.AccessDeniedException;
import java.nio.file.LinkOption;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes files of exact sizes with synthetic content, under one folder.
 *
 * <p>The content of a file depends on its path below the root, its characterization, the generator and the seed alone,
 * and is as long as its size asks: not on other files, their order or the number of threads. Folders are made as needed;
 * a file that exists is overwritten in place. A path that would leave the root ({@code ..}, absolute, over a symbolic
 * link) is refused.
 *
 * <p>Thread-safe, and usable any number of times.
 */
public final class TreeFiller {

    private static final int BUFFER_BYTES = 256 * 1024;

    /** Requests waiting or being written, for each thread. */
    private static final int REQUESTS_PER_THREAD = 64;

    private static final Set<OpenOption> OPEN = Set.of(
            StandardOpenOption.WRITE,
            StandardOpenOption.CREATE,
            StandardOpenOption.TRUNCATE_EXISTING,
            LinkOption.NOFOLLOW_LINKS);

    private final ConfinedRoot root;
    private final Characterization content;
    private final Map<String, Characterization> contentByExtension;
    private final String generator;
    private final Map<String, String> options;
    private final @Nullable Long seed;
    private final int threads;

    private TreeFiller(Builder builder) throws IOException {
        this.root = new ConfinedRoot(builder.root);
        this.content = builder.content;
        this.contentByExtension = Map.copyOf(builder.contentByExtension);
        this.generator = builder.generator;
        this.options = builder.options;
        this.seed = builder.seed;
        this.threads = builder.threads;
    }

    /**
     * Starts the choice of how to fill a folder.
     *
     * @param root made where it is missing
     * @param content what files are like whose extension has no characterization of its own; remains the caller's to
     *     close
     */
    public static Builder of(Path root, Characterization content) {
        return new Builder(root, content);
    }

    /**
     * Writes all files of a list.
     *
     * @param files read on the calling thread; not closed
     * @param listener is told of every request in the order of the list, on the calling thread
     * @throws IOException if the list cannot be read or a file cannot be written, as when the disk is full; requests that
     *     are refused or not understood only count as failures
     */
    public FillSummary fill(FileList files, Consumer<FileResult> listener) throws IOException {
        long written = 0;
        long bytes = 0;
        long failures = 0;
        try (OrderedPipeline<FileRequest, FileResult> results = new OrderedPipeline<FileRequest, FileResult>(
                files::next, Worker::new, request -> 1, (long) threads * REQUESTS_PER_THREAD, threads)) {
            for (FileResult result = results.next(); result != null; result = results.next()) {
                if (result.written()) {
                    written++;
                    bytes += result.request().size();
                } else {
                    failures++;
                }
                listener.accept(result);
            }
        }
        return new FillSummary(written, bytes, failures);
    }

    private DataProducer producer(Characterization characterization) throws IOException {
        DataProducer.Builder builder = DataProducer.of(characterization).generator(generator, options);
        return (seed == null ? builder : builder.seed(seed)).build();
    }

    private Characterization contentOf(String name) {
        int dot = name.lastIndexOf('.');
        String extension = dot < 0 ? "" : name.substring(dot + 1).toLowerCase(Locale.ROOT);
        return contentByExtension.getOrDefault(extension, content);
    }

    /** Writes files; for one thread at a time. */
    private final class Worker implements OrderedPipeline.Worker<FileRequest, FileResult> {
        private final Map<Characterization, DataProducer> producers = new HashMap<>();
        private final byte[] data = new byte[BUFFER_BYTES];
        private final ByteBuffer buffer = ByteBuffer.wrap(data);

        @Override
        public FileResult apply(FileRequest request) throws IOException {
            if (request.defect() != null) {
                return new FileResult(request, request.defect());
            }
            try {
                List<String> parts = ConfinedRoot.parts(request.path());
                Path target = root.target(parts);
                write(target, parts, request.size());
                return new FileResult(request, null);
            } catch (RefusedPathException e) {
                return new FileResult(request, e.getMessage());
            } catch (AccessDeniedException e) {
                return new FileResult(request, "permission denied");
            } catch (IOException e) {
                throw new IOException("cannot write " + request.path() + ": " + e.getMessage(), e);
            }
        }

        private void write(Path target, List<String> parts, long size) throws IOException {
            DataProducer producer = producerOf(contentOf(parts.get(parts.size() - 1)));
            // Its content depends on nothing but its path.
            producer.seekObject(PayloadSource.keyOf(String.join("/", parts)));
            try (FileChannel out = FileChannel.open(target, OPEN)) {
                for (long left = size; left > 0; ) {
                    int length = (int) Math.min(left, data.length);
                    producer.fill(data, 0, length);
                    buffer.clear().limit(length);
                    while (buffer.hasRemaining()) {
                        out.write(buffer);
                    }
                    left -= length;
                }
            }
        }

        private DataProducer producerOf(Characterization characterization) throws IOException {
            DataProducer producer = producers.get(characterization);
            if (producer == null) {
                producer = producer(characterization);
                producers.put(characterization, producer);
            }
            return producer;
        }

        @Override
        public void close() {
            producers.values().forEach(DataProducer::close);
        }
    }

    /** Chooses how to fill. Not thread-safe. */
    public static final class Builder {
        private final Path root;
        private final Characterization content;
        private final Map<String, Characterization> contentByExtension = new HashMap<>();
        private String generator = DataGenerators.DEFAULT;
        private Map<String, String> options = Map.of();
        private @Nullable Long seed;
        private int threads = 1;

        private Builder(Path root, Characterization content) {
            this.root = root;
            this.content = content;
        }

        /**
         * Sets what files with an extension are like.
         *
         * @param extension without the dot, in any case; empty for files without one
         * @param characterization remains the caller's to close
         */
        public Builder content(String extension, Characterization characterization) {
            contentByExtension.put(extension.toLowerCase(Locale.ROOT), characterization);
            return this;
        }

        /** Chooses the generator, as for {@link DataProducer.Builder#generator}. */
        public Builder generator(String name, Map<String, String> options) {
            this.generator = name;
            this.options = Map.copyOf(options);
            return this;
        }

        /** Sets what all content is derived from; by default the seed of each characterization. */
        public Builder seed(long seed) {
            this.seed = seed;
            return this;
        }

        /**
         * Sets how many files are written at a time; 1 by default.
         *
         * @param threads at least 1
         */
        public Builder threads(int threads) {
            if (threads < 1) {
                throw new IllegalArgumentException("threads must be at least 1, got " + threads);
            }
            this.threads = threads;
            return this;
        }

        /**
         * Builds the filler.
         *
         * @throws IllegalArgumentException if a generator cannot use a characterization, as for
         *     {@link DataProducer.Builder#build}
         * @throws IOException if the root cannot be made, or a characterization cannot be read
         */
        public TreeFiller build() throws IOException {
            TreeFiller filler = new TreeFiller(this);
            filler.producer(content).close();
            for (Characterization characterization : contentByExtension.values()) {
                filler.producer(characterization).close();
            }
            return filler;
        }
    }
}
