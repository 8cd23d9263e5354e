package dev.mimeo.query.statistics;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.dataseries.Checksums;
import dev.mimeo.query.statistics.StatGroupBy.Request.Kind;
import dev.mimeo.testing.GoldenFiles;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Text and numbers are those of the original tools. */
final class GoldenStatisticsTest {

    private static final String DISK = "shipped/h03126.ds-littleend";
    private static final String BATCH = "shipped/lsb.acct.2007-01-01-p1.ds";

    private static StatGroupBy.Request basic(String expression, String where, String groupBy) {
        return new StatGroupBy.Request(Kind.BASIC, expression, where, groupBy);
    }

    private static StatGroupBy.Request quantile(String expression, String where, String groupBy) {
        return new StatGroupBy.Request(Kind.QUANTILE, expression, where, groupBy);
    }

    private static List<String> computed(String file, String type, StatGroupBy.Request... requests) throws IOException {
        StatGroupBy.Result result = StatGroupBy.compute(
                new StatGroupBy.Input(List.of(GoldenFiles.file(file)), type, Checksums.ALL, null),
                List.of(requests),
                2,
                bytes -> {});
        List<String> lines = new ArrayList<>();
        for (GroupedStatistics statistics : result.statistics()) {
            statistics.text().lines().forEach(lines::add);
            lines.add("");
        }
        return lines;
    }

    /** Returns a golden text without what follows the statistics. */
    private static List<String> golden(String name) throws IOException {
        List<String> lines = GoldenFiles.lines(name);
        int end = 0;
        while (end < lines.size() && !lines.get(end).startsWith("# extents")) {
            end++;
        }
        return lines.subList(0, end);
    }

    @Test
    void means() throws IOException {
        assertThat(computed(DISK, "I/O", basic("1000*(return_to_driver - leave_driver)", "", "device_number")))
                .isEqualTo(golden("tools/t10.out"));
        assertThat(computed(
                        DISK,
                        "I/O",
                        basic("bytes/1024", "bytes >= 4096 || queue_length > 10", "logical_volume_number")))
                .isEqualTo(golden("tools/t14.out"));
    }

    @Test
    void severalInOnePass() throws IOException {
        assertThat(computed(
                        DISK,
                        "I/O",
                        basic("bytes", "is_read == 1", "device_number"),
                        basic("bytes", "!(is_read == 1)", "device_number")))
                .isEqualTo(golden("tools/t11.out"));
        assertThat(computed(
                        DISK,
                        "I/O",
                        basic("1000*(return_to_driver - leave_driver)", "", "device_number"),
                        basic("bytes/1024", "", "machine_id"),
                        basic("bytes", "", ""),
                        quantile("disk_offset", "", ""),
                        basic("bytes", "", "buffertype")))
                .isEqualTo(golden("shipped/test.dsstatgroupby.1.ref"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"littleend", "bigend"})
    void quantiles(String order) throws IOException {
        String file = "shipped/h03126.ds-" + order;
        assertThat(computed(file, "I/O", quantile("return_to_driver - enter_driver", "", "")))
                .isEqualTo(golden("tools/t12.out"));
        assertThat(computed(file, "I/O", quantile("bytes", "", "buffertype"))).isEqualTo(golden("tools/t13.out"));
    }

    @Test
    void strings() throws IOException {
        assertThat(computed(BATCH, "Batch::LSF", basic("cpu_time", "", "username")))
                .isEqualTo(golden("tools/t15.out"));
        assertThat(computed(BATCH, "Batch::LSF", basic("end_time - start_time", "status == \"EXIT\"", "queue")))
                .isEqualTo(golden("tools/t16.out"));
        // The order of groups is by chance in this reference.
        assertThat(computed(
                        BATCH,
                        "Batch::LSF",
                        basic("start_time - submit_time", "start_time - submit_time > 50000", "production"),
                        basic("cpu_time/(end_time-start_time)", "", "production"),
                        quantile("start_time - submit_time", "start_time - submit_time > 50000", "production")))
                .containsExactlyInAnyOrderElementsOf(golden("shipped/test.dsstatgroupby.2.ref"));
    }
}
