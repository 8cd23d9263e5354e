package dev.mimeo.internal.nativelibrary;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A library of native code that comes in a jar, is unpacked into a temporary folder, and is loaded when it is first needed.
 *
 * <p>Whether that succeeds is found out once: where it fails, every user is told the same, in one line. Thread-safe.
 */
public final class NativeLibrary {

    /** Reports that a native library cannot be loaded on this machine. The message is one line and says what to do. */
    public static final class UnusableLibraryException extends UncheckedIOException {
        private static final long serialVersionUID = 1L;

        UnusableLibraryException(String message, @Nullable Throwable cause) {
            super(message, new MimeoException("", -1, Reason.UNSUPPORTED, message, cause));
        }
    }

    private static final String TEMPORARY = "java.io.tmpdir";

    /** More than a library of a codec has. */
    private static final int PROBE_BYTES = 1 << 18;

    private final String user;
    private final String name;
    private final Loader loader;

    @GuardedBy("this") private boolean tried;

    @GuardedBy("this") private @Nullable Throwable failure;

    /** Loads a library. */
    @FunctionalInterface
    public interface Loader {
        /** Loads the library; whatever is thrown means that it cannot be used. */
        void load() throws Exception;
    }

    /**
     * Describes a library, which is not loaded yet.
     *
     * @param user name of the user, to begin messages with, for example {@code zstd}
     * @param name name of the library
     * @param loader called once at most
     */
    public NativeLibrary(String user, String name, Loader loader) {
        this.user = user;
        this.name = name;
        this.loader = loader;
    }

    /** Loads the library if that was not tried before; returns whether it can be used. */
    public synchronized boolean isLoaded() {
        if (!tried) {
            tried = true;
            try {
                loader.load();
            } catch (VirtualMachineError e) {
                tried = false;
                throw e;
            } catch (Exception | Error e) {
                // Libraries have errors of their own kinds for this.
                failure = e;
            }
        }
        return failure == null;
    }

    /**
     * Loads the library if that was not tried before.
     *
     * @throws UnusableLibraryException if it cannot be used
     */
    public void require() {
        if (!isLoaded()) {
            throw missing();
        }
    }

    /** Returns the exception for a library that cannot be used; its message says why, and what to do. */
    public synchronized UnusableLibraryException missing() {
        return new UnusableLibraryException(
                user + ": the native library of " + name + " cannot be loaded: " + reason(failure)
                        + "; it is unpacked into " + System.getProperty(TEMPORARY) + " and run there: set JAVA_OPTS=-D"
                        + TEMPORARY + "=DIR to a folder that exists, is writable and is not mounted noexec",
                failure);
    }

    /**
     * Checks that there is a folder to unpack a library into, for libraries that complain on standard error.
     *
     * @param property system property that names it if it is set; otherwise it is the one for temporary files
     * @throws IllegalStateException if there is no such folder, or it has no room
     */
    public static void checkFolder(String property) {
        String folder = System.getProperty(property, System.getProperty(TEMPORARY, ""));
        try {
            Path probe = Files.createTempFile(Path.of(folder), "mimeo", ".so");
            try {
                Files.write(probe, new byte[PROBE_BYTES]);
            } finally {
                Files.delete(probe);
            }
        } catch (IOException | InvalidPathException e) {
            throw new IllegalStateException(folder + " is not a folder with room for a library", e);
        }
    }

    /** Returns what the innermost cause says, in one line without a final full stop. */
    private static String reason(@Nullable Throwable failure) {
        String message = null;
        Throwable last = failure;
        for (Throwable cause = failure; cause != null; cause = cause.getCause()) {
            message = cause.getMessage() == null ? message : cause.getMessage();
            last = cause;
        }
        String text = message == null ? String.valueOf(last) : message;
        return text.strip().replaceAll("\\s*[\\r\\n]+\\s*", "; ").replaceAll("\\.$", "");
    }
}
