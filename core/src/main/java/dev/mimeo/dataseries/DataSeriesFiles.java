package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import dev.mimeo.internal.pipeline.OrderedPipeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Several files as one stream of extents: file by file in the order given, and within a file in its order.
 *
 * <pre>{@code
 * try (ExtentSource extents = DataSeriesFiles.of(paths).matching("Trace::NFS::common").open(threads)) {
 *     for (Extent extent = extents.next(); extent != null; extent = extents.next()) {
 *         …
 *     }
 * }
 * }</pre>
 *
 * <p>One file is open at a time. Extents are unpacked on a pool, also across the border of two files, a bounded number of
 * bytes ahead. Immutable: methods that change a setting return a changed copy.
 */
public final class DataSeriesFiles {

    /** Permitted difference between the types that a pattern matches in the files. */
    public enum TypeRule {
        /** Nothing: their texts are the same. */
        IDENTICAL,
        /** The minor version: names, namespaces and major versions are the same. */
        SAME_MAJOR_VERSION,
        /** Anything. */
        ANY
    }

    /** Extents of files that are left out, such as {@code MinMaxIndex.exclusion} knows them. */
    @FunctionalInterface
    public interface Exclusion {
        /** Returns the offsets of those of a file, in bytes from its start. */
        Set<Long> offsets(Path file) throws IOException;
    }

    /** Extents that are left out, and the receiver of their headers. */
    private record LeftOut(Exclusion exclusion, Consumer<ExtentHeader> listener) {}

    /** Chooses the extents of a file by the type. */
    @FunctionalInterface
    private interface Choice {
        /** Returns the names of types whose extents are wanted; null for all extents, lists included. */
        @Nullable List<ExtentType> types(DataSeriesReader reader) throws IOException;
    }

    private final List<Path> files;
    private final Choice choice;
    private final TypeRule rule;
    private final Checksums checksums;
    private final @Nullable FieldSelection projection;
    private final LeftOut leftOut;

    private DataSeriesFiles(
            List<Path> files,
            Choice choice,
            TypeRule rule,
            Checksums checksums,
            @Nullable FieldSelection projection,
            LeftOut leftOut) {
        this.files = files;
        this.choice = choice;
        this.rule = rule;
        this.checksums = checksums;
        this.projection = projection;
        this.leftOut = leftOut;
    }

    /** Names the files; all their extents are wanted as long as nothing else is said. None is opened yet. */
    public static DataSeriesFiles of(List<Path> files) {
        return new DataSeriesFiles(
                List.copyOf(files),
                DataSeriesReader::types,
                TypeRule.ANY,
                Checksums.ALL,
                null,
                new LeftOut(file -> Set.of(), header -> {}));
    }

    /**
     * Wants the extents of one type, the same in all files.
     *
     * @param pattern as {@link DataSeriesReader#type(String)} takes it; empty for all extents, those that list types and
     *     extents included
     * @param alternatives patterns to try in files where those before match no type
     */
    public DataSeriesFiles matching(String pattern, String... alternatives) {
        if (pattern.isEmpty()) {
            return new DataSeriesFiles(files, reader -> null, TypeRule.ANY, checksums, projection, leftOut);
        }
        List<String> patterns = new ArrayList<>();
        patterns.add(pattern);
        patterns.addAll(Arrays.asList(alternatives));
        return new DataSeriesFiles(
                files,
                reader -> List.of(matched(reader, patterns)),
                TypeRule.IDENTICAL,
                checksums,
                projection,
                leftOut);
    }

    private static ExtentType matched(DataSeriesReader reader, List<String> patterns) throws IOException {
        for (String pattern : patterns.subList(0, patterns.size() - 1)) {
            if (reader.matches(pattern)) {
                return reader.type(pattern);
            }
        }
        return reader.type(patterns.get(patterns.size() - 1));
    }

    /** Wants the extents of all types that fulfil a condition, which may differ from file to file. */
    public DataSeriesFiles filtered(Predicate<ExtentType> condition) {
        return new DataSeriesFiles(
                files,
                reader -> reader.types().stream().filter(condition).toList(),
                TypeRule.ANY,
                checksums,
                projection,
                leftOut);
    }

    /** Sets what the types of the files may differ in; after {@link #matching} it is nothing. */
    public DataSeriesFiles withTypeRule(TypeRule newRule) {
        return new DataSeriesFiles(files, choice, newRule, checksums, projection, leftOut);
    }

    /** Sets which checksums of extents are verified; all as long as nothing else is said. */
    public DataSeriesFiles withChecksums(Checksums newChecksums) {
        return new DataSeriesFiles(files, choice, rule, newChecksums, projection, leftOut);
    }

    /**
     * Wants some columns only: extents have no others. That is faster where few columns are needed, as they are decoded
     * on the pool, and the records are not kept.
     *
     * @param names fields; those that a type does not have are passed over
     */
    public DataSeriesFiles withFields(Set<String> names) {
        Set<String> wanted = Set.copyOf(names);
        FieldSelection fields = type -> type.fields().stream()
                .filter(field -> wanted.contains(field.name()))
                .mapToInt(Field::index)
                .toArray();
        return new DataSeriesFiles(files, choice, rule, checksums, fields, leftOut);
    }

    /**
     * Leaves out some extents; their headers are read.
     *
     * @param newExclusion asked once for each file, when its turn comes
     * @param listener is told of each extent that is left out and of a wanted type, in the order of the stream, by the thread that pulls
     */
    public DataSeriesFiles without(Exclusion newExclusion, Consumer<ExtentHeader> listener) {
        return new DataSeriesFiles(files, choice, rule, checksums, projection, new LeftOut(newExclusion, listener));
    }

