package dev.mimeo.fidelity;

/**
 * Boundaries of the chunks of a sequence of joined files: every file is cut from its start, so the last chunk of each
 * may be short. Immutable.
 */
final class ChunkGrid {

    private final long[] ends;
    private final long[] chunksUpTo;
    private final int chunkSize;

    /**
     * Cuts files.
     *
     * @param ends end of each file in the joined sequence, not decreasing
     * @param chunkSize bytes, at least 1
     */
    ChunkGrid(long[] ends, int chunkSize) {
        this.ends = ends;
        this.chunkSize = chunkSize;
        this.chunksUpTo = new long[ends.length];
        long chunks = 0;
        for (int i = 0; i < ends.length; i++) {
            chunks += (ends[i] - start(i) + chunkSize - 1) / chunkSize;
            chunksUpTo[i] = chunks;
        }
    }

    private long start(int file) {
        return file == 0 ? 0 : ends[file - 1];
    }

    /** Returns the number of chunks of all files. */
    long count() {
        return chunksUpTo.length == 0 ? 0 : chunksUpTo[chunksUpTo.length - 1];
    }

    /** Returns how many chunks begin within the first {@code bytes} bytes. */
    long countWithin(long bytes) {
        long low = 0;
        long high = count();
        while (low < high) {
            long middle = (low + high) >>> 1;
            if (offset(middle) < bytes) {
                low = middle + 1;
            } else {
                high = middle;
            }
        }
        return low;
    }

    /** Returns where a chunk begins in the joined sequence. */
    long offset(long chunk) {
        int file = file(chunk);
        return start(file) + (chunk - chunksBefore(file)) * chunkSize;
    }

    /** Returns the bytes of a chunk, 1 to the chunk size. */
    int length(long chunk) {
        return (int) Math.min(chunkSize, ends[file(chunk)] - offset(chunk));
    }

    private long chunksBefore(int file) {
        return file == 0 ? 0 : chunksUpTo[file - 1];
    }

    /** Returns the first file whose chunks reach beyond the given one; empty files have none and are passed over. */
    private int file(long chunk) {
        int low = 0;
        int high = chunksUpTo.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (chunksUpTo[middle] > chunk) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return low;
    }
}
