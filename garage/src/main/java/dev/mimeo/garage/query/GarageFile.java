package dev.mimeo.garage.query;

import java.nio.file.Path;
import java.util.List;

/**
 * A file of a garage.
 *
 * @param path its path relative to the root, with {@code /} between names
 * @param replicas paths of the file, all with the same content; empty for a file of a list that is not there, or not in the garage
 * @param sizeBytes its size, 0 if it is not there
 * @param modifiedMillis time of the last change, milliseconds since 1970, 0 if it is not there
 */
record GarageFile(String path, List<Path> replicas, long sizeBytes, long modifiedMillis) {

    /** Copies the list. */
    GarageFile {
        replicas = List.copyOf(replicas);
    }
}
