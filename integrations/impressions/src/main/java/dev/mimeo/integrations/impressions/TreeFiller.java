package dev.mimeo.integrations.impressions;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.characterization.FileSignature;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.internal.files.FreeSpace;
import dev.mimeo.internal.random.SplitMix64;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Writes files of exact sizes with synthetic content, under one folder of the default file system.
 *
 * <p>The content of a file depends on its path below the root, its characterization, the generator and the seed alone,
 * and is as long as its size asks (of a request with a twin, on the path of that): not on other files, their order or the number of
 * threads. Folders are made as needed; a file that exists is overwritten in place, without being cut first if it has the size that
 * is asked for. A path that would leave the root ({@code ..}, absolute and not below the root, over a symbolic link) is refused, and so is that of a file to keep.
 *
 * <p>Thread-safe, and usable any number of times.
 */
public final class TreeFiller {

    private final ConfinedRoot root;
    private final Characterization content;
    private final Map<String, Characterization> contentByExtension;
    private final Map<FileCategory, Characterization> contentByCategory;
    private final Map<Characterization, Long> shares;
    private final Map<Characterization, PayloadFactory> payloads = new HashMap<>();
    private final Set<FilePath> unfinished = ConcurrentHashMap.newKeySet();
    private final int threads;

    /**
     * Totals of a run. Immutable.
     *
     * @param files files written
     * @param bytes bytes written
     * @param failures requests that were refused or not understood
     */
    public record Summary(long files, long bytes, long failures) {}

    /**
     * Outcome of a request. Immutable.
     *
     * @param request the request
     * @param error why the file was not written in full, or null
     */
    public record Result(FileList.Request request, @Nullable String error) {

        /** Returns whether the file was written, in full. */
        public boolean written() {
            return error == null;
        }
    }

    private TreeFiller(Builder builder) throws IOException {
        this.content = builder.content;
        this.contentByExtension = Map.copyOf(builder.contentByExtension);
        this.contentByCategory = Map.copyOf(builder.contentByCategory);
        this.shares = new LinkedHashMap<>(builder.shares);
        this.threads = builder.threads;
        Set<Characterization> used = new LinkedHashSet<>(Set.of(content));
        used.addAll(contentByExtension.values());
        used.addAll(contentByCategory.values());
        used.addAll(shares.keySet());
        for (Characterization characterization : used) {
            payloads.put(characterization, builder.payloads(characterization));
        }
        this.root = new ConfinedRoot(builder.root, builder.kept, builder.tree);
    }

    /**
     * Starts the choice of how to fill a folder.
     *
     * @param root made where it is missing
     * @param content content of files for which nothing else is declared; remains the caller's to close
     */
    public static Builder of(Path root, Characterization content) {
        return new Builder(root, content);
    }

    /**
     * Writes all files of a list. A request does not wait for others, so a producer may wait for the result of one before
     * it makes the next.
     *
     * @param files read on the calling thread; not closed. When a file cannot be written the thread is interrupted, for the
     *     list may have nothing to read for long
     * @param listener is told of every request as soon as it is done, by one thread at a time; an
     *     {@link java.io.UncheckedIOException} of it ends the run
     * @throws IOException if the list cannot be read or a file cannot be written, as when the disk is full; requests that
     *     are refused or not understood only count as failures
     */
    public Summary fill(FileList files, Consumer<? super Result> listener) throws IOException {
        return new FillRun(this, threads, () -> new ContentWriter(this::source, unfinished), listener).run(files);
    }

    /**
     * Checks whether there is room for all files of a list, beyond what the files that exist take already. Requests that will be
     * refused are not counted.
     *
     * @param files read to its end; not closed
     * @throws FileSystemException if there is less
     * @throws IOException if the list cannot be read
     */
    public void checkSpace(FileList files) throws IOException {
        long needed = 0;
        for (FileList.Request request = files.next(); request != null; request = files.next()) {
            if (request.defect() == null) {
                long more = Math.max(0, request.size() - root.sizeOf(request.path()));
                needed = more > Long.MAX_VALUE - needed ? Long.MAX_VALUE : needed + more;
            }
        }
        FreeSpace.require(
                root.path(),
                root.path().toString(),
                needed,
                "the files need %s more, and %s are free; nothing was written");
    }

