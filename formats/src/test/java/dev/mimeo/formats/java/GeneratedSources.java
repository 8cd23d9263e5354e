package dev.mimeo.formats.java;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.ExtentType;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.DiagnosticCollector;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.jspecify.annotations.NullMarked;

/** Java sources that are compiled with nothing but mimeo-core and what it needs, all warnings being errors. */
final class GeneratedSources {

    private final List<JavaFileObject> files = new ArrayList<>();

    /** Takes sources by the names of their classes. */
    static GeneratedSources of(Map<String, String> sources, String packageName) {
        GeneratedSources all = new GeneratedSources();
        sources.forEach((name, source) -> all.add(packageName, name, source));
        return all;
    }

    void add(String packageName, String name, String source) {
        assertThat(source.chars()).isNotEmpty().allMatch(c -> c == '\n' || (c >= ' ' && c <= '~'));
        String path = packageName.isEmpty() ? name : packageName.replace('.', '/') + "/" + name;
        files.add(new SimpleJavaFileObject(URI.create("memory:///" + path + ".java"), JavaFileObject.Kind.SOURCE) {
            @Override
            public CharSequence getCharContent(boolean ignoreEncodingErrors) {
                return source;
            }
        });
    }

    /** Compiles into a folder, and returns what loads the classes. */
    ClassLoader compiled(Path folder) throws IOException {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        DiagnosticCollector<JavaFileObject> problems = new DiagnosticCollector<>();
        List<String> options = List.of(
                "-d",
                folder.toString(),
                "-cp",
                place(ExtentType.class) + File.pathSeparator + place(NullMarked.class),
                "--release",
                "17",
                "-proc:none",
                "-Xlint:all",
                "-Xdoclint:all,-missing",
                "-Werror");
        boolean good =
                compiler.getTask(null, null, problems, options, null, files).call();
        assertThat(good).as(problems.getDiagnostics().toString()).isTrue();
        return new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader());
    }

    private static Path place(Class<?> type) {
        try {
            return Path.of(
                    type.getProtectionDomain().getCodeSource().getLocation().toURI());
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }
}
