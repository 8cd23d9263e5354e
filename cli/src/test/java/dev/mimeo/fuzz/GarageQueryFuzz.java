package dev.mimeo.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.MimeoException;
import dev.mimeo.garage.internal.scope.ScopePattern;
import dev.mimeo.garage.query.GarageQuery;
import dev.mimeo.garage.query.GarageQuery.Scope;

/** A text is a query that prints itself as one, or it is refused; a pattern never takes anything outside of the garage. */
public final class GarageQueryFuzz {

    private GarageQueryFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        String text = new String(data, UTF_8);
        try {
            GarageQuery query = GarageQuery.parse(text);
            GarageQuery again = GarageQuery.parse(query.toString());
            Check.that(again.equals(query), "read %s from what %s prints", again, query);
            if (query.source() instanceof Scope scope) {
                ScopePattern pattern = ScopePattern.parse(scope.text());
                Check.that(!pattern.matches(""), "pattern %s takes the root", scope.text());
                pattern.matches("owner/datacenter/server.2009-10-31");
            }
        } catch (MimeoException e) {
            Check.oneLine(e);
        }
    }
}
