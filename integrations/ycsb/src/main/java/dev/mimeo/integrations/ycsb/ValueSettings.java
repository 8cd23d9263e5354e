package dev.mimeo.integrations.ycsb;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.characterization.CharacterizationCatalog;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataGenerators;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import dev.mimeo.generate.segment.SegmentFile;
import dev.mimeo.internal.text.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * Settings of values, from the properties. Immutable.
 *
 * @param profile the characterization, a file or the name of a bundled one, or a segment file
 * @param generator name of the generator
 * @param seed seed of the content, or null for that of the characterization
 * @param poolMib size in MiB of the pool that values are copied from, 0 to generate while YCSB runs, or null for the default
 * @param printable whether all bytes are to be printable ASCII characters
 */
record ValueSettings(
        String profile,
        String generator,
        @Nullable Long seed,
        @Nullable Integer poolMib,
        boolean printable) {

    static final String PROFILE = "YCSB property mimeo_profile";

    private static final String PREFIX = "mimeo_";

    private static final Set<String> NAMES =
            Set.of("mimeo_profile", "mimeo_generator", "mimeo_seed", "mimeo_pool_mb", "mimeo_printable");

    static final int DEFAULT_POOL_MIB = 64;

    /** A larger one is not an array. */
    private static final int MAX_POOL_MIB = 2047;

    /**
     * Reads the settings.
     *
     * @throws WorkloadException if the profile is missing, a name or a value is wrong, or YCSB is to verify values
     */
    static ValueSettings of(Properties properties) throws WorkloadException {
        for (String name : properties.stringPropertyNames()) {
            if (name.startsWith(PREFIX) && !NAMES.contains(name)) {
                throw new WorkloadException("YCSB property " + name + " is not known; those of Mimeo are "
                        + String.join(", ", new TreeSet<>(NAMES)));
            }
        }
        if (Boolean.parseBoolean(properties.getProperty(CoreWorkload.DATA_INTEGRITY_PROPERTY))) {
            throw new WorkloadException("YCSB property " + CoreWorkload.DATA_INTEGRITY_PROPERTY
                    + " needs the values of YCSB: leave it out, or use CoreWorkload");
        }
        String profile = value(properties, "mimeo_profile", "");
        if (profile.isEmpty()) {
            throw new WorkloadException(
                    PROFILE + " must name a characterization: a file or one of " + String.join(", ", bundled()));
        }
        return new ValueSettings(
                profile,
                value(properties, "mimeo_generator", DataGenerators.DEFAULT),
                seed(value(properties, "mimeo_seed", "")),
                poolMib(value(properties, "mimeo_pool_mb", "")),
                printable(value(properties, "mimeo_printable", "false")));
    }

    private static @Nullable Long seed(String text) throws WorkloadException {
        try {
            return text.isEmpty() ? null : Seeds.parse(text);
        } catch (IllegalArgumentException e) {
            throw new WorkloadException("YCSB property mimeo_seed: " + e.getMessage(), e);
        }
    }

    private static @Nullable Integer poolMib(String text) throws WorkloadException {
        if (text.isEmpty()) {
            return null;
        }
        int size;
        try {
            size = Integer.parseInt(text);
        } catch (NumberFormatException e) {
            size = -1;
        }
        if (size < 0 || size > MAX_POOL_MIB) {
            throw new WorkloadException("YCSB property mimeo_pool_mb must be a number of MiB up to " + MAX_POOL_MIB
                    + ", or 0 for no pool, got '" + text + "'");
        }
        return size;
    }

    private static boolean printable(String text) throws WorkloadException {
        if (!text.equals("true") && !text.equals("false")) {
            throw new WorkloadException("YCSB property mimeo_printable must be true or false, got '" + text + "'");
        }
        return text.equals("true");
    }

    /** Returns a value without the blanks that properties files leave at its end, or a default where there is none. */
    private static String value(Properties properties, String key, String otherwise) {
        String value = properties.getProperty(key, "").strip();
        return value.isEmpty() ? otherwise : value;
    }

    private static List<String> bundled() throws WorkloadException {
        try {
            return BundledCharacterizations.list().stream()
                    .map(CharacterizationCatalog.Entry::name)
                    .toList();
        } catch (IOException e) {
            throw new WorkloadException(PROFILE + ": " + e.getMessage(), e);
        }
    }

    /** Returns whether the profile is a segment file. */
    boolean isSegment() throws IOException {
        return SegmentFile.isSegment(Path.of(profile));
    }

    /**
     * Opens the segment.
     *
     * @throws WorkloadException if a property does not apply to a segment
     * @throws IOException if it cannot be read
     */
    PayloadFactory segmentPayloads() throws WorkloadException, IOException {
        if (poolMib != null || printable || !generator.equals(DataGenerators.DEFAULT)) {
            throw new WorkloadException(
                    PROFILE + ": " + profile + " is a segment, which needs neither a generator nor a pool, and is"
                            + " printable if it was made so: leave those properties out");
        }
        return SegmentFile.open(Path.of(profile)).payloads(seed == null ? 0 : seed);
    }

    /**
     * Opens the characterization.
     *
     * @throws IOException if there is none of the name, or it cannot be read
     */
    Characterization open() throws IOException {
        return BundledCharacterizations.resolve(profile, Path.of(""));
    }

    /**
     * Prepares what makes values.
     *
     * @throws WorkloadException if the generator is unknown or cannot use the characterization
     * @throws IOException if the characterization cannot be read
     */
    PayloadFactory payloads(Characterization characterization) throws WorkloadException, IOException {
        try {
            DataProducer.Builder builder = DataProducer.of(characterization)
                    .generator(generator, Map.of())
                    .printable(printable)
                    .threads(Runtime.getRuntime().availableProcessors());
            if (seed != null) {
                builder.seed(seed);
            }
            int pool = poolMib == null ? DEFAULT_POOL_MIB : poolMib;
            return pool == 0 ? builder.live() : builder.pool(pool << 20);
        } catch (PayloadFactory.PoolTooLargeException e) {
            throw new WorkloadException("YCSB property mimeo_pool_mb: " + e.getMessage(), e);
        } catch (IllegalArgumentException e) {
            throw new WorkloadException("YCSB property mimeo_generator: " + e.getMessage(), e);
        }
    }
}
