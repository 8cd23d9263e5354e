package dev.mimeo.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.InvocationTargetException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;

/**
 * A piece of Java code as it stands in the documentation, which takes some variables for granted.
 *
 * @param code imports and statements
 * @param imports further classes to import, such as {@code dev.mimeo.scan.*}
 * @param variables variables that the code uses and does not declare
 */
public record JavaSnippet(String code, List<String> imports, List<Variable> variables) {

    /**
     * A variable.
     *
     * @param type its type in source code, not a primitive one
     */
    public record Variable(String type, String name, Object value) {}

    /** Compiles and runs the code as {@link #compile} does. */
    public void run(Path folder) throws Exception {
        Path classes = compile(folder);
        try (URLClassLoader loader =
                new URLClassLoader(new URL[] {classes.toUri().toURL()}, JavaSnippet.class.getClassLoader())) {
            loader.loadClass("Snippet")
                    .getMethod("run", List.class)
                    .invoke(null, variables.stream().map(Variable::value).toList());
        } catch (InvocationTargetException e) {
            throw new AssertionError("fails: " + code, e.getCause());
        }
    }

    /**
     * Compiles the code and returns the folder of its classes; fails if it does not compile.
     *
     * @param folder gets the folder of the classes; may hold sources of classes that the code uses
     */
    public Path compile(Path folder) throws IOException {
        Path classes = Files.createTempDirectory(folder, "snippet");
        Path source = classes.resolve("Snippet.java");
        Files.writeString(source, source());
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler(), "no compiler in this JDK");
        StringWriter messages = new StringWriter();
        try (StandardJavaFileManager files = compiler.getStandardFileManager(null, null, null)) {
            List<String> options = List.of(
                    "-d",
                    classes.toString(),
                    "-proc:none",
                    "-sourcepath",
                    folder.toString(),
                    "-classpath",
                    System.getProperty("java.class.path"));
            boolean compiled = compiler.getTask(messages, files, null, options, null, files.getJavaFileObjects(source))
                    .call();
            assertThat(compiled).as(messages + code).isTrue();
        }
        return classes;
    }

    private String source() {
        List<String> lines = new ArrayList<>();
        imports.forEach(name -> lines.add("import " + name + ";"));
        code.lines().filter(JavaSnippet::isImport).forEach(lines::add);
        lines.add("public final class Snippet {");
        lines.add("public static void run(java.util.List<Object> given) throws Exception {");
        for (int i = 0; i < variables.size(); i++) {
            Variable variable = variables.get(i);
            lines.add(variable.type + " " + variable.name + " = (" + variable.type + ") given.get(" + i + ");");
        }
        code.lines().filter(line -> !isImport(line)).forEach(lines::add);
        lines.add("}");
        lines.add("}");
        return String.join("\n", lines);
    }

    private static boolean isImport(String line) {
        return line.startsWith("import ");
    }
}
