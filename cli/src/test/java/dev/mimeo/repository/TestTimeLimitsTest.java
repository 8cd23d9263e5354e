package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** A time limit of a test ends one that hangs. It is never near the time of a slow machine with other work, so it has a lower bound. */
final class TestTimeLimitsTest {

    private static final Duration LEAST = Duration.ofMinutes(5);

    private static final Pattern WAIT = Pattern.compile("\\b(\\d+), TimeUnit\\.(SECONDS|MINUTES)\\)");
    private static final Pattern ANNOTATION = Pattern.compile("@Timeout\\((\\d+)\\)");

    @Test
    void limitsAreForTestsThatHang() throws IOException {
        List<String> found = new ArrayList<>();
        int[] limits = new int[1];
        SourceFiles.all().forEach((path, source) -> {
            if (path.toString().contains("/src/test/") || path.toString().contains("/testing/")) {
                for (Duration limit : limits(source)) {
                    limits[0]++;
                    if (limit.compareTo(LEAST) < 0) {
                        found.add(path + ": " + limit);
                    }
                }
            }
        });
        assertThat(limits[0]).isGreaterThan(50);
        assertThat(found).isEmpty();
    }

    @Test
    void theCheckSeesWhatItLooksFor() {
        assertThat(limits("    @Timeout(%d)\n    p.waitFor(%d, TimeUnit.SECONDS);\n f.get(%d, TimeUnit.MINUTES);"
                        .formatted(60, 30, 5)))
                .containsExactlyInAnyOrder(Duration.ofMinutes(1), Duration.ofSeconds(30), Duration.ofMinutes(5));
        assertThat(limits("process.waitFor(100, TimeUnit.MILLISECONDS)")).isEmpty();
    }

    private static List<Duration> limits(String source) {
        List<Duration> limits = new ArrayList<>();
        for (Matcher wait = WAIT.matcher(source); wait.find(); ) {
            limits.add(Duration.of(
                    Long.parseLong(wait.group(1)),
                    TimeUnit.valueOf(wait.group(2)).toChronoUnit()));
        }
        for (Matcher annotation = ANNOTATION.matcher(source); annotation.find(); ) {
            limits.add(Duration.ofSeconds(Long.parseLong(annotation.group(1))));
        }
        return limits;
    }
}
