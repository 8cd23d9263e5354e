package dev.mimeo.integrations.linkbench;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.BundledCharacterizations;
import dev.mimeo.generate.DataProducer;
import dev.mimeo.generate.PayloadFactory;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Sources of the payloads in use, each prepared once, however many generators LinkBench makes: four for every thread.
 *
 * <p>Static, as LinkBench gives its generators no object to share and no end: the files stay open until it exits.
 * Thread-safe.
 */
final class ProfileCache {

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
     * @throws IOException if the characterization cannot be read
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
        DataProducer.Builder builder = DataProducer.of(open(content.profile()))
                .generator(content.generator(), Map.of())
                .threads(Runtime.getRuntime().availableProcessors());
        if (content.seed() != null) {
            builder.seed(content.seed());
        }
        return content.poolMib() == 0 ? builder.live() : builder.pool(content.poolMib() << 20);
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
