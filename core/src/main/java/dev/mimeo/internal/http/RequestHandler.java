package dev.mimeo.internal.http;

import java.io.IOException;

/** Answers the requests of a server. Called on the thread of the connection, for many connections at a time. */
@FunctionalInterface
public interface RequestHandler {

    /**
     * Answers a request.
     *
     * @return bytes of the body of the answer that were sent
     * @throws RequestException if the answer is an error; nothing was sent then
     */
    long answer(RequestExchange exchange) throws IOException, RequestException;
}
