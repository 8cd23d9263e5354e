package dev.mimeo.cli.nfs;

import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Output;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.internal.files.Folders;
import dev.mimeo.nfs.convert.Manifest;
import java.io.IOException;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.json.JsonMapper;

/** The manifest between the two passes, as JSON. */
final class NfsManifest {

    private static final JsonMapper MAPPER = JsonMapper.builder().build();

    private NfsManifest() {}

    /** Writes a manifest. */
    static void write(Manifest manifest, Output to) throws IOException {
        String text = MAPPER.writerWithDefaultPrettyPrinter().writeValueAsString(manifest) + "\n";
        Channels.newOutputStream(to.channel()).write(text.getBytes(StandardCharsets.UTF_8));
    }

    /**
     * Reads a manifest.
     *
     * @throws IOException if the file cannot be read or has something else
     */
    static Manifest read(String file) throws IOException {
        Path path = Outputs.path(file);
        Folders.refuse(path);
        byte[] text = Files.readAllBytes(path);
        try {
            return MAPPER.readValue(text, Manifest.class);
        } catch (JacksonException e) {
            throw new MimeoException(
                    file,
                    -1,
                    MimeoException.Reason.CORRUPT,
                    file + ": not a manifest: make one with 'mimeo nfs info'",
                    e);
        }
    }
}