    /**
     * Returns the files that are being written now, and those that a failure left incomplete: shorter than was asked, or,
     * where they had that size before, with some of what they held.
     */
    public List<FilePath> unfinished() {
        return List.copyOf(unfinished);
    }

    ConfinedRoot root() {
        return root;
    }

    private PayloadSource source(Characterization characterization) {
        return Objects.requireNonNull(payloads.get(characterization)).source(0);
    }

    /**
     * Returns what a file is to be like: as its extension says, else as the content of its original does, else as drawn by its path.
     *
     * @param original null where there is none; one that cannot be read counts as none
     */
    Characterization contentOf(FilePath path, @Nullable Path original) {
        Characterization byExtension = contentByExtension.get(path.extension());
        if (byExtension != null) {
            return byExtension;
        }
        if (original != null && !contentByCategory.isEmpty()) {
            try {
                return contentByCategory.getOrDefault(FileSignature.of(original), content);
            } catch (IOException e) {
                return drawn(path);
            }
        }
        return drawn(path);
    }

    /** Returns one of the shares, with the probability that its bytes are of all; the same for a path every time. */
    private Characterization drawn(FilePath path) {
        long total = shares.values().stream().mapToLong(Long::longValue).sum();
        double left = (SplitMix64.mix64(PayloadSource.keyOf(path.bytes())) >>> 11) * 0x1p-53 * total;
        for (Map.Entry<Characterization, Long> share : shares.entrySet()) {
            left -= share.getValue();
            if (left < 0) {
                return share.getKey();
            }
        }
        return content;
    }

    /** Chooses how to fill. Not thread-safe. */
    public static final class Builder {
        private final Path root;
        private final Characterization content;
        private final Map<String, Characterization> contentByExtension = new HashMap<>();
        private final Map<FileCategory, Characterization> contentByCategory = new EnumMap<>(FileCategory.class);
        private final Map<Characterization, Long> shares = new LinkedHashMap<>();
        private final List<Path> kept = new ArrayList<>();
        private @Nullable Path tree;
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
         * @param extension without the dot, in any case; empty for files without one, which are also those whose only dot
         *     begins the name
         * @param characterization remains the caller's to close
         */
        public Builder content(String extension, Characterization characterization) {
            contentByExtension.put(extension.toLowerCase(Locale.ROOT), characterization);
            return this;
        }

        /**
         * Sets what files of a tree are like whose extension says nothing, by the category of their content.
         *
         * @param characterization remains the caller's to close
         */
        public Builder content(FileCategory category, Characterization characterization) {
            contentByCategory.put(category, characterization);
            return this;
        }

        /**
         * Adds what files are like whose extension says nothing, where only their paths are known: one of the characterizations
         * added, drawn in proportion to their bytes. Without any, all are like the content of {@link TreeFiller#of}.
         *
         * @param characterization remains the caller's to close
         * @param bytes at least 1
         * @throws IllegalArgumentException if {@code bytes} is less than 1
         */
        public Builder share(Characterization characterization, long bytes) {
            if (bytes < 1) {
                throw new IllegalArgumentException("a share has at least 1 byte, got " + bytes);
            }
            shares.put(characterization, bytes);
            return this;
        }

        /** Keeps a file as it is, such as that of a characterization: a request for it is refused. */
        public Builder keep(Path file) {
            kept.add(file);
            return this;
        }

        /**
         * Keeps the files of a tree as they are, such as that of {@link FileList#ofTree(Path)}: a request for one of them is refused,
         * also where the root has it as a hard link. Has no effect on a tree that is the root itself, which is filled in place.
         */
        public Builder keepTree(Path folder) {
            tree = folder;
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
         * @throws IllegalArgumentException if the number is less than 1
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
         * @throws IOException if the root cannot be made, or a characterization or the tree to keep cannot be read
         */
        public TreeFiller build() throws IOException {
            return new TreeFiller(this);
        }

        private PayloadFactory payloads(Characterization characterization) throws IOException {
            DataProducer.Builder builder = DataProducer.of(characterization).generator(generator, options);
            return (seed == null ? builder : builder.seed(seed)).live();
        }
    }
}
