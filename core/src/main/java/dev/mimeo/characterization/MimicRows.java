package dev.mimeo.characterization;

import dev.mimeo.characterization.mimic.ContentClass;
import dev.mimeo.characterization.mimic.ContextModel;
import dev.mimeo.characterization.mimic.MimicCharacterization;
import dev.mimeo.characterization.mimic.MimicCoding;
import dev.mimeo.characterization.mimic.MimicModel;
import dev.mimeo.characterization.mimic.NumberModel;
import dev.mimeo.characterization.mimic.ParseTemplate;
import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.DataSeriesReader;
import dev.mimeo.dataseries.DataSeriesWriter;
import dev.mimeo.dataseries.Extent;
import dev.mimeo.dataseries.ExtentBuilder;
import dev.mimeo.dataseries.VariableColumn;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The rows of a characterization that say how chunks are made: decoded on demand. Thread-safe. */
final class MimicRows {

    /** Rows about chunks in an extent; the last one has fewer. */
    private static final int CHUNKS_AN_EXTENT = 1 << 15;

    private static final int CACHED_EXTENTS = 64;

    /** In the place of the run of a class, that its model is one of numbers. */
    private static final int NUMBERS = 255;

    /** Low bits of where a chunk of numbers begins, which the column for templates has. */
    private static final int START_BITS = 8;

    /** Room for decoded models: far more than any scan makes, and what a small file may ask for. */
    private static final long MAX_MODEL_BYTES = 64 << 20;

