package dev.mimeo.cli;

import dev.mimeo.garage.query.Completeness;
import java.util.List;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** What a query over a garage says of its files, in JSON. */
final class GarageJson {

    private GarageJson() {}

    static ObjectNode of(Completeness found) {
        ObjectNode object = Json.object();
        object.put("filesMatched", found.filesMatched());
        object.put("filesUsed", found.filesUsed());
        object.put("filesIgnoredMissingColumns", found.filesIgnoredMissingColumns());
        object.put("filesFailed", found.filesFailed());
        put(object.putArray("ignored"), found.ignored());
        put(object.putArray("failed"), found.failed());
        return object;
    }

    private static void put(ArrayNode array, List<Completeness.FileNote> notes) {
        for (Completeness.FileNote note : notes) {
            array.addObject().put("path", note.path()).put("reason", note.reason());
        }
    }
}
