package dev.mimeo.cli.command;

import dev.mimeo.internal.files.FullTransfers;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/** Results as text. */
public final class TextResults {

    private TextResults() {}

    /** Writes a text in UTF-8, whatever the platform's default is. */
    public static void write(WritableByteChannel out, String text) throws IOException {
        FullTransfers.write(out, ByteBuffer.wrap(text.getBytes(StandardCharsets.UTF_8)));
    }
}
