package dev.mimeo.garage.query;

import java.io.Serializable;
import java.nio.file.Path;
import java.util.List;

/**
 * A file of a query that APPLY runs on, in a form that can be sent to other processes.
 *
 * @param number its number in the list of files of the query
 * @param path its path in the garage
 * @param places absolute paths of it and its replicas; none for a file that is not there
 * @param sizeBytes its size, 0 if it is not there
 */
public record ApplyFile(int number, String path, List<String> places, long sizeBytes) implements Serializable {

    /** Copies the list. */
    public ApplyFile {
        places = List.copyOf(places);
    }

    static ApplyFile of(int number, GarageFile file) {
        List<String> places = file.replicas().stream()
                .map(place -> place.toAbsolutePath().toString())
                .toList();
        return new ApplyFile(number, file.path(), places, file.sizeBytes());
    }

    List<Path> replicas() {
        return places.stream().map(Path::of).toList();
    }
}
