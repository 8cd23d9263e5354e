package dev.mimeo.dataseries.series;

import dev.mimeo.dataseries.ExtentType;
import dev.mimeo.dataseries.Field;
import java.util.HashMap;
import java.util.Map;

/**
 * Formats of time columns whose types do not declare them in the attributes {@code units} and {@code epoch}. Immutable.
 */
public final class TimeRegistry {

    /**
     * Unit and epoch of a time column.
     *
     * @param unit unit of the numbers of the column
     * @param epoch time from which they count
     */
    public record Format(TimeUnit unit, Epoch epoch) {}

    /** Time from which the numbers of a column count. */
    public enum Epoch {
        /** The first second of 1970, UTC. */
        UNIX,
        /** A time that is not known, such as the start of a machine. */
        UNKNOWN;

        private static Epoch ofAttribute(String text) {
            return switch (text) {
                case "unix" -> UNIX;
                case "unknown" -> UNKNOWN;
                default -> throw new IllegalArgumentException("unknown epoch '" + text + "', expected unix or unknown");
            };
        }
    }

    /** The published NFS and IP traces: nanoseconds in version 0, later 2⁻³² seconds, since 1970. */
    public static final TimeRegistry PUBLISHED = published();

    private record Key(String field, String typeName, String namespace, int majorVersion) {}

    private final Map<Key, Format> formats;

    private TimeRegistry(Map<Key, Format> formats) {
        this.formats = formats;
    }

    private static TimeRegistry published() {
        Format nanos = new Format(TimeUnit.NANOSECONDS, Epoch.UNIX);
        Format fractions = new Format(TimeUnit.FRACTION32, Epoch.UNIX);
        String owner = "ssd.hpl.hp.com";
        TimeRegistry registry = new TimeRegistry(Map.of())
                .with("packet-at", "NFS trace: common", "", 0, nanos)
                .with("packet-at", "Network trace: IP packets", "", 0, nanos);
        for (String type : new String[] {"Trace::NFS::common", "Trace::Network::IP"}) {
            registry =
                    registry.with("packet-at", type, owner, 1, fractions).with("packet_at", type, owner, 2, fractions);
        }
        return registry;
    }

    /** Returns a registry that also knows a column of a major version of a type. */
    public TimeRegistry with(String field, String typeName, String namespace, int majorVersion, Format format) {
        Map<Key, Format> more = new HashMap<>(formats);
        more.put(new Key(field, typeName, namespace, majorVersion), format);
        return new TimeRegistry(Map.copyOf(more));
    }

    /**
     * Returns how a column is to be understood: as its attributes say, else as registered.
     *
     * @throws IllegalArgumentException if neither says it, or its attributes do not make sense
     */
    public Format format(ExtentType type, Field field) {
        String units = field.attribute("units");
        String epoch = field.attribute("epoch");
        if (units != null && epoch != null) {
            return new Format(TimeUnit.ofAttribute(units), Epoch.ofAttribute(epoch));
        }
        Format format = formats.get(new Key(field.name(), type.name(), type.namespace(), type.majorVersion()));
        if (format == null) {
            throw new IllegalArgumentException("field '" + field.name() + "' of type '" + type.name() + "' version "
                    + type.majorVersion() + "." + type.minorVersion()
                    + " does not say its units and epoch, and they are not known");
        }
        return format;
    }
}
