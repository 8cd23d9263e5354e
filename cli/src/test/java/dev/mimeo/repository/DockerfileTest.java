package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The Dockerfile builds and unpacks the distribution that continuous integration builds and tests. */
final class DockerfileTest {

    private static String read(String file) throws IOException {
        return Files.readString(MarkdownPage.ROOT.resolve(file)).replace("\\\n", " ");
    }

    private static String group(String text, String regex) {
        Matcher matcher = Pattern.compile(regex).matcher(text);
        assertThat(matcher.find()).as(regex).isTrue();
        return matcher.group(1);
    }

    /** Returns the options of the Maven wrapper in a script, without the commit, up to what it builds. */
    private static List<String> options(String script) {
        return Pattern.compile("-\\S+")
                .matcher(group(script, "\\./mvnw ([^\n]*?-pl distribution -am)"))
                .results()
                .map(MatchResult::group)
                .filter(option -> !option.startsWith("-Dmimeo.commit="))
                .toList();
    }

    @Test
    void itBuildsAsContinuousIntegrationDoes() throws IOException {
        assertThat(options(read("Dockerfile")))
                .contains("-Prelease")
                .containsExactlyInAnyOrderElementsOf(options(read(".ci/distribution")));
    }

    @Test
    void theArchiveIsThatWithJava() throws IOException {
        String pattern = group(read("Dockerfile"), "distribution/target/(\\S+)");
        String name = group(read("distribution/src/main/assembly/image.xml"), "<baseDirectory>(.*)</baseDirectory>")
                .replace("${project.version}", "1.0.0")
                .replace("${image.os}", "linux")
                .replace("${os.arch}", "amd64");
        assertThat(FileSystems.getDefault().getPathMatcher("glob:" + pattern).matches(Path.of(name + ".tar.gz")))
                .as("%s matches %s", pattern, name)
                .isTrue();
        assertThat(group(read("distribution/pom.xml"), "<finalName>(.*)</finalName>")
                        .replace("${project.version}", "1.0.0"))
                .as("the archive without Java")
                .doesNotContain("-linux-");
    }
}
