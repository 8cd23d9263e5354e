package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A file that appears under its name when it is complete, or not at all.
 *
 * <p>Content goes into a hidden temporary file beside the target. {@link #commit()} syncs it, moves it into place in one step
 * and syncs the folder; {@link #close()} without a commit removes it. A process that is killed leaves the temporary file
 * behind, which {@link #removeAbandoned} finds: its lock ends with the process. Companions of the temporary file have its name
 * and a suffix; they are removed with it. For one thread at a time.
 */
public final class AtomicFile implements AtomicOutput {

    /** The behaviour of {@link #commit()} where the target exists. */
    public enum Mode {
        /** Fails, also where the target was created after this file: nothing is ever replaced. */
        NEW,
        /** Replaces the target. */
        REPLACE
    }

    private static final int RANDOM_BYTES = 6;
    /** The byte that is locked: one that no file has, as locks of Windows refuse all other access to what is locked. */
    private static final long LOCKED_BYTE = Long.MAX_VALUE - 1;

    private static final String RANDOM = "[0-9a-f]{" + 2 * RANDOM_BYTES + "}";

    /** A temporary file (group 1) of a target (group 2), or a companion with a suffix (group 3). */
    private static final Pattern TEMPORARY =
            Pattern.compile("(\\.(.+)\\." + RANDOM + "\\.tmp)(\\..+)?", Pattern.DOTALL);

    private static final Pattern TEMPORARY_IN_PATH =
            Pattern.compile("(?<=[/\\\\])\\.([^/\\\\]+)\\." + RANDOM + "\\.tmp(?:\\." + RANDOM + ")?(?=[/\\\\:])");

    private static final String LOCK = ".lock";

    private final Path target;
    private final Path temporary;
    private final Mode mode;
    private final FileChannel channel;
    private @Nullable FileChannel companionLock;
    private boolean finished;

    private AtomicFile(Path target, Path temporary, Mode mode, FileChannel channel) {
        this.target = target;
        this.temporary = temporary;
        this.mode = mode;
        this.channel = channel;
    }

    /**
     * Creates the temporary file.
     *
     * @throws FileAlreadyExistsException if the target exists and the mode is {@link Mode#NEW}
     * @throws FileSystemException if the folder of the target does not exist or cannot be written to; names the target
     * @throws IOException if the file cannot be created
     */
    public static AtomicFile create(Path target, Mode mode) throws IOException {
        if (mode == Mode.NEW && Files.exists(target, LinkOption.NOFOLLOW_LINKS)) {
            throw new FileAlreadyExistsException(target.toString());
        }
        while (true) {
            Path temporary = temporaryBeside(target);
            FileChannel channel = open(target, temporary);
            try {
                if (lock(channel) && Files.exists(temporary)) {
                    return new AtomicFile(target, temporary, mode, channel);
                }
                // Another process looked for abandoned files between the creation and the lock, and took this for one.
                channel.close();
            } catch (IOException | RuntimeException | Error e) {
                channel.close();
                Files.deleteIfExists(temporary);
                throw e;
            }
        }
    }

    private static FileChannel open(Path target, Path temporary) throws IOException {
        try {
            return FileChannel.open(temporary, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
        } catch (FileSystemException e) {
            String reason = e.getReason() == null ? "permission denied" : e.getReason();
            FileSystemException named =
                    new FileSystemException(target.toString(), null, "cannot be created: " + reason);
            named.initCause(e);
            throw named;
        }
    }

    /** Returns false if another process has the lock. Not every file system has locks: nobody is in the way there. */
    private static boolean lock(FileChannel channel) {
        try {
            return tryLock(channel);
        } catch (IOException e) {
            log("cannot lock a temporary file", e);
            return true;
        }
    }

    /**
     * Returns a hidden name in the folder of a target which no file has so far.
     *
     * @throws FileSystemException if the folder does not exist
     */
    public static Path temporaryBeside(Path target) throws FileSystemException {
        requireFolder(target);
        return folderOf(target).resolve("." + target.getFileName() + "." + random() + ".tmp");
    }

    private static String random() {
        byte[] random = new byte[RANDOM_BYTES];
        ThreadLocalRandom.current().nextBytes(random);
        return HexFormat.of().formatHex(random);
    }

    /** Returns a message with targets in place of the temporary files beside them, which are unknown to the user. */
    public static String withTargets(String message) {
        return TEMPORARY_IN_PATH.matcher(message).replaceAll("$1");
    }

    /**
     * Refuses a target in a folder that does not exist.
     *
     * @throws FileSystemException names the folder as it was given with the target
     */
    public static void requireFolder(Path target) throws FileSystemException {
        Path folder = folderOf(target);
        if (!Files.isDirectory(folder)) {
            Path given = Objects.requireNonNullElse(target.getParent(), folder);
            Folders.refuseFileAbove(given);
            throw new FileSystemException(given.toString(), null, "no such directory: create it first");
        }
    }

    /** Returns the folder that a file is or would be in. */
    public static Path folderOf(Path file) {
        Path absolute = file.toAbsolutePath();
        Path parent = absolute.getParent();
        return parent == null ? absolute : parent;
    }

    /** Returns the name that the file gets. */
    public Path target() {
        return target;
    }

    /** Returns the file that has the content until {@link #commit()}. Who writes to it by its name uses {@link #byName()}. */
    public Path temporary() {
        return temporary;
    }

    /**
     * Returns the file that has the content until {@link #commit()}, for those that can only write by name. When they close it,
     * its lock is lost, so from now on a companion has the lock.
     */
    public Path byName() throws IOException {
        if (companionLock == null) {
            companionLock =
                    FileChannel.open(lockOf(temporary), StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);
            // Nobody else locks it: that is done under the lock of the file itself only.
            lock(companionLock);
        }
        return temporary;
    }

    /**
     * Returns a name for a companion, which nothing has so far. Whoever makes a file or a folder of it removes that; {@link
     * #removeAbandoned} does so if the process is killed.
     */
    public Path companion() {
        return companion(temporary, "." + random());
    }

    /** Returns the companion of a temporary file that {@link #byName} creates. */
    public static Path lockOf(Path temporary) {
        return companion(temporary, LOCK);
    }

    private static Path companion(Path temporary, String suffix) {
        return temporary.resolveSibling(temporary.getFileName() + suffix);
    }

    /** Returns the channel to write to, at the start of an empty file. It may be closed before {@link #commit()}. */
    @Override
    public FileChannel channel() {
        return channel;
    }

    /**
     * Moves the complete file into place. Afterwards both its content and its name survive a loss of power.
     *
     * @throws FileAlreadyExistsException if the target exists and the mode is {@link Mode#NEW}
     * @throws IOException if the content cannot be stored or moved; {@link #close()} removes it then
     */
    @Override
    public void commit() throws IOException {
        if (finished) {
            throw new IllegalStateException(target + ": committed or closed before");
        }
        // By its name: a writer may have put another file in place of the one that was created. Open until the move, as
        // closing any channel of a file gives up the lock.
        try (FileChannel content = FileChannel.open(temporary, StandardOpenOption.WRITE)) {
            content.force(true);
            if (mode == Mode.REPLACE) {
                Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            } else {
                moveToNew(temporary, target);
            }
        }
        finished = true;
        channel.close();
        removeCompanionLock();
        syncFolder(folderOf(target));
    }

    private void removeCompanionLock() throws IOException {
        if (companionLock != null) {
            companionLock.close();
            Files.deleteIfExists(lockOf(temporary));
        }
    }

    /** A move would replace what somebody created in the meantime; a hard link does not. */
    private static void moveToNew(Path temporary, Path target) throws IOException {
        try {
            Files.createLink(target, temporary);
        } catch (FileAlreadyExistsException e) {
            throw new FileAlreadyExistsException(target.toString());
        } catch (IOException | UnsupportedOperationException e) {
            // A file system without hard links: creating the name first is the only call that fails where it exists.
            Files.createFile(target);
            Files.move(temporary, target, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            return;
        }
        Files.delete(temporary);
    }

    /**
     * Syncs the names in a folder, so that they survive a loss of power. Does nothing where the system cannot sync folders;
     * the content of the files is not affected by that.
     */
    public static void syncFolder(Path folder) {
        try {
            sync(folder, StandardOpenOption.READ);
        } catch (IOException e) {
            log("cannot sync " + folder, e);
        }
    }

    /**
     * Syncs the content of a file, so that it survives a loss of power.
     *
     * @throws IOException if the content cannot be stored
     */
    public static void sync(Path file) throws IOException {
        sync(file, StandardOpenOption.WRITE);
    }

    private static void sync(Path file, OpenOption access) throws IOException {
        try (FileChannel channel = FileChannel.open(file, access)) {
            channel.force(true);
        }
    }

    /** Removes the content that was not committed; closing twice is harmless. */
    @Override
    public void close() throws IOException {
        if (!finished) {
            finished = true;
            try {
                channel.close();
            } finally {
                Files.deleteIfExists(temporary);
                removeCompanionLock();
            }
        }
    }

    /** Removes temporary files of a target as {@link #removeAbandoned(Path, Predicate)} does, if its folder can be read. */
    public static void removeAbandoned(Path target) {
        try {
            removeAbandoned(folderOf(target), String.valueOf(target.getFileName())::equals);
        } catch (IOException e) {
            // Files can be written to a folder that cannot be listed.
            log("cannot look for abandoned files", e);
        }
    }

    /**
     * Removes temporary files in a folder which processes have left that were killed, and their companions. A file that this user
     * may not write to or remove is left, and is in nobody's way: temporary names are unique. A target must not be open in this
     * process: closing any channel of a file gives up its lock.
     *
     * @param isTarget accepts the names of targets
     * @return the files that were removed
     * @throws IOException if the folder cannot be read
     */
    public static List<Path> removeAbandoned(Path folder, Predicate<String> isTarget) throws IOException {
        List<Path> removed = new ArrayList<>();
        Map<Path, Path> companions = new TreeMap<>();
        try (DirectoryStream<Path> files = Files.newDirectoryStream(folder, ".*.tmp*")) {
            for (Path file : files) {
                Matcher name = TEMPORARY.matcher(String.valueOf(file.getFileName()));
                if (!name.matches() || !isTarget.test(name.group(2))) {
                    continue;
                }
                if (name.group(3) != null) {
                    companions.put(file, file.resolveSibling(name.group(1)));
                } else if (Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS) && removeIfAbandoned(file)) {
                    removed.add(file);
                }
            }
        } catch (DirectoryIteratorException e) {
            throw e.getCause();
        }
        for (Map.Entry<Path, Path> companion : companions.entrySet()) {
            // Nobody needs them without the file, which is created before and renamed or removed after they were used.
            if (!Files.exists(companion.getValue(), LinkOption.NOFOLLOW_LINKS) && remove(companion.getKey())) {
                removed.add(companion.getKey());
            }
        }
        return removed;
    }

    private static boolean removeIfAbandoned(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            // Deleted under the lock, so that a process that has just created it notices.
            return isUnlocked(channel) && !isWrittenByName(file) && remove(file);
        } catch (FileSystemException e) {
            log("cannot remove a temporary file", e);
            return false;
        }
    }

    /** Returns whether a process lives that writes to a temporary file by name, which had its lock before. */
    private static boolean isWrittenByName(Path temporary) throws IOException {
        try (FileChannel companion = FileChannel.open(lockOf(temporary), StandardOpenOption.WRITE)) {
            return !isUnlocked(companion);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static boolean remove(Path file) throws IOException {
        try {
            if (Files.isDirectory(file, LinkOption.NOFOLLOW_LINKS)) {
                TreeWalk.delete(file);
                return true;
            }
            return Files.deleteIfExists(file);
        } catch (FileSystemException e) {
            log("cannot remove a temporary file", e);
            return false;
        }
    }

    private static void log(String what, IOException e) {
        System.getLogger(AtomicFile.class.getName()).log(System.Logger.Level.DEBUG, what, e);
    }

    /** Takes the lock; false if somebody has it or that cannot be known. */
    private static boolean isUnlocked(FileChannel channel) {
        try {
            return tryLock(channel);
        } catch (OverlappingFileLockException | IOException e) {
            return false;
        }
    }

    private static boolean tryLock(FileChannel channel) throws IOException {
        return channel.tryLock(LOCKED_BYTE, 1, false) != null;
    }
}
