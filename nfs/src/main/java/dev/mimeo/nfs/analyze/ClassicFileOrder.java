package dev.mimeo.nfs.analyze;

import dev.mimeo.internal.random.Mixing;
import dev.mimeo.query.internal.stream.EntryOrder;
import dev.mimeo.query.internal.stream.TupleTable;
import java.math.BigInteger;

/**
 * The order in which the published figures took file sizes: that of a hash table with chains, newest entry first, over Bob
 * Jenkins' mix of the key. Approximate quantiles depend on the order within their error. The number of chains is known from
 * traces of some hundred files; for more it is taken to double.
 */
final class ClassicFileOrder {

    private static final int CHAINS = 433;
    private static final int SEED = 1972;

    private ClassicFileOrder() {}

    static int[] of(TupleTable handles) {
        int chains = CHAINS;
        while (handles.size() > 2L * chains) {
            chains = BigInteger.valueOf(2L * chains).nextProbablePrime().intValueExact();
        }
        int modulus = chains;
        return EntryOrder.of(handles.size(), (a, b) -> {
            int byChain = Long.compare(chain(handles.first(a), modulus), chain(handles.first(b), modulus));
            return byChain != 0 ? byChain : Integer.compare(b, a);
        });
    }

    private static long chain(long key, int modulus) {
        return Integer.toUnsignedLong(Mixing.jenkins96((int) key, (int) (key >>> Integer.SIZE), SEED)) % modulus;
    }
}
