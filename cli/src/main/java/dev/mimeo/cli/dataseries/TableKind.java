package dev.mimeo.cli.dataseries;

import dev.mimeo.cli.command.ValueNames;
import dev.mimeo.sql.ResultText;
import java.util.Locale;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The formats in which tables are written, with their names for {@code --format} and the suffixes of files. */
enum TableKind {
    TABLE(ResultText.Format.TABLE),
    CSV(ResultText.Format.CSV),
    JSON(ResultText.Format.JSON),
    JSONL(ResultText.Format.JSON_LINES),
    PARQUET(null);

    /** The names of the kinds. */
    static final class KindNames extends ValueNames {
        KindNames() {
            super(() -> Stream.of(values()).map(TableKind::word).toList());
        }
    }

    private final ResultText.@Nullable Format text;

    TableKind(ResultText.@Nullable Format text) {
        this.text = text;
    }

    /** Returns the format of the text, or null for Parquet, which is not text. */
    ResultText.@Nullable Format text() {
        return text;
    }

    /** Returns the suffix of files of this kind, with its dot; {@link #ofFile} recognizes it. */
    String suffix() {
        return this == TABLE ? ".txt" : "." + word();
    }

    private String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the kind with a name.
     *
     * @param name name of a format or suffix without its dot, in any letter case
     * @throws IllegalArgumentException if no kind has the name
     */
    static TableKind named(String name) {
        return switch (name.toLowerCase(Locale.ROOT)) {
            case "txt" -> TABLE;
            case "ndjson" -> JSONL;
            default ->
                Stream.of(values())
                        .filter(kind -> kind.word().equalsIgnoreCase(name))
                        .findFirst()
                        .orElseThrow(() -> new IllegalArgumentException(
                                "'" + name + "' is not a format: use " + String.join(", ", new KindNames())));
        };
    }

    /**
     * Returns the kind of a file by the suffix of its name.
     *
     * @throws IllegalArgumentException if the name has no suffix or an unknown one
     */
    static TableKind ofFile(String name) {
        int dot = name.lastIndexOf('.');
        if (dot < 0 || name.indexOf('/', dot) >= 0) {
            throw new IllegalArgumentException(name + ": has no suffix to tell the format: add --format");
        }
        return named(name.substring(dot + 1));
    }
}