    /** Returns the files. */
    public List<Path> files() {
        return files;
    }

    /**
     * Opens all files, one after the other, for the types of the extents that are wanted, each once.
     *
     * @throws DataSeriesException if two files have different types of one name, if their types break the rule, or if a
     *     pattern matches no type or several
     */
    public List<ExtentType> types() throws IOException {
        Map<String, ExtentType> types = new LinkedHashMap<>();
        Map<String, Path> declaredBy = new LinkedHashMap<>();
        Checks checks = new Checks();
        for (Path file : files) {
            try (DataSeriesReader reader = DataSeriesReader.open(file, checksums)) {
                List<ExtentType> wanted = checks.wanted(reader);
                for (ExtentType type : wanted == null ? reader.types() : wanted) {
                    ExtentType before = types.putIfAbsent(type.name(), type);
                    if (before == null) {
                        declaredBy.put(type.name(), file);
                    } else if (!before.equals(type)) {
                        throw differing(reader, type, "is another type in " + declaredBy.get(type.name()));
                    }
                }
            }
        }
        return List.copyOf(types.values());
    }

    /**
     * Opens the stream. The files are opened when their turn comes. To start over, open another.
     *
     * @param threads threads that unpack extents, at least 1; a single one is the one that pulls
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public ExtentStream open(int threads) {
        return new Stream((source, pool) -> new UnpackingStream(source, checksums, pool, projection, threads));
    }

    /**
     * Opens the stream. The files are opened when their turn comes.
     *
     * @param threads size of the pool that unpacks extents, at least 1
     * @param readAheadBytes bound of the bytes of extents, stored and unpacked, that are held; one per thread is always
     *     admitted
     * @throws IllegalArgumentException if {@code threads} is below 1
     */
    public ExtentStream open(int threads, long readAheadBytes) {
        return new Stream((source, pool) ->
                new UnpackingStream(source, checksums, pool, projection, threads, Math.max(1, readAheadBytes)));
    }

    private static DataSeriesException differing(DataSeriesReader reader, ExtentType type, String problem) {
        return new DataSeriesException(Reason.UNSUPPORTED, reader.name(), "type '" + type.name() + "' " + problem);
    }

    /** Holds the types of one file after the other to the rule. */
    private final class Checks {
        private @Nullable ExtentType first;
        private String firstFile = "";

        /** Returns the wanted types of a file; null for all extents, lists included. */
        @Nullable List<ExtentType> wanted(DataSeriesReader reader) throws IOException {
            List<ExtentType> types = choice.types(reader);
            if (types != null) {
                for (ExtentType type : types) {
                    check(reader, type);
                }
            }
            return types;
        }

        private void check(DataSeriesReader reader, ExtentType type) throws DataSeriesException {
            ExtentType before = first;
            if (before == null) {
                first = type;
                firstFile = reader.name();
            } else if (rule == TypeRule.IDENTICAL && !type.equals(before)) {
                String other = type.name().equals(before.name()) ? "that" : "type '" + before.name() + "'";
                throw differing(
                        reader,
                        type,
                        version(type) + " differs from " + other + " of " + firstFile + ", " + version(before));
            } else if (rule == TypeRule.SAME_MAJOR_VERSION
                    && !(type.name().equals(before.name())
                            && type.namespace().equals(before.namespace())
                            && type.majorVersion() == before.majorVersion())) {
                throw differing(
                        reader,
                        type,
                        version(type) + " is not compatible with '" + before.name() + "' " + version(before) + " of "
                                + firstFile);
            }
        }

        private static String version(ExtentType type) {
            return "version " + type.majorVersion() + "." + type.minorVersion();
        }
    }

    /** Unpacks the extents of all files. */
    @FunctionalInterface
    private interface Unpacking {
        ExtentStream of(OrderedPipeline.Source<StoredExtent> source, BufferPool pool);
    }

    /** The extents of all files. */
    private final class Stream implements ExtentStream {
        private final BufferPool pool = BufferPool.forFields(projection);
        private final ExtentStream extents;
        private final Iterator<Path> left = files.iterator();
        private final Checks checks = new Checks();
        private @Nullable DataSeriesReader reader;
        private @Nullable IndexWalk walk;

        Stream(Unpacking unpacking) {
            this.extents = unpacking.of(this::fetch, pool);
        }

        private @Nullable StoredExtent fetch() throws IOException {
            while (true) {
                DataSeriesReader current = reader;
                IndexWalk entries = walk;
                StoredExtent next = current == null || entries == null ? null : current.fetchNext(entries, pool);
                if (next != null) {
                    return next;
                }
                closeReader();
                if (!left.hasNext()) {
                    return null;
                }
                openReader(left.next());
            }
        }

        private void openReader(Path file) throws IOException {
            DataSeriesReader opened = DataSeriesReader.open(file, checksums);
            reader = opened;
            List<ExtentType> types = checks.wanted(opened);
            walk = opened.walk(
                    types == null ? null : types.stream().map(ExtentType::name).collect(Collectors.toSet()),
                    leftOut.exclusion.offsets(file),
                    leftOut.listener);
        }

        private void closeReader() throws IOException {
            DataSeriesReader open = reader;
            reader = null;
            walk = null;
            if (open != null) {
                open.close();
            }
        }

        @Override
        public @Nullable Extent next() throws IOException {
            return extents.next();
        }

        @Override
        public ExtentStream.Totals statistics() {
            return extents.statistics();
        }

        @Override
        public void close() throws IOException {
            extents.close();
            closeReader();
        }
    }
}
