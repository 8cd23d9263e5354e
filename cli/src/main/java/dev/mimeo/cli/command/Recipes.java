package dev.mimeo.cli.command;

import dev.mimeo.internal.bytes.Digests;
import dev.mimeo.report.PageRecipe;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** The recipes of pages: commands, version, date, and hashes. */
public final class Recipes {

    private Recipes() {}

    /**
     * Returns a recipe.
     *
     * @param commands in the order in which they run
     * @param facts facts of this run, besides the version and the date
     */
    public static PageRecipe of(List<String> commands, Map<String, String> facts) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(facts);
        all.put("Mimeo", Version.ofMimeo() + ", commit " + Version.commit());
        all.put("Date", Instant.now().truncatedTo(ChronoUnit.SECONDS).toString());
        return new PageRecipe(commands, all);
    }

    /** Returns a command line that a POSIX shell, or on Windows one of its shells, divides into these arguments. */
    public static String line(List<String> arguments) {
        return arguments.stream().map(Recipes::word).collect(Collectors.joining(" "));
    }

    private static String word(String argument) {
        if (argument.matches(File.separatorChar == '\\' ? "[-A-Za-z0-9_.\\\\/:=,+@]+" : "[-A-Za-z0-9_./:=,+%@]+")) {
            return argument;
        }
        // Names on Windows have no double quotes, which are those of its shells.
        return File.separatorChar == '\\' ? '"' + argument + '"' : "'" + argument.replace("'", "'\\''") + "'";
    }

    /** Returns the SHA-256 of a file in hexadecimal digits. */
    public static String sha256(Path file) throws IOException {
        MessageDigest digest = Digests.sha256();
        try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
            in.transferTo(OutputStream.nullOutputStream());
        }
        return HexFormat.of().formatHex(digest.digest());
    }
}
