package dev.mimeo.nfs.analyze;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.mimeo.nfs.analyze.AnalysisRequest.Bandwidth;
import dev.mimeo.nfs.analyze.AnalysisRequest.HostInfo;
import dev.mimeo.nfs.analyze.AnalysisRequest.Sequentiality;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class AnalysisRequestTest {

    @ParameterizedTest
    @ValueSource(
            strings = {
                "hostinfo",
                "hostinfo:seconds=60,incremental=5,no_cube_time,no_print_rates_quantiles",
                "hostinfo:rolling=1ms..60s",
                "latency",
                "latency:lastlat",
                "latency:lastlat,distribution",
                "missing",
                "missing:by=client",
                "missing:by=connection",
                "filesize",
                "filesize:classic,sample=1024",
                "path:0138c000,ff",
                "rwextent",
                "fhops",
                "fhops:top=1000",
                "fhlog:0138c000",
                "sequentiality",
                "sequentiality:request_order,gap=2.5,ignore_server,ignore_client",
                "sequentiality:overlapping_reorder",
                "sequentiality:overlapping_reorder=0.01",
                "ipbw",
                "ipbw:60,0.001,reorder=0.5",
                "crosscheck",
                "crosscheck:packets,min_bytes=0",
                "ipseries",
                "ipseries:seconds=10",
                "ippairs",
                "ipcube",
                "ipcube:top=0.5",
                "ipcube:min_bytes=3"
            })
    void theTextOfARequestGivesItBack(String text) {
        AnalysisRequest request = AnalysisRequest.parse(text);
        assertThat(request.text()).isEqualTo(text);
        assertThat(AnalysisRequest.parse(request.text())).isEqualTo(request);
        assertThat(AnalysisRequest.descriptions()).containsKey(request.name());
    }

    @Test
    void requestsAreMadeWithoutText() {
        assertThat(HostInfo.every(60).without(HostInfo.Part.CUBE_TIME).without(HostInfo.Part.PRINT_BASE))
                .isEqualTo(AnalysisRequest.parse("hostinfo:60,no_print_base,no_cube_time"));
        assertThat(Bandwidth.of(60, 0.5)).isEqualTo(AnalysisRequest.parse("ipbw:60,0.5"));
        assertThat(Bandwidth.of()).isEqualTo(AnalysisRequest.parse("ipbw"));
        assertThat(Sequentiality.in(Sequentiality.TransferOrder.OVERLAPPING)
                        .withSlop(5)
                        .text())
                .isEqualTo("sequentiality:overlapping_reorder=5");
    }

    @Test
    void optionsOutOfRangeAreRefused() {
        assertThatIllegalArgumentException().isThrownBy(() -> HostInfo.every(0)).withMessageContaining("seconds");
        assertThatIllegalArgumentException().isThrownBy(() -> Bandwidth.of(-1));
        assertThatIllegalArgumentException().isThrownBy(() -> new Bandwidth(List.of(), 0));
        assertThatIllegalArgumentException().isThrownBy(() -> new AnalysisRequest.Paths(List.of()));
        assertThatIllegalArgumentException().isThrownBy(() -> new AnalysisRequest.FileHandles(-1));
        assertThatIllegalArgumentException()
                .isThrownBy(() ->
                        Sequentiality.in(Sequentiality.TransferOrder.REPLY).withSlop(1));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Sequentiality.in(Sequentiality.TransferOrder.OVERLAPPING)
                        .withSlop(15));
    }
}
