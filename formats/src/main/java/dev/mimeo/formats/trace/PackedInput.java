package dev.mimeo.formats.trace;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdIOException;
import dev.mimeo.MimeoException;
import dev.mimeo.internal.bytes.BulkInputStream;
import dev.mimeo.internal.bytes.NamedInput;
import dev.mimeo.internal.bytes.UnreadableRestException;
import dev.mimeo.internal.text.Failures;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Decompresses a stream up to the place where it cannot go on. Libraries differ in their exceptions for a stream that is cut off, and for
 * one that something else follows; here the first is an {@link EOFException}, and the second an {@link UnreadableRestException}. Not
 * thread-safe.
 */
final class PackedInput extends BulkInputStream {

    /** Messages of the libraries that have no exceptions of their own for bytes behind a whole stream. */
    private static final Set<String> RESTS =
            Set.of("LZ4 frame stream followed by garbage", "Garbage after a valid XZ Stream");

    private final Source source;
    private final String format;
    private final InputStream unpacked;
    private @Nullable IOException failure;

    private PackedInput(Source source, String format, InputStream unpacked) {
        this.source = source;
        this.format = format;
        this.unpacked = unpacked;
    }

    /**
     * Starts to decompress.
     *
     * @param in closed with the stream returned
     * @throws EOFException if the stream ends in its header
     */
    static InputStream open(InputStream in, String format, NamedInput.Decompression decompression) throws IOException {
        Source source = new Source(in);
        try {
            return new PackedInput(source, format, decompression.of(source));
        } catch (IOException e) {
            throw named(e, source, format);
        }
    }

    /**
     * A library that fails after it has seen the end of its stream wanted more bytes than there are. Our own decompressors tell that from
     * damage.
     */
    private static IOException named(IOException e, Source source, String format) {
        if (e instanceof UnreadableRestException || source.failed) {
            return e;
        }
        boolean followed = e instanceof ZstdIOException zstd
                ? zstd.getErrorCode() == Zstd.errPrefixUnknown()
                : RESTS.contains(String.valueOf(e.getMessage()));
        if (source.ended && !(e instanceof MimeoException)) {
            return isShortRest(e, source, followed)
                    ? new UnreadableRestException(format)
                    : new EOFException("the " + format + " file is cut off");
        }
        return followed
                ? new UnreadableRestException(format)
                : new MimeoException(
                        "",
                        -1,
                        MimeoException.Reason.CORRUPT,
                        "the " + format + " file cannot be decompressed (" + Failures.reason(e)
                                + "): copy it again, or decompress it with another program",
                        e);
    }

    /**
     * Returns whether a library met less than a header behind a whole stream, and not a start of one. The library for xz does not tell that
     * from other ends.
     */
    private static boolean isShortRest(IOException e, Source source, boolean followed) {
        return followed ? !source.last.areStartOfHeader() : e instanceof EOFException && source.last.areRestOfXz();
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        if (failure != null) {
            throw failure;
        }
        try {
            int count = unpacked.read(target, offset, length);
            // The library for lz4 first returns the end, and then fails, if the file ends where a stored block begins.
            return count < 0 ? unpacked.read(target, offset, length) : count;
        } catch (IOException e) {
            failure = named(e, source, format);
            throw failure;
        }
    }

    @Override
    public void close() throws IOException {
        unpacked.close();
    }

    /** Compressed bytes, which notes how reading them ended. */
    private static final class Source extends FilterInputStream {

        private final LastBytes last = new LastBytes();
        private boolean ended;
        private boolean failed;

        Source(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            failed = true;
            int next = in.read();
            failed = false;
            if (next < 0) {
                ended = true;
            } else {
                last.add(next);
            }
            return next;
        }

        @Override
        public int read(byte[] target, int offset, int length) throws IOException {
            failed = true;
            int count = in.read(target, offset, length);
            failed = false;
            ended |= count < 0;
            last.add(target, offset, count);
            return count;
        }
    }
}
