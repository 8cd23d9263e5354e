package dev.mimeo.internal.files;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.AclEntry;
import java.nio.file.attribute.AclEntryPermission;
import java.nio.file.attribute.AclEntryType;
import java.nio.file.attribute.AclFileAttributeView;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.EnumSet;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;

/** Files and folders that are for their owner alone. Thread-safe. */
public final class OwnerPermissions {

    /** Names that are tried; that one of them is taken is most unlikely. */
    private static final int MAX_ATTEMPTS = 100;

    private OwnerPermissions() {}

    /**
     * Lets nobody but the owner read and write a file.
     *
     * @return false if the file system has no permissions, as FAT; nothing is changed then
     * @throws IOException if the permissions cannot be set
     */
    public static boolean restrict(Path file) throws IOException {
        PosixFileAttributeView posix = Files.getFileAttributeView(file, PosixFileAttributeView.class);
        if (posix != null) {
            posix.setPermissions(PosixFilePermissions.fromString("rw-------"));
            return true;
        }
        AclFileAttributeView acl = Files.getFileAttributeView(file, AclFileAttributeView.class);
        if (acl == null) {
            return false;
        }
        acl.setAcl(List.of(AclEntry.newBuilder()
                .setType(AclEntryType.ALLOW)
                .setPrincipal(acl.getOwner())
                .setPermissions(EnumSet.allOf(AclEntryPermission.class))
                .build()));
        return true;
    }

    /**
     * Creates a folder in the folder for temporary files, with a name that nothing else has. {@link Files#createTempDirectory} takes a
     * secure random number for the name, and loading what computes one takes longer than the rest. A secret name is not needed, as a
     * folder that exists already is never used.
     *
     * @param prefix start of the name
     * @return the folder, which others cannot read where the file system has permissions
     * @throws IOException if it cannot be created
     */
    public static Path createTemporaryFolder(String prefix) throws IOException {
        Path parent = Path.of(System.getProperty("java.io.tmpdir"));
        boolean hasPermissions =
                parent.getFileSystem().supportedFileAttributeViews().contains("posix");
        FileAttribute<?>[] ownerOnly = hasPermissions
                ? new FileAttribute<?>[] {
                    PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------"))
                }
                : new FileAttribute<?>[0];
        for (int attempt = 1; ; attempt++) {
            Path folder = parent.resolve(
                    prefix + Long.toUnsignedString(ThreadLocalRandom.current().nextLong()));
            try {
                return Files.createDirectory(folder, ownerOnly);
            } catch (FileAlreadyExistsException e) {
                if (attempt == MAX_ATTEMPTS) {
                    throw e;
                }
            }
        }
    }
}
