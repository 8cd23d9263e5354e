package dev.mimeo.scan;

import dev.mimeo.characterization.CategoryShares;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.characterization.FileSignature;
import dev.mimeo.internal.random.SplitMix64;
import dev.mimeo.scan.ScanSummary.SkippedSource.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The files of a data set by category: by their extensions and, of files whose extension does not say, by their first bytes. Immutable
 * and thread-safe.
 *
 * <p>Takes 8 bytes of memory for each file whose extension does not say.
 */
public final class CategorizedFiles {

    /** Low bits of an entry that hold the category; the others are those of the hash of the path. */
    private static final int CATEGORY_MASK = 31;

    /** Numbered by their places. */
    private static final List<FileCategory> CATEGORIES = List.of(FileCategory.values());

    private final List<Path> inputs;

    /** Hash and category of each file whose extension does not say, in ascending order. */
    private final long[] signed;

    private final CategoryShares shares;

    private final long unlisted;

    private CategorizedFiles(List<Path> inputs, long[] signed, CategoryShares shares, long unlisted) {
        this.inputs = List.copyOf(inputs);
        this.signed = signed;
        this.shares = shares;
        this.unlisted = unlisted;
    }

    /**
     * Lists the files of inputs, and reads the first bytes of those whose extension does not say.
     *
     * @param inputs files and trees, at least one; not {@code -}, which has no name
     * @throws IOException if a named input does not exist or cannot be listed; the message names it. A file that cannot be read is taken
     *     as of no known category, so that its scan reports it
     * @throws IllegalArgumentException if standard input is named, or nothing
     */
    public static CategorizedFiles find(List<Path> inputs) throws IOException {
        if (inputs.isEmpty()) {
            throw new IllegalArgumentException("no input named");
        }
        if (inputs.contains(InputWalker.STDIN)) {
            throw new IllegalArgumentException("categories are for files, and standard input has no name");
        }
        long[] signed = new long[16];
        int count = 0;
        Map<FileCategory, Long> bytes = new EnumMap<>(FileCategory.class);
        SkipLog log = SkipLog.lenient();
        InputWalker walker = new InputWalker(inputs, ObjectReader.opener(InputStream.nullInputStream()), log);
        for (InputWalker.Entry entry = walker.next(); entry != null; entry = walker.next()) {
            if (!entry.isStream() && ofName(entry.path()) == null) {
                FileCategory category = ofContent(entry.path());
                bytes.merge(category, entry.size(), Long::sum);
                if (count == signed.length) {
                    signed = Arrays.copyOf(signed, 2 * count);
                }
                signed[count++] = hash(entry.path()) | CATEGORIES.indexOf(category);
            }
        }
        signed = Arrays.copyOf(signed, count);
        Arrays.sort(signed);
        bytes.values().removeIf(number -> number == 0);
        return new CategorizedFiles(inputs, signed, new CategoryShares(bytes), log.count(Reason.UNREADABLE));
    }

    private static @Nullable FileCategory ofName(Path path) {
        Path name = path.getFileName();
        return name == null ? null : FileCategory.ofName(name.toString());
    }

    private static FileCategory ofContent(Path path) {
        try {
            return FileSignature.of(path);
        } catch (IOException e) {
            return FileCategory.OTHER;
        }
    }

    /** Returns the bits of a hash of a path above those of the category. */
    private static long hash(Path path) {
        String text = path.toString();
        long hash = 0;
        for (int i = 0; i < text.length(); i++) {
            hash = SplitMix64.mix64(hash ^ text.charAt(i));
        }
        return hash & ~CATEGORY_MASK;
    }

    /** Returns the category of a file; {@link FileCategory#OTHER} of one that was not there when the files were listed. */
    FileCategory of(Path file) {
        FileCategory named = ofName(file);
        if (named != null) {
            return named;
        }
        long hash = hash(file);
        int found = Arrays.binarySearch(signed, hash);
        int place = found < 0 ? -found - 1 : found;
        return place < signed.length && (signed[place] & ~CATEGORY_MASK) == hash
                ? CATEGORIES.get((int) signed[place] & CATEGORY_MASK)
                : FileCategory.OTHER;
    }

    /** Returns the files and trees, as they were named. */
    public List<Path> inputs() {
        return inputs;
    }

    /** Returns the number of folders and files that could not be listed. Each category leaves them out, and counts them. */
    public long unlisted() {
        return unlisted;
    }

    /** Returns the bytes, by category, of the files whose extension does not say what they are. */
    public CategoryShares shares() {
        return shares;
    }
}