    private final DataSeriesReader reader;
    private final String source;
    private final long chunks;
    private final List<Long> places;
    private final MimicModel model;
    private final List<MimicModel.Recipe> recipes;
    private final Map<Integer, Extent> cache = new LinkedHashMap<>(2 * CACHED_EXTENTS, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Integer, Extent> eldest) {
            return size() > CACHED_EXTENTS;
        }
    };

    private MimicRows(
            DataSeriesReader reader,
            String source,
            long chunks,
            List<Long> places,
            MimicModel model,
            List<MimicModel.Recipe> recipes) {
        this.reader = reader;
        this.source = source;
        this.chunks = chunks;
        this.places = places;
        this.model = model;
        this.recipes = recipes;
    }

    /** Finds the rows of a file; null where there are none. */
    static @Nullable MimicRows find(DataSeriesReader reader, String source, long chunks) throws IOException {
        List<ContentClass> classes = new ArrayList<>();
        List<ParseTemplate> templates = new ArrayList<>();
        List<MimicModel.Recipe> recipes = new ArrayList<>();
        List<Long> places = new ArrayList<>();
        try {
            long coded = 0;
            for (DataSeriesReader.IndexEntry entry : reader.index()) {
                String type = entry.typeName();
                if (type.equals(CharacterizationTypes.CHUNK_RECIPE.name())) {
                    places.add(entry.offset());
                } else if (type.equals(CharacterizationTypes.RECIPE.name())) {
                    readRecipes(reader.read(entry.offset()), recipes);
                } else if (type.equals(CharacterizationTypes.CONTENT_CLASS.name())) {
                    coded += readClasses(reader.read(entry.offset()), classes);
                } else if (type.equals(CharacterizationTypes.TEMPLATE.name())) {
                    coded += readTemplates(reader.read(entry.offset()), templates);
                }
                if (coded > MAX_MODEL_BYTES) {
                    throw new IllegalArgumentException("its models are larger than " + MAX_MODEL_BYTES + " bytes");
                }
            }
            if (places.isEmpty()) {
                return null;
            }
            if (places.size() != (chunks + CHUNKS_AN_EXTENT - 1) / CHUNKS_AN_EXTENT) {
                throw new IllegalArgumentException("the recipes are those of another number of chunks");
            }
            MimicModel model = new MimicModel(classes, templates);
            recipes.replaceAll(recipe -> withStart(recipe, classes));
            recipes.forEach(model::check);
            return new MimicRows(reader, source, chunks, places, model, recipes);
        } catch (IllegalArgumentException e) {
            throw new DataSeriesException(source, "is damaged: " + e.getMessage());
        }
    }

    MimicModel model() {
        return model;
    }

    synchronized MimicModel.@Nullable Recipe recipe(long number) throws IOException {
        int place = (int) (number / CHUNKS_AN_EXTENT);
        int row = (int) (number % CHUNKS_AN_EXTENT);
        Extent extent = cache.get(place);
        if (extent == null) {
            extent = reader.read(places.get(place));
            long expected = Math.min(CHUNKS_AN_EXTENT, chunks - (long) place * CHUNKS_AN_EXTENT);
            if (extent.rows() != expected) {
                throw damaged(number, "its extent of recipes has " + extent.rows() + " rows, not " + expected);
            }
            cache.put(place, extent);
        }
        if (extent.longs(0)[row] != number) {
            throw damaged(number, "its recipe is out of order");
        }
        if (extent.isNull(1, row)) {
            return null;
        }
        int recipe = extent.ints(1)[row];
        if (recipe < 0 || recipe >= recipes.size()) {
            throw damaged(number, "it names recipe " + recipe + " of " + recipes.size());
        }
        return recipes.get(recipe);
    }

    private DataSeriesException damaged(long number, String what) {
        return new DataSeriesException(source, "is damaged: chunk " + number + ": " + what);
    }

    private static void readRecipes(Extent extent, List<MimicModel.Recipe> target) throws IOException {
        for (int i = 0; i < extent.rows(); i++) {
            target.add(new MimicModel.Recipe(
                    extent.bytes(0)[i] & 0xff,
                    extent.isNull(1, i) ? -1 : extent.ints(1)[i],
                    extent.bytes(2)[i] & 0xff,
                    extent.bytes(3)[i],
                    extent.bytes(4)[i] & 0xff));
        }
    }

    /** Returns a recipe whose first number is as exact as the file has it: of classes of numbers the column for templates has its low bits. */
    private static MimicModel.Recipe withStart(MimicModel.Recipe recipe, List<ContentClass> classes) {
        if (recipe.contentClass() >= classes.size()
                || classes.get(recipe.contentClass()).numbers() == null) {
            return recipe;
        }
        int low = recipe.template();
        if (low < 0 || low >= 1 << START_BITS) {
            throw new IllegalArgumentException("a chunk of numbers begins at place " + low);
        }
        return new MimicModel.Recipe(
                recipe.contentClass(), -1, recipe.window(), recipe.rate(), recipe.noise() << START_BITS | low);
    }

    private static long readClasses(Extent extent, List<ContentClass> target) throws IOException {
        long coded = 0;
        VariableColumn contexts = extent.variables(0);
        for (int i = 0; i < extent.rows(); i++) {
            if (target.size() == MimicModel.MAX_CLASSES) {
                throw new IllegalArgumentException("it has more than " + MimicModel.MAX_CLASSES + " classes");
            }
            ContextModel model = null;
            if (!extent.isNull(0, i)) {
                coded += contexts.length(i);
                if ((extent.bytes(1)[i] & 0xff) == NUMBERS) {
                    target.add(ContentClass.ofNumbers(
                            NumberModel.decode(contexts.array(), contexts.offset(i), contexts.length(i))));
                    continue;
                }
                model = MimicCoding.decodeModel(contexts.array(), contexts.offset(i), contexts.length(i));
            }
            target.add(new ContentClass(
                    model,
                    extent.bytes(1)[i],
                    extent.bytes(2)[i],
                    extent.bytes(3)[i],
                    extent.bytes(4)[i],
                    extent.bytes(5)[i] & 0xff,
                    extent.ints(6)[i],
                    extent.ints(7)[i],
                    extent.ints(8)[i],
                    null));
        }
        return coded;
    }

    private static long readTemplates(Extent extent, List<ParseTemplate> target) throws IOException {
        long coded = 0;
        VariableColumn steps = extent.variables(1);
        for (int i = 0; i < extent.rows(); i++) {
            coded += steps.length(i);
            target.add(MimicCoding.decodeTemplate(steps.array(), steps.offset(i), steps.length(i), extent.ints(0)[i]));
        }
        return coded;
    }

    private static byte @Nullable [] coded(ContentClass content) {
        if (content.numbers() != null) {
            return content.numbers().encode();
        }
        return content.model() == null ? null : MimicCoding.encode(content.model());
    }

    static void write(MimicCharacterization mimic, DataSeriesWriter writer) throws IOException {
        ExtentBuilder classes = new ExtentBuilder(CharacterizationTypes.CONTENT_CLASS);
        for (ContentClass content : mimic.model().classes()) {
            classes.addRow();
            byte[] coded = coded(content);
            if (coded == null) {
                classes.setNull(0);
            } else {
                classes.setBytes(0, coded, 0, coded.length);
            }
            classes.setByte(1, content.numbers() == null ? content.run() : NUMBERS);
            classes.setByte(2, content.order());
            classes.setByte(3, content.poolBits());
            classes.setByte(4, content.stride());
            classes.setByte(5, content.recent());
            classes.setInt(6, content.reach());
            classes.setInt(7, content.near());
            classes.setInt(8, content.shared());
        }
        flush(classes, writer);
        ExtentBuilder templates = new ExtentBuilder(CharacterizationTypes.TEMPLATE);
        for (ParseTemplate template : mimic.model().templates()) {
            byte[] coded = MimicCoding.encode(template);
            templates.addRow();
            templates.setInt(0, template.size());
            templates.setBytes(1, coded, 0, coded.length);
        }
        flush(templates, writer);
        ExtentBuilder recipes = new ExtentBuilder(CharacterizationTypes.RECIPE);
        for (MimicModel.Recipe recipe : mimic.recipes()) {
            recipes.addRow();
            boolean isOfNumbers =
                    mimic.model().classes().get(recipe.contentClass()).numbers() != null;
            recipes.setByte(0, recipe.contentClass());
            if (isOfNumbers) {
                recipes.setInt(1, recipe.noise() & ((1 << START_BITS) - 1));
            } else if (recipe.template() < 0) {
                recipes.setNull(1);
            } else {
                recipes.setInt(1, recipe.template());
            }
            recipes.setByte(2, recipe.window());
            recipes.setByte(3, recipe.rate());
            recipes.setByte(4, isOfNumbers ? recipe.noise() >> START_BITS : recipe.noise());
        }
        flush(recipes, writer);
        ExtentBuilder chunks = new ExtentBuilder(CharacterizationTypes.CHUNK_RECIPE);
        for (int i = 0; i < mimic.chunks(); i++) {
            chunks.addRow();
            chunks.setLong(0, i);
            if (mimic.recipeOfChunk(i) < 0) {
                chunks.setNull(1);
            } else {
                chunks.setInt(1, mimic.recipeOfChunk(i));
            }
            if (chunks.rows() == CHUNKS_AN_EXTENT) {
                flush(chunks, writer);
            }
        }
        flush(chunks, writer);
    }

    private static void flush(ExtentBuilder builder, DataSeriesWriter writer) throws IOException {
        if (builder.rows() > 0) {
            writer.write(builder.build());
            builder.clear();
        }
    }
}
