package dev.mimeo.cli.feed;

import dev.mimeo.characterization.CategoryShares;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import dev.mimeo.cli.command.Characterizations;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.Terminal;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * The characterizations that the files of a tree follow: one for all, or one for each category, and others for some extensions.
 */
final class TreeContents implements Closeable {

    private final Map<String, Characterization> open = new HashMap<>();
    private final Map<String, Characterization> byExtension = new HashMap<>();
    private final Map<FileCategory, Characterization> byCategory = new EnumMap<>(FileCategory.class);
    private final Map<Characterization, Long> shares = new LinkedHashMap<>();
    private final List<Path> files = new ArrayList<>();
    private final Characterization fallback;

    private TreeContents(String name, Terminal terminal) throws IOException {
        Map<FileCategory, Path> categories = Characterizations.categories(name);
        if (categories.isEmpty()) {
            fallback = characterization(name, terminal);
            return;
        }
        files.addAll(categories.values());
        files.add(Characterizations.shares(Outputs.path(name)));
        try {
            Characterization largest = null;
            for (Map.Entry<FileCategory, Path> entry : categories.entrySet()) {
                // Under the name of the category, which --map may use.
                Characterization one = Characterization.open(entry.getValue());
                open.put(entry.getKey().label(), one);
                byCategory.put(entry.getKey(), one);
                if (largest == null || one.dataset().bytes() > largest.dataset().bytes()) {
                    largest = one;
                }
            }
            for (FileCategory category : FileCategory.values()) {
                Characterization one = byCategory.getOrDefault(category, byCategory.get(category.coarser()));
                if (one != null) {
                    byCategory.put(category, one);
                    category.extensions().forEach(extension -> byExtension.put(extension, one));
                }
            }
            for (Map.Entry<FileCategory, Long> share :
                    shares(Outputs.path(name)).bytes().entrySet()) {
                Characterization one = byCategory.get(share.getKey());
                if (one != null) {
                    shares.merge(one, share.getValue(), Long::sum);
                }
            }
            Characterization other = open.get(FileCategory.OTHER.label());
            fallback = other != null ? other : Objects.requireNonNull(largest);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    private static CategoryShares shares(Path folder) throws IOException {
        Path file = Characterizations.shares(folder);
        return Files.exists(file)
                ? CategoryShares.read(Files.readAllBytes(file), file.toString())
                : CategoryShares.NONE;
    }

    /**
     * Takes {@code ext=name} apart.
     *
     * @return names of characterizations by extension
     * @throws IllegalArgumentException if one is written otherwise, or an extension is named twice
     */
    static Map<String, String> parse(List<String> map) {
        Map<String, String> names = new LinkedHashMap<>();
        for (String entry : map) {
            int equals = entry.indexOf('=');
            if (equals < 0 || equals == entry.length() - 1) {
                throw new IllegalArgumentException(
                        "--map takes EXT=NAME, as in --map log=logs,jpg=photos.ds, got '" + entry + "'");
            }
            String extension = entry.substring(0, equals).strip().toLowerCase(Locale.ROOT);
            if (names.put(
                            extension.startsWith(".") ? extension.substring(1) : extension,
                            entry.substring(equals + 1).strip())
                    != null) {
                throw new IllegalArgumentException(
                        "--map names extension '" + extension + "' twice: give one NAME for it");
            }
        }
        return names;
    }

    /** Opens what an argument and {@code --map} name. */
    static TreeContents open(String name, Map<String, String> map, Terminal terminal) throws IOException {
        TreeContents contents = new TreeContents(name, terminal);
        try {
            for (Map.Entry<String, String> entry : map.entrySet()) {
                contents.byExtension.put(entry.getKey(), contents.characterization(entry.getValue(), terminal));
            }
            return contents;
        } catch (IOException | RuntimeException e) {
            contents.close();
            throw e;
        }
    }

    private Characterization characterization(String name, Terminal terminal) throws IOException {
        Characterization known = open.get(name);
        if (known == null) {
            known = Characterizations.open(name, terminal);
            open.put(name, known);
            if (Outputs.exists(name)) {
                files.add(Outputs.path(name));
            }
        }
        return known;
    }

    /** Returns what files are like that nothing else is said of: of categories {@code other}, else the largest. */
    Characterization fallback() {
        return fallback;
    }

    Map<String, Characterization> byExtension() {
        return byExtension;
    }

    /** Returns what files are like whose extension has nothing in {@link #byExtension}, by the category of their content. */
    Map<FileCategory, Characterization> byCategory() {
        return byCategory;
    }

    /** Returns how many bytes are like each characterization where only names are known, and say nothing; empty if that is not known. */
    Map<Characterization, Long> shares() {
        return shares;
    }

    /** Returns the files that they may be read from. */
    List<Path> files() {
        return files;
    }

    @Override
    public void close() throws IOException {
        for (Characterization characterization : open.values()) {
            characterization.close();
        }
    }
}
