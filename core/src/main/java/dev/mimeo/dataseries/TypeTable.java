package dev.mimeo.dataseries;

import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The types of one file by name, the two built-in ones included. */
final class TypeTable {

    private static final String LIBRARY_PREFIX = "DataSeries:";
    private static final String INFO_PREFIX = "Info:";

    private final Map<String, ExtentType> types = new LinkedHashMap<>();
    private final List<ExtentType> declared = new ArrayList<>();

    TypeTable() {
        types.put(ExtentType.XML_TYPE.name(), ExtentType.XML_TYPE);
        types.put(ExtentType.INDEX_TYPE.name(), ExtentType.INDEX_TYPE);
    }

    /** Registers a type; the same text again changes nothing. */
    void add(ExtentType type, Place place) throws DataSeriesException {
        ExtentType before = types.putIfAbsent(type.name(), type);
        if (before == null) {
            declared.add(type);
        } else if (!before.equals(type)) {
            throw place.error("bad type '" + type.name() + "'", "declared twice with different texts");
        }
    }

    /** Registers the types of an extent of {@link ExtentType#XML_TYPE}. */
    void addAll(Extent list, Place place) throws DataSeriesException {
        VariableColumn texts = list.variables(0);
        for (int row = 0; row < list.rows(); row++) {
            add(ExtentType.parse(texts.copy(row), place), place);
        }
    }

    /** Returns the types that the file declares, in its order, without the built-in ones. */
    List<ExtentType> declared() {
        return List.copyOf(declared);
    }

    @Nullable ExtentType get(String name) {
        return types.get(name);
    }

    /**
     * Finds a type: by its exact name, else the only one whose name starts with the pattern, else the only one whose name
     * contains it. The pattern {@code *} means the only type that is neither the library's nor meta information.
     */
    ExtentType match(String pattern, Place place) throws DataSeriesException {
        List<ExtentType> found = candidates(pattern);
        if (found.size() == 1) {
            return found.get(0);
        }
        String detail = found.isEmpty() ? "the file has: " + names(types.values()) : "these do: " + names(found);
        throw place.error(
                (found.isEmpty() ? "no type matches '" : "more than one type matches '") + pattern + "'", detail);
    }

    /** Tells whether {@link #match} finds at least one type. */
    boolean matches(String pattern) {
        return !candidates(pattern).isEmpty();
    }

    private List<ExtentType> candidates(String pattern) {
        if (pattern.equals("*")) {
            return named(name -> !name.startsWith(LIBRARY_PREFIX) && !name.startsWith(INFO_PREFIX));
        }
        ExtentType exact = types.get(pattern);
        if (exact != null) {
            return List.of(exact);
        }
        List<ExtentType> prefixed = named(name -> name.startsWith(pattern));
        return prefixed.isEmpty() ? named(name -> name.contains(pattern)) : prefixed;
    }

    private List<ExtentType> named(Predicate<String> condition) {
        return types.values().stream()
                .filter(type -> condition.test(type.name()))
                .toList();
    }

    private static String names(Collection<ExtentType> types) {
        return Names.list(types.stream().map(ExtentType::name).toList());
    }
}
