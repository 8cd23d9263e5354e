package dev.mimeo.fuzz;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;

/** A type description is understood or refused. */
public final class ExtentTypeFuzz {

    private ExtentTypeFuzz() {}

    public static void fuzzerTestOneInput(byte[] data) {
        try {
            ExtentType type = ExtentType.parse(new String(data, UTF_8));
            for (int i = 0; i < type.fields().size(); i++) {
                String name = type.fields().get(i).name();
                Check.that(type.indexOf(name) == i, "field %s is not number %d", name, i);
            }
        } catch (DataSeriesException e) {
            Check.oneLine(e);
        }
    }
}
