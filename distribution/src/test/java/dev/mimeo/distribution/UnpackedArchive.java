package dev.mimeo.distribution;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.apache.commons.compress.archivers.ArchiveEntry;
import org.apache.commons.compress.archivers.ArchiveInputStream;
import org.apache.commons.compress.archivers.tar.TarArchiveInputStream;
import org.apache.commons.compress.archivers.zip.ZipArchiveInputStream;

/**
 * The names of all files of an archive of a release, and the content of those that say something about licences. Names have no top folder.
 *
 * @param names names of all files
 * @param content content of some files, by name
 */
record UnpackedArchive(Set<String> names, TreeMap<String, byte[]> content) {

    private static final Pattern KEPT = Pattern.compile(
            "LICENSE|NOTICE|licences/.*|docs/reference/gallery\\.md|mimeo\\.jar|lib/mimeo-characterizations-.*\\.jar"
                    + "|runtime/legal/java\\.base/.*");

    /** Reads an archive: a zip, or a compressed tar. */
    static UnpackedArchive read(Path file) throws IOException {
        UnpackedArchive archive = new UnpackedArchive(new TreeSet<>(), new TreeMap<>());
        try (InputStream in = Files.newInputStream(file);
                ArchiveInputStream<?> entries = file.toString().endsWith(".zip")
                        ? new ZipArchiveInputStream(in)
                        : new TarArchiveInputStream(new GZIPInputStream(in))) {
            for (ArchiveEntry entry = entries.getNextEntry(); entry != null; entry = entries.getNextEntry()) {
                String name = entry.getName().substring(entry.getName().indexOf('/') + 1);
                if (!entry.isDirectory()) {
                    archive.names.add(name);
                    if (KEPT.matcher(name).matches()) {
                        archive.content.put(name, entries.readAllBytes());
                    }
                }
            }
        }
        return archive;
    }

    /** Returns a file as text. */
    String text(String name) {
        return new String(Objects.requireNonNull(content.get(name), name), StandardCharsets.UTF_8);
    }

    /** Returns the files of a jar in the archive, by name. */
    TreeMap<String, byte[]> jar(String name) throws IOException {
        TreeMap<String, byte[]> files = new TreeMap<>();
        try (ZipInputStream in =
                new ZipInputStream(new ByteArrayInputStream(Objects.requireNonNull(content.get(name), name)))) {
            for (ZipEntry entry = in.getNextEntry(); entry != null; entry = in.getNextEntry()) {
                if (!entry.isDirectory()) {
                    files.put(entry.getName(), in.readAllBytes());
                }
            }
        }
        return files;
    }
}
