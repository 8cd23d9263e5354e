package dev.mimeo.cli.garage;

import dev.mimeo.cli.command.Json;
import dev.mimeo.garage.query.Completeness;
import tools.jackson.databind.node.ObjectNode;

/** What a query over a garage says of its files, in JSON. */
final class GarageJson {

    private GarageJson() {}

    static ObjectNode of(Completeness found) {
        return Json.parse(found.toJson());
    }
}
