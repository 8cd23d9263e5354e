package dev.mimeo.repository;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.testing.MarkdownPage;
import java.io.IOException;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * Holds the public API of each module to the listing in its file {@code api.txt}, so that each change of API shows in review.
 * The API is every public type outside packages named internal, with its public and protected members.
 *
 * <p>Left out are integrations that the command line does not use: linkbench, rocksdb, ycsb and spark.
 */
final class ApiListingTest {

    private static final String REWRITE =
            "./mvnw -pl cli -am -Dtest=ApiListingTest -Dsurefire.failIfNoSpecifiedTests=false"
                    + " -Dmimeo.api.rewrite=true verify";

    private static final List<String> MODULES = List.of(
            "core",
            "scanners",
            "generators",
            "report",
            "formats",
            "query",
            "sql",
            "fidelity",
            "nfs",
            "garage",
            "integrations/impressions",
            "integrations/patterns",
            "integrations/http",
            "integrations/native");

    /** A lambda stands for the first two; the last is for fuzzers, which read captures that they made. */
    private static final Set<String> KNOWN_MENTIONS = Set.of(
            "EqualFiles mentions Unreadable", "TreeShape mentions Unreadable", "NfsConverter mentions CaptureReader");

    /** Returns the public types of a module outside packages named internal, nested ones behind their owners. */
    private static List<Class<?>> types(String module) throws IOException {
        Path sources = MarkdownPage.ROOT.resolve(module).resolve("src/main/java");
        List<String> names;
        try (Stream<Path> files = Files.walk(sources)) {
            names = files.map(file -> sources.relativize(file).toString().replace('\\', '/'))
                    .filter(file ->
                            file.endsWith(".java") && !file.endsWith("-info.java") && !file.contains("/internal/"))
                    .map(file ->
                            file.substring(0, file.length() - ".java".length()).replace('/', '.'))
                    .sorted()
                    .toList();
        }
        List<Class<?>> types = new ArrayList<>();
        for (String name : names) {
            try {
                addVisible(Class.forName(name, false, ApiListingTest.class.getClassLoader()), types);
            } catch (ClassNotFoundException e) {
                throw new IOException(module + " is not compiled: " + name, e);
            }
        }
        assertThat(types).describedAs(module).isNotEmpty();
        return types;
    }

    private static void addVisible(Class<?> type, List<Class<?>> types) {
        if (isVisible(type.getModifiers())) {
            types.add(type);
            Stream.of(type.getDeclaredClasses())
                    .sorted((a, b) -> a.getName().compareTo(b.getName()))
                    .forEach(nested -> addVisible(nested, types));
        }
    }

    private static boolean isVisible(int modifiers) {
        return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
    }

    @ParameterizedTest(name = "{0}")
    @FieldSource("MODULES")
    void theApiIsAsListed(String module) throws IOException {
        String listing = types(module).stream().map(ApiListingTest::listing).collect(joining("\n"));
        Path file = MarkdownPage.ROOT.resolve(module).resolve("api.txt");
        if (Boolean.getBoolean("mimeo.api.rewrite")) {
            Files.writeString(file, listing, UTF_8);
        }
        assertThat(file)
                .describedAs("listing of the API; to write it: %s", REWRITE)
                .exists();
        assertThat(listing.lines().toList())
                .describedAs("API of %s; if the change is meant, rewrite the listings: %s", module, REWRITE)
                .isEqualTo(Files.readString(file, UTF_8).lines().toList());
    }

    /** Whoever is given a type of the API must be able to name all that it mentions. */
    @Test
    void theApiMentionsNoInternalType() throws IOException {
        Set<String> mentions = new TreeSet<>();
        for (String module : MODULES) {
            for (Class<?> type : types(module)) {
                for (Class<?> mentioned : mentioned(type)) {
                    if (mentioned.getName().startsWith("dev.mimeo.")
                            && (mentioned.getPackageName() + ".").contains(".internal.")) {
                        mentions.add(type.getSimpleName() + " mentions " + mentioned.getSimpleName());
                    }
                }
            }
        }
        assertThat(mentions).isEqualTo(KNOWN_MENTIONS);
    }

    @Test
    void theApiStaysSmall() throws IOException {
        int types = 0;
        for (String module : MODULES) {
            types += (int) types(module).stream()
                    .filter(type -> type.getEnclosingClass() == null)
                    .count();
        }
        assertThat(types).isBetween(200, 260);
    }

    private static Set<Class<?>> mentioned(Class<?> type) {
        Set<Class<?>> found = new LinkedHashSet<>();
        collect(type.getGenericSuperclass(), found);
        collectBounds(type.getTypeParameters(), found);
        Stream.of(type.getGenericInterfaces()).forEach(parent -> collect(parent, found));
        for (Field field : type.getDeclaredFields()) {
            if (isListed(field)) {
                collect(field.getGenericType(), found);
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isListed(method)) {
                collect(method.getGenericReturnType(), found);
                collectBounds(method.getTypeParameters(), found);
                Stream.of(method.getGenericExceptionTypes()).forEach(exception -> collect(exception, found));
                Stream.of(method.getGenericParameterTypes()).forEach(parameter -> collect(parameter, found));
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isListed(constructor)) {
                Stream.of(constructor.getGenericParameterTypes()).forEach(parameter -> collect(parameter, found));
                Stream.of(constructor.getGenericExceptionTypes()).forEach(exception -> collect(exception, found));
            }
        }
        return found;
    }

