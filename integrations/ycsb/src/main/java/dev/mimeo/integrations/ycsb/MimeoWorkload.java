package dev.mimeo.integrations.ycsb;

import dev.mimeo.characterization.Characterization;
import dev.mimeo.generate.PayloadFactory;
import java.io.IOException;
import java.util.Properties;
import org.jspecify.annotations.Nullable;
import site.ycsb.DB;
import site.ycsb.WorkloadException;
import site.ycsb.workloads.CoreWorkload;

/**
 * YCSB's core workload with field values like those of a characterised data set:
 *
 * <pre>
 * workload=dev.mimeo.integrations.ycsb.MimeoWorkload
 * mimeo_profile=/data/posts.ds
 * </pre>
 *
 * <p>Keys, operations and lengths of fields remain YCSB's. Its properties apply, except {@code dataintegrity}, for which
 * YCSB needs values of its own. Further ones:
 *
 * <ul>
 *   <li>{@code mimeo_profile}: the characterization, a file or the name of one that comes with Mimeo, or a segment file, whose values
 *       take as little time as those of a pool and are not repeated; of the following, only the seed applies to it, 0 by default. Required.
 *   <li>{@code mimeo_generator}: name of the generator; the default one otherwise.
 *   <li>{@code mimeo_seed}: seed of the content, a 64-bit number; that of the characterization otherwise.
 *   <li>{@code mimeo_pool_mb}: generates this many MiB once at the start, {@value ValueSettings#DEFAULT_POOL_MIB} by
 *       default, and copies values from these; 0 generates while the benchmark runs, at least a chunk for each record.
 *   <li>{@code mimeo_printable}: {@code true} for values of printable ASCII characters only.
 * </ul>
 *
 * <p>What is inserted depends on the properties, the key and the lengths of the fields, so it is the same in every run,
 * with any number of threads, and when an insertion is tried again. The fields of a record lie side by side in the synthetic
 * stream. What is updated must differ from what is there: a thread's updates are consecutive slices of a stream of its own.
 *
 * <p>As YCSB does, {@code init} is to be called once and first; then any number of threads may use the workload.
 */
public final class MimeoWorkload extends CoreWorkload {

    private @Nullable Characterization characterization;
    private @Nullable PayloadFactory payloads;

    /** For YCSB, which makes its workload by name. */
    public MimeoWorkload() {}

    /**
     * Reads the properties, and fills the pool.
     *
     * @throws WorkloadException if a property is missing or wrong, or the characterization cannot be used; names the
     *     property
     */
    @Override
    public void init(Properties properties) throws WorkloadException {
        ValueSettings settings = ValueSettings.of(properties);
        super.init(properties);
        try {
            if (settings.isSegment()) {
                payloads = settings.segmentPayloads();
                return;
            }
            Characterization opened = settings.open();
            characterization = opened;
            payloads = settings.payloads(opened);
        } catch (IOException e) {
            throw new WorkloadException(ValueSettings.PROFILE + ": " + e.getMessage(), e);
        }
    }

    @Override
    public Object initThread(Properties properties, int thread, int threads) {
        PayloadFactory factory = payloads;
        if (factory == null) {
            throw new IllegalStateException("initThread was called before init");
        }
        return new SyntheticValues(factory.source(0), factory.source(thread));
    }

    @Override
    public boolean doInsert(DB database, Object values) {
        return super.doInsert(((SyntheticValues) values).writtenTo(database), values);
    }

    @Override
    public boolean doTransaction(DB database, Object values) {
        return super.doTransaction(((SyntheticValues) values).writtenTo(database), values);
    }

    @Override
    public void cleanup() throws WorkloadException {
        super.cleanup();
        Characterization opened = characterization;
        if (opened != null) {
            try {
                opened.close();
            } catch (IOException e) {
                throw new WorkloadException(ValueSettings.PROFILE + ": " + e.getMessage(), e);
            }
        }
    }
}
