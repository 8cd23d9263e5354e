package dev.mimeo.internal.nativelibrary;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.UncheckedIOException;
import org.jspecify.annotations.Nullable;

/** Reports that a native library cannot be loaded on this machine. The message is one line and says what to do. */
public final class NativeLibraryException extends UncheckedIOException {
    private static final long serialVersionUID = 1L;

    NativeLibraryException(String message, @Nullable Throwable cause) {
        super(message, new MimeoException("", -1, Reason.UNSUPPORTED, message, cause));
    }
}
