package dev.mimeo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.JavaAccess;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaConstructor;
import com.tngtech.archunit.core.domain.JavaFieldAccess;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import dev.mimeo.cli.command.MimeoSubcommand;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;

/** The help of a command lists those of the shared options that its code reads, and no others. */
@Tag("thorough")
final class SharedOptionsTest {

    private static final JavaClasses CLI = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .importPackages("dev.mimeo.cli");

    private static final Set<String> FIELDS = Set.of("threads", "json", "quiet", "progress", "force");

    static Stream<CommandLine> commands() {
        return all(Main.model().commandLine()).filter(command -> command.getCommand() instanceof MimeoSubcommand);
    }

    private static Stream<CommandLine> all(CommandLine command) {
        return Stream.concat(
                Stream.of(command), command.getSubcommands().values().stream().flatMap(SharedOptionsTest::all));
    }

    @ParameterizedTest
    @MethodSource("commands")
    void optionsAreListedWhereTheyDoSomething(CommandLine command) {
        Set<String> listed = new TreeSet<>();
        for (String field : FIELDS) {
            OptionSpec option = command.getCommandSpec().findOption("--" + field);
            if (!option.hidden()) {
                listed.add(field);
            }
        }
        assertThat(listed)
                .as(command.getCommandSpec().qualifiedName())
                .isEqualTo(read(CLI.get(command.getCommandSpec().userObject().getClass())));
    }

    /** Returns the fields of options that the code of a command may read, in whatever classes of the command line. */
    private static Set<String> read(JavaClass command) {
        Set<String> fields = new TreeSet<>();
        Set<JavaCodeUnit> seen = new HashSet<>();
        Deque<JavaCodeUnit> open = new ArrayDeque<>();
        for (JavaClass type = command;
                !type.isEquivalentTo(MimeoSubcommand.class);
                type = type.getRawSuperclass().orElseThrow()) {
            open.addAll(type.getCodeUnits());
        }
        while (!open.isEmpty()) {
            JavaCodeUnit unit = open.pop();
            if (!seen.add(unit)) {
                continue;
            }
            for (JavaFieldAccess access : unit.getFieldAccesses()) {
                if (access.getTargetOwner().isAssignableTo(MimeoSubcommand.class)
                        && FIELDS.contains(access.getName())
                        && access.getAccessType() == JavaFieldAccess.AccessType.GET) {
                    fields.add(access.getName());
                }
            }
            Stream.of(unit.getCallsFromSelf(), unit.getCodeUnitReferencesFromSelf())
                    .flatMap(Set::stream)
                    .map(JavaAccess::getTarget)
                    // An array of a class is in its package, but has no code.
                    .flatMap(target -> target.getOwner().getPackageName().startsWith("dev.mimeo.cli")
                                    && !target.getOwner().isArray()
                            ? Stream.of(target)
                            : Stream.empty())
                    .forEach(target -> CLI.get(target.getOwner().getName()).getAllMembers().stream()
                            .filter(JavaCodeUnit.class::isInstance)
                            .map(JavaCodeUnit.class::cast)
                            // An object may call any of its methods, through an interface of the library.
                            .filter(member -> target.getName().equals(JavaConstructor.CONSTRUCTOR_NAME)
                                    ? !member.getOwner().isAssignableTo(MimeoSubcommand.class)
                                    : member.getName().equals(target.getName()))
                            .forEach(open::push));
        }
        return fields;
    }
}
