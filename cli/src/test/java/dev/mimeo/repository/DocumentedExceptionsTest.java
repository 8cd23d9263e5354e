package dev.mimeo.repository;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.source.doctree.DocCommentTree;
import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ThrowTree;
import com.sun.source.tree.TryTree;
import com.sun.source.util.DocTrees;
import com.sun.source.util.JavacTask;
import com.sun.source.util.TreePathScanner;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import javax.lang.model.element.Modifier;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Public methods of the API document the exceptions that they throw themselves, and constructors that they check. Packages named
 * internal, the command line and benchmarks are not the API.
 */
@Tag("thorough")
final class DocumentedExceptionsTest {

    /** Parents by which an exception may be documented. */
    private static final Map<String, List<String>> PARENTS = Map.of(
            "DataSeriesException", List.of("MimeoException", "IOException"),
            "MimeoException", List.of("IOException"),
            "SqlException", List.of("MimeoException", "IOException"),
            "LoadException", List.of("MimeoException", "IOException"),
            "EOFException", List.of("IOException"),
            "FileSystemException", List.of("IOException"),
            "NoSuchFileException", List.of("IOException"),
            "InterruptedIOException", List.of("IOException"));

    private static final Pattern CHECKS = Pattern.compile("[Cc]hecks|[Rr]efuses");

    @Test
    void publicMethodsDocumentWhatTheyThrow() throws IOException {
        Map<Path, String> sources = new TreeMap<>();
        SourceFiles.main().forEach((path, source) -> {
            if (!path.toString()
                    .replace('\\', '/')
                    .matches("(cli|benchmarks|distribution|test-support)/.*|.*/internal/.*")) {
                sources.put(path, source);
            }
        });
        assertThat(sources).hasSizeGreaterThan(300);
        assertThat(undocumented(sources)).isEmpty();
    }

    @Test
    void theCheckSeesOnlyWhatAPublicMethodThrowsItself() throws IOException {
        assertThat(undocumented(Map.of(Path.of("One.java"), """
                /** A type. */
                public final class One {
                    /** Does it. */
                    public void bad(int size) {
                        if (size < 0) {
                            throw new IllegalArgumentException();
                        }
                    }

                    /**
                     * Does it.
                     *
                     * @throws IllegalArgumentException if the size is negative
                     */
                    public void good(int size) {
                        throw new IllegalArgumentException();
                    }

                    /** Does it and recovers. */
                    public void caught() {
                        try {
                            throw new IllegalStateException();
                        } catch (IllegalStateException e) {
                            good(1);
                        }
                    }

                    /** Does it later. */
                    public Runnable later() {
                        return () -> {
                            throw new IllegalStateException();
                        };
                    }

                    private void own() {
                        throw new IllegalArgumentException();
                    }
                }
                """)))
                .containsExactly("One.java: bad throws IllegalArgumentException");
    }

    private static List<String> undocumented(Map<Path, String> sources) throws IOException {
        JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
        List<JavaFileObject> files = new ArrayList<>();
        sources.forEach((path, source) -> files.add(new Source(path, source)));
        JavacTask task = (JavacTask) compiler.getTask(null, null, null, List.of("-proc:none"), null, files);
        List<String> found = new ArrayList<>();
        for (CompilationUnitTree unit : task.parse()) {
            new Members(DocTrees.instance(task), Path.of(unit.getSourceFile().getName()), found).scan(unit, null);
        }
        return found;
    }

    /** Collects the exceptions that public members of public types throw and do not document. */
    private static final class Members extends TreePathScanner<Void, Void> {
        private final DocTrees trees;
        private final Path file;
        private final List<String> found;

        /** The comment of the type, which may speak for all its members. */
        private String typeComment = "";

        Members(DocTrees trees, Path file, List<String> found) {
            this.trees = trees;
            this.file = file;
            this.found = found;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            if (type.getModifiers().getFlags().contains(Modifier.PUBLIC)) {
                String outer = typeComment;
                typeComment = String.valueOf(trees.getDocCommentTree(getCurrentPath()));
                super.visitClass(type, null);
                typeComment = outer;
            }
            return null;
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
            DocCommentTree comment = trees.getDocCommentTree(getCurrentPath());
            boolean isPublic = method.getModifiers().getFlags().contains(Modifier.PUBLIC);
            if (isPublic && comment != null && method.getBody() != null) {
                Thrown thrown = new Thrown();
                thrown.scan(method.getBody(), null);
                for (String exception : thrown.names) {
                    if (!isDocumented(method, comment.toString(), exception)) {
                        found.add(file.getFileName() + ": " + method.getName() + " throws " + exception);
                    }
                }
            }
            return null;
        }

        private boolean isDocumented(MethodTree method, String comment, String exception) {
            // The components of a record state their ranges.
            return (method.getName().contentEquals("<init>")
                            && CHECKS.matcher(comment).find())
                    || (comment + typeComment).contains(exception)
                    || PARENTS.getOrDefault(exception, List.of()).stream().anyMatch(comment::contains);
        }
    }

    /** Collects the names of exceptions that code throws and does not catch. */
    private static final class Thrown extends TreeScanner<Void, Void> {
        private final Set<String> names = new TreeSet<>();

        @Override
        public Void visitThrow(ThrowTree statement, Void none) {
            if (statement.getExpression() instanceof NewClassTree created
                    && created.getIdentifier() instanceof IdentifierTree name) {
                names.add(name.toString());
            }
            return super.visitThrow(statement, null);
        }

        @Override
        public Void visitTry(TryTree statement, Void none) {
            Thrown inside = new Thrown();
            inside.scan(statement.getBlock(), null);
            statement
                    .getCatches()
                    .forEach(caught ->
                            inside.names.remove(caught.getParameter().getType().toString()));
            names.addAll(inside.names);
            scan(statement.getCatches(), null);
            return scan(statement.getFinallyBlock(), null);
        }

        @Override
        public Void visitLambdaExpression(LambdaExpressionTree lambda, Void none) {
            return null;
        }

        @Override
        public Void visitClass(ClassTree type, Void none) {
            return null;
        }
    }

    /** A source in memory. */
    private static final class Source extends SimpleJavaFileObject {
        private final String text;

        Source(Path path, String text) {
            super(URI.create("string:///" + path.toString().replace('\\', '/')), Kind.SOURCE);
            this.text = text;
        }

        @Override
        public CharSequence getCharContent(boolean ignoreEncodingErrors) {
            return text;
        }
    }
}
