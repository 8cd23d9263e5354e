package dev.mimeo.nfs.convert;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.nfs.summary.SummaryOptions;
import dev.mimeo.nfs.summary.TrafficSummary;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Calls in a context of RPCSEC_GSS: RFC 2203, section 5.3. */
final class GssCallsTest {

    private static final int TRANSACTION = 77;
    private static final int LOOKUP = 3;
    private static final int NONE = 1;
    private static final int INTEGRITY = 2;
    private static final int PRIVACY = 3;

    private final Frames frames = new Frames();

    /** Bytes of a checksum or a cipher text, different for each sequence number. */
    private static byte[] token(int size, int sequence) {
        byte[] token = new byte[size];
        Arrays.fill(token, (byte) (sequence * 37));
        return token;
    }

    private static byte[] arguments(String name) {
        return new Xdrs().opaque(Xdrs.handle(5)).text(name).bytes();
    }

    private static byte[] protectedBody(int service, int sequence, byte[] plain) {
        return switch (service) {
            case NONE -> plain;
            case INTEGRITY ->
                new Xdrs()
                        .opaque(new Xdrs().u32(sequence).fixed(plain).bytes())
                        .opaque(token(28, sequence))
                        .bytes();
            default -> new Xdrs().opaque(token(plain.length + 60, sequence)).bytes();
        };
    }

    private void call(long millis, int service, int sequence, String name) {
        byte[] credentials =
                new Xdrs().u32(1, 0, sequence, service).text("context").bytes();
        byte[] call = new Xdrs()
                .u32(TRANSACTION, 0, 2, Xdrs.NFS, 3, LOOKUP, 6)
                .opaque(credentials)
                .u32(6)
                .opaque(token(28, sequence))
                .fixed(protectedBody(service, sequence, arguments(name)))
                .bytes();
        frames.udp(1000 * millis, true, call);
    }

    /** A reply with the status of a name that does not exist, and no attributes. */
    private void reply(long millis, int service, int sequence) {
        byte[] results = new Xdrs().u32(2, 0).bytes();
        byte[] reply = new Xdrs()
                .u32(TRANSACTION, 1, 0, 6)
                .opaque(token(28, sequence))
                .u32(0)
                .fixed(protectedBody(service, sequence, results))
                .bytes();
        frames.udp(1000 * millis, false, reply);
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3"})
    void aCallThatIsSentAgainHasAnotherSequenceNumber(int service) throws IOException {
        call(1000, service, 1, "first");
        call(1500, service, 2, "first");
        reply(1600, service, 2);
        TrafficSummary.Load load =
                Summaries.ofCapture(frames.pcap(), SummaryOptions.DEFAULT).all();
        assertThat(load.calls()).isOne();
        assertThat(load.retransmissions()).isOne();
        assertThat(load.unanswered()).isZero();
        assertThat(load.latency().sum()).isEqualTo(600);
    }

    @ParameterizedTest
    @CsvSource({"1, other", "2, other", "3, longer name"})
    void aCallWithOtherArgumentsIsAnother(int service, String name) throws IOException {
        call(1000, service, 1, "first");
        call(1500, service, 2, name);
        reply(1600, service, 2);
        TrafficSummary.Load load =
                Summaries.ofCapture(frames.pcap(), SummaryOptions.DEFAULT).all();
        assertThat(load.calls()).isEqualTo(2);
        assertThat(load.retransmissions()).isZero();
        assertThat(load.unanswered()).isOne();
    }

    @Test
    void payloadIsThatOfTheArgumentsAndResultsWithoutTheirChecksums() throws IOException {
        for (int service = NONE; service <= INTEGRITY; service++) {
            call(1000L * service, service, service, "first");
            reply(1000L * service + 1, service, service);
        }
        assertThat(Converted.of(frames.pcap()).table("Trace::NFS::common").stream()
                        .map(row -> value(row, "payload_length")))
                .containsExactly("48", "8", "48", "8");
    }

    @Test
    void encryptedResultsHaveNoStatus() throws IOException {
        call(1000, PRIVACY, 1, "first");
        reply(1001, PRIVACY, 1);
        Converted tables = Converted.of(frames.pcap());
        assertThat(tables.table("Trace::NFS::common").stream()
                        .map(row ->
                                value(row, "operation") + " " + value(row, "rpc_status") + " " + value(row, "flags")))
                .containsExactly("lookup null 8", "lookup null 8");
        assertThat(tables.table("Trace::NFS::attr-ops")).isEmpty();
    }

    /** The same client made these, without writes where there is protection, and with names of other lengths. */
    @Test
    void protectionDoesNotChangeTheTables() throws IOException {
        Converted plain = Converted.of(UnpackedCaptures.bytes(UnpackedCaptures.ofKerberos("version3-krb5.pcap.gz")));
        Converted checked = Converted.of(UnpackedCaptures.bytes(UnpackedCaptures.ofKerberos("version3-krb5i.pcap.gz")));
        Converted encrypted =
                Converted.of(UnpackedCaptures.bytes(UnpackedCaptures.ofKerberos("version3-krb5p.pcap.gz")));
        assertThat(messages(encrypted, "operation")).isEqualTo(messages(checked, "operation"));
        assertThat(encrypted.table("Trace::NFS::attr-ops")).isEmpty();
        assertThat(encrypted.table("Trace::NFS::common").stream()
                        .filter(row -> value(row, "flags").equals("0")))
                .as("the ping without a context")
                .hasSize(2);
        assertThat(lengths(checked)).hasSize(6).isEqualTo(lengths(plain));
    }

    /** The lengths of what has no names and no data. */
    private static Set<String> lengths(Converted tables) {
        return messages(tables, "operation", "rpc_status", "payload_length").stream()
                .filter(message -> message.matches("(getattr|access|fsstat) .*"))
                .collect(Collectors.toSet());
    }

    private static List<String> messages(Converted tables, String... columns) {
        return tables.table("Trace::NFS::common").stream()
                .map(row -> Stream.of(columns).map(column -> value(row, column)).collect(Collectors.joining(" ")))
                .toList();
    }

    private static String value(Map<String, String> row, String column) {
        String value = row.get(column);
        assertThat(value).as(column).isNotNull();
        return String.valueOf(value);
    }
}
