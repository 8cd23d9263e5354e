package dev.mimeo.nfs.internal.summary;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.InetAddress;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class HostNamesTest {

    /** The examples of RFC 5952, and addresses as tshark shows them. */
    @ParameterizedTest
    @CsvSource({
        "2001:db8:0:0:1:0:0:1, 2001:db8::1:0:0:1",
        "2001:0db8:0:0:0:0:2:1, 2001:db8::2:1",
        "2001:db8:0:1:1:1:1:1, 2001:db8:0:1:1:1:1:1",
        "2001:0:0:1:0:0:0:1, 2001:0:0:1::1",
        "2001:DB8:AAAA:BBBB:CCCC:DDDD:EEEE:0, 2001:db8:aaaa:bbbb:cccc:dddd:eeee:0",
        "2001:db8:100:0:0:0:0:10, 2001:db8:100::10",
        "fe80:0:0:0:a00:27ff:fe8e:5590, fe80::a00:27ff:fe8e:5590",
        "fe80:0:0:0:0:0:0:0, fe80::",
        "0:0:0:0:0:0:0:1, ::1",
        "0:0:0:0:0:0:0:0, ::",
        "0:0:1:0:0:1:0:0, ::1:0:0:1:0:0"
    })
    void addressesOfIpv6HaveNoLongRunsOfZeros(String whole, String expected) throws Exception {
        byte[] bytes = InetAddress.getByName(whole).getAddress();
        assertThat(HostNames.of(7, Map.of(7, bytes))).isEqualTo(expected);
        assertThat(InetAddress.getByName(expected).getAddress()).isEqualTo(bytes);
    }

    @Test
    void addressesOfIpv4AreTheirNumbers() {
        assertThat(HostNames.of(0x0a000001, Map.of())).isEqualTo("10.0.0.1");
        assertThat(HostNames.of(-1, Map.of())).isEqualTo("255.255.255.255");
    }
}
