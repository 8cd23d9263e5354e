package dev.mimeo.characterization;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import java.util.List;

/**
 * The extent types of a characterization file.
 *
 * <p>Chunk rows come in groups: an extent of {@link #CHUNK}, then, where there are any, one extent of {@link #COST} and
 * one of {@link #STATISTIC} with the rows of the same chunks. {@link #DUPLICATION} and {@link #DATASET}, which are known
 * last, end the file; before them are, where there is a model, {@link #CONTENT_CLASS}, {@link #TEMPLATE} and {@link #RECIPE},
 * and {@link #CHUNK_RECIPE} in extents of equal numbers of rows.
 */
final class CharacterizationTypes {

    /** The version written; a file of another major version, or of a later minor one, is not read. */
    static final int MAJOR_VERSION = 1;

    static final int MINOR_VERSION = 0;

    private static final String HEAD =
            " namespace=\"mimeo.dev\" version=\"" + MAJOR_VERSION + "." + MINOR_VERSION + "\">\n";

    static final ExtentType DATASET = parse("<ExtentType name=\"Mimeo::Dataset\"" + HEAD + """
              <field type="variable32" name="name" />
              <field type="variable32" name="tool_version" />
              <field type="int64" name="bytes" units="bytes" />
              <field type="int64" name="population" />
              <field type="int64" name="chunks" />
              <field type="int64" name="scanned_bytes" units="bytes" />
              <field type="int32" name="chunk_size" units="bytes" />
              <field type="bool" name="sampled" />
              <field type="int64" name="seed" />
              <field type="variable32" name="scanners" />
              <field type="int64" name="skipped_sources" />
            </ExtentType>
            """);

    static final ExtentType DUPLICATION = parse("<ExtentType name=\"Mimeo::Duplication\"" + HEAD + """
              <field type="variable32" name="boundaries" />
              <field type="int64" name="blocks" />
              <field type="int64" name="bytes" units="bytes" />
              <field type="int64" name="distinct_blocks" />
              <field type="int64" name="distinct_bytes" units="bytes" />
              <field type="double" name="sampling_rate" />
            </ExtentType>
            """);

    static final ExtentType CHUNK = parse("<ExtentType name=\"Mimeo::ChunkCharacterization\"" + HEAD + """
              <field type="int64" name="number" pack_relative="number" />
              <field type="int64" name="offset" units="bytes" pack_relative="offset" />
              <field type="int32" name="size" units="bytes" />
              <field type="int64" name="duplicate_of" opt_nullable="yes" />
              <field type="variable32" name="bytes" opt_nullable="yes" pack_unique="yes" />
              <field type="variable32" name="repetitions" opt_nullable="yes" pack_unique="yes" />
              <field type="int32" name="deflate_bytes" units="bytes" opt_nullable="yes" />
            </ExtentType>
            """);

    static final ExtentType COST = parse("<ExtentType name=\"Mimeo::CodecCost\"" + HEAD + """
              <field type="int64" name="chunk" pack_relative="chunk" />
              <field type="variable32" name="codec" pack_unique="yes" />
              <field type="int64" name="compressed_bytes" units="bytes" />
              <field type="int64" name="compress_time" units="nanoseconds" />
              <field type="int64" name="decompress_time" units="nanoseconds" />
            </ExtentType>
            """);

    static final ExtentType STATISTIC = parse("<ExtentType name=\"Mimeo::ChunkStatistic\"" + HEAD + """
              <field type="int64" name="chunk" pack_relative="chunk" />
              <field type="variable32" name="name" pack_unique="yes" />
              <field type="double" name="value" />
            </ExtentType>
            """);

    /** Types that version 1.1 added; a file without them is complete. */
    static final int ADDED_VERSION = 1;

    private static final String ADDED_HEAD =
            " namespace=\"mimeo.dev\" version=\"" + MAJOR_VERSION + "." + ADDED_VERSION + "\">\n";

    static final ExtentType CONTENT_CLASS = parse("<ExtentType name=\"Mimeo::ContentClass\"" + ADDED_HEAD + """
              <field type="variable32" name="contexts" opt_nullable="yes" />
              <field type="byte" name="run" units="bytes" />
              <field type="byte" name="order" />
              <field type="byte" name="pool_bits" />
              <field type="byte" name="stride" units="bytes" />
              <field type="byte" name="recent" />
              <field type="int32" name="near" />
              <field type="int32" name="far" />
            </ExtentType>
            """);

    static final ExtentType TEMPLATE = parse("<ExtentType name=\"Mimeo::ParseTemplate\"" + ADDED_HEAD + """
              <field type="int32" name="size" units="bytes" />
              <field type="variable32" name="steps" />
            </ExtentType>
            """);

    static final ExtentType RECIPE = parse("<ExtentType name=\"Mimeo::Recipe\"" + ADDED_HEAD + """
              <field type="byte" name="class" />
              <field type="int32" name="template" opt_nullable="yes" />
              <field type="byte" name="window" />
              <field type="byte" name="rate" />
              <field type="byte" name="variant" />
            </ExtentType>
            """);

    static final ExtentType CHUNK_RECIPE = parse("<ExtentType name=\"Mimeo::ChunkRecipe\"" + ADDED_HEAD + """
              <field type="int64" name="chunk" pack_relative="chunk" />
              <field type="int32" name="recipe" opt_nullable="yes" />
            </ExtentType>
            """);

    /** The types that every file has. */
    static final List<ExtentType> ALL = List.of(DATASET, DUPLICATION, CHUNK, COST, STATISTIC);

    /** The types of a model. */
    static final List<ExtentType> ADDED = List.of(CONTENT_CLASS, TEMPLATE, RECIPE, CHUNK_RECIPE);

    private CharacterizationTypes() {}

    private static ExtentType parse(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError("the built-in types are well-formed", e);
        }
    }
}
