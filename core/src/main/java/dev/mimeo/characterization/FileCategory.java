package dev.mimeo.characterization;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Kinds of files that are characterized apart in a file-system image. The extension of a file decides; where it has none, or one that is
 * not listed here, the {@linkplain FileSignature first bytes} do.
 */
public enum FileCategory {
    /** Prose and mails. */
    TEXT("txt", "text", "md", "rst", "tex", "bib", "asc", "nfo", "srt", "po", "eml", "mbox", "diff", "patch"),

    /** Records of events, one a line: they repeat themselves far more than prose. */
    LOG("log", "out", "syslog", "journal", "access"),

    /** Programs as people write them. */
    SOURCE(
            "c", "h", "h__", "cc", "cpp", "cxx", "hh", "hpp", "hxx", "inl", "cs", "vb", "java", "kt", "scala", "groovy",
            "clj", "go", "rs", "swift", "m", "mm", "d", "pas", "f", "f90", "asm", "s", "py", "rb", "pl", "pm", "t",
            "php", "js", "mjs", "jsx", "ts", "tsx", "vue", "lua", "r", "jl", "hs", "ml", "lisp", "el", "erl", "ex",
            "sh", "bash", "bat", "ps1", "sql", "cmake", "mk", "am", "in", "proto"),

    /** Text with a structure, except for {@link #HTML} and {@link #JSON}: settings, tables, drawings. */
    MARKUP(
            "xml",
            "xsd",
            "xsl",
            "xslt",
            "dtd",
            "svg",
            "css",
            "scss",
            "less",
            "yaml",
            "yml",
            "toml",
            "ini",
            "inf",
            "cfg",
            "conf",
            "properties",
            "plist",
            "reg",
            "csv",
            "tsv",
            "ics",
            "vcf"),

    /** Pages of the web. */
    HTML("htm", "html", "xhtml", "shtml"),

    /** Records and settings in JSON. */
    JSON("json", "jsonl", "ndjson", "geojson"),

    /** Documents whose parts are compressed already. */
    PDF("pdf"),

    /** Documents of office programs and typesetting, except for {@link #PDF}. */
    DOCUMENT(
            "ps", "eps", "doc", "docx", "dot", "xls", "xlsx", "ppt", "pptx", "odt", "ods", "odp", "rtf", "epub", "mobi",
            "djvu", "chm", "hlp", "vsd", "pst", "ost", "msg"),

    /** Pictures. */
    IMAGE(
            "jpg", "jpeg", "jpe", "png", "gif", "bmp", "tif", "tiff", "webp", "heic", "avif", "ico", "cur", "psd",
            "xcf", "pnm", "ppm", "pgm", "pbm", "tga", "cr2", "nef", "arw", "dng", "jp2"),

    /** Sound. */
    AUDIO(
            "mp3", "wma", "wav", "flac", "ogg", "oga", "opus", "m4a", "aac", "aif", "aiff", "au", "mid", "midi", "ape",
            "amr"),

    /** Moving pictures. */
    VIDEO(
            "mpg", "mpeg", "mp4", "m4v", "avi", "mkv", "mov", "wmv", "asf", "flv", "webm", "vob", "3gp", "ogv", "m2ts",
            "rm"),

    /** Packed files. */
    ARCHIVE(
            "zip", "gz", "tgz", "bz2", "tbz", "xz", "txz", "zst", "lz4", "lzma", "z", "7z", "rar", "arj", "lzh", "cab",
            "jar", "war", "ear", "apk", "ipa", "deb", "rpm", "whl", "nupkg", "tar", "cpio", "dmg", "msi"),

    /** Programs and libraries as machines read them, with what compilers leave. */
    PROGRAM(
            "exe", "dll", "so", "dylib", "o", "obj", "a", "lib", "bin", "elf", "ko", "sys", "ocx", "drv", "scr", "com",
            "pdb", "pch", "ilk", "exp", "idb", "class", "pyc", "pyd", "pyo", "wasm", "dex", "efi", "rom"),

    /** Databases and what search engines keep. */
    DATABASE(
            "db", "db3", "sqlite", "sqlite3", "mdb", "accdb", "dbf", "mdf", "ldf", "ndf", "frm", "ibd", "myd", "myi",
            "ldb", "sst", "edb", "idx"),

    /** Disks of virtual machines and images of media. */
    DISK("vhd", "vhdx", "vmdk", "vdi", "qcow", "qcow2", "img", "iso", "vmem", "wim"),

    /** All others: neither the extension nor the first bytes say what they are. */
    OTHER;

    private static final Map<String, FileCategory> BY_EXTENSION = new HashMap<>();

    static {
        for (FileCategory category : values()) {
            for (String extension : category.extensions) {
                BY_EXTENSION.put(extension, category);
            }
        }
    }

    @SuppressWarnings("ImmutableEnumChecker") // that of Set.of is immutable
    private final Set<String> extensions;

    FileCategory(String... extensions) {
        this.extensions = Set.of(extensions);
    }

    /** Returns the extensions, in lower case without the dot. */
    public Set<String> extensions() {
        return extensions;
    }

    /** Returns the name as it is written, in lower case. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }

    /**
     * Returns the category of a {@link #label}.
     *
     * @throws IllegalArgumentException if there is none
     */
    public static FileCategory ofLabel(String label) {
        for (FileCategory category : values()) {
            if (category.label().equals(label)) {
                return category;
            }
        }
        throw new IllegalArgumentException("there is no category '" + label + "'");
    }

    /**
     * Returns the category that stands for this one where it has no characterization of its own, as in folders of scans before they were
     * told apart; itself if there is none.
     */
    public FileCategory coarser() {
        return switch (this) {
            case LOG -> TEXT;
            case HTML, JSON -> MARKUP;
            case PDF -> DOCUMENT;
            default -> this;
        };
    }

    /**
     * Returns the category that the extension of a file says, or null if it has none or one that is not listed.
     *
     * @param fileName without folders
     */
    public static @Nullable FileCategory ofName(String fileName) {
        int dot = fileName.lastIndexOf('.');
        return dot <= 0 ? null : ofExtension(fileName.substring(dot + 1));
    }

    /**
     * Returns the category of an extension, or null if it is not listed.
     *
     * @param extension without the dot, in any case; may be empty
     */
    public static @Nullable FileCategory ofExtension(String extension) {
        return BY_EXTENSION.get(extension.toLowerCase(Locale.ROOT));
    }
}
