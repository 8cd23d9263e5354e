package dev.mimeo.garage.load;

import static org.assertj.core.api.Assertions.assertThat;

import dev.mimeo.garage.load.CounterImportOptions.FilePeriod;
import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;

final class FilePeriodTest {

    @Test
    void aPeriodHasTheDaysOfItsNameAndNoOthers() {
        for (LocalDate day = LocalDate.of(2019, 12, 20); day.getYear() < 2022; day = day.plusDays(1)) {
            for (FilePeriod period : FilePeriod.values()) {
                LocalDate start = period.start(day);
                assertThat(start).isBeforeOrEqualTo(day);
                assertThat(period.start(start)).isEqualTo(start);
                assertThat(period.name(start)).isEqualTo(period.name(day));
                assertThat(period.name(start.minusDays(1))).isNotEqualTo(period.name(day));
                assertThat(period.start(day.toEpochDay())).isEqualTo(start.toEpochDay());
            }
            // As the JDK writes dates of weeks: 2026-W09-7.
            String week = DateTimeFormatter.ISO_WEEK_DATE.format(day);
            assertThat(FilePeriod.WEEK.name(day)).isEqualTo(week.substring(0, 8));
            assertThat(ChronoUnit.DAYS.between(FilePeriod.WEEK.start(day), day))
                    .isEqualTo(Integer.parseInt(week.substring(9)) - 1);
            assertThat(FilePeriod.MONTH.name(day)).isEqualTo(day.toString().substring(0, 7));
            assertThat(FilePeriod.YEAR.name(day)).isEqualTo(day.toString().substring(0, 4));
        }
    }
}
