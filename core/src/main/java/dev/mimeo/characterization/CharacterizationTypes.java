package dev.mimeo.characterization;

import dev.mimeo.dataseries.DataSeriesException;
import dev.mimeo.dataseries.ExtentType;
import java.util.List;
import java.util.stream.Stream;

/**
 * The extent types of a characterization file.
 *
 * <p>Chunk rows come in groups: an extent of {@link #CHUNK}, then, where there are any, one extent each of
 * {@link #COST}, {@link #STATISTIC} and {@link #STRETCH} with the rows of the same chunks. Where there is a model,
 * {@link #CONTENT_CLASS}, {@link #TEMPLATE} and {@link #RECIPE} follow, and {@link #CHUNK_RECIPE} in extents of equal numbers of
 * rows. {@link #DUPLICATION}, {@link #DUPLICATION_PROFILE} and {@link #DATASET}, which are known last, end the file; behind
 * them is an extent of {@link #STATISTIC} with further numbers of the data set as a whole, if there are any.
 */
final class CharacterizationTypes {

    /** The version written; a file of another major version, or of a later minor one, is not read. */
    static final int MAJOR_VERSION = 1;

    static final int MINOR_VERSION = 1;

    /** Stands in {@link #STATISTIC} instead of the number of a chunk, where a number is of the data set as a whole. */
    static final long WHOLE_DATASET = -1;

    /** Of the types that were there from the beginning and have not changed. */
    private static final String HEAD = " namespace=\"mimeo.dev\" version=\"1.0\">\n";

    private static final String HEAD_1_1 = " namespace=\"mimeo.dev\" version=\"1.1\">\n";

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

    static final ExtentType STRETCH = parse("<ExtentType name=\"Mimeo::Stretch\"" + HEAD_1_1 + """
              <field type="int64" name="chunk" pack_relative="chunk" />
              <field type="int32" name="start" units="bytes" />
              <field type="int32" name="length" units="bytes" />
              <field type="int64" name="source" units="bytes" opt_nullable="yes" pack_relative="source" />
              <field type="byte" name="value" opt_nullable="yes" />
            </ExtentType>
            """);

    static final ExtentType CONTENT_CLASS = parse("<ExtentType name=\"Mimeo::ContentClass\"" + HEAD_1_1 + """
              <field type="variable32" name="contexts" opt_nullable="yes" />
              <field type="byte" name="run" units="bytes" />
              <field type="byte" name="order" />
              <field type="byte" name="pool_bits" />
              <field type="byte" name="stride" units="bytes" />
              <field type="byte" name="recent" />
              <field type="int32" name="reach" />
              <field type="int32" name="near" />
              <field type="int32" name="shared" />
            </ExtentType>
            """);

    static final ExtentType TEMPLATE = parse("<ExtentType name=\"Mimeo::ParseTemplate\"" + HEAD_1_1 + """
              <field type="int32" name="size" units="bytes" />
              <field type="variable32" name="steps" />
            </ExtentType>
            """);

    static final ExtentType RECIPE = parse("<ExtentType name=\"Mimeo::Recipe\"" + HEAD_1_1 + """
              <field type="byte" name="class" />
              <field type="int32" name="template" opt_nullable="yes" />
              <field type="byte" name="window" />
              <field type="byte" name="rate" />
              <field type="byte" name="noise" />
            </ExtentType>
            """);

    static final ExtentType CHUNK_RECIPE = parse("<ExtentType name=\"Mimeo::ChunkRecipe\"" + HEAD_1_1 + """
              <field type="int64" name="chunk" pack_relative="chunk" />
              <field type="int32" name="recipe" opt_nullable="yes" />
            </ExtentType>
            """);

    static final ExtentType DUPLICATION_PROFILE =
            parse("<ExtentType name=\"Mimeo::DuplicationProfile\"" + HEAD_1_1 + """
              <field type="variable32" name="boundaries" pack_unique="yes" />
              <field type="variable32" name="statistic" pack_unique="yes" />
              <field type="int32" name="power" />
              <field type="int64" name="count" />
            </ExtentType>
            """);

    /** Types that every characterization has, since version 1.0. */
    static final List<ExtentType> REQUIRED = List.of(DATASET, DUPLICATION, CHUNK, COST, STATISTIC);

    /** Types of later versions, which older files lack. */
    static final List<ExtentType> OPTIONAL =
            List.of(STRETCH, CONTENT_CLASS, TEMPLATE, RECIPE, CHUNK_RECIPE, DUPLICATION_PROFILE);

    /** Types with rows for each chunk. */
    static final List<ExtentType> PER_CHUNK = List.of(CHUNK, COST, STATISTIC, STRETCH, CHUNK_RECIPE);

    static final List<ExtentType> ALL =
            Stream.concat(REQUIRED.stream(), OPTIONAL.stream()).toList();

    private CharacterizationTypes() {}

    private static ExtentType parse(String xml) {
        try {
            return ExtentType.parse(xml);
        } catch (DataSeriesException e) {
            throw new AssertionError("the built-in types are well-formed", e);
        }
    }
}
