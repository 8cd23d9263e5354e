package dev.mimeo.nfs.capture;

import com.github.luben.zstd.ZstdOutputStream;
import dev.mimeo.codec.internal.ZstdCodecProvider;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;
import net.jpountz.lz4.LZ4FrameOutputStream;

/**
 * A way to store a file of packets, in a format that other tools know: {@code zstd:1} to {@code zstd:22}, {@code gzip:1} to
 * {@code gzip:9}, {@code lz4}, {@code none}. Immutable and thread-safe.
 */
public final class StorageForm {

    /** As strongly as possible down to not at all. */
    public static final List<StorageForm> LADDER = parseList("zstd:19,zstd:9,zstd:3,lz4,none");

    /** Each method once, at its usual level. */
    static final List<StorageForm> METHODS = parseList("zstd,gzip,lz4,none");

    private static final int MAX_ZSTD = 22;
    private static final int USUAL_ZSTD = 3;
    private static final int USUAL_GZIP = 6;
    private static final int BUFFER = 1 << 16;

    private enum Compressor {
        ZSTD(".zst", MAX_ZSTD, USUAL_ZSTD),
        GZIP(".gz", Deflater.BEST_COMPRESSION, USUAL_GZIP),
        LZ4(".lz4", 0, 0),
        NONE("", 0, 0);

        final String suffix;
        final int maxLevel;
        final int usualLevel;

        Compressor(String suffix, int maxLevel, int usualLevel) {
            this.suffix = suffix;
            this.maxLevel = maxLevel;
            this.usualLevel = usualLevel;
        }
    }

    private final Compressor method;
    private final int level;

    private StorageForm(Compressor method, int level) {
        this.method = method;
        this.level = level;
    }

    /**
     * Reads a name.
     *
     * @throws IllegalArgumentException if there is no such form; the message lists what there is
     */
    public static StorageForm parse(String name) {
        String wanted = name.strip().toLowerCase(Locale.ROOT);
        int colon = wanted.indexOf(':');
        for (Compressor method : Compressor.values()) {
            String known = method.name().toLowerCase(Locale.ROOT);
            if (wanted.equals(known)) {
                return new StorageForm(method, method.usualLevel);
            }
            if (colon >= 0 && wanted.substring(0, colon).equals(known) && method.maxLevel > 0) {
                return new StorageForm(method, level(name, wanted.substring(colon + 1), method.maxLevel));
            }
        }
        throw new IllegalArgumentException(
                "unknown level '" + name + "'; known: zstd:1 to zstd:22, gzip:1 to gzip:9, lz4, none");
    }

    private static int level(String name, String digits, int max) {
        int level;
        try {
            level = Integer.parseInt(digits);
        } catch (NumberFormatException e) {
            level = 0;
        }
        if (level < 1 || level > max) {
            throw new IllegalArgumentException("'" + name + "' must have a level from 1 to " + max);
        }
        return level;
    }

    /**
     * Reads a list with commas, from the strongest form to the fastest.
     *
     * @throws IllegalArgumentException as {@link #parse}, or if one is there twice
     */
    public static List<StorageForm> parseList(String names) {
        List<StorageForm> forms = new ArrayList<>();
        for (String name : names.split(",", -1)) {
            StorageForm form = parse(name);
            if (forms.contains(form)) {
                throw new IllegalArgumentException("level '" + form + "' is listed twice");
            }
            forms.add(form);
        }
        return List.copyOf(forms);
    }

    /** Returns what names of files end with: {@code .zst}, {@code .gz}, {@code .lz4} or nothing. */
    public String suffix() {
        return method.suffix;
    }

    /** Returns the name without a level: {@code zstd}, {@code gzip}, {@code lz4} or {@code none}. */
    String method() {
        return method.name().toLowerCase(Locale.ROOT);
    }

    /** Returns whether files are stored as they are. */
    boolean isPlain() {
        return method == Compressor.NONE;
    }

    /**
     * Checks that files can be stored in this form on this machine.
     *
     * @throws dev.mimeo.internal.nativelibrary.NativeLibrary.UnusableLibraryException if not
     */
    void require() {
        if (method == Compressor.ZSTD) {
            ZstdCodecProvider.LIBRARY.require();
        }
    }

    /**
     * Returns a stream that stores what is written to it; to close it ends the compressed stream and closes the target.
     * Compressed streams have a checksum.
     */
    OutputStream open(OutputStream target) throws IOException {
        return switch (method) {
            case ZSTD -> new ZstdOutputStream(target, level).setChecksum(true);
            case GZIP -> new LeveledGzip(target, level);
            case LZ4 ->
                new LZ4FrameOutputStream(
                        target,
                        LZ4FrameOutputStream.BLOCKSIZE.SIZE_4MB,
                        LZ4FrameOutputStream.FLG.Bits.BLOCK_INDEPENDENCE,
                        LZ4FrameOutputStream.FLG.Bits.CONTENT_CHECKSUM);
            case NONE -> target;
        };
    }

    private static final class LeveledGzip extends GZIPOutputStream {
        LeveledGzip(OutputStream target, int level) throws IOException {
            super(target, BUFFER);
            def.setLevel(level);
        }
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof StorageForm form && form.method == method && form.level == level;
    }

    @Override
    public int hashCode() {
        return 31 * method.hashCode() + level;
    }

    /** Returns the name that {@link #parse} takes. */
    @Override
    public String toString() {
        return level == 0 ? method() : method() + ":" + level;
    }
}
