# shellcheck shell=sh disable=SC2034,SC2154 # shares the variables of ./mimeo, which reads this
# Builds Mimeo in a checkout of the sources. Everything it writes is in .mimeo/ and the modules' target/ folders.

state=$root/.mimeo
app=$state/app
options=$root/cli/src/main/launcher/jvm-options.txt

# True if there is no application, or a source is newer than it.
outdated() {
    [ -e "$app/built" ] || return 0
    [ -n "$(find "$root/pom.xml" "$root"/*/pom.xml "$root"/*/*/pom.xml "$root"/*/src/main "$root"/*/*/src/main \
        "$root"/integrations/native/*.[ch] -newer "$app/built" -print 2>/dev/null | sed q)" ]
}

# Copies the output of Maven to a file, and shows on a terminal which module is built, in place of the line before.
follow() {
    while IFS= read -r line; do
        printf '%s\n' "$line" >&4
        case $line in
            '[INFO] Building '*'['*/*']')
                name=${line#'[INFO] Building '}
                number=${line##*'['}
                number=${number%']'}
                [ ! -t 2 ] || printf '\r\033[K%s: %s of %s, %s' "$1" "${number%/*}" "${number#*/}" "${name%% [0-9]*}" >&2
                ;;
        esac
    done 4>"$log"
}

# Puts a program unzip on the path where there is none. Without it the Maven wrapper downloads a tar file, and compares that with the
# checksum of the zip file; https://github.com/apache/maven-wrapper/issues/425.
provide_unzip() {
    if command -v unzip >/dev/null; then
        return
    fi
    mkdir -p "$state/tools"
    cat >"$state/tools/unzip" <<END
#!/bin/sh
# unzip [-q] FILE -d FOLDER
[ "\$1" != -q ] || shift
cd "\$3" && "$home/bin/jar" xf "\$1" && chmod +x ./*/bin/mvn
END
    chmod +x "$state/tools/unzip"
    PATH=$PATH:$state/tools
}

build() {
    title="mimeo: building (first run, about a minute)"
    [ ! -e "$app/built" ] || title="mimeo: building (the sources are newer)"
    if [ -t 2 ]; then
        printf '%s' "$title" >&2
    else
        echo "$title..." >&2
    fi
    log=$state/build.log
    rm -rf "$state/app.new" "$state/succeeded"
    mkdir "$state/app.new"
    # Dated before the build, so that what is edited during it counts as newer.
    : >"$state/app.new/built"
    provide_unzip
    # What converts traces writes into them which sources it was built from.
    commit=$(git -C "$root" describe --always --dirty --abbrev=40 --exclude '*' 2>/dev/null) || commit=unknown
    {
        if (cd "$root" && JAVA_HOME=$home ./mvnw -B -ntp -Dstyle.color=never -Dmaven.test.skip=true -Dquick \
            -Dmimeo.commit="$commit" -pl cli -am package) 2>&1 </dev/null; then
            : >"$state/succeeded"
        fi
    } | follow "$title"
    [ ! -t 2 ] || echo >&2
    if [ ! -e "$state/succeeded" ]; then
        grep -v '^\[INFO\]' "$log" | tail -n 30 >&2
        fail "the build failed: see $log"
    fi
    # The last two are for mimeo warm-up.
    cp -R "$root/cli/target/mimeo.jar" "$root/cli/target/lib" "$root/LICENSE" "$root/examples" "$state/app.new/"
    # An optimisation: where it fails, commands with SQL just start slower.
    "$home/bin/java" -cp "$state/app.new/mimeo.jar" dev.mimeo.internal.nativelibrary.NativeLibraryJars "$state/app.new/lib" >>"$log" 2>&1 </dev/null || :
    rm -rf "$app"
    mv "$state/app.new" "$app"
}

if outdated; then
    find_java javac
    { mkdir -p "$state" && true >>"$state/lock"; } 2>/dev/null || fail \
        "$root: cannot be written, and Mimeo is built there: copy it to a folder of yours, or use a release, which needs no build"
    # Of two first runs at the same time one builds and the other waits for it.
    exec 9>"$state/lock"
    if command -v flock >/dev/null; then
        flock 9
    fi
    if outdated; then
        build
    fi
    exec 9>&-
else
    find_java java
fi
find_archive
if [ -z "$archive" ] && [ -w "$app/lib" ]; then
    # An optimisation: where it fails, commands just start slower.
    "$home/bin/java" -jar "$app/mimeo.jar" warm-up >"$state/warm-up.log" 2>&1 </dev/null || :
    find_archive
fi
