package dev.mimeo.nfs.capture;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class CaptureProcessTest {

    /** Messages that the programs print, from their manuals, dumpcap 4.0 and tcpdump 4.99. */
    @Test
    void readsWhatTheProgramsSayOfLosses() {
        assertThat(CaptureProcess.lost(List.of(
                        "tcpdump: listening on lo, link-type EN10MB (Ethernet), snapshot length 262144 bytes",
                        "4 packets captured",
                        "18 packets received by filter",
                        "12 packets dropped by kernel",
                        "1 packet dropped by interface")))
                .isEqualTo(13);
        assertThat(CaptureProcess.lost(List.of(
                        "Packets captured: 7",
                        "Packets received/dropped on interface 'Loopback: lo': 7/5 (pcap:5/dumpcap:0/flushed:0/ps_ifdrop:0)"
                                + " (58.3%)")))
                .isEqualTo(5);
        assertThat(CaptureProcess.lost(List.of("no such device"))).isEqualTo(-1);
    }

    @Test
    void aFilterIsOneArgumentAndNoOption() {
        for (CaptureProcess.Program program : CaptureProcess.Program.values()) {
            assertThat(CaptureProcess.arguments(program, "eth0", 300, "-w /etc/passwd"))
                    .startsWith(program.command(), "-i", "eth0", "-s", "300")
                    .endsWith(program == CaptureProcess.Program.DUMPCAP ? "-f" : "--", "-w /etc/passwd");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-w", "--help"})
    void refusesOptionsAsInterfaces(String name) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> CaptureProcess.start(List.of(CaptureProcess.Program.values()), name, 1, null));
    }

    @Test
    void saysWhatToDoWithoutAProgram() {
        assertThatThrownBy(() -> CaptureProcess.start(List.of(), "lo", 1, null))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("standard input");
    }
}
