package dev.mimeo.cli;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.FileCategory;
import java.io.Closeable;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * What the files of a tree are to be like: one characterization for all, or one for each category, and others for some
 * extensions.
 */
final class TreeContents implements Closeable {

    private final Map<String, Characterization> open = new HashMap<>();
    private final Map<String, Characterization> byExtension = new HashMap<>();
    private final Characterization fallback;

    private TreeContents(String name, Terminal terminal) throws IOException {
        Map<FileCategory, Path> categories = Characterizations.categories(name);
        if (categories.isEmpty()) {
            fallback = characterization(name, terminal);
            return;
        }
        try {
            Characterization largest = null;
            for (Map.Entry<FileCategory, Path> entry : categories.entrySet()) {
                // Under the name of the category, which --map may use.
                Characterization one = Characterization.open(entry.getValue());
                open.put(entry.getKey().label(), one);
                entry.getKey().extensions().forEach(extension -> byExtension.put(extension, one));
                if (largest == null || one.dataset().bytes() > largest.dataset().bytes()) {
                    largest = one;
                }
            }
            for (FileCategory category : FileCategory.values()) {
                Characterization coarser = open.get(category.coarser().label());
                if (!categories.containsKey(category) && coarser != null) {
                    category.extensions().forEach(extension -> byExtension.put(extension, coarser));
                }
            }
            Characterization other = open.get(FileCategory.OTHER.label());
            fallback = other != null ? other : Objects.requireNonNull(largest);
        } catch (IOException | RuntimeException e) {
            close();
            throw e;
        }
    }

    /**
     * Takes {@code ext=name} apart.
     *
     * @return names of characterizations by extension
     * @throws IllegalArgumentException if one is written otherwise
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
            names.put(
                    extension.startsWith(".") ? extension.substring(1) : extension,
                    entry.substring(equals + 1).strip());
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

    @Override
    public void close() throws IOException {
        for (Characterization characterization : open.values()) {
            characterization.close();
        }
    }
}
