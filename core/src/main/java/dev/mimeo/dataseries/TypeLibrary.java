package dev.mimeo.dataseries;

import dev.mimeo.MimeoException.Reason;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * Types by name, one of each name; those that the format itself uses are always there.
 *
 * <p>A pattern means the type of exactly that name; else the only one whose name starts with it; else the only one whose
 * name contains it. {@code *} means the only type whose name starts with neither {@code DataSeries:} nor {@code Info:}.
 *
 * <p>Not thread-safe while types are added.
 */
public final class TypeLibrary {

    private static final String LIBRARY_PREFIX = "DataSeries:";
    private static final String INFO_PREFIX = "Info:";

    private final Map<String, ExtentType> types = new LinkedHashMap<>();
    private final List<ExtentType> declared = new ArrayList<>();

    /** Place of a type whose source is not known. */
    private static final Place NOWHERE = new Place("type library", -1, -1);

    /** Makes a library of the format's own types. */
    public TypeLibrary() {
        types.put(ExtentType.XML_TYPE.name(), ExtentType.XML_TYPE);
        types.put(ExtentType.INDEX_TYPE.name(), ExtentType.INDEX_TYPE);
    }

    /**
     * Adds a type; the same text again changes nothing.
     *
     * @throws DataSeriesException if there is another type of this name
     */
    public void add(ExtentType type) throws DataSeriesException {
        add(type, NOWHERE);
    }

    /** Adds a type; the same text again changes nothing. */
    void add(ExtentType type, Place place) throws DataSeriesException {
        ExtentType before = types.putIfAbsent(type.name(), type);
        if (before == null) {
            declared.add(type);
        } else if (!before.equals(type)) {
            throw place.error("bad type '" + type.name() + "'", "declared twice with different texts");
        }
    }

    /** Adds the types of an extent of {@link ExtentType#XML_TYPE}. */
    void addAll(Extent list, Place place) throws DataSeriesException {
        VariableColumn texts = list.variables(0);
        for (int row = 0; row < list.rows(); row++) {
            add(ExtentType.parse(texts.copy(row), place), place);
        }
    }

    /** Returns the types that were added, in this order. */
    public List<ExtentType> types() {
        return List.copyOf(declared);
    }

    /** Returns the type of exactly this name, or null if there is none. */
    public @Nullable ExtentType get(String name) {
        return types.get(name);
    }

    /**
     * Finds the type that a pattern means.
     *
     * @throws DataSeriesException if it fits none or more than one; the message lists them
     */
    public ExtentType match(String pattern) throws DataSeriesException {
        return match(pattern, NOWHERE);
    }

    ExtentType match(String pattern, Place place) throws DataSeriesException {
        List<ExtentType> found = candidates(pattern);
        if (found.size() == 1) {
            return found.get(0);
        }
        String detail =
                found.isEmpty() ? "the file has: " + names(types.values()) : "choose one with `type`: " + names(found);
        String problem = found.isEmpty()
                ? "no type matches '" + pattern + "'"
                : pattern.equals("*") ? "there is more than one type" : "more than one type matches '" + pattern + "'";
        throw place.error(Reason.QUERY, problem, detail);
    }

    /** Returns whether a pattern fits at least one type. */
    public boolean matches(String pattern) {
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
        return ListedNames.of(types.stream().map(ExtentType::name).toList());
    }
}
