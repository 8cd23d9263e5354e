package dev.mimeo.sql;

import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import java.io.BufferedWriter;
import java.io.Closeable;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Rows of several tables as CSV, a temporary file each, which are gone when this is closed. One of them is open at a time. */
final class CsvTableFiles implements Closeable {

    private final Path folder;
    private final Map<String, Path> files = new LinkedHashMap<>();
    private final Map<String, String> headers = new LinkedHashMap<>();
    private String current = "";
    private @Nullable BufferedWriter out;

    CsvTableFiles(Path folder) {
        this.folder = folder;
    }

    /** Goes on with a table. */
    void table(String name, String header) throws IOException {
        if (name.equals(current) && header.equals(headers.get(name))) {
            return;
        }
        closeFile();
        current = name;
        String before = headers.putIfAbsent(name, header);
        if (before != null && !before.equals(header)) {
            throw new MimeoException(
                    Reason.CORRUPT, "table " + name + " has the columns " + before + " and the columns " + header);
        }
        Path known = files.get(name);
        if (known == null) {
            known = Files.createTempFile(folder, "mimeo-", ".csv");
            files.put(name, known);
        }
        BufferedWriter opened = Files.newBufferedWriter(known, StandardCharsets.UTF_8, StandardOpenOption.APPEND);
        out = opened;
        if (before == null) {
            opened.append(header).append('\n');
        }
    }

    /** Adds a line to the current table. */
    void row(String line) throws IOException {
        if (out != null) {
            out.append(line).append('\n');
        }
    }

    /** Returns the files by table. */
    Map<String, Path> finish() throws IOException {
        closeFile();
        return files;
    }

    private void closeFile() throws IOException {
        BufferedWriter open = out;
        out = null;
        if (open != null) {
            open.close();
        }
    }

    @Override
    public void close() throws IOException {
        try {
            closeFile();
        } finally {
            for (Path file : files.values()) {
                Files.deleteIfExists(file);
            }
        }
    }
}
