package dev.mimeo.dataseries;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.mimeo.MimeoException.Reason;
import org.junit.jupiter.api.Test;

final class TypeLibraryTest {

    private static ExtentType type(String name, String field) throws DataSeriesException {
        return ExtentType.parse(
                "<ExtentType name=\"" + name + "\"><field type=\"bool\" name=\"" + field + "\" /></ExtentType>");
    }

    @Test
    void findsTypesByNamePrefixAndPart() throws DataSeriesException {
        TypeLibrary library = new TypeLibrary();
        ExtentType common = type("Trace::NFS::common", "a");
        ExtentType longer = type("Trace::NFS::common::more", "a");
        ExtentType info = type("Info::About", "a");
        library.add(common);
        library.add(longer);
        library.add(info);
        library.add(type("Trace::NFS::common", "a"));
        assertThat(library.types()).containsExactly(common, longer, info);
        assertThat(library.match("Trace::NFS::common")).isSameAs(common);
        assertThat(library.match("Trace::NFS::common:")).isSameAs(longer);
        assertThat(library.match("more")).isSameAs(longer);
        assertThat(library.match("Info")).isSameAs(info);
        assertThat(library.get("Trace")).isNull();
        assertThat(library.matches("nothing")).isFalse();
        assertThat(library.matches("Trace")).isTrue();
        assertThatThrownBy(() -> library.match("Trace"))
                .isInstanceOfSatisfying(
                        DataSeriesException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUERY))
                .hasMessageContaining("more than one type matches 'Trace'");
        assertThatThrownBy(() -> library.match("*")).isInstanceOf(DataSeriesException.class);
        assertThatThrownBy(() -> library.match("nothing"))
                .isInstanceOfSatisfying(
                        DataSeriesException.class, e -> assertThat(e.reason()).isEqualTo(Reason.QUERY))
                .hasMessageContaining("no type matches 'nothing'");
        assertThatThrownBy(() -> library.add(type("Info::About", "b")))
                .isInstanceOf(DataSeriesException.class)
                .hasMessageContaining("declared twice");
    }

    @Test
    void starIsTheOnlyTypeThatIsNoInformation() throws DataSeriesException {
        TypeLibrary library = new TypeLibrary();
        ExtentType type = type("Trace", "a");
        library.add(type);
        library.add(type("Info:About", "a"));
        assertThat(library.match("*")).isSameAs(type);
    }
}
