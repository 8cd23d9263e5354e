package dev.mimeo.cli.command;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import dev.mimeo.MimeoException;
import dev.mimeo.internal.files.AtomicFile;
import dev.mimeo.internal.files.AtomicFile.Mode;
import dev.mimeo.internal.files.FileKinds;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.internal.files.OwnerPermissions;
import dev.mimeo.internal.text.Failures;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.io.OutputStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * Everything a run writes, so that nothing half-done ever looks done.
 *
 * <p>A file is an {@link AtomicFile}. What exists is never touched without {@code --force}. FIFOs, character devices and, with
 * {@code --force}, block devices are written directly, for there is nothing to rename. Thread-safe: {@link #abandon()} may come from a shutdown hook at any time.
 */
public final class Outputs {

    private static final String STANDARD_OUTPUT = "standard output";
    private static final int PIECE = 1 << 16;

    private final Terminal terminal;
    private volatile OverwriteCheck overwriting = name -> {};
    private volatile Function<String, ? extends RuntimeException> usage = IllegalArgumentException::new;

    @GuardedBy("this") private final List<Path> temporaries = new ArrayList<>();

    @GuardedBy("this") private final Map<AtomicFile, Path> targets = new HashMap<>();

    @GuardedBy("this") private Supplier<List<String>> incomplete = List::of;

    @GuardedBy("this") private boolean abandoned;

    /** Creates the outputs of a run on these streams. */
    public Outputs(Terminal terminal) {
        this.terminal = terminal;
    }

    /** Refuses to overwrite what must stay. */
    @FunctionalInterface
    interface OverwriteCheck {
        void check(String target) throws IOException;
    }

    /** Has every file, block device and folder checked before it is overwritten, and makes errors of usage as given. */
    void checkOverwriting(OverwriteCheck check, Function<String, ? extends RuntimeException> usageError) {
        overwriting = check;
        usage = usageError;
    }

    /**
     * Opens an output for content that would upset a terminal, as {@link #openText} does.
     *
     * @param force also whether to send it to a terminal
     */
    public Output openBinary(String target, boolean force) throws IOException {
        if (target.equals("-") && terminal.outIsTerminal() && !force) {
            throw MimeoException.of(
                    STANDARD_OUTPUT,
                    MimeoException.Reason.UNSUPPORTED,
                    "is a terminal, and the output is binary: redirect it, name a file with -o, or write to the "
                            + "terminal with --force");
        }
        return openText(target, force);
    }

    /**
     * Opens an output after checking that it may be written, so that a run fails before the long work and not after it.
     *
     * @param target a path, or {@code -} for standard output
     * @param force whether to overwrite, and to write to a block device
     * @throws IOException if the target exists, is a directory, or cannot be created
     */
    public Output openText(String target, boolean force) throws IOException {
        if (target.equals("-")) {
            return Output.toOpen(this, STANDARD_OUTPUT, terminal.out());
        }
        Path path = path(target);
        if (!Files.exists(path)) {
            return Output.toFile(this, target, atomic(path, target, force));
        }
        if (Files.isDirectory(path)) {
            throw new FileSystemException(target, null, "is a directory: name a file in it");
        }
        boolean isDevice = FileKinds.isBlockDevice(path);
        if (!isDevice && !Files.isRegularFile(path)) {
            return Output.toSpecial(this, path);
        }
        overwriting.check(target);
        if (!force) {
            throw isDevice
                    ? new FileSystemException(target, null, "is a block device: --force overwrites what is on it")
                    : new FileAlreadyExistsException(target);
        }
        if (isDevice) {
            return Output.toSpecial(this, path);
        }
        if (!Files.isWritable(path)) {
            throw new FileSystemException(
                    target, null, "is write-protected: change its permissions or choose another name");
        }
        // Through a symbolic link to what it names: the rename must not replace the link.
        Path real = path.toRealPath();
        return Output.toFile(this, target, atomic(real, target, true));
    }

    private synchronized AtomicFile atomic(Path target, String given, boolean overwrite) throws IOException {
        checkNotAbandoned();
        AtomicFile.requireFolder(target);
        Path real = AtomicFile.folderOf(target).toRealPath().resolve(target.getFileName());
        if (targets.containsValue(real)) {
            throw usage.apply(given + " is the name of two outputs: choose another name for one of them");
        }
        AtomicFile.removeAbandoned(real);
        AtomicFile file = AtomicFile.create(target, overwrite ? Mode.REPLACE : Mode.NEW);
        temporaries.add(file.temporary());
        targets.put(file, real);
        return file;
    }

    /** Returns a file that is written by its name from now on. */
    synchronized Path byName(AtomicFile file) throws IOException {
        checkNotAbandoned();
        temporaries.add(AtomicFile.lockOf(file.temporary()));
        return file.byName();
    }

    @GuardedBy("this") private void checkNotAbandoned() throws IOException {
        if (abandoned) {
            throw new InterruptedIOException("interrupted");
        }
    }

    /**
     * Opens a folder that is there as a whole or not at all: files are written to a hidden one beside it, which is renamed.
     *
     * @param force whether to replace a folder that exists
     * @param own whether a file of this name can be one of a former run; a folder that has anything else is never replaced
     * @throws IOException if the target exists, or cannot be created
     */
    public OutputFolder openFolder(String target, boolean force, Predicate<String> own) throws IOException {
        return openTree(target, force, name -> false, own);
    }

    /**
     * Opens a folder of Parquet files in folders such as {@code day=2026-03-01}, as {@link #openFolder} opens one with files only. A
     * folder that exists is replaced only if all in it has such names.
     *
     * @param force whether to replace a folder that exists
     * @throws IOException if the target exists, or cannot be created
     */
    public OutputFolder openPartitions(String target, boolean force) throws IOException {
        return openTree(target, force, OutputFolder::isPartition, OutputFolder::isPartitionFile);
    }

    private OutputFolder openTree(String target, boolean force, Predicate<String> ownFolder, Predicate<String> ownFile)
            throws IOException {
        Path given = folder(target);
        AtomicFile.requireFolder(given.normalize());
        Path path = given.toAbsolutePath().normalize();
        if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
            overwriting.check(target);
            if (!force) {
                throw new FileAlreadyExistsException(target);
            }
            OutputFolder.refuseForeign(path, target, ownFolder, ownFile);
        }
        return temporaryFolder(path, target);
    }

    /** Makes a hidden folder. Beside it is an empty file whose lock tells other processes that it is in use. */
    private synchronized OutputFolder temporaryFolder(Path target, String given) throws IOException {
        AtomicFile lock = atomic(target, given, true);
        Path folder = lock.companion();
        temporaries.add(Files.createDirectory(folder));
        return new OutputFolder(this, target, folder, lock);
    }

    /** Gives a complete temporary folder its final name, in place of the one that has it. */
    synchronized void commitFolder(Path temporary, Path target) throws IOException {
        checkNotAbandoned();
        OutputFolder.sync(temporary);
        if (Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            // Two renames: no call of Java swaps folders.
            Path old = AtomicFile.temporaryBeside(target);
            Files.move(target, old, StandardCopyOption.ATOMIC_MOVE);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
            OutputFolder.delete(old);
        } else {
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE);
        }
        temporaries.remove(temporary);
        AtomicFile.syncFolder(AtomicFile.folderOf(target));
    }

    /** Returns a new empty temporary file, which {@link #openText} may overwrite and {@link #discard} or {@link #abandon} removes. */
    public synchronized Path scratch(String prefix) throws IOException {
        checkNotAbandoned();
        Path scratch = Files.createTempFile(prefix, ".tmp");
        temporaries.add(scratch);
        return scratch;
    }

    /**
     * Copies a stream into a new file in the folder for temporary files, as {@link #scratch} makes it.
     *
     * @throws IOException if the stream cannot be read or the file not be written, which it names then
     */
    public Path spool(InputStream in, String prefix) throws IOException {
        Path file;
        OutputStream opened;
        synchronized (this) {
            // Before an interruption can remove it: opening it later would make it again.
            file = scratch(prefix);
            opened = Files.newOutputStream(file, StandardOpenOption.WRITE);
        }
        boolean done = false;
        try (OutputStream out = opened) {
            byte[] piece = new byte[PIECE];
            for (int count = in.read(piece); count >= 0; count = in.read(piece)) {
                write(out, piece, count, file);
            }
            done = true;
        } finally {
            if (!done) {
                discard(file);
            }
        }
        return file;
    }

    private static void write(OutputStream out, byte[] piece, int count, Path file) throws IOException {
        try {
            out.write(piece, 0, count);
        } catch (IOException e) {
            throw new IOException(
                    file + ": a copy of the input cannot be written: " + Errors.reason(e)
                            + "; JAVA_OPTS=-Djava.io.tmpdir=DIR chooses another folder",
                    e);
        }
    }

    /** Returns a new folder among the temporary files, which {@link #discard} or {@link #abandon} removes. */
    public synchronized Path scratchFolder(String prefix) throws IOException {
        checkNotAbandoned();
        Path scratch = OwnerPermissions.createTemporaryFolder(prefix);
        temporaries.add(scratch);
        return scratch;
    }

    /** Turns an argument into a path. */
    public static Path path(String text) throws IOException {
        if (text.isEmpty()) {
            throw new MimeoException(MimeoException.Reason.UNSUPPORTED, "'' is not a path: name a file or a folder");
        }
        try {
            return Path.of(text);
        } catch (InvalidPathException e) {
            throw new MimeoException(
                    "", -1, MimeoException.Reason.UNSUPPORTED, "'" + text + "' is not a path: " + e.getReason(), e);
        }
    }

    /**
     * Turns the name of a folder for outputs into a path.
     *
     * @throws IOException if it means standard output, which cannot take a folder, or is something else than a folder
     */
    public static Path folder(String text) throws IOException {
        if (text.equals("-")) {
            throw MimeoException.of(
                    STANDARD_OUTPUT, MimeoException.Reason.UNSUPPORTED, "cannot take a folder: name one");
        }
        Path folder = path(text);
        Folders.refuseFileAbove(folder);
        return folder;
    }

    /** Returns whether an argument is a path of something that exists. */
    public static boolean exists(String text) {
        try {
            return !text.isEmpty() && Files.exists(Path.of(text));
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Turns arguments into paths. */
    public static List<Path> paths(List<String> texts) throws IOException {
        List<Path> paths = new ArrayList<>();
        for (String text : texts) {
            paths.add(path(text));
        }
        return paths;
    }

    /**
     * Takes note of a run that writes in place, so that the user is told after an interruption what is incomplete.
     *
     * @param files names what is incomplete at the time it is asked, on any thread
     */
    public synchronized void watch(Supplier<List<String>> files) {
        incomplete = files;
    }

    /** Removes every temporary and refuses all later commits; for the end of a run that did not succeed. */
    public synchronized void abandon() {
        abandoned = true;
        for (Path temporary : temporaries) {
            try {
                OutputFolder.deleteInUse(temporary);
            } catch (IOException e) {
                terminal.err()
                        .println("mimeo: " + Failures.oneLine(temporary + ": cannot be removed: " + Errors.reason(e)));
            }
        }
        temporaries.clear();
        for (String file : incomplete.get()) {
            terminal.err().println("mimeo: interrupted: " + Failures.oneLine(file) + " is incomplete");
        }
    }

    /** Returns whether {@link #abandon} was called. A run that still goes on then fails because its files are missing. */
    public synchronized boolean isAbandoned() {
        return abandoned;
    }

    /** Makes a folder where it is to stay. Until it is {@link #complete}, {@link #discard} or {@link #abandon} removes all of it. */
    public synchronized void makeFolder(Path folder) throws IOException {
        checkNotAbandoned();
        AtomicFile.requireFolder(folder);
        Files.createDirectory(folder);
        temporaries.add(folder);
    }

    /** Declares a folder complete, if {@link #makeFolder} made it. */
    public synchronized void complete(Path folder) throws IOException {
        checkNotAbandoned();
        temporaries.remove(folder);
    }

    /** Returns a new empty file beside another that is written, which {@link #discard} or {@link #abandon} removes. */
    synchronized Path companion(AtomicFile file) throws IOException {
        checkNotAbandoned();
        Path companion = Files.createFile(file.companion());
        temporaries.add(companion);
        return companion;
    }

    @GuardedBy("this") private void forget(AtomicFile file) {
        temporaries.remove(file.temporary());
        temporaries.remove(AtomicFile.lockOf(file.temporary()));
        targets.remove(file);
    }

    /** Gives a complete file its name. */
    synchronized void commit(AtomicFile file) throws IOException {
        checkNotAbandoned();
        file.commit();
        forget(file);
    }

    /** Removes a file that will not be finished. */
    synchronized void discard(AtomicFile file) throws IOException {
        forget(file);
        file.close();
    }

    /** Removes a temporary that will not be finished. */
    public synchronized void discard(Path temporary) throws IOException {
        if (temporaries.remove(temporary)) {
            OutputFolder.delete(temporary);
        }
    }

    /** Returns where files go that are needed during a run only. */
    public static Path temporaryFolder() {
        return Path.of(System.getProperty("java.io.tmpdir", "."));
    }
}
