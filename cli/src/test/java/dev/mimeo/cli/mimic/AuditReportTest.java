package dev.mimeo.cli.mimic;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.fidelity.audit.AuditResult;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The text of an audit. */
final class AuditReportTest {

    private static final AuditResult.RunStarts BY_CHANCE = new AuditResult.RunStarts(0.1, 0.2);

    private static AuditResult.CommonRuns runs(long unexplained) {
        return new AuditResult.CommonRuns(1000, List.of(), 40, 1e-6, unexplained, 40, 7, 9);
    }

    private static AuditResult result(
            double rate, AuditResult.RunStarts starts, long inOutput, long inFile, int secretsFound) {
        return result(rate, starts, inOutput, inFile, secretsFound, 0);
    }

    private static AuditResult result(
            double rate, AuditResult.RunStarts starts, long inOutput, long inFile, int secretsFound, int longest) {
        List<Integer> lines = IntStream.rangeClosed(1, secretsFound).boxed().toList();
        return new AuditResult(
                1000,
                100,
                rate,
                runs(inOutput),
                runs(inFile),
                starts,
                Math.max(1, secretsFound),
                secretsFound == 0 ? List.of(1) : List.of(),
                lines,
                lines,
                lines,
                lines,
                Map.of(),
                new AuditResult.StoredStrings(longest == 0 ? 0 : 1, longest, 6),
                0,
                0);
    }

    private static String text(AuditResult result) {
        return new AuditReport("auto", result).text();
    }

    @Test
    void eachBadVerdictNamesARemedy() {
        assertThat(text(result(1, BY_CHANCE, 0, 0, 0))).doesNotContain("NOT SAFE", "scan with");
        for (AuditResult bad : List.of(
                result(1, new AuditResult.RunStarts(0.3, 0.2), 0, 0, 0),
                result(1, BY_CHANCE, 1, 0, 0),
                result(1, BY_CHANCE, 0, 1, 0),
                result(1, BY_CHANCE, 0, 0, 1))) {
            assertThat(bad.reasons()).hasSize(1);
            assertThat(text(bad)).startsWith("Verdict: NOT SAFE TO SHARE\n").contains("\n  scan with --anonymity ");
        }
    }

    /** A scan that was not free is not to be repeated as it was. */
    @ParameterizedTest
    @CsvSource({"5, normal or strict", "3, strict; or with a larger --k-anonymity", "2, strict; or with a larger"})
    void theRemedyForTooManyRunsIsNotHowTheScanWasMade(int longest, String remedy) {
        AuditResult bad = result(1, new AuditResult.RunStarts(0.3, 0.2), 0, 0, 0, longest);
        assertThat(text(bad)).contains("\n  scan with --anonymity " + remedy.replace(';', ','));
    }

    @Test
    void aSecretThatIsFoundTwiceIsStillOne() {
        assertThat(result(1, BY_CHANCE, 0, 0, 1).reasons())
                .containsExactly("of 1 secret to look for, 1 found in the synthetic data and 1 in the file, of which"
                        + " chance explains 0");
    }

    @Test
    void secretsAreNamedByTheirFirstTwentyLines() {
        assertThat(text(result(1, BY_CHANCE, 0, 0, 1)))
                .contains("\n  in the synthetic data, not explained by chance: line 1\n")
                .contains("\n  in the file, not explained by chance: line 1\n")
                .doesNotContain(", explained by chance", "not in the original");
        AuditResult misspelt = result(1, BY_CHANCE, 0, 0, 0);
        assertThat(text(misspelt)).contains("\n  not in the original, so check how they are written: line 1\n");
        assertThat(new AuditReport("auto", misspelt)
                        .json()
                        .at("/canaries/notInOriginalLines")
                        .toString())
                .isEqualTo("[1]");
        assertThat(text(result(1, BY_CHANCE, 0, 0, 20)).replaceAll("\\s+", " "))
                .contains(" lines 1, 2, 3, ", " 19, 20 in the file")
                .doesNotContain(" more in the file");
        AuditResult many = result(1, BY_CHANCE, 0, 0, 1234);
        assertThat(text(many).replaceAll("\\s+", " ")).contains(" 19, 20 and 1,214 more in the file, not");
        assertThat(new AuditReport("auto", many).json().at("/canaries/outputLines"))
                .hasSize(1234);
    }

    @Test
    void smallProbabilitiesAreNotShownAsZero() {
        assertThat(text(result(0.5, BY_CHANCE, 0, 0, 0)).replaceAll("\\s+", " "))
                .contains("with a probability of 3.0e-08, one of 64 with 6.9e-18, one of 256 with 1.1e-75");
    }
}
