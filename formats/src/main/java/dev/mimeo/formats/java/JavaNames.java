package dev.mimeo.formats.java;

import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import javax.lang.model.SourceVersion;

/** Makes Java identifiers of any text, none of them twice. */
final class JavaNames {

    private static final Pattern SEPARATORS = Pattern.compile("[^A-Za-z0-9]+");

    /** Members of the generated classes and of {@link Object} that a field must not hide. */
    private static final List<String> RESERVED = List.of(
            "rows",
            "extent",
            "type",
            "addRow",
            "next",
            "row",
            "current",
            "close",
            "getClass",
            "hashCode",
            "equals",
            "toString",
            "clone",
            "finalize",
            "notify",
            "notifyAll",
            "wait");

    /** Files have names of at most 255 characters, and those of nested classes have one more part. */
    private static final int MAX_TYPE = 200;

    /** Classes in the generated ones. */
    private static final Set<String> NESTED = Set.of("Cursor", "Writer");

    /** Words that Java has no classes of, and the names that those of the packages in the generated source start with. */
    private static final Set<String> NOT_FOR_TYPES =
            Set.of("permits", "record", "sealed", "var", "yield", "dev", "java");

    private static final Pattern IDENTIFIER = Pattern.compile("[A-Za-z_][A-Za-z0-9_]*");

    private final Set<String> taken = new HashSet<>(RESERVED);

    /** Takes a name in camel case whose derived names are free too. */
    String member(String text, List<String> derived) {
        String camel = camel(text);
        String first = firstWord(text);
        String base = camel.isEmpty()
                ? "field"
                : Character.isDigit(camel.charAt(0))
                        ? "field" + camel
                        : decapitalized(first) + camel.substring(first.length());
        for (int number = 1; ; number++) {
            String name = number == 1 ? base : base + number;
            List<String> all = derived.stream()
                    .map(pattern -> pattern.replace("Name", capitalized(name)).replace("name", name))
                    .toList();
            if (!SourceVersion.isKeyword(name) && all.stream().noneMatch(taken::contains) && !taken.contains(name)) {
                taken.add(name);
                taken.addAll(all);
                return name;
            }
        }
    }

    /**
     * Returns a name for a class.
     *
     * @param taken names of other classes in lower case, for there are file systems that do not know the difference
     */
    static String type(String text, Set<String> taken) {
        String camel = camel(text);
        String whole = camel.isEmpty() || Character.isDigit(camel.charAt(0)) ? "Type" + camel : camel;
        String base = whole.substring(0, Math.min(whole.length(), MAX_TYPE));
        for (int number = 1; ; number++) {
            String name = number == 1 ? base : base + number;
            if (!NESTED.contains(name) && taken.add(name.toLowerCase(Locale.ROOT))) {
                return name;
            }
        }
    }

    /**
     * Checks the name of a package.
     *
     * @throws IllegalArgumentException if it is not one; the empty one is
     */
    static void checkPackage(String name) {
        if (!name.isEmpty() && !SourceVersion.isName(name, SourceVersion.RELEASE_17)) {
            throw new IllegalArgumentException("'" + name + "' is not the name of a Java package");
        }
    }

    /**
     * Checks a name for a class that was not made by {@link #type}.
     *
     * @throws IllegalArgumentException if the generated class cannot have it
     */
    static void checkType(String name) {
        if (name.length() > MAX_TYPE
                || !IDENTIFIER.matcher(name).matches()
                || SourceVersion.isKeyword(name)
                || NESTED.contains(name)
                || NOT_FOR_TYPES.contains(name)) {
            throw new IllegalArgumentException("a generated class cannot have the name '" + name + "': take up to "
                    + MAX_TYPE + " letters, digits and underscores, and not a word of Java");
        }
    }

    private static String camel(String text) {
        StringBuilder name = new StringBuilder();
        for (String word : SEPARATORS.split(text)) {
            name.append(capitalized(word));
        }
        return name.toString();
    }

    private static String firstWord(String text) {
        for (String word : SEPARATORS.split(text)) {
            if (!word.isEmpty()) {
                return word;
            }
        }
        return "";
    }

    static String capitalized(String name) {
        return name.isEmpty() ? name : Character.toUpperCase(name.charAt(0)) + name.substring(1);
    }

    /** Puts the capitals that a word starts with into lower case, those of a following one excepted: NFSName, nfsName. */
    private static String decapitalized(String name) {
        int capitals = 0;
        while (capitals < name.length() && Character.isUpperCase(name.charAt(capitals))) {
            capitals++;
        }
        int lower = capitals <= 1 || capitals == name.length() ? capitals : capitals - 1;
        return name.substring(0, lower).toLowerCase(Locale.ROOT) + name.substring(lower);
    }
}
