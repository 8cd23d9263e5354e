package dev.mimeo.integrations.spark;

import dev.mimeo.garage.query.RemoteApply;
import java.util.ArrayList;
import java.util.List;

/** Divides the files of a query among tasks, by their bytes. */
final class FileBundles {

    /** Tasks per CPU that there should be if there is enough to do: many, as some take longer than they should. */
    private static final int TASKS_PER_PROCESSOR = 8;

    /** Less than this is not worth a task of its own, unless less is asked for. */
    private static final long LEAST_BYTES = 1 << 20;

    /** Least cost of a file, in bytes: that of opening it and binding the script. */
    private static final long FILE_BYTES = 128 << 10;

    private FileBundles() {}

    /**
     * Makes bundles.
     *
     * @param files the largest first
     * @param taskBytes most bytes of a bundle, unless it is one file
     * @param processors number of CPUs of the cluster
     * @return the bundles, those of the largest files first
     */
    static List<List<RemoteApply.Input>> of(List<RemoteApply.Input> files, long taskBytes, int processors) {
        long all = files.stream().mapToLong(FileBundles::weight).sum();
        long share = all / Math.max(1, (long) TASKS_PER_PROCESSOR * processors);
        long target = Math.min(taskBytes, Math.max(LEAST_BYTES, share));
        List<List<RemoteApply.Input>> bundles = new ArrayList<>();
        List<RemoteApply.Input> bundle = new ArrayList<>();
        long bytes = 0;
        for (RemoteApply.Input file : files) {
            if (!bundle.isEmpty() && bytes + weight(file) > target) {
                bundles.add(List.copyOf(bundle));
                bundle.clear();
                bytes = 0;
            }
            bundle.add(file);
            bytes += weight(file);
        }
        if (!bundle.isEmpty()) {
            bundles.add(List.copyOf(bundle));
        }
        return bundles;
    }

    private static long weight(RemoteApply.Input file) {
        return Math.max(FILE_BYTES, file.sizeBytes());
    }
}
