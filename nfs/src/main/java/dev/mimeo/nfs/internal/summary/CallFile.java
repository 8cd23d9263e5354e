package dev.mimeo.nfs.internal.summary;

import dev.mimeo.nfs.internal.handle.ByteSlice;
import dev.mimeo.nfs.internal.handle.HandlePaths;

/**
 * The file that a call is about: the best candidate of those that its rows have. Rows of different tables may come in any order, as a
 * candidate is replaced by a better one only. For one thread at a time.
 */
final class CallFile {

    /** The directory of the operation. */
    static final int DIRECTORY = 1;

    /** The current object of an operation in a compound. */
    static final int CURRENT = 2;

    /** An object with attributes, or that was read or written. */
    static final int OBJECT = 3;

    /** The name that an operation in a compound has, in a directory. Attributes without a name are those of the directory then. */
    static final int NAME = 4;

    /** An object with attributes that was found by a name. */
    static final int NAMED_OBJECT = 5;

    private static final byte[] NOTHING = {};

    private int rank;
    private byte[] handle = NOTHING;

    /** A name in the directory that the handle is of; nothing if the handle is that of the file. */
    private byte[] name = NOTHING;

    /** Takes a candidate, of which nothing is copied unless it is better. One without a handle is passed over. */
    void offer(int candidateRank, ByteSlice candidate) {
        if (candidateRank > rank && candidate.length() > 0) {
            rank = candidateRank;
            handle = candidate.copy();
            name = NOTHING;
        }
    }

    /** Takes an entry of a directory as a candidate. The arrays are kept. */
    void offerEntry(byte[] directory, byte[] entry) {
        if (NAME > rank && directory.length > 0) {
            rank = NAME;
            handle = directory;
            name = entry;
        }
    }

    /** Returns the path, empty if there is no candidate. */
    String path(HandlePaths paths) {
        return handle.length == 0 ? "" : paths.path(handle, name);
    }
}
