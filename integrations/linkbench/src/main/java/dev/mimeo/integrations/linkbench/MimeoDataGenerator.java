package dev.mimeo.integrations.linkbench;

import com.facebook.LinkBench.generators.DataGenerator;
import dev.mimeo.MimeoException;
import dev.mimeo.MimeoException.Reason;
import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.PayloadSource;
import dev.mimeo.generate.segment.SegmentFile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Gives LinkBench payloads like those of a characterised data set. Named in LinkBench's configuration:
 *
 * <pre>
 * node_add_datagen = dev.mimeo.integrations.linkbench.MimeoDataGenerator
 * node_add_datagen_profile = posts.ds
 * </pre>
 *
 * and the same for {@code node_up_datagen}, {@code link_add_datagen} and {@code link_up_datagen}. Keys, each with the
 * prefix of the generator ({@code node_add_datagen_}) or, for all four, with {@code mimeo_}:
 *
 * <ul>
 *   <li>{@code profile}: the characterization, a file or the name of one that comes with Mimeo, or a segment file, whose payloads take
 *       as little time as those of a pool and are not repeated; a relative path begins at {@code LINKBENCH_HOME} where that is set. Required.
 *   <li>{@code generator}: name of the generator; the default one otherwise. Not with a segment.
 *   <li>{@code seed}: seed of the content, a 64-bit number; that of the characterization otherwise, 0 with a segment.
 *   <li>{@code pool_mb}: generates this many MiB when LinkBench starts, once for all its threads, and copies payloads from
 *       these, so that it never waits for a generator; otherwise payloads are generated while it runs. Not with a segment.
 * </ul>
 *
 * <p>Each instance hands out consecutive slices of the synthetic stream, as payloads are smaller than anything that
 * compresses them. It begins where the first random number it draws says, so instances differ, and a run with the same
 * seeds of LinkBench has the same payloads. Every call draws exactly one number, whatever the content and the length:
 * two runs that differ in their profile only issue the same operations.
 *
 * <p>As LinkBench does, {@code init} is to be called by one thread at a time, and an instance used by one.
 */
public final class MimeoDataGenerator implements DataGenerator {

    private static final List<String> KEYS =
            List.of("node_add_datagen", "node_up_datagen", "link_add_datagen", "link_up_datagen");

    private @Nullable PayloadFactory payloads;
    private @Nullable PayloadSource source;

    /** For LinkBench, which makes its generators by name. */
    public MimeoDataGenerator() {}

    /**
     * Reads the configuration, and checks that of the other three generators too, as LinkBench makes some of them only
     * when it has loaded all data.
     *
     * @throws IllegalArgumentException if a key is missing or wrong, or the characterization cannot be used; names the
     *     key
     */
    @Override
    public void init(Properties props, String keyPrefix) {
        payloads = open(props, keyPrefix);
        source = null;
        for (String key : KEYS) {
            String prefix = key + "_";
            String name = props.getProperty(key);
            if (!prefix.equals(keyPrefix) && name != null && name.strip().equals(MimeoDataGenerator.class.getName())) {
                open(props, prefix);
            }
        }
    }

    private static PayloadFactory open(Properties props, String prefix) {
        PayloadSettings settings = PayloadSettings.of(props, prefix, System.getenv("LINKBENCH_HOME"));
        try {
            return ProfileCache.payloads(settings);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "LinkBench property " + settings.profileKey() + ": " + e.getMessage(), e);
        } catch (PayloadFactory.PoolTooLargeException e) {
            throw new IllegalArgumentException(
                    "LinkBench property " + settings.poolKey() + ": " + e.getMessage() + "; bin/linkbench: HEAPSIZE",
                    e);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "LinkBench property " + settings.generatorKey() + ": " + e.getMessage(), e);
        }
    }

    /**
     * Fills an array with the next bytes of the stream.
     *
     * @throws IllegalStateException if {@link #init} was not called
     */
    @Override
    public byte[] fill(Random rng, byte[] data) {
        PayloadFactory factory = payloads;
        if (factory == null) {
            throw new IllegalStateException("fill was called before init");
        }
        long drawn = rng.nextLong();
        PayloadSource stream = source;
        if (stream == null) {
            stream = factory.source(drawn);
            source = stream;
        }
        stream.fill(data, 0, data.length);
        return data;
    }

    /**
     * Sources of the payloads in use, each prepared once, however many generators LinkBench makes: four for every thread.
     *
     * <p>Static, as LinkBench gives its generators no object to share and no end: the files stay open until it exits.
     * Thread-safe.
     */
    static final class ProfileCache {

        /** A characterization as it is named, and where its path begins. */
        private record Profile(String name, Path base) {}

        /** Settings that decide the bytes. */
        private record Content(
                Profile profile, String generator, @Nullable Long seed, int poolMib) {}

        private static final Map<Profile, Characterization> OPEN = new HashMap<>();
        private static final Map<Content, PayloadFactory> PREPARED = new HashMap<>();

        private ProfileCache() {}

        /**
         * Returns what makes payloads.
         *
         * @throws IOException if the characterization or the segment cannot be read
         * @throws IllegalArgumentException if the generator is unknown or cannot use the characterization
         */
        static synchronized PayloadFactory payloads(PayloadSettings settings) throws IOException {
            Content content = new Content(
                    new Profile(settings.profile(), settings.base()),
                    settings.generator(),
                    settings.seed(),
                    settings.poolMib());
            PayloadFactory payloads = PREPARED.get(content);
            if (payloads == null) {
                payloads = prepare(content);
                PREPARED.put(content, payloads);
            }
            return payloads;
        }

        private static PayloadFactory prepare(Content content) throws IOException {
            Path file = content.profile().base().resolve(content.profile().name());
            if (SegmentFile.isSegment(file)) {
                return ofSegment(file, content);
            }
            DataProducer.Builder builder = DataProducer.of(open(content.profile()))
                    .generator(content.generator(), Map.of())
                    .threads(Runtime.getRuntime().availableProcessors());
            if (content.seed() != null) {
                builder.seed(content.seed());
            }
            return content.poolMib() == 0 ? builder.live() : builder.pool(content.poolMib() << 20);
        }

        private static PayloadFactory ofSegment(Path file, Content content) throws IOException {
            if (content.poolMib() != 0 || !content.generator().equals(DataGenerators.DEFAULT)) {
                throw MimeoException.of(
                        file,
                        Reason.UNSUPPORTED,
                        "a segment needs neither a generator nor a pool: leave those keys out");
            }
            return SegmentFile.open(file).payloads(content.seed() == null ? 0 : content.seed());
        }

        private static Characterization open(Profile profile) throws IOException {
            Characterization characterization = OPEN.get(profile);
            if (characterization == null) {
                characterization = BundledCharacterizations.resolve(profile.name(), profile.base());
                OPEN.put(profile, characterization);
            }
            return characterization;
        }
    }
}
