package dev.mimeo.integrations.patterns;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of a fio.
 *
 * @param text version text, {@code fio-3.33}
 */
public record FioVersion(String text, int major, int minor) {

    private static final Pattern SYNTAX = Pattern.compile("fio-(\\d{1,4})\\.(\\d{1,4})\\b.*");
    private static final int LONG_ENOUGH = 4096;
    private static final int SECONDS = 5;

    /** Bytes of a pattern that fio uses before version 3.34. */
    public static final int OLD_PATTERN_BYTES = 512;

    /** Reads what {@code fio --version} prints; empty if that is something else. */
    public static Optional<FioVersion> parse(String output) {
        Matcher matcher = SYNTAX.matcher(output.strip());
        return matcher.matches()
                ? Optional.of(new FioVersion(
                        output.strip(), Integer.parseInt(matcher.group(1)), Integer.parseInt(matcher.group(2))))
                : Optional.empty();
    }

    /** Asks the fio on the path; empty if there is none or it does not answer. */
    public static Optional<FioVersion> installed() {
        Process process;
        try {
            process = new ProcessBuilder("fio", "--version")
                    .redirectError(ProcessBuilder.Redirect.DISCARD)
                    .start();
        } catch (IOException e) {
            return Optional.empty();
        }
        try {
            if (!process.waitFor(SECONDS, TimeUnit.SECONDS)) {
                return Optional.empty();
            }
            return parse(new String(process.getInputStream().readNBytes(LONG_ENOUGH), StandardCharsets.UTF_8));
        } catch (IOException e) {
            return Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return Optional.empty();
        } finally {
            process.destroy();
        }
    }

    /** Returns whether it writes whole patterns, not only their first {@value #OLD_PATTERN_BYTES} bytes. */
    public boolean writesWholePatterns() {
        return major > 3 || (major == 3 && minor >= 34);
    }
}
