package dev.mimeo.dataseries.index;

import dev.mimeo.dataseries.ExtentType;

/** Namespace and version of the types whose rows an index covers. */
record IndexedVersion(String namespace, int major, int minor) {

    static IndexedVersion of(ExtentType type) {
        return new IndexedVersion(type.namespace(), type.majorVersion(), type.minorVersion());
    }

    boolean agreesWith(IndexedVersion other) {
        return namespace.equals(other.namespace) && major == other.major;
    }

    IndexedVersion lowest(IndexedVersion other) {
        return minor <= other.minor ? this : other;
    }
}
