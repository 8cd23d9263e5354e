package dev.mimeo.cli.command;

import dev.mimeo.dataseries.WriterOptions;
import java.nio.ByteOrder;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.Stack;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;
import picocli.CommandLine.TypeConversionException;

/**
 * The storage of the DataSeries files that a command writes: the options that all writing tools of the original library
 * share, added with a {@link Mixin}. They take effect in the order given. One or more names of algorithms follow
 * {@code --compress}, {@code --enable} and {@code --disable}; the first word that is no such name ends them.
 */
public final class PackingOptions {

    /** The level where none is given; that of the original, 9, takes ten times as long for 5 % of size. */
    static final int DEFAULT_LEVEL = 6;

    private static final int MIN_EXTENT_SIZE = 1024;

    /** Half of what an extent can hold, so that the row that exceeds the target fits too. */
    private static final int MAX_EXTENT_SIZE = 1 << 30;

    private static final int DEFAULT_EXTENT_SIZE = 64 << 10;
    private static final int DEFAULT_BZ2_EXTENT_SIZE = 16 << 20;

    /** 16 windows of LZ4: with one, files of calls are a quarter larger for the same time; see the benchmarks. */
    private static final int LZ4_EXTENT_SIZE = 1 << 20;

    /** The command that these options are of. */
    private @Nullable Object owner;

    /** The algorithms of DataSeries files, in the order of their codes. */
    private enum Algorithm {
        LZO("lzo"),
        ZLIB("zlib"),
        BZ2("bzip2"),
        LZF("lzf"),
        SNAPPY("snappy"),
        LZ4("lz4"),
        LZ4HC("lz4hc"),
        ZSTD("zstd");

        /** Those that every DataSeries tool reads. */
        private static final Set<Algorithm> STANDARD = EnumSet.complementOf(EnumSet.of(ZSTD));

        /** Those that can compress more in more time. */
        private static final Set<Algorithm> WITH_LEVELS = EnumSet.of(LZO, ZLIB, BZ2, ZSTD);

        private final String codec;

        Algorithm(String codec) {
            this.codec = codec;
        }

        /** The name in the original tools. */
        String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        static @Nullable Algorithm of(String word) {
            for (Algorithm algorithm : values()) {
                if (algorithm.word().equals(word)) {
                    return algorithm;
                }
            }
            return null;
        }
    }

    private static final String NONE = "none";
    private static final String ALL = "all";
    private static final String WORDS = "none, lzo, zlib, bz2, lzf, snappy, lz4, lz4hc, all or zstd";

    /** Old spellings of options of the form {@code --compress-X}; what X stands for now. */
    private static final Map<String, Algorithm> OLD_WORDS =
            Map.of("lzo", Algorithm.LZO, "gz", Algorithm.ZLIB, "bz2", Algorithm.BZ2, "lzf", Algorithm.LZF);

    private final int defaultExtentSize;
    private final Set<Algorithm> enabled;
    private boolean chosen;

    // Never set: the preprocessor takes the words, of which there may be several.
    @SuppressWarnings("UnusedVariable")
    @Option(
            names = "--compress",
            completionCandidates = CodecNames.class,
            paramLabel = "A",
            preprocessor = Words.class,
            description = "Compress only with A: none, lzo, zlib, bz2, lzf, snappy, lz4, lz4hc, or all, of "
                    + "which the smallest result is stored (default: zlib). Or zstd, which is not part of "
                    + "the format, and which only Mimeo reads.")
    private @Nullable String compress;

    @SuppressWarnings("UnusedVariable")
    @Option(
            names = "--enable",
            completionCandidates = CodecNames.class,
            paramLabel = "A...",
            preprocessor = Words.class,
            description = "Also try these; the smallest result is stored.")
    private @Nullable String enable;

    @SuppressWarnings("UnusedVariable")
    @Option(
            names = "--disable",
            completionCandidates = CodecNames.class,
            paramLabel = "A...",
            preprocessor = Words.class,
            description = "Do not use these; if this is the first option, use all others.")
    private @Nullable String disable;

    @Option(
            names = "--compress-level",
            paramLabel = "1..9",
            converter = Level.class,
            description = "Level for lzo, zlib, bz2 and zstd (default: 6).")
    private @Nullable Integer level;

    @Option(
            names = "--extent-size",
            paramLabel = "SIZE",
            converter = ExtentSize.class,
            description = "Unpacked size of an extent (default: 64KiB; with bz2 16MiB).")
    private @Nullable Integer extentSize;

    /** Makes options with zlib and extents of 64 KiB, as the original tools have them. */
    public PackingOptions() {
        this(Algorithm.ZLIB, DEFAULT_EXTENT_SIZE);
    }

    private PackingOptions(Algorithm defaultAlgorithm, int defaultExtentSize) {
        this.defaultExtentSize = defaultExtentSize;
        enabled = EnumSet.of(defaultAlgorithm);
    }

    /**
     * Makes options with lz4 and extents of 1 MiB, for files that are written as fast as data arrives. The command must
     * {@linkplain #describeFast describe} that.
     */
    public static PackingOptions fast() {
        return new PackingOptions(Algorithm.LZ4, LZ4_EXTENT_SIZE);
    }

