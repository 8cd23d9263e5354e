package dev.mimeo.integrations.linkbench;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.DataProducer;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;

/**
 * The characterizations in use, each opened once, however many generators LinkBench makes: four for every thread.
 *
 * <p>Static, as LinkBench gives its generators no object to share and no end: the files stay open until it exits.
 * Thread-safe.
 */
final class ProfileCache {

    private static final Map<Path, Characterization> OPEN = new HashMap<>();

    private ProfileCache() {}

    /**
     * Returns a new producer.
     *
     * @throws IOException if the characterization cannot be read
     * @throws IllegalArgumentException if the generator is unknown or cannot use the characterization
     */
    static DataProducer producer(PayloadSettings settings) throws IOException {
        DataProducer.Builder builder =
                DataProducer.of(open(settings.profile())).generator(settings.generator(), Map.of());
        Long seed = settings.seed();
        return (seed == null ? builder : builder.seed(seed)).build();
    }

    private static Characterization open(Path profile) throws IOException {
        synchronized (OPEN) {
            Characterization characterization = OPEN.get(profile);
            if (characterization == null) {
                characterization = Characterization.open(profile);
                OPEN.put(profile, characterization);
            }
            return characterization;
        }
    }
}
