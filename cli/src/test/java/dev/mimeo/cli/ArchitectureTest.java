package dev.mimeo.cli;

import static com.tngtech.archunit.base.DescribedPredicate.not;
import static com.tngtech.archunit.core.domain.JavaAccess.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.assignableTo;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.name;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;
import static org.assertj.core.api.Assertions.assertThat;

import com.tngtech.archunit.core.domain.Dependency;
import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.domain.JavaField;
import com.tngtech.archunit.core.domain.JavaMethod;
import com.tngtech.archunit.core.domain.JavaModifier;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.lang.ArchRule;
import dev.mimeo.MimeoException;
import dev.mimeo.cli.command.Outputs;
import dev.mimeo.cli.command.ReaderGoneException;
import dev.mimeo.cli.dataseries.DataSeriesCommands;
import dev.mimeo.cli.feed.FeedCommands;
import dev.mimeo.cli.garage.GarageCommands;
import dev.mimeo.cli.mimic.MimicCommands;
import dev.mimeo.cli.nfs.NfsCommands;
import dev.mimeo.internal.process.ShutdownHook;
import dev.mimeo.sql.internal.Database;
import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.StandardCopyOption;
import java.sql.DriverManager;
import java.text.DateFormat;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.util.ArrayList;
import java.util.Calendar;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TimeZone;
import java.util.TreeSet;
import java.util.concurrent.Executors;
import java.util.concurrent.ThreadFactory;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.duckdb.DuckDBDriver;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Holds the borders between the modules that docs/explanation/architecture.md draws. */
@Tag("thorough")
final class ArchitectureTest {

    private static final String[] CORE = {
        "dev.mimeo",
        "dev.mimeo.characterization..",
        "dev.mimeo.codec..",
        "dev.mimeo.dataseries..",
        "dev.mimeo.internal..",
        "dev.mimeo.statistics.."
    };

    private static final String[] INTEGRATIONS = {
        "dev.mimeo.integrations.http..",
        "dev.mimeo.integrations.impressions..",
        "dev.mimeo.integrations.linkbench..",
        "dev.mimeo.integrations.patterns..",
        "dev.mimeo.integrations.rocksdb..",
        "dev.mimeo.integrations.segment..",
        "dev.mimeo.integrations.ycsb.."
    };

    /** The packages of commands, each with the class that lists them. */
    private static final Map<String, Class<?>> FAMILIES = Map.of(
            "dev.mimeo.cli.mimic", MimicCommands.class,
            "dev.mimeo.cli.feed", FeedCommands.class,
            "dev.mimeo.cli.dataseries", DataSeriesCommands.class,
            "dev.mimeo.cli.nfs", NfsCommands.class,
            "dev.mimeo.cli.garage", GarageCommands.class);

    private static final JavaClasses MIMEO = new ClassFileImporter()
            .withImportOption(new ImportOption.DoNotIncludeTests())
            .withImportOption(location -> !location.contains("/dev/mimeo/testing/"))
            .importPackages("dev.mimeo");

