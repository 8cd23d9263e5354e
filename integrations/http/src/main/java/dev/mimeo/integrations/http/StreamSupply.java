package dev.mimeo.integrations.http;

import dev.mimeo.internal.http.RequestException;
import java.io.IOException;

/** The source of the bodies of responses. Thread-safe. */
interface StreamSupply {

    /** Bytes for one client. For one thread. */
    interface Stream {

        /**
         * Generates the next bytes.
         *
         * @throws IOException if the characterization cannot be read; an {@link java.io.UncheckedIOException} says the same
         */
        void fill(byte[] destination, int offset, int length) throws IOException;
    }

    /**
     * Opens what a request asks for.
     *
     * @param first offset of the first byte wanted, in what is asked for
     * @param length bytes wanted
     * @throws RequestException if the bytes would go beyond the end of the stream
     * @throws IOException if the characterization cannot be read
     */
    Stream open(DataRequest request, long first, long length) throws IOException, RequestException;
}