    /** Makes the help of a command say the defaults of {@link #fast}. All options are added again, to keep their order. */
    public static void describeFast(CommandSpec command) {
        for (String name : List.of("--compress", "--enable", "--disable", "--compress-level", "--extent-size")) {
            OptionSpec option = command.findOption(name);
            String description = option.description()[0]
                    .replace("(default: zlib)", "(default: lz4)")
                    .replace("(default: 64KiB;", "(default: 1MiB;");
            command.remove(option);
            command.addOption(
                    OptionSpec.builder(option).description(description).build());
        }
    }

    /** The words for codecs. */
    static final class CodecNames extends ValueNames {
        CodecNames() {
            super("none", "lzo", "zlib", "bz2", "lzf", "snappy", "lz4", "lz4hc", "all", "zstd");
        }
    }

    /** Adds the old spellings, which help leaves out. */
    @Spec(Spec.Target.MIXEE)
    void addOldOptions(CommandSpec command) {
        owner = command.userObject();
        command.addOption(old("--compress-none"));
        for (String verb : List.of("--compress-", "--enable-", "--disable-")) {
            OLD_WORDS.keySet().forEach(word -> command.addOption(old(verb + word)));
        }
    }

    private OptionSpec old(String name) {
        int dash = name.lastIndexOf('-');
        String verb = name.substring(0, dash);
        Algorithm algorithm = OLD_WORDS.get(name.substring(dash + 1));
        Set<Algorithm> algorithms = algorithm == null ? Set.of() : Set.of(algorithm);
        return OptionSpec.builder(name)
                .arity("0")
                .hidden(true)
                .type(boolean.class)
                .preprocessor((words, command, option, info) -> {
                    apply(verb, algorithms);
                    return true;
                })
                .build();
    }

    private void apply(String verb, Set<Algorithm> algorithms) {
        switch (verb) {
            case "--compress" -> {
                enabled.clear();
                enabled.addAll(algorithms);
            }
            case "--enable" -> enabled.addAll(algorithms);
            default -> {
                if (!chosen) {
                    enabled.addAll(Algorithm.STANDARD);
                }
                enabled.removeAll(algorithms);
            }
        }
        chosen = true;
    }

    /** Returns how to write files. */
    public WriterOptions writerOptions(int threads) {
        List<String> codecs = enabled.stream()
                .map(algorithm ->
                        Algorithm.WITH_LEVELS.contains(algorithm) ? algorithm.codec + ":" + level() : algorithm.codec)
                .toList();
        WriterOptions options = new WriterOptions(codecs, ByteOrder.LITTLE_ENDIAN, threads);
        return owner instanceof MimeoSubcommand tool ? options.withWarnings(tool::warn) : options;
    }

    /** Returns the compression level. */
    public int level() {
        return level != null ? level : DEFAULT_LEVEL;
    }

    /** Returns the unpacked size at which extents end, in bytes. */
    public int extentSize() {
        if (extentSize != null) {
            return extentSize;
        }
        return enabled.contains(Algorithm.BZ2) ? DEFAULT_BZ2_EXTENT_SIZE : defaultExtentSize;
    }

    /** Takes the words after an option. */
    static final class Words implements IParameterPreprocessor {
        @Override
        public boolean preprocess(
                Stack<String> words, CommandSpec command, ArgSpec option, Map<String, Object> information) {
            String verb = ((OptionSpec) option).longestName();
            boolean attached = "=".equals(information.get("separator"));
            if (words.isEmpty()) {
                throw new ParameterException(command.commandLine(), verb + ": name an algorithm: " + WORDS);
            }
            PackingOptions packing = of(command);
            packing.apply(verb, algorithms(words.pop(), verb, command));
            while (!attached && !words.isEmpty() && isAlgorithm(words.peek())) {
                packing.apply(verb, algorithms(words.pop(), verb, command));
            }
            return true;
        }

        private static PackingOptions of(CommandSpec command) {
            return command.mixins().values().stream()
                    .map(CommandSpec::userObject)
                    .filter(PackingOptions.class::isInstance)
                    .map(PackingOptions.class::cast)
                    .findFirst()
                    .orElseThrow();
        }

        private static boolean isAlgorithm(String word) {
            return word.equals(NONE) || word.equals(ALL) || Algorithm.of(word) != null;
        }

        private static Set<Algorithm> algorithms(String word, String verb, CommandSpec command) {
            if (word.equals(NONE)) {
                return Set.of();
            }
            if (word.equals(ALL)) {
                return Algorithm.STANDARD;
            }
            Algorithm algorithm = Algorithm.of(word);
            if (algorithm == null) {
                String advice = word.equals("gz") || word.equals("gzip") ? "it is called zlib" : "known: " + WORDS;
                throw new ParameterException(
                        command.commandLine(), verb + ": '" + word + "' is not an algorithm: " + advice);
            }
            return Set.of(algorithm);
        }
    }

    /** A compression level. */
    static final class Level implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            if (!value.matches("[1-9]")) {
                throw new TypeConversionException("'" + value + "' is not a level from 1 to 9");
            }
            return Integer.valueOf(value);
        }
    }

    /** A size of extents. */
    static final class ExtentSize implements ITypeConverter<Integer> {
        @Override
        public Integer convert(String value) {
            long size = new ByteSize.Converter().convert(value);
            if (size < MIN_EXTENT_SIZE || size > MAX_EXTENT_SIZE) {
                throw new TypeConversionException("'" + value + "' is not an extent size: give 1KiB to 1GiB");
            }
            return (int) size;
        }
    }
}
