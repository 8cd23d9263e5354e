package dev.mimeo.formats.nfs;

/** What becomes of names of files, paths of mounts and the like before they are written, such as nothing or encryption. */
@FunctionalInterface
public interface NameTransform {

    /** Leaves names as they are. */
    NameTransform IDENTITY = name -> name;

    /**
     * Returns what is written for a name.
     *
     * @param name not changed
     */
    byte[] apply(byte[] name);
}
