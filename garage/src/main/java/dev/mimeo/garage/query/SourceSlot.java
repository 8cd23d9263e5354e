package dev.mimeo.garage.query;

import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * A table of a connection whose rows come from one file after the other. A statement that is prepared once reads what is in the
 * slot when it runs. Used by the thread of the connection.
 */
final class SourceSlot {

    private @Nullable TableSource source;
    private @Nullable Throwable failure;

    void set(TableSource source) {
        this.source = source;
        this.failure = null;
    }

    /** Forgets the source; what went wrong can still be asked for. */
    void clear() {
        this.source = null;
    }

    TableSource source() {
        TableSource current = source;
        if (current == null) {
            throw new IllegalStateException("the slot is empty");
        }
        return current;
    }

    /** Keeps what went wrong in a callback, of which the engine itself only hands on a text, and throws it on. */
    IOException failed(Throwable e) {
        failure = failure == null ? e : failure;
        return e instanceof IOException io ? io : new IOException(e);
    }

    /** Returns what went wrong in a callback, or null. */
    @Nullable Throwable failure() {
        return failure;
    }
}