    static Stream<Arguments> arrows() {
        return Stream.of(
                Arguments.of("core", List.of(CORE), List.of()),
                Arguments.of("scanners", List.of("dev.mimeo.scan.."), List.of("dev.mimeo.generate..")),
                Arguments.of("generators", List.of("dev.mimeo.generate.."), List.of()),
                Arguments.of("report", List.of("dev.mimeo.report.."), List.of()),
                Arguments.of("formats", List.of("dev.mimeo.formats.."), List.of()),
                Arguments.of("query", List.of("dev.mimeo.query.."), List.of()),
                Arguments.of("sql", List.of("dev.mimeo.sql.."), List.of("dev.mimeo.report..")),
                Arguments.of(
                        "fidelity",
                        List.of("dev.mimeo.fidelity.."),
                        List.of("dev.mimeo.scan..", "dev.mimeo.generate..", "dev.mimeo.report..")),
                Arguments.of(
                        "nfs",
                        List.of("dev.mimeo.nfs.."),
                        List.of("dev.mimeo.formats..", "dev.mimeo.query..", "dev.mimeo.report..", "dev.mimeo.sql..")),
                Arguments.of("integrations", List.of(INTEGRATIONS), List.of("dev.mimeo.generate..")),
                Arguments.of(
                        "spark",
                        List.of("dev.mimeo.integrations.spark.."),
                        List.of("dev.mimeo.generate..", "dev.mimeo.scan..", "dev.mimeo.garage..", "dev.mimeo.sql..")),
                Arguments.of(
                        "garage",
                        List.of("dev.mimeo.garage.."),
                        List.of("dev.mimeo.formats..", "dev.mimeo.report..", "dev.mimeo.sql..")));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("arrows")
    void modulesKnowOnlyWhatIsBelowThem(String module, List<String> packages, List<String> allowedModules) {
        List<String> allowed = new ArrayList<>(List.of(CORE));
        allowed.addAll(packages);
        allowed.addAll(allowedModules);
        rule(noClasses()
                .that()
                .resideInAnyPackage(packages.toArray(String[]::new))
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.mimeo..").and(not(resideInAnyPackage(allowed.toArray(String[]::new)))))
                .as(module + " depends on nothing of Mimeo but " + allowed));
    }

    /**
     * Types in packages named internal can change at any time. The internals of core serve all modules, those
     * of others the modules named here.
     */
    @Test
    void internalsAreUsedByTheirModuleAlone() {
        Set<String> uses = new TreeSet<>();
        for (JavaClass user : MIMEO) {
            String module = module(user.getPackageName());
            for (Dependency dependency : user.getDirectDependenciesFromSelf()) {
                String used = dependency.getTargetClass().getPackageName();
                if ((used + ".").matches("dev\\.mimeo\\..+\\.internal\\..*")
                        && !module.equals(module(used))
                        && !module.equals("benchmarks")) {
                    uses.add(module + " uses " + used.substring("dev.mimeo.".length()));
                }
            }
        }
        assertThat(uses)
                .containsExactlyInAnyOrder(
                        // The parse and the duplicates of a comparison are those of a scan.
                        "fidelity uses scan.internal",
                        "fidelity uses scan.internal.deflate",
                        // Compressed inputs and captures need the same libraries as extents.
                        "formats uses codec.internal",
                        "nfs uses codec.internal",
                        // Filters of all kinds become bounds for a min-max index.
                        "query uses dataseries.index.internal",
                        "sql uses dataseries.index.internal",
                        // One module opens DuckDB.
                        "garage uses sql.internal",
                        "nfs uses sql.internal",
                        "nfs uses query.internal.stream",
                        // The fit generates to compare.
                        "scan uses generate.internal",
                        "scan uses generate.internal.mimic");
    }

    private static String module(String packageName) {
        return packageName.replaceFirst("dev\\.mimeo\\.", "").replaceFirst("\\..*", "");
    }

    @Test
    void packagesAreFreeOfCycles() {
        rule(slices().matching("dev.mimeo.(**)").should().beFreeOfCycles());
    }

    @Test
    void insideCoreOnlyTheCharacterizationKnowsTheFormat() {
        rule(noClasses()
                .that()
                .resideInAnyPackage("dev.mimeo", "dev.mimeo.codec..", "dev.mimeo.internal..", "dev.mimeo.statistics..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage("dev.mimeo.dataseries..", "dev.mimeo.characterization.."));
        rule(noClasses()
                .that()
                .resideInAPackage("dev.mimeo.dataseries..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.mimeo.characterization.."));
    }

    @Test
    void coreUsesNoLibraryButCodecs() {
        rule(classes()
                .that()
                .resideInAnyPackage(CORE)
                .should()
                .onlyDependOnClassesThat()
                .resideInAnyPackage(
                        "java..",
                        "javax.xml..",
                        "org.jspecify..",
                        "com.google.errorprone.annotations..",
                        "com.github.luben.zstd..",
                        "io.airlift.compress..",
                        "net.jpountz..",
                        "org.apache.commons.compress.compressors..",
                        "org.xerial.snappy..",
                        "dev.mimeo",
                        "dev.mimeo.characterization..",
                        "dev.mimeo.codec..",
                        "dev.mimeo.dataseries..",
                        "dev.mimeo.internal..",
                        "dev.mimeo.statistics.."));
    }

    @Test
    void nobodyUsesInternalsOfTheJdk() {
        // The HTTP server is an exported package of module jdk.httpserver.
        rule(noClasses()
                .should()
                .dependOnClassesThat(resideInAnyPackage("sun..", "com.sun..", "jdk.internal..")
                        .and(not(resideInAPackage("com.sun.net.httpserver")))));
    }

    @Test
    void librariesDoNotPrint() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackages("dev.mimeo.cli..", "dev.mimeo.benchmarks..")
                .should()
                .accessField(System.class, "out")
                .orShould()
                .accessField(System.class, "err")
                .orShould()
                .callMethod(Throwable.class, "printStackTrace"));
    }

    /** A signal may come before a hook that is registered after the work has begun. */
    @Test
    void signalsStopWorkByTheOneHook() {
        rule(noClasses()
                .that()
                .doNotBelongToAnyOf(ShutdownHook.class, Main.class)
                .should()
                .callMethod(Runtime.class, "addShutdownHook", Thread.class));
    }

    /** Times are of UTC, wherever a command runs. */
    @Test
    void nobodyAsksForTheZoneOfTheMachine() {
        rule(noClasses()
                .should()
                .callMethod(ZoneId.class, "systemDefault")
                .orShould()
                .callMethod(TimeZone.class, "getDefault")
                .orShould()
                .callMethod(LocalDateTime.class, "now")
                .orShould()
                .callMethod(LocalDate.class, "now")
                .orShould()
                .callMethod(ZonedDateTime.class, "now")
                .orShould()
                .callMethod(OffsetDateTime.class, "now")
                .orShould()
                .callMethod(Calendar.class, "getInstance")
                .orShould()
                .dependOnClassesThat(assignableTo(DateFormat.class)));
    }

    @Test
    void filesAreMovedIntoPlaceByOneClass() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackages("dev.mimeo.internal.files..", "dev.mimeo.benchmarks..")
                .and()
                // It also renames folders, which no call of the JDK replaces in one step.
                .doNotHaveFullyQualifiedName(Outputs.class.getName())
                .should()
                .accessField(StandardCopyOption.class, "ATOMIC_MOVE"));
    }

    @Test
    void bytesOfIntegersAreAccessedByOnePackage() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackage("dev.mimeo.internal.bytes..")
                .should()
                .callMethod(MethodHandles.class, "byteArrayViewVarHandle", Class.class, ByteOrder.class)
                .orShould()
                .callMethod(MethodHandles.class, "byteBufferViewVarHandle", Class.class, ByteOrder.class));
    }

    /** A channel may take or give less than asked for, which code that calls it in one place only is easily wrong about. */
    @Test
    void channelsAreWrittenAndReadInFullByOneClass() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackage("dev.mimeo.internal.files..")
                .and()
                // A channel around another one passes on what that one did.
                .areNotAssignableTo(WritableByteChannel.class)
                .should()
                .callMethodWhere(target(name("write")).and(target(owner(assignableTo(WritableByteChannel.class)))))
                .orShould()
                .callMethod(FileChannel.class, "read", ByteBuffer.class, long.class));
    }

    @Test
    void databasesAreOpenedByOneClass() {
        // Benchmarks compare with the engine as it comes.
        rule(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Database.class.getName())
                .and()
                .resideOutsideOfPackage("dev.mimeo.benchmarks..")
                .should()
                .dependOnClassesThat()
                .haveFullyQualifiedName(DuckDBDriver.class.getName())
                .orShould()
                .callMethod(DriverManager.class, "getConnection", String.class));
    }

    @Test
    void exceptionsOfTheApiAreOneFamily() {
        rule(classes()
                .that()
                .areAssignableTo(IOException.class)
                .and()
                .arePublic()
                .and()
                // Not an error of data: it ends a command quietly.
                .doNotHaveFullyQualifiedName(ReaderGoneException.class.getName())
                .should()
                .beAssignableTo(MimeoException.class));
    }

    /** Failures that others report are passed on as another exception's cause. */
    @Test
    void faultsThatMimeoFindsHaveAReason() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackages("dev.mimeo.benchmarks..", "dev.mimeo.distribution..")
                .should()
                .callConstructor(IOException.class, String.class));
    }

    /** A main method that returns ends the process, whatever of Mimeo still works or waits. */
    @Test
    void threadsOfLibrariesAreDaemons() {
        Set<String> found = new TreeSet<>();
        for (JavaClass owner : MIMEO) {
            if (owner.getPackageName().startsWith("dev.mimeo.cli")
                    || owner.getPackageName().startsWith("dev.mimeo.benchmarks")
                    // Virtual machines run its thread when they end.
                    || owner.getName().equals("dev.mimeo.internal.process.ShutdownHook")) {
                continue;
            }
            for (JavaCodeUnit unit : owner.getCodeUnits()) {
                boolean makesThread = unit.getConstructorCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Thread.class));
                boolean makesDaemon = unit.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getName().equals("setDaemon"));
                boolean usesDefault = unit.getMethodCallsFromSelf().stream()
                        .anyMatch(call -> call.getTargetOwner().isEquivalentTo(Executors.class)
                                && call.getTarget().getRawParameterTypes().stream()
                                        .noneMatch(type -> type.isEquivalentTo(ThreadFactory.class)));
                if (usesDefault || (makesThread && !makesDaemon)) {
                    found.add(unit.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    @Test
    void onlyMainExits() {
        rule(noClasses()
                .that()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .and()
                .resideOutsideOfPackage("dev.mimeo.benchmarks..")
                .should()
                .callMethod(System.class, "exit", int.class));
    }

    @Test
    void classesThatNobodyExtendsAreFinal() {
        Set<String> found = MIMEO.stream()
                .filter(type -> !type.isInterface() && !type.isEnum() && !type.isAnonymousClass())
                .filter(type -> !type.getModifiers().contains(JavaModifier.ABSTRACT))
                .filter(type -> !type.getModifiers().contains(JavaModifier.FINAL))
                // JMH extends the classes of benchmarks.
                .filter(type -> type.getAllSubclasses().isEmpty()
                        && !module(type.getPackageName()).equals("benchmarks"))
                .map(JavaClass::getName)
                .collect(Collectors.toSet());
        assertThat(found).isEmpty();
    }

    /** Arguments of many parameters are confused with each other: those that belong together are a record, with names. */
    @Test
    void methodsOfTheApiHaveAtMostSixParameters() {
        List<String> longer = MIMEO.stream()
                .filter(owner -> owner.getModifiers().contains(JavaModifier.PUBLIC)
                        && !(owner.getPackageName() + ".").contains(".internal."))
                .flatMap(owner -> owner.getMethods().stream())
                .filter(method -> method.getModifiers().contains(JavaModifier.PUBLIC)
                        && method.getRawParameterTypes().size() > 6)
                .map(JavaMethod::getFullName)
                .sorted()
                .toList();
        assertThat(longer).isEmpty();
    }

    @Test
    void staticFieldsAreFinal() {
        rule(fields().that().areStatic().should().haveModifier(JavaModifier.FINAL));
    }

    /** A public member of a class that only its package sees would promise more than there is. */
    @Test
    void membersOfHiddenClassesArePublicOnlyToOverride() {
        Set<String> found = new TreeSet<>();
        for (JavaClass owner : MIMEO) {
            if (!owner.isTopLevelClass() || owner.getModifiers().contains(JavaModifier.PUBLIC) || owner.isEnum()) {
                continue;
            }
            Set<JavaClass> parents = new HashSet<>(owner.getAllRawSuperclasses());
            parents.addAll(owner.getAllRawInterfaces());
            for (JavaMethod method : owner.getMethods()) {
                boolean overrides = parents.stream()
                        .flatMap(parent -> parent.getMethods().stream())
                        .anyMatch(inherited -> inherited.getName().equals(method.getName()));
                boolean isAccessor = owner.isRecord() && method.getParameters().isEmpty();
                if (method.getModifiers().contains(JavaModifier.PUBLIC)
                        && !owner.isInterface()
                        && !overrides
                        && !isAccessor
                        && !method.getName().equals("main")) {
                    found.add(method.getFullName());
                }
            }
        }
        assertThat(found).isEmpty();
    }

    /** A record that keeps the collection of its caller would change with it, and let others change it. */
    @Test
    void publicRecordsCopyTheirCollections() {
        Set<String> found = new TreeSet<>();
        for (JavaClass owner : MIMEO) {
            if (!owner.isRecord() || !isApi(owner)) {
                continue;
            }
            List<JavaField> components = owner.getFields().stream()
                    .filter(field -> !field.getModifiers().contains(JavaModifier.STATIC))
                    .toList();
            long collections = components.stream()
                    .filter(field -> field.getRawType().isAssignableTo(Collection.class)
                            || field.getRawType().isAssignableTo(Map.class))
                    .count();
            long copies = owner.getConstructors().stream()
                    .filter(constructor -> constructor.getRawParameterTypes().size() == components.size())
                    .flatMap(constructor -> constructor.getMethodCallsFromSelf().stream())
                    .filter(call -> call.getName().matches("copyOf|unmodifiable.+|toList|checked"))
                    .count();
            if (copies < collections) {
                found.add(owner.getName() + " copies " + copies + " of " + collections);
            }
        }
        assertThat(found).isEmpty();
    }

    /** Returns whether code outside Mimeo can name a class. */
    private static boolean isApi(JavaClass type) {
        return type.getModifiers().contains(JavaModifier.PUBLIC)
                && type.getEnclosingClass().map(ArchitectureTest::isApi).orElse(true)
                && !type.getPackageName().contains(".internal")
                && !type.getPackageName().startsWith("dev.mimeo.cli");
    }

    @Test
    void nothingIsBuiltOnTheCommandLine() {
        rule(noClasses()
                .that()
                .resideOutsideOfPackage("dev.mimeo.cli..")
                .should()
                .dependOnClassesThat()
                .resideInAPackage("dev.mimeo.cli.."));
    }

    @Test
    void ofTheCommandLineOnlyMainIsPublic() {
        rule(classes()
                .that()
                .resideInAPackage("dev.mimeo.cli")
                .and()
                .doNotHaveFullyQualifiedName(Main.class.getName())
                .should()
                .notBePublic());
    }

    static Stream<Arguments> families() {
        return FAMILIES.entrySet().stream().map(family -> Arguments.of(family.getKey(), family.getValue()));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("families")
    void ofAFamilyOfCommandsOnlyItsListIsPublic(String family, Class<?> list) {
        assertThat(list).isPublic();
        rule(classes()
                .that()
                .resideInAPackage(family)
                .and()
                .doNotHaveFullyQualifiedName(list.getName())
                .should()
                .notBePublic());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("families")
    void familiesOfCommandsShareOnlyTheCommonPackage(String family, Class<?> list) {
        assertThat(list.getPackageName()).isEqualTo(family);
        rule(noClasses()
                .that()
                .resideInAPackage(family)
                .should()
                .dependOnClassesThat(resideInAPackage("dev.mimeo.cli..")
                        .and(not(resideInAnyPackage(family, "dev.mimeo.cli.command")))));
    }

    @Test
    void theCommonPackageKnowsNoCommand() {
        rule(noClasses()
                .that()
                .resideInAPackage("dev.mimeo.cli.command")
                .should()
                .dependOnClassesThat(
                        resideInAPackage("dev.mimeo.cli..").and(not(resideInAPackage("dev.mimeo.cli.command")))));
    }

    @Test
    void allCommandsBelongToAFamily() {
        Set<String> packages = MIMEO.stream()
                .map(JavaClass::getPackageName)
                .filter(name -> name.startsWith("dev.mimeo.cli."))
                .collect(Collectors.toSet());
        Set<String> expected = new HashSet<>(FAMILIES.keySet());
        expected.add("dev.mimeo.cli.command");
        assertThat(packages).isEqualTo(expected);
    }

    private static void rule(ArchRule rule) {
        // A module that is still empty breaks no border.
        rule.allowEmptyShould(true).check(MIMEO);
    }
}