    private static void collectBounds(TypeVariable<?>[] variables, Set<Class<?>> found) {
        for (TypeVariable<?> variable : variables) {
            Stream.of(variable.getBounds()).forEach(bound -> collect(bound, found));
        }
    }

    private static void collect(Type type, Set<Class<?>> found) {
        if (type instanceof Class<?> plain) {
            Class<?> element = plain;
            while (element.isArray()) {
                element = element.getComponentType();
            }
            found.add(element);
        } else if (type instanceof ParameterizedType generic) {
            collect(generic.getRawType(), found);
            Stream.of(generic.getActualTypeArguments()).forEach(argument -> collect(argument, found));
        } else if (type instanceof GenericArrayType array) {
            collect(array.getGenericComponentType(), found);
        } else if (type instanceof WildcardType wildcard) {
            Stream.of(wildcard.getUpperBounds()).forEach(bound -> collect(bound, found));
            Stream.of(wildcard.getLowerBounds()).forEach(bound -> collect(bound, found));
        }
    }

    private static boolean isListed(Member member) {
        return isVisible(member.getModifiers()) && !member.isSynthetic();
    }

    private static String listing(Class<?> type) {
        StringBuilder text =
                new StringBuilder(kind(type)).append(' ').append(type.getName().replace('$', '.'));
        text.append(variables(type.getTypeParameters()));
        Type parent = type.getGenericSuperclass();
        if (parent != null && parent != Object.class && parent != Record.class && !type.isEnum()) {
            text.append(" extends ").append(name(parent));
        }
        List<String> interfaces = Arrays.stream(type.getGenericInterfaces())
                .map(ApiListingTest::name)
                .toList();
        if (!interfaces.isEmpty()) {
            text.append(type.isInterface() ? " extends " : " implements ").append(String.join(", ", interfaces));
        }
        text.append('\n');
        Set<String> members = new TreeSet<>();
        for (Field field : type.getDeclaredFields()) {
            if (isListed(field)) {
                members.add(modifiers(field) + name(field.getGenericType()) + " " + field.getName());
            }
        }
        for (Constructor<?> constructor : type.getDeclaredConstructors()) {
            if (isListed(constructor)) {
                members.add(modifiers(constructor)
                        + type.getSimpleName()
                        + parameters(constructor.getGenericParameterTypes())
                        + exceptions(constructor.getGenericExceptionTypes()));
            }
        }
        for (Method method : type.getDeclaredMethods()) {
            if (isListed(method) && !isImplied(type, method)) {
                String variables = variables(method.getTypeParameters());
                members.add(modifiers(method) + variables + (variables.isEmpty() ? "" : " ")
                        + name(method.getGenericReturnType()) + " " + method.getName()
                        + parameters(method.getGenericParameterTypes())
                        + exceptions(method.getGenericExceptionTypes()));
            }
        }
        members.forEach(member -> text.append("    ").append(member).append('\n'));
        return text.toString();
    }

    /** Methods that the compiler adds to enums, or each record and object has. */
    private static boolean isImplied(Class<?> type, Method method) {
        String name = method.getName();
        boolean object = (name.equals("equals") && method.getParameterCount() == 1)
                || ((name.equals("hashCode") || name.equals("toString")) && method.getParameterCount() == 0);
        return object || (type.isEnum() && (name.equals("values") || name.equals("valueOf")));
    }

    private static String kind(Class<?> type) {
        String kind = type.isAnnotation()
                ? "@interface"
                : type.isInterface() ? "interface" : type.isEnum() ? "enum" : type.isRecord() ? "record" : "class";
        boolean extensible = type.isInterface() || type.isEnum() || type.isRecord();
        return (type.isSealed() ? "sealed " : "")
                + (!extensible && Modifier.isAbstract(type.getModifiers()) ? "abstract " : "")
                + (!extensible && Modifier.isFinal(type.getModifiers()) ? "final " : "")
                + kind;
    }

    private static String modifiers(Member member) {
        int modifiers = member.getModifiers();
        return (Modifier.isProtected(modifiers) ? "protected " : "")
                + (Modifier.isStatic(modifiers) ? "static " : "")
                + (Modifier.isAbstract(modifiers) && !member.getDeclaringClass().isInterface() ? "abstract " : "")
                + (member instanceof Method method && method.isDefault() ? "default " : "");
    }

    private static String variables(TypeVariable<?>[] variables) {
        return variables.length == 0
                ? ""
                : Stream.of(variables)
                        .map(variable -> variable.getBounds()[0] == Object.class
                                ? variable.getName()
                                : variable.getName() + " extends " + name(variable.getBounds()[0]))
                        .collect(joining(", ", "<", ">"));
    }

    private static String parameters(Type[] types) {
        return Stream.of(types).map(ApiListingTest::name).collect(joining(", ", "(", ")"));
    }

    private static String exceptions(Type[] types) {
        return types.length == 0
                ? ""
                : Stream.of(types).map(ApiListingTest::name).sorted().collect(joining(", ", " throws ", ""));
    }

    /** Returns a type without the packages that everybody knows. */
    private static String name(Type type) {
        return type.getTypeName()
                .replaceAll("\\bjava\\.(?:lang|util|io|nio\\.file|time)\\.(?=[A-Z])", "")
                .replace('$', '.');
    }
}
